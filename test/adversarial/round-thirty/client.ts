import type { IncomingHttpHeaders } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { Client, Target } from './types.ts';

export interface Seen {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: Json;
}

/** A JSON value that can be walked without casts; what is missing is undefined. */
export class Json {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  at(...path: ReadonlyArray<string | number>): Json {
    let here = this.value;
    for (const name of path) {
      here = typeof here === 'object' && here !== null ? (here as Record<string, unknown>)[name] : undefined;
    }
    return new Json(here);
  }

  get list(): readonly Json[] {
    return Array.isArray(this.value) ? this.value.map((one) => new Json(one)) : [];
  }

  get text(): string {
    return typeof this.value === 'string' ? this.value : '';
  }
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly raw?: string;
  readonly patience?: number;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One exchange; status 0 where no answer came in time. */
export function send(url: string, asked: Asked = {}): Promise<Seen> {
  const text = asked.raw ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
  const type = text === undefined ? {} : { 'content-type': 'application/json' };
  const options = { method: asked.method ?? 'GET', headers: { ...type, ...asked.headers } };
  return new Promise((resolve, reject) => {
    const none = { status: 0, headers: {}, text: '', json: new Json(undefined) };
    const outgoing = httpRequest(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const seen = {
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: body,
          json: new Json(parsed(body)),
        };
        if (seen.status === 429) resolve(send(url, asked));
        else resolve(seen);
      });
    });
    outgoing.setTimeout(asked.patience ?? 5000, () => {
      resolve(none);
      outgoing.destroy();
    });
    outgoing.on('error', (error) => (asked.patience === undefined ? reject(error) : resolve(none)));
    outgoing.end(text);
  });
}

export const paths = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  cash: '/cash',
  portfolios: '/portfolios',
  summaries: '/daily-summaries',
  notifications: '/b2b/notification-settings',
  address: '/users/me/address',
  orders: '/api/m2m/investments/orders',
} as const;

export const ask = (target: Target, client: Client, over: Readonly<Record<string, unknown>> = {}): Promise<Seen> =>
  send(target.authUrl, {
    method: 'POST',
    body: {
      grant_type: 'client_credentials',
      audience: target.audience,
      client_id: client.id,
      client_secret: client.secret,
      ...over,
    },
  });

/** A client of one target with a token. */
export class Session {
  readonly target: Target;
  readonly token: string;

  constructor(target: Target, token: string) {
    this.target = target;
    this.token = token;
  }

  static async open(target: Target, scoped = true): Promise<Session> {
    const answer = await ask(target, scoped ? target.clients.scoped : target.clients.unscoped);
    return new Session(target, answer.json.at('access_token').text);
  }

  with(token: string): Session {
    return new Session(this.target, token);
  }

  call(path: string, asked: Asked = {}, user: string | null = this.target.users.first): Promise<Seen> {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (this.token !== '') headers['authorization'] = `Bearer ${this.token}`;
    if (user !== null) headers['x-user-id'] = user;
    return send(this.target.baseUrl + path, { ...asked, headers: { ...headers, ...asked.headers } });
  }

  update(address: unknown, user?: string): Promise<Seen> {
    return this.call(paths.address, { method: 'PATCH', body: { address } }, user ?? this.target.users.first);
  }

  order(over: Readonly<Record<string, unknown>> = {}): Promise<Seen> {
    return this.call(paths.orders, {
      method: 'POST',
      body: { isin: 'IE00B4L5Y983', side: 'buy', amount: 25, ...over },
    });
  }

  async stored(user?: string): Promise<Json> {
    const { readBack } = this.target;
    if (readBack === undefined) return new Json(undefined);
    const seen = await this.call(readBack.path, {}, user ?? this.target.users.first);
    return seen.json.at(...readBack.pointer.split('/').slice(1));
  }
}
