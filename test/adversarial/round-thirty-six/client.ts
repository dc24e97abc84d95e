import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { gunzipSync, inflateSync } from 'node:zlib';
import type { Json } from './model.ts';
import { json } from './model.ts';
import type { Client, Target } from './types.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** Empty where the text is no JSON object. */
  readonly body: Json;
}
export interface Call {
  readonly method?: string;
  readonly user?: string | null;
  readonly token?: string;
  /** The whole of Authorization, or none. */
  readonly credentials?: string | null;
  /** A text is sent as it is. */
  readonly body?: unknown;
  readonly type?: string | null;
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
export const someAddress = {
  line1: 'Largo do Carmo 3',
  line2: 'r/c dto.',
  city: 'Évora',
  postalCode: 7000,
  countryCode: 'PT',
};
export const someOrder = { isin: 'PTEDP0AM0009', side: 'buy', amount: 125.5 };

function textOf(bytes: Buffer, coding: string | undefined): string {
  if (bytes.length === 0) {
    return '';
  }
  return (coding === 'gzip' ? gunzipSync(bytes) : coding === 'deflate' ? inflateSync(bytes) : bytes).toString('utf8');
}

function objectIn(text: string): Json {
  try {
    return json(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return {};
  }
}

/** TRESTClient with the tokens of both clients. */
export class Tester {
  readonly target: Target;
  readonly agent = new Agent({ keepAlive: true });
  token = '';
  unscoped = '';

  constructor(target: Target) {
    this.target = target;
  }

  async open(): Promise<this> {
    const { scoped, unscoped } = this.target.clients;
    this.token = await this.fresh(scoped);
    this.unscoped = await this.fresh(unscoped);
    return this;
  }

  async fresh(client: Client = this.target.clients.scoped): Promise<string> {
    return String((await this.grant({}, client)).body['access_token']);
  }

  once(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const out = request(url, { method, headers, agent: this.agent, timeout: 3000 }, (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            const bytes = Buffer.concat(chunks);
            const text = textOf(bytes, response.headers['content-encoding']);
            const { statusCode: status = 0, headers: received } = response;
            resolve({ status, headers: received, bytes, text, body: objectIn(text) });
          });
      });
      out.on('timeout', () => out.destroy(new Error('There was no answer'))).on('error', reject);
      out.end(body);
    });
  }

  /** Asks up to twice again where the load is shed. */
  async fetch(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    let answer = await this.once(url, method, headers, body);
    for (let left = 2; left > 0 && [429, 503].includes(answer.status); left -= 1) {
      answer = await this.once(url, method, headers, body);
    }
    return answer;
  }

  /** A token request. What is undefined in `more` is left out. */
  grant(more: Json = {}, { id, secret }: Client = this.target.clients.scoped): Promise<Answer> {
    const { authUrl, audience } = this.target;
    const fields = { grant_type: 'client_credentials', audience, client_id: id, client_secret: secret, ...more };
    return this.fetch(authUrl, 'POST', { 'content-type': 'application/json' }, JSON.stringify(fields));
  }

  call(path: string, call: Call = {}): Promise<Answer> {
    const {
      method = 'GET',
      user = this.target.users.first,
      token = this.token,
      body,
      type = 'application/json',
    } = call;
    const credentials = call.credentials === undefined ? `Bearer ${token}` : call.credentials;
    const headers: Record<string, string> = {};
    if (credentials !== null) {
      headers['authorization'] = credentials;
    }
    if (user !== null) {
      headers['x-user-id'] = user;
    }
    if (body !== undefined && type !== null) {
      headers['content-type'] = type;
    }
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return this.fetch(this.target.baseUrl + path, method, { ...headers, ...call.headers }, text);
  }

  update(more: Json = {}, call: Call = {}): Promise<Answer> {
    const body = { address: { ...someAddress, ...more } };
    return this.call('/users/me/address', { method: 'PATCH', body, ...call });
  }

  order(more: Json = {}, call: Call = {}): Promise<Answer> {
    return this.call('/api/m2m/investments/orders', { method: 'POST', body: { ...someOrder, ...more }, ...call });
  }

  /** The address that is kept for a user. */
  async stored(user: string = this.target.users.first): Promise<Json> {
    const { body } = await this.call(paths.profile, { user });
    return json(body['address']);
  }
}
