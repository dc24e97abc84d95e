import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { gunzipSync, inflateSync } from 'node:zlib';
import type { Json } from './model.ts';
import { json } from './model.ts';
import { caught } from './prolog.ts';
import type { Client, Target } from './types.ts';

export const paths = {
  cash: '/cash',
  portfolios: '/portfolios',
  summaries: '/daily-summaries',
  notifications: '/b2b/notification-settings',
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  profile: '/users/me',
} as const;
export const someAddress = {
  line1: 'Hafnarstræti 90',
  line2: 'íb. 302',
  city: 'Akureyri',
  postalCode: 600,
  countryCode: 'IS',
};
export const someOrder = { isin: 'IS0000000388', side: 'buy', amount: 250.75 };

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The text's object; empty where it is another value or no JSON. */
  readonly body: Json;
}
/** What one call does in another way than usual. Null leaves a header out, a text is sent as it is. */
export interface Call {
  readonly method?: string;
  readonly user?: string | null;
  readonly token?: string;
  readonly credentials?: string | null;
  readonly body?: unknown;
  readonly type?: string | null;
  readonly headers?: Record<string, string>;
}

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { gzip: gunzipSync, deflate: inflateSync };

async function answerOf(message: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
  }
  const { statusCode: status = 0, headers } = message;
  const bytes = Buffer.concat(chunks);
  const decoder = bytes.length > 0 ? decoders[headers['content-encoding'] ?? ''] : undefined;
  const text = (decoder?.(bytes) ?? bytes).toString('utf8');
  return { status, headers, bytes, text, body: json(caught<unknown>(() => JSON.parse(text.replace(/^\ufeff/, '')))) };
}

/** http_open/3 with the tokens of both clients. */
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
    const { body } = await this.grant({}, client);
    return String(body['access_token']);
  }

  once(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const made = request(url, { method, headers, agent: this.agent, timeout: 3000 });
      made.on('response', (message) => answerOf(message).then(resolve, reject));
      made.on('timeout', () => made.destroy(new Error('No answer in three seconds')));
      made.on('error', reject);
      made.end(body);
    });
  }

  /** Up to three times, as long as load is shed. */
  async fetch(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    const first = await this.once(url, method, headers, body);
    const second = shed(first) ? await this.once(url, method, headers, body) : first;
    return shed(second) ? await this.once(url, method, headers, body) : second;
  }

  /** A token request; what is undefined in `more` is left out. */
  grant(more: Json = {}, client: Client = this.target.clients.scoped): Promise<Answer> {
    const usual = {
      grant_type: 'client_credentials',
      audience: this.target.audience,
      client_id: client.id,
      client_secret: client.secret,
    };
    return this.rawGrant(JSON.stringify({ ...usual, ...more }));
  }

  rawGrant(text: string): Promise<Answer> {
    return this.fetch(this.target.authUrl, 'POST', { 'content-type': 'application/json' }, text);
  }

  call(path: string, call: Call = {}): Promise<Answer> {
    const { method = 'GET', body, type = 'application/json', headers: more } = call;
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const given: Record<string, string | null> = {
      authorization: call.credentials === undefined ? `Bearer ${call.token ?? this.token}` : call.credentials,
      'x-user-id': call.user === undefined ? this.target.users.first : call.user,
      'content-type': text === undefined ? null : type,
    };
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries({ ...given, ...more })) {
      if (value !== null) {
        headers[name] = value;
      }
    }
    return this.fetch(this.target.baseUrl + path, method, headers, text);
  }

  update(more: Json = {}, call: Call = {}): Promise<Answer> {
    const address = { ...someAddress, ...more };
    return this.call('/users/me/address', { method: 'PATCH', body: { address }, ...call });
  }

  order(more: Json = {}, call: Call = {}): Promise<Answer> {
    const body = { ...someOrder, ...more };
    return this.call('/api/m2m/investments/orders', { method: 'POST', body, ...call });
  }

  /** The address that is kept for a user. */
  async stored(user: string = this.target.users.first): Promise<Json> {
    return json((await this.call(paths.profile, { user })).body['address']);
  }
}

const shed = ({ status }: Answer): boolean => status === 429 || status === 503;
