import type { Target } from './types.ts';

// biome-ignore lint/suspicious/noExplicitAny: probes look at bodies of any shape.
export type Any = any;
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Any;
}
export interface Options {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly user?: string | undefined;
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}
export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function exchange(url: string, options: RequestInit): Promise<Reply> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(url, options);
    const text = await response.text();
    if ((response.status === 503 || response.status === 429) && attempt < 20) {
      await pause(60);
      continue;
    }
    let json: Any;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: response.status, headers: response.headers, text, json };
  }
}

export async function connect(target: Target) {
  const askToken = (change: object = {}, client = target.clients.scoped): Promise<Reply> => {
    const body = { grant_type: 'client_credentials', audience: target.audience };
    const whole = { ...body, client_id: client.id, client_secret: client.secret, ...change };
    const headers = { 'content-type': 'application/json' };
    return exchange(target.authUrl, { method: 'POST', headers, body: JSON.stringify(whole) });
  };
  const token: string = (await askToken()).json.access_token;
  const call = (path: string, options: Options = {}): Promise<Reply> => {
    const { method = 'GET', body, raw, headers = {} } = options;
    const user = 'user' in options ? options.user : target.users.first;
    const bearer = 'token' in options ? options.token : token;
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    return exchange(`${target.baseUrl}${path}`, {
      method,
      ...(content === undefined ? {} : { body: content }),
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(user === undefined ? {} : { 'x-user-id': user }),
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
  };
  const patch = (change: object = {}, options: Options = {}) =>
    call('/users/me/address', { method: 'PATCH', body: { address: { ...sample, ...change } }, ...options });
  const order = (change: object = {}) =>
    call('/api/m2m/investments/orders', {
      method: 'POST',
      body: { isin: 'IE00B4L5Y983', side: 'buy', amount: 10, ...change },
    });
  const unscoped: string = (await askToken({}, target.clients.unscoped)).json.access_token;
  return { target, token, unscoped, askToken, call, patch, order };
}
export type Session = Awaited<ReturnType<typeof connect>>;
export const sample = { line1: 'Weg 1', line2: 'Hof', city: 'Bern', postalCode: 3011, countryCode: 'CH' };
export const guides = '/learn/learning-guides';
export const settings = '/b2b/notification-settings';
export const stranger = 'abcdefabcdefabcdefabcdef';
