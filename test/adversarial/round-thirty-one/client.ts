import type { Target } from './types.ts';

export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}
export interface Ask {
  readonly method?: string;
  readonly token?: string | null;
  readonly user?: string | null;
  readonly type?: string | null;
  readonly body?: string;
  readonly wait?: number;
}
export interface Session {
  readonly target: Target;
  readonly scoped: string;
  readonly unscoped: string;
  readonly ask: (path: string, options?: Ask) => Promise<Got>;
}

async function got(response: Response): Promise<Got> {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function tokenBody(target: Target, which: 'scoped' | 'unscoped' = 'scoped'): Record<string, unknown> {
  const { id, secret } = target.clients[which];
  return { grant_type: 'client_credentials', audience: target.audience, client_id: id, client_secret: secret };
}

export async function grant(target: Target, body: unknown): Promise<Got> {
  const headers = { 'Content-Type': 'application/json' };
  return got(await fetch(target.authUrl, { method: 'POST', headers, body: JSON.stringify(body) }));
}

export async function session(target: Target): Promise<Session> {
  const scoped = String(at((await grant(target, tokenBody(target))).json, 'access_token'));
  const unscoped = String(at((await grant(target, tokenBody(target, 'unscoped'))).json, 'access_token'));
  return {
    target,
    scoped,
    unscoped,
    ask: async (path, options = {}) => {
      const headers: Record<string, string> = {};
      const token = options.token === undefined ? `Bearer ${scoped}` : options.token;
      const user = options.user === undefined ? target.users.first : options.user;
      const type = options.type === undefined ? 'application/json' : options.type;
      if (token !== null) headers['Authorization'] = token;
      if (user !== null) headers['x-user-id'] = user;
      if (options.body !== undefined && type !== null) headers['Content-Type'] = type;
      const body = options.body === undefined ? {} : { body: Buffer.from(options.body) };
      const signal = AbortSignal.timeout(options.wait ?? 10_000);
      return got(await fetch(target.baseUrl + path, { method: options.method ?? 'GET', headers, ...body, signal }));
    },
  };
}

export const paths = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  address: '/users/me/address',
  summaries: '/daily-summaries',
  notifications: '/b2b/notification-settings',
  cash: '/cash',
  portfolios: '/portfolios',
  orders: '/api/m2m/investments/orders',
} as const;

export const sample = {
  line1: '7 Tape Lane',
  line2: 'Rear building',
  city: 'York',
  postalCode: 10115,
  countryCode: 'GB',
};
export const order = { isin: 'US0378331005', side: 'buy', amount: 100 };
export const patch = (address: unknown): Ask => ({ method: 'PATCH', body: JSON.stringify({ address }) });
export const post = (body: unknown): Ask => ({ method: 'POST', body: JSON.stringify(body) });

export async function readBack(client: Session, user = client.target.users.first): Promise<unknown> {
  const { path = '', pointer = '' } = client.target.readBack ?? {};
  const body = (await client.ask(path, { user })).json;
  return at(
    body,
    ...pointer
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
}
