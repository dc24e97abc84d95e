import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { gunzipSync, inflateSync } from 'node:zlib';
import type { Json } from './model.ts';
import { json } from './model.ts';
import type { Client, Target } from './types.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
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
  readonly headers?: Record<string, string>;
}
export const paths = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  cash: '/cash',
  portfolios: '/portfolios',
  summaries: '/daily-summaries',
  notifications: '/b2b/notification-settings',
  profile: '/users/me',
} as const;
const sample = { line1: 'Rüütli 12', line2: 'korter 3', city: 'Pärnu', postalCode: 80010, countryCode: 'EE' };

function unpacked(bytes: Buffer, coding?: string): Buffer {
  return bytes.length === 0
    ? bytes
    : coding === 'gzip'
      ? gunzipSync(bytes)
      : coding === 'deflate'
        ? inflateSync(bytes)
        : bytes;
}

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
  /** Asks again where the load is shed. */
  async fetch(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    const answer = await this.once(url, method, headers, body);
    return answer.status === 429 || answer.status === 503 ? this.once(url, method, headers, body) : answer;
  }
  once(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = send(url, { method, headers, agent: this.agent, timeout: 2000 }, (response) => {
        const chunks: Buffer[] = [];
        response.on('error', reject);
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = unpacked(Buffer.concat(chunks), response.headers['content-encoding']);
          const text = bytes.toString();
          let parsed: Json = {};
          try {
            parsed = json(JSON.parse(text.replace(/^\ufeff/, '')));
          } catch {
            parsed = {};
          }
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed, bytes });
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
    const {
      user = this.target.users.first,
      token = this.token,
      method = 'GET',
      body,
      accept,
      type = 'application/json',
    } = call;
    const credentials = call.credentials === undefined ? `Bearer ${token}` : call.credentials;
    const headers: Record<string, string> = {
      ...(user === null ? {} : { 'x-user-id': user }),
      ...(credentials === null ? {} : { authorization: credentials }),
      ...(accept === undefined ? {} : { accept }),
      ...(body === undefined ? {} : { 'content-type': type }),
      ...call.headers,
    };
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return this.fetch(this.target.baseUrl + path, method, headers, text);
  }
  update(more: Json = {}, call: Call = {}): Promise<Answer> {
    return this.call('/users/me/address', { method: 'PATCH', body: { address: { ...sample, ...more } }, ...call });
  }
  order(more: Json = {}, call: Call = {}): Promise<Answer> {
    const body = { isin: 'US0378331005', side: 'buy', amount: 50, ...more };
    return this.call('/api/m2m/investments/orders', { method: 'POST', body, ...call });
  }
  async stored(user: string = this.target.users.first): Promise<Json> {
    const { text } = await this.call(paths.profile, { user });
    return json(json(JSON.parse(text.normalize()))['address']);
  }
}
