import { start } from './start.ts';
import type { Target } from './types.ts';

export interface Seen {
  readonly status: number;
  readonly fields: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: probes look into answers of every shape
  readonly body: any;
}
export interface Ask {
  readonly method?: string;
  readonly token?: string | null;
  readonly user?: string | null;
  readonly body?: unknown;
  readonly raw?: string;
  readonly fields?: Record<string, string>;
}
export const guides = '/learn/learning-guides';
export const home = { line1: '1 High Street', line2: 'b', city: 'Cork', postalCode: 12345, countryCode: 'IE' };
export const trade = { isin: 'US0378331005', side: 'buy', amount: 10 };
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A client of one target, which waits where it is told to come later. */
export class Probe {
  readonly target: Target;
  token = '';
  constructor(target: Target) {
    this.target = target;
  }
  static async of(toggle?: string): Promise<Probe> {
    const probe = new Probe(await start(toggle));
    probe.token = (await probe.grant()).body.access_token;
    return probe;
  }
  async #fetch(url: string, init: RequestInit): Promise<Seen> {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(2500) });
    const text = await answer.text();
    if (answer.status === 429 || answer.status === 503) {
      await wait(5);
      return this.#fetch(url, init);
    }
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {}
    return { status: answer.status, fields: answer.headers, text, body };
  }
  grant(change: Record<string, unknown> = {}, which: 'scoped' | 'unscoped' = 'scoped'): Promise<Seen> {
    const { id, secret } = this.target.clients[which];
    const audience = this.target.audience;
    const body = { grant_type: 'client_credentials', audience, client_id: id, client_secret: secret, ...change };
    const headers = { 'content-type': 'application/json' };
    return this.#fetch(this.target.authUrl, { method: 'POST', headers, body: JSON.stringify(body) });
  }
  ask(path: string, { method, token, user, body, raw, fields }: Ask = {}): Promise<Seen> {
    const headers = new Headers(fields);
    if (token !== null) headers.set('authorization', `Bearer ${token ?? this.token}`);
    if (user !== null) headers.set('x-user-id', user ?? this.target.users.first);
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    if (text !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const verb = method ?? (text === undefined ? 'GET' : path.includes('orders') ? 'POST' : 'PATCH');
    return this.#fetch(this.target.baseUrl + path, { method: verb, headers, body: text ?? null });
  }
  update(change: Record<string, unknown> = {}, more: Ask = {}): Promise<Seen> {
    return this.ask('/users/me/address', { body: { address: { ...home, ...change } }, ...more });
  }
  order(change: Record<string, unknown> = {}): Promise<Seen> {
    return this.ask('/api/m2m/investments/orders', { body: { ...trade, ...change } });
  }
  async stored(): Promise<unknown> {
    const { body } = await this.ask('/users/me/address');
    const steps = (this.target.readBack?.pointer ?? '').split('/').slice(1);
    return steps.reduce((value, step) => value[step], body);
  }
}
