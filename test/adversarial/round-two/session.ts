import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Target } from './start.ts';

// What a body holds is known to each probe alone.
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  status: number | 'none';
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  trailers: Record<string, string | undefined>;
  interim: number[];
  bytes: Buffer;
  text: string;
  /** The body as JSON, or undefined where it is none. */
  json: Json;
}
export interface Options {
  method?: string;
  token?: string | null;
  user?: string | null;
  headers?: Record<string, string | string[]>;
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown;
  type?: string | null;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Talks to a target as its client would. */
export class Session {
  readonly target: Target;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(target: Target) {
    this.target = target;
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Asks the token endpoint, with members of the body replaced. */
  issue(which: 'scoped' | 'unscoped' = 'scoped', changes: Record<string, unknown> = {}): Promise<Answer> {
    const { id, secret } = this.target.clients[which];
    const body = {
      grant_type: 'client_credentials',
      audience: this.target.audience,
      client_id: id,
      client_secret: secret,
      ...changes,
    };
    return this.exchange(this.target.authUrl, { method: 'POST', token: null, user: null, body });
  }

  token(which: 'scoped' | 'unscoped' = 'scoped'): Promise<string> {
    let token = this.#tokens.get(which);
    if (!token) {
      token = this.issue(which).then(({ json }) => json.access_token);
      this.#tokens.set(which, token);
    }
    return token;
  }

  async call(path: string, options: Options = {}): Promise<Answer> {
    const token = options.token === undefined ? await this.token() : options.token;
    const user = options.user === undefined ? this.target.users.first : options.user;
    return this.exchange(`${this.target.baseUrl}${path}`, { ...options, token, user });
  }

  async status(path: string, options: Options = {}): Promise<number | 'none'> {
    return (await this.call(path, options)).status;
  }

  patch(address: unknown, options: Options = {}): Promise<Answer> {
    return this.call('/users/me/address', { method: 'PATCH', body: { address }, ...options });
  }

  order(body: unknown): Promise<Answer> {
    return this.call('/api/m2m/investments/orders', { method: 'POST', body });
  }

  async storedAddress(user?: string): Promise<Json> {
    return (await this.call('/users/me/address', user ? { user } : {})).json.data.address;
  }

  exchange(url: string, { method = 'GET', token, user, headers, body, type }: Options): Promise<Answer> {
    const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const sent: Record<string, string | string[]> = {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(user ? { 'x-user-id': user } : {}),
      ...(bytes ? { 'Content-Length': String(bytes.length) } : {}),
      ...(bytes && type !== null ? { 'Content-Type': type ?? 'application/json' } : {}),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const interim: number[] = [];
      const outgoing = request(url, { method, agent: this.#agent, headers: sent }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('error', reject);
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const received = Buffer.concat(chunks);
          const text = received.toString();
          const { statusCode: status = 0, headers, rawHeaders, trailers } = incoming;
          resolve({ status, headers, rawHeaders, trailers, interim, bytes: received, text, json: parse(text) });
        });
      });
      outgoing.on('information', ({ statusCode }) => interim.push(statusCode));
      outgoing.setTimeout(3_000, () => {
        outgoing.destroy();
        const nothing = { headers: {}, rawHeaders: [], trailers: {}, bytes: Buffer.alloc(0), text: '' };
        resolve({ status: 'none', ...nothing, interim, json: undefined });
      });
      outgoing.on('error', reject);
      outgoing.end(bytes);
    });
  }
}
