import type { Json } from './model.ts';
import type { Client, Target } from './types.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}
export interface Call {
  readonly user?: string | null;
  readonly token?: string | null;
  readonly method?: string;
  readonly body?: unknown;
  readonly type?: string;
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
  profile: '/users/me',
};
export const sample = { line1: 'Corso Duca 3', line2: 'Int. 4', city: 'Asti', postalCode: 14100, countryCode: 'IT' };
export const order = { isin: 'US0378331005', side: 'buy', amount: 100 };

export class Tester {
  readonly target: Target;
  token = '';
  unscoped = '';
  constructor(target: Target) {
    this.target = target;
  }
  async open(): Promise<this> {
    this.token = String((await this.grant()).body['access_token']);
    this.unscoped = String((await this.grant({}, this.target.clients.unscoped)).body['access_token']);
    return this;
  }
  async fetch(url: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(400) });
    const text = await response.text();
    let body: Json = {};
    try {
      body = JSON.parse(text) as Json;
    } catch {
      body = {};
    }
    return { status: response.status, headers: response.headers, text, body };
  }
  grant(more: Json = {}, client: Client = this.target.clients.scoped): Promise<Answer> {
    return this.fetch(this.target.authUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        audience: this.target.audience,
        client_id: client.id,
        client_secret: client.secret,
        ...more,
      }),
    });
  }
  call(path: string, { user, token, method = 'GET', body, type = 'application/json' }: Call = {}): Promise<Answer> {
    const headers: Record<string, string> = {};
    if (user !== null) {
      headers['x-user-id'] = user ?? this.target.users.first;
    }
    if (token !== null) {
      headers['authorization'] = `Bearer ${token ?? this.token}`;
    }
    if (body === undefined) {
      return this.fetch(this.target.baseUrl + path, { method, headers });
    }
    return this.fetch(this.target.baseUrl + path, {
      method,
      headers: { ...headers, 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }
  update(more: Json = {}, call: Call = {}): Promise<Answer> {
    return this.call(paths.address, { method: 'PATCH', body: { address: { ...sample, ...more } }, ...call });
  }
  order(more: Json = {}, call: Call = {}): Promise<Answer> {
    return this.call(paths.orders, { method: 'POST', body: { ...order, ...more }, ...call });
  }
  async stored(): Promise<Json> {
    return (await this.call(paths.profile)).body['address'] as Json;
  }
}
