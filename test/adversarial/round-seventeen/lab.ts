import { isRecord, type Row } from './frame.ts';
import type { Target } from './types.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

interface Ask {
  readonly user?: string | null;
  readonly token?: string | null;
  readonly method?: string;
  readonly body?: unknown;
  readonly raw?: string;
  readonly type?: string;
}

const replyOf = async (response: Response): Promise<Reply> => {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
};

export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (Array.isArray(inner) ? inner.at(Number(name)) : isRecord(inner) ? inner[name] : undefined),
    value,
  );

export const rows = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);

export const valid = {
  line1: '5 Long Avenue of Columns',
  line2: 'B',
  city: 'London',
  postalCode: 12345,
  countryCode: 'GB',
};

/** A target with a token of each client, and the requests that probes make. */
export async function lab(target: Target) {
  const { baseUrl, authUrl, audience, clients, users } = target;
  const grant = (request: unknown) =>
    fetch(authUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    }).then(replyOf);
  const request = (client: { id: string; secret: string }, changes: Row = {}) =>
    grant({
      grant_type: 'client_credentials',
      audience,
      client_id: client.id,
      client_secret: client.secret,
      ...changes,
    });
  const token = String(at((await request(clients.scoped)).json, 'access_token'));
  const unscoped = String(at((await request(clients.unscoped)).json, 'access_token'));
  const ask = async (path: string, options: Ask = {}): Promise<Reply> => {
    const user = options.user === undefined ? users.first : options.user;
    const credential = options.token === undefined ? token : options.token;
    const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const headers: Record<string, string> = {
      ...(user === null ? {} : { 'x-user-id': user }),
      ...(credential === null ? {} : { Authorization: `Bearer ${credential}` }),
      ...(body === undefined ? {} : { 'Content-Type': options.type ?? 'application/json' }),
    };
    const method = options.method ?? 'GET';
    const sent = { method, headers, ...(body === undefined ? {} : { body }), signal: AbortSignal.timeout(1500) };
    for (;;) {
      const reply = await fetch(baseUrl + path, sent).then(replyOf);
      if (reply.status !== 503) return reply;
    }
  };
  const update = (body: unknown, options: Ask = {}) => ask('/users/me/address', { ...options, method: 'PATCH', body });
  const order = (changes: Row) =>
    ask('/api/m2m/investments/orders', {
      method: 'POST',
      body: { isin: 'US0378331005', side: 'buy', amount: 10, ...changes },
    });
  const stored = async (user: string = users.first) =>
    at((await ask('/users/me/address', { user })).json, ...(target.readBack?.pointer.split('/').slice(1) ?? []));
  return { target, users, clients, token, unscoped, request, ask, update, order, stored };
}

export type Lab = Awaited<ReturnType<typeof lab>>;
