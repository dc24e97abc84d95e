import { Agent, request } from 'node:http';
import { isBag } from './model.ts';
import type { Bag, Client, Target } from './types.ts';

export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: unknown;
}

export interface Ask {
  readonly user?: string | null;
  readonly token?: string | null;
  readonly body?: unknown;
  readonly raw?: string;
  readonly type?: string;
}

export const bag = (value: unknown): Bag => (isBag(value) ? value : {});
export const list = (value: unknown): readonly Bag[] => (Array.isArray(value) ? value.map(bag) : []);
export const at = (value: unknown, ...path: string[]): unknown => path.reduce((from, name) => bag(from)[name], value);

export const address = {
  line1: 'Weg 1',
  line2: 'Hof',
  city: 'Köln',
  postalCode: 50667,
  countryCode: 'DE',
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Asks on one connection, which is kept. */
export class Tester {
  readonly target: Target;
  token = '';
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(target: Target) {
    this.target = target;
  }

  send(method: string, url: string, headers: Record<string, string>, body?: string): Promise<Seen> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const outgoing = request(url, { method, agent: this.#agent, headers: { ...headers, ...length } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json: parse(text) });
        });
      });
      outgoing.setTimeout(700, () => outgoing.destroy(new Error('no answer')));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  async grant(change: Bag = {}, client: Client = this.target.clients.scoped): Promise<Seen> {
    const { authUrl, audience } = this.target;
    const wanted = { grant_type: 'client_credentials', audience, client_id: client.id, client_secret: client.secret };
    const body = JSON.stringify({ ...wanted, ...change });
    return await this.send('POST', authUrl, { 'content-type': 'application/json' }, body);
  }

  async login(client?: Client): Promise<string> {
    const token = String(bag((await this.grant({}, client)).json)['access_token']);
    if (client === undefined) this.token = token;
    return token;
  }

  async ask(method: string, path: string, ask: Ask = {}): Promise<Seen> {
    const { user = this.target.users.first, token = this.token, type = 'application/json' } = ask;
    const body = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
    const headers = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(user === null ? {} : { 'x-user-id': user }),
      ...(body === undefined ? {} : { 'content-type': type }),
    };
    return await this.send(method, this.target.baseUrl + path, headers, body);
  }

  async get(path: string, ask: Ask = {}): Promise<Seen> {
    return await this.ask('GET', path, ask);
  }

  async update(change: unknown, ask: Ask = {}): Promise<Seen> {
    return await this.ask('PATCH', '/users/me/address', { body: { address: { ...address, ...bag(change) } }, ...ask });
  }

  async order(change: Bag = {}, ask: Ask = {}): Promise<Seen> {
    const body = { isin: 'DE0007164600', side: 'buy', amount: 25, ...change };
    return await this.ask('POST', '/api/m2m/investments/orders', { body, ...ask });
  }

  async stored(): Promise<Bag> {
    const { path = '', pointer = '' } = this.target.readBack ?? {};
    return bag(at((await this.get(path)).json, ...pointer.split('/').slice(1)));
  }

  close(): void {
    this.#agent.destroy();
  }
}
