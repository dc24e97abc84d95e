import type { Target } from './start.ts';

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a probe looks wherever it likes.
  readonly json: any;
}

export interface Ask {
  readonly method?: string;
  readonly user?: string | null;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly raw?: string;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

async function see(url: string, init: RequestInit): Promise<Seen> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(2_000), ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

export const validAddress = { line1: 'Street 7', line2: 'B', city: 'Town', postalCode: 12345, countryCode: 'DE' };
export const validOrder = { isin: 'US0378331005', side: 'buy', amount: 100 };

/** Asks the token endpoint with the body of the scoped client, altered where told. */
export const askToken = (target: Target, changes: object = {}, who: 'scoped' | 'unscoped' = 'scoped') => {
  const { id, secret } = target.clients[who];
  const body = { grant_type: 'client_credentials', audience: target.audience, client_id: id, client_secret: secret };
  const headers = { 'content-type': 'application/json' };
  return see(target.authUrl, { method: 'POST', headers, body: JSON.stringify({ ...body, ...changes }) });
};

export interface Tester {
  readonly target: Target;
  readonly token: string;
  readonly unscoped: string;
  ask(path: string, ask?: Ask): Promise<Seen>;
  patch(address: unknown, ask?: Ask): Promise<Seen>;
  order(order: unknown, ask?: Ask): Promise<Seen>;
  stored(user?: string): Promise<unknown>;
}

/** Obtains the tokens for a target and the calls that probes are made of. */
export async function openTester(target: Target): Promise<Tester> {
  const token = String((await askToken(target)).json.access_token);
  const unscoped = String((await askToken(target, {}, 'unscoped')).json.access_token);
  const ask = (path: string, { method = 'GET', user = target.users.first, token: t = token, ...more }: Ask = {}) => {
    const headers: Record<string, string> = { ...more.headers };
    if (t !== null) headers['authorization'] ??= `Bearer ${t}`;
    if (user !== null) headers['x-user-id'] ??= user;
    const body = more.raw ?? (more.body === undefined ? undefined : JSON.stringify(more.body));
    if (body !== undefined) headers['content-type'] ??= 'application/json';
    return see(`${target.baseUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  };
  return {
    target,
    token,
    unscoped,
    ask,
    patch: (address, more = {}) => ask('/users/me/address', { method: 'PATCH', body: { address }, ...more }),
    order: (body, more = {}) => ask('/api/m2m/investments/orders', { method: 'POST', body, ...more }),
    stored: async (user = target.users.first) => (await ask('/users/me/address', { user })).json.data,
  };
}
