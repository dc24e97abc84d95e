import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import type { Json } from './model.ts';
import type { Client, Target } from './types.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Json;
}
export interface Call {
  readonly user?: string | null;
  readonly token?: string;
  /** Authorization as it is, or none. */
  readonly credentials?: string | null;
  readonly method?: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly accept?: string;
}
export const paths = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  cash: '/cash',
  portfolios: '/portfolios',
  summaries: '/daily-summaries',
  settings: '/b2b/notification-settings',
  profile: '/users/me',
} as const;
const sample = { line1: 'Hafenweg 7', line2: '2. OG', city: 'Kiel', postalCode: 24103, countryCode: 'DE' };

export class Tester {
  readonly target: Target;
  readonly agent = new Agent({ keepAlive: true });
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
  fetch(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = send(url, { method, headers, agent: this.agent, timeout: 500 }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          let parsed: Json = {};
          try {
            parsed = (JSON.parse(text) ?? {}) as Json;
          } catch {
            parsed = {};
          }
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed });
        });
      });
      call.on('timeout', () => call.destroy(new Error('No answer')));
      call.on('error', reject);
      call.end(body);
    });
  }
  grant(more: Json = {}, client: Client = this.target.clients.scoped): Promise<Answer> {
    const body = {
      grant_type: 'client_credentials',
      audience: this.target.audience,
      client_id: client.id,
      client_secret: client.secret,
      ...more,
    };
    return this.fetch(this.target.authUrl, 'POST', { 'content-type': 'application/json' }, JSON.stringify(body));
  }
  call(path: string, call: Call = {}): Promise<Answer> {
    const { user = this.target.users.first, token = this.token, method = 'GET', body, accept, type } = call;
    const credentials = call.credentials === undefined ? `Bearer ${token}` : call.credentials;
    const headers: Record<string, string> = {
      ...(user === null ? {} : { 'x-user-id': user }),
      ...(credentials === null ? {} : { authorization: credentials }),
      ...(accept === undefined ? {} : { accept }),
      ...(body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
    };
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return this.fetch(this.target.baseUrl + path, method, headers, text);
  }
  update(more: Json = {}, call: Call = {}): Promise<Answer> {
    return this.call('/users/me/address', { method: 'PATCH', body: { address: { ...sample, ...more } }, ...call });
  }
  order(more: Json = {}, call: Call = {}): Promise<Answer> {
    const body = { isin: 'US5949181045', side: 'buy', amount: 50, ...more };
    return this.call('/api/m2m/investments/orders', { method: 'POST', body, ...call });
  }
  async stored(user: string = this.target.users.first): Promise<Json> {
    return (await this.call(paths.profile, { user })).body['address'] as Json;
  }
}
