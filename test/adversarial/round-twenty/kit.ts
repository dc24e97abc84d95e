import type { Target } from './types.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}
export interface Day {
  readonly portfolio: Readonly<Record<'cash' | 'savings', { readonly key: string; readonly displayValue: string }>>;
  readonly sentimentScore: object;
  readonly performers: { readonly worst: unknown };
}
export interface Shown {
  readonly id: string;
  readonly title: string;
  readonly chapterCount: number;
  readonly webCoverImageURL: string | null;
}
/** What bodies of several endpoints hold, as far as the probes look. */
export interface Json {
  readonly data: readonly (Day & Shown)[];
  readonly error: { readonly message: string; readonly description: unknown };
  readonly status: unknown;
  readonly responseId: string;
  readonly access_token: string;
  readonly address: unknown;
}
export interface Asking {
  readonly method?: string;
  readonly user?: string | null;
  readonly token?: string | null;
  readonly body?: unknown;
  readonly raw?: string;
  readonly type?: string;
}

export const paths = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  summaries: '/daily-summaries',
  settings: '/b2b/notification-settings',
  cash: '/cash',
  portfolios: '/portfolios',
  address: '/users/me/address',
  orders: '/api/m2m/investments/orders',
} as const;
export const sample = { line1: '7 Mill Lane', line2: 'Flat 2', city: 'York', postalCode: 10115, countryCode: 'GB' };
export const stranger = '0123456789abcdef01234567';

/** Asks one target over HTTP, politely where it sheds load. */
export async function createKit(target: Target) {
  const send = async (url: string, init: RequestInit): Promise<Reply> => {
    for (let left = 12; ; left -= 1) {
      const response = await fetch(url, init);
      const text = await response.text();
      if (left === 0 || (response.status !== 429 && response.status !== 503)) {
        return { status: response.status, headers: response.headers, text, json: parse(text) };
      }
    }
  };
  const grant = (changes: object = {}, client: 'scoped' | 'unscoped' = 'scoped') => {
    const { id, secret } = target.clients[client];
    const body = {
      grant_type: 'client_credentials',
      audience: target.audience,
      client_id: id,
      client_secret: secret,
      ...changes,
    };
    return send(target.authUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  };
  const token = (await grant()).json.access_token;
  const unscoped = (await grant({}, 'unscoped')).json.access_token;
  const ask = (path: string, asking: Asking = {}) => {
    const {
      method = 'GET',
      user = target.users.first,
      token: credentials = `Bearer ${token}`,
      body,
      raw,
      type = 'application/json',
    } = asking;
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const headers: Record<string, string> = {
      ...(user === null ? {} : { 'x-user-id': user }),
      ...(credentials === null ? {} : { Authorization: credentials }),
      ...(content === undefined ? {} : { 'Content-Type': type }),
    };
    return send(`${target.baseUrl}${path}`, { method, headers, ...(content === undefined ? {} : { body: content }) });
  };
  const move = (address: unknown, more: Asking = {}) =>
    ask(paths.address, { method: 'PATCH', body: { address }, ...more });
  const order = (amount: unknown) =>
    ask(paths.orders, { method: 'POST', body: { isin: 'US0378331005', side: 'buy', amount } });
  const home = async (user = target.users.first) => (await ask(paths.address, { user })).json.address;
  const repeat = async <T>(times: number, act: () => Promise<T>): Promise<T[]> => {
    const seen: T[] = [];
    for (let at = 0; at < times; at += 1) seen.push(await act());
    return seen;
  };
  return { target, token, unscoped, grant, ask, move, order, home, repeat, second: target.users.second };
}
export type Kit = Awaited<ReturnType<typeof createKit>>;

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return {} as Json;
  }
}
