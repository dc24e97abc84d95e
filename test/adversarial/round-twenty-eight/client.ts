import { bag } from './refusal.ts';
import type { Bag, Target } from './types.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly value: Bag;
}
export interface Call {
  readonly user?: string | null;
  readonly auth?: string | null;
  readonly method?: string;
  readonly type?: string;
  readonly body?: string;
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

export const sample = { line1: 'Hafen 1', line2: 'B', city: 'Bremen', postalCode: '28195', countryCode: 'DE' };
export const trade = { isin: 'US0378331005', side: 'buy', amount: 25 };

const ask = async (url: string, init: RequestInit): Promise<Answer> => {
  const response = await fetch(url, init);
  const bytes = await response.arrayBuffer();
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let value: Bag = {};
  try {
    value = bag(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    value = {};
  }
  return { status: response.status, headers: response.headers, text, value };
};

export class Client {
  readonly target: Target;
  private token: string | undefined;

  constructor(target: Target) {
    this.target = target;
  }

  grant(change: Bag = {}, who: 'scoped' | 'unscoped' = 'scoped'): Promise<Answer> {
    const { id, secret } = this.target.clients[who];
    const { audience } = this.target;
    const body = { grant_type: 'client_credentials', audience, client_id: id, client_secret: secret };
    return ask(this.target.authUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...change }),
    });
  }

  async bearer(who: 'scoped' | 'unscoped' = 'scoped'): Promise<string> {
    if (who === 'scoped' && this.token !== undefined) return this.token;
    const token = `Bearer ${String((await this.grant({}, who)).value['access_token'])}`;
    if (who === 'scoped') this.token = token;
    return token;
  }

  async call(path: string, call: Call = {}): Promise<Answer> {
    const auth = call.auth === undefined ? await this.bearer() : call.auth;
    const user = call.user === undefined ? this.target.users.first : call.user;
    return await ask(this.target.baseUrl + path, {
      method: call.method ?? 'GET',
      headers: {
        ...(auth === null ? {} : { authorization: auth }),
        ...(user === null ? {} : { 'x-user-id': user }),
        ...(call.type === undefined ? {} : { 'content-type': call.type }),
      },
      ...(call.body === undefined ? {} : { body: call.body }),
    });
  }

  second(path: string): Promise<Answer> {
    return this.call(path, { user: this.target.users.second });
  }

  patch(address: unknown): Promise<Answer> {
    return this.call(paths.address, { method: 'PATCH', type: 'application/json', body: JSON.stringify({ address }) });
  }

  order(body: unknown, type = 'application/json'): Promise<Answer> {
    return this.call(paths.orders, { method: 'POST', type, body: JSON.stringify(body) });
  }

  async stored(): Promise<Bag> {
    return bag((await this.call(paths.address)).value['address']);
  }
}
