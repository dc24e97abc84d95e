import type { Target } from './start.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: probes look into answers of any shape
  value: any;
}

export const ADDRESS = { line1: '1 Phố Cũ', line2: 'B', city: 'Huế', postalCode: 12345, countryCode: 'VN' };
export const ORDER = { isin: 'US0378331005', side: 'buy', amount: 10 };

type Sent = { token?: string; user?: string; method?: string; body?: unknown; raw?: string; headers?: object };

/** Asks a target the way a tester from outside does. */
export class Tester {
  readonly target: Target;
  #scoped: string | undefined;
  #unscoped: string | undefined;

  constructor(target: Target) {
    this.target = target;
  }

  async fetch(url: string, init: RequestInit): Promise<Answer> {
    for (;;) {
      const answer = await fetch(url, { ...init, redirect: 'manual' });
      const text = await answer.text();
      if (answer.status === 503) continue;
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        value = undefined;
      }
      return { status: answer.status, headers: answer.headers, text, value };
    }
  }

  issue(change: object = {}, which: 'scoped' | 'unscoped' = 'scoped', encode = JSON.stringify): Promise<Answer> {
    const { id, secret } = this.target.clients[which];
    const base = { grant_type: 'client_credentials', audience: this.target.audience };
    return this.fetch(this.target.authUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: encode({ ...base, client_id: id, client_secret: secret, ...change }),
    });
  }

  async scoped(): Promise<string> {
    this.#scoped ??= String((await this.issue()).value.access_token);
    return this.#scoped;
  }

  async unscoped(): Promise<string> {
    this.#unscoped ??= String((await this.issue({}, 'unscoped')).value.access_token);
    return this.#unscoped;
  }

  async ask(path: string, sent: Sent = {}): Promise<Answer> {
    const token = sent.token ?? (await this.scoped());
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (token !== '') headers['Authorization'] = `Bearer ${token}`;
    const user = sent.user ?? this.target.users.first;
    if (user !== '') headers['x-user-id'] = user;
    const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    return this.fetch(`${this.target.baseUrl}${path}`, {
      method: sent.method ?? 'GET',
      headers: { ...headers, ...sent.headers },
      ...(body === undefined ? {} : { body }),
    });
  }

  listing = (sent: Sent = {}) => this.ask('/learn/learning-guides', sent);
  insights = (sent: Sent = {}) => this.ask('/learn/analyst-insights', sent);
  summaries = (sent: Sent = {}) => this.ask('/daily-summaries', sent);
  settings = (sent: Sent = {}) => this.ask('/b2b/notification-settings', sent);
  second = () => this.target.users.second;

  update(address: unknown, sent: Sent = {}): Promise<Answer> {
    return this.ask('/users/me/address', { method: 'PATCH', body: { address }, ...sent });
  }

  order(body: unknown, sent: Sent = {}): Promise<Answer> {
    return this.ask('/api/m2m/investments/orders', { method: 'POST', body, ...sent });
  }

  async stored(user = this.target.users.first): Promise<string> {
    const { text } = await this.ask('/users/me/address', { user });
    return text;
  }

  async forged(signature: string): Promise<string> {
    const [head = '', payload = ''] = (await this.scoped()).split('.');
    return [head, payload, signature].join('.');
  }
}
