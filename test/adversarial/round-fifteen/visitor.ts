import { type Agent, type OutgoingHttpHeaders, request } from 'node:http';
import type { Target } from './contracts.ts';

export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: The probes look into answers of any form.
  readonly json: any;
}

export interface Ask {
  readonly method?: string;
  /** Null leaves the header out. */
  readonly user?: string | null;
  readonly token?: string | null;
  readonly body?: unknown;
  readonly bytes?: string;
  readonly type?: string;
  readonly agent?: Agent;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function exchange(
  url: string,
  method: string,
  headers: OutgoingHttpHeaders,
  body?: string,
  agent?: Agent,
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: agent ?? false, timeout: 8000 }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) });
      });
    });
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error('No answer.')));
    sent.end(body);
  });
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Visitor {
  readonly target: Target;
  readonly token: string;
  readonly unscoped: string;
  readonly ask: (path: string, ask?: Ask) => Promise<Seen>;
  readonly grant: (change?: Readonly<Record<string, unknown>>, client?: 'scoped' | 'unscoped') => Promise<Seen>;
  readonly readAddress: (user: string) => Promise<Seen>;
}

/** A client of a target, which holds a token of each of the two clients. */
export async function visit(target: Target): Promise<Visitor> {
  const grant: Visitor['grant'] = (change, client = 'scoped') => {
    const { id, secret } = target.clients[client];
    const own = { grant_type: 'client_credentials', audience: target.audience, client_id: id, client_secret: secret };
    return exchange(
      target.authUrl,
      'POST',
      { 'content-type': 'application/json' },
      JSON.stringify({ ...own, ...change }),
    );
  };
  const token: string = (await grant()).json.access_token;
  const unscoped: string = (await grant({}, 'unscoped')).json.access_token;
  const ask: Visitor['ask'] = async (path, { method = 'GET', user, body, bytes, type, agent, ...rest } = {}) => {
    const bearer = rest.token === undefined ? token : rest.token;
    const id = user === undefined ? target.users.first : user;
    const payload = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
    const headers = {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(id !== null && { 'x-user-id': id }),
      ...(payload !== undefined && {
        'content-type': type ?? 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
    };
    for (let left = 5; ; left -= 1) {
      const seen = await exchange(`${target.baseUrl}${path}`, method, headers, payload, agent);
      if (![429, 503].includes(seen.status) || left === 0) return seen;
      await later(Number(seen.headers['retry-after'] ?? 1) * 1000);
    }
  };
  const readAddress = (user: string): Promise<Seen> => ask(target.readBack?.path ?? '', { user });
  return { target, token, unscoped, ask, grant, readAddress };
}
