import type { Target } from './types.ts';

type Json = Record<string, unknown>;
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: probes look into answers of every shape
  readonly json: any;
}
export interface Ask {
  readonly user?: string | null;
  readonly token?: string | null;
  readonly authorization?: string;
  readonly type?: string;
}

export const paths = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  summaries: '/daily-summaries',
  notifications: '/b2b/notification-settings',
  cash: '/cash',
  portfolios: '/portfolios',
  address: '/users/me/address',
  orders: '/api/m2m/investments/orders',
};
export const sample = {
  line1: '10 Downing Street',
  line2: 'Door 2',
  city: 'London',
  postalCode: 10115,
  countryCode: 'GB',
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function request(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(1_500) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

export async function newClient(target: Target) {
  const post = (body: unknown) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return request(target.authUrl, init);
  };
  const requestOf = (client: { id: string; secret: string }, over: Json = {}) => {
    const common = { grant_type: 'client_credentials', audience: target.audience };
    return { ...common, client_id: client.id, client_secret: client.secret, ...over };
  };
  /** Asks for a token until the request is not shed. */
  const tokenOf = async (body: unknown): Promise<Answer> => {
    const answer = await post(body);
    return [429, 503].includes(answer.status) ? tokenOf(body) : answer;
  };
  const scoped = await tokenOf(requestOf(target.clients.scoped));
  const token: string = scoped.json.access_token;
  const send = async (method: string, path: string, body: string | undefined, ask: Ask = {}): Promise<Answer> => {
    const headers: Record<string, string> = {};
    const authorization = ask.authorization ?? (ask.token === null ? undefined : `Bearer ${ask.token ?? token}`);
    if (authorization !== undefined) headers['authorization'] = authorization;
    if (ask.user !== null) headers['x-user-id'] = ask.user ?? target.users.first;
    if (body !== undefined) headers['content-type'] = ask.type ?? 'application/json';
    const init: RequestInit = body === undefined ? { method, headers } : { method, headers, body };
    const answer = await request(`${target.baseUrl}${path}`, init);
    return [429, 503].includes(answer.status) ? send(method, path, body, ask) : answer;
  };
  return {
    target,
    scoped,
    token,
    issue: (over: Json = {}) => tokenOf(requestOf(target.clients.scoped, over)),
    issueUnscoped: () => tokenOf(requestOf(target.clients.unscoped)),
    get: (path: string, ask?: Ask) => send('GET', path, undefined, ask),
    patch: (body: unknown, ask?: Ask) => send('PATCH', paths.address, JSON.stringify(body), ask),
    order: (over: Json = {}, ask?: Ask) => {
      const body = { isin: 'US0378331005', side: 'buy', amount: 25, ...over };
      return send('POST', paths.orders, JSON.stringify(body), ask);
    },
  };
}
export type Client = Awaited<ReturnType<typeof newClient>>;
export type Probe = (client: Client) => Promise<boolean>;
