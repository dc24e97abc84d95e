import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Client, Target } from './contract.ts';

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: probes look into bodies of any shape.
  json: any;
}
type Changes = Record<string, string | undefined>;

export const address = {
  line1: '1 High Street',
  line2: 'Flat 4',
  city: 'Piraeus',
  postalCode: 18531,
  countryCode: 'GR',
};
export const order = { isin: 'IE00B4L5Y983', side: 'buy', amount: 25 };

/** A client of one target, with the token of the scoped client. */
export class Caller {
  readonly target: Target;
  readonly agent = new Agent({ keepAlive: true });
  token = '';
  constructor(target: Target) {
    this.target = target;
  }
  async open(): Promise<this> {
    this.token = (await this.ask()).json?.access_token ?? '';
    return this;
  }
  ask(changes: Record<string, unknown> = {}, client: Client = this.target.clients.scoped): Promise<Reply> {
    const body = {
      grant_type: 'client_credentials',
      audience: this.target.audience,
      client_id: client.id,
      client_secret: client.secret,
    };
    return this.send(
      this.target.authUrl,
      'POST',
      { 'content-type': 'application/json' },
      JSON.stringify({ ...body, ...changes }),
    );
  }
  async send(url: string, method: string, headers: Changes, body?: string): Promise<Reply> {
    for (let attempt = 0; ; attempt += 1) {
      const reply = await this.once(url, method, headers, body);
      if ((reply.status !== 429 && reply.status !== 503) || attempt > 3) return reply;
    }
  }
  private once(url: string, method: string, headers: Changes, body?: string): Promise<Reply> {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const sending = request(url, { method, headers: { ...sent, ...length }, agent: this.agent, timeout: 2500 });
      sending.on('timeout', () => sending.destroy(new Error('no answer')));
      sending.on('error', reject);
      sending.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = (response.headers['content-encoding'] ? gunzipSync(bytes) : bytes).toString();
          const fields = Object.entries(response.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          resolve({ status: response.statusCode ?? 0, headers: new Headers(fields), text, json: parsed(text) });
        });
      });
      sending.end(body);
    });
  }
  get(path: string, changes: Changes = {}): Promise<Reply> {
    return this.send(this.target.baseUrl + path, 'GET', { ...this.common(), ...changes });
  }
  second(path: string): Promise<Reply> {
    return this.get(path, { 'x-user-id': this.target.users.second });
  }
  write(method: string, path: string, body: unknown, changes: Changes = {}): Promise<Reply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.send(
      this.target.baseUrl + path,
      method,
      { ...this.common(), 'content-type': 'application/json', ...changes },
      text,
    );
  }
  move(changes: object): Promise<Reply> {
    return this.write('PATCH', '/users/me/address', { address: { ...address, ...changes } });
  }
  buy(changes: object): Promise<Reply> {
    return this.write('POST', '/api/m2m/investments/orders', { ...order, ...changes });
  }
  private common(): Changes {
    return { authorization: `Bearer ${this.token}`, 'x-user-id': this.target.users.first };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
