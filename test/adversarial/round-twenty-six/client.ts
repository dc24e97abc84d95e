import { connect } from 'node:net';
import type { Bag, Client, Target } from './types.ts';

export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Bag;
}
export interface Ask {
  readonly token?: string | null;
  readonly user?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

export const record = (value: unknown): Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : {};
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The value at a path of names and indices. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof step === 'number' ? list(inner)[step] : record(inner)[step]),
    value,
  );
}

async function got(response: Response): Promise<Got> {
  const text = await response.text();
  let json: Bag = {};
  try {
    json = record(JSON.parse(text));
  } catch {
    // not JSON
  }
  return { status: response.status, headers: response.headers, text, json };
}

export async function desk(target: Target, change: Bag = {}, client: Client = target.clients.scoped): Promise<Got> {
  const request = {
    grant_type: 'client_credentials',
    audience: target.audience,
    client_id: client.id,
    client_secret: client.secret,
    ...change,
  };
  const headers = { 'Content-Type': 'application/json' };
  return got(await fetch(target.authUrl, { method: 'POST', headers, body: JSON.stringify(request) }));
}

export class Session {
  readonly target: Target;
  readonly token: string;

  constructor(target: Target, token: string) {
    this.target = target;
    this.token = token;
  }

  static async open(target: Target, client?: Client): Promise<Session> {
    const token = (await desk(target, {}, client)).json['access_token'];
    return new Session(target, String(token));
  }

  async call(method: string, path: string, ask: Ask = {}): Promise<Got> {
    const headers: Record<string, string> = { ...ask.headers };
    const user = ask.user === undefined ? this.target.users.first : ask.user;
    const token = ask.token === undefined ? this.token : ask.token;
    if (token !== null) headers['Authorization'] ??= `Bearer ${token}`;
    if (user !== null) headers['x-user-id'] = user;
    const init: RequestInit = { method, headers, redirect: 'manual' };
    if (ask.body !== undefined) {
      headers['Content-Type'] ??= 'application/json';
      init.body = typeof ask.body === 'string' ? ask.body : JSON.stringify(ask.body);
    }
    return got(await fetch(this.target.baseUrl + path, init));
  }

  get(path: string, ask: Ask = {}): Promise<Got> {
    return this.call('GET', path, ask);
  }

  address(change: Bag = {}, ask: Ask = {}): Promise<Got> {
    return this.call('PATCH', '/users/me/address', { body: { address: { ...sample, ...change } }, ...ask });
  }

  order(change: Bag = {}, ask: Ask = {}): Promise<Got> {
    const order = { isin: 'US0378331005', side: 'buy', amount: 100, ...change };
    return this.call('POST', '/api/m2m/investments/orders', { body: order, ...ask });
  }

  async stored(user: string = this.target.users.first): Promise<Bag> {
    const { path, pointer } = this.target.readBack ?? { path: '', pointer: '' };
    const back = await this.get(path, { user });
    return record(at(back.json, ...pointer.split('/').slice(1)));
  }
}

export const sample = { line1: '1 Kale St', line2: 'Fl 2', city: 'Köln', postalCode: 50667, countryCode: 'DE' };

/** A token whose last signed byte is another one. */
export function forged(token: string): string {
  const [header, payload, signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  bytes[10] = (bytes[10] ?? 0) ^ 1;
  return `${header}.${payload}.${bytes.toString('base64url')}`;
}

export function claims(token: unknown): Bag {
  return record(JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString('utf8')));
}

export function raw(target: Target, bytes: string): Promise<string> {
  const { hostname, port } = new URL(target.baseUrl);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (data) => (text += data.toString('latin1')));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}
