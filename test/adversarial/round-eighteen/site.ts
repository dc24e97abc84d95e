import { request } from 'node:http';
import type { Loose } from './toggle-kinds.ts';
import type { Target } from './types.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body, or nothing where it is no JSON. */
  readonly json: Loose;
}
interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string | undefined>;
  readonly body?: unknown;
  readonly raw?: string;
}

const once = (url: string, ask: Ask): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = Object.fromEntries(Object.entries(ask.headers ?? {}).filter(([, value]) => value !== undefined));
    const outgoing = request(url, { method: ask.method ?? 'GET', headers, agent: false }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () => {
        const bytes = Buffer.concat(pieces);
        let json: Loose;
        try {
          json = JSON.parse(bytes.toString());
        } catch {}
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text: bytes.toString(), json });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body)));
  });

/** A client of one target, which repeats politely what is shed. */
export class Site {
  readonly target: Target;
  #token: string | undefined;

  constructor(target: Target) {
    this.target = target;
  }

  async call(url: string, ask: Ask): Promise<Answer> {
    for (;;) {
      const answer = await once(url, ask);
      if (answer.status !== 429 && answer.status !== 503) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  grant(members: Record<string, unknown> = {}): Promise<Answer> {
    const { scoped } = this.target.clients;
    const body = {
      grant_type: 'client_credentials',
      audience: this.target.audience,
      client_id: scoped.id,
      client_secret: scoped.secret,
      ...members,
    };
    return this.call(this.target.authUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  }

  async unscoped(): Promise<Answer> {
    const { id, secret } = this.target.clients.unscoped;
    return this.grant({ client_id: id, client_secret: secret });
  }

  async ask(path: string, ask: Ask = {}): Promise<Answer> {
    this.#token ??= String((await this.grant()).json.access_token);
    const headers = { Authorization: `Bearer ${this.#token}`, 'x-user-id': this.target.users.first, ...ask.headers };
    return this.call(this.target.baseUrl + path, { ...ask, headers });
  }

  second(path: string): Promise<Answer> {
    return this.ask(path, { headers: { 'x-user-id': this.target.users.second } });
  }

  patch(body: unknown, type = 'application/json'): Promise<Answer> {
    const headers = { 'Content-Type': type };
    return this.ask('/users/me/address', {
      method: 'PATCH',
      headers,
      ...(typeof body === 'string' ? { raw: body } : { body }),
    });
  }

  move(changes: Record<string, unknown>): Promise<Answer> {
    const address = { line1: 'Neue Gasse 12', line2: 'Hof', city: 'Ulm', postalCode: 89073, countryCode: 'DE' };
    return this.patch({ address: { ...address, ...changes } });
  }

  order(amount: unknown): Promise<Answer> {
    return this.ask('/api/m2m/investments/orders', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: { isin: 'DE0007164600', side: 'buy', amount },
    });
  }

  async address(): Promise<Loose> {
    return (await this.ask('/users/me/address')).json.address;
  }
}
