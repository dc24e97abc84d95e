import type { Target } from './types.ts';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

type Fields = Record<string, string>;

export const sample = {
  line1: '12 Harbour Street',
  line2: 'Flat 3',
  city: 'Rotterdam',
  postalCode: 30_119,
  countryCode: 'NL',
};
export const order = { isin: 'US0378331005', side: 'buy', amount: 50 };
const shedStatuses = [429, 503];

export const json = (reply: Reply) => JSON.parse(reply.text);

/** Asks one target, and comes back where it sheds load. */
export class Client {
  readonly target: Target;
  token = '';

  constructor(target: Target) {
    this.target = target;
  }

  async send(url: string, init: RequestInit): Promise<Reply> {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(url, init);
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
      if (!shedStatuses.includes(response.status) || attempt > 3) {
        return { status: response.status, text, headers: response.headers };
      }
    }
  }

  grant(body: unknown): Promise<Reply> {
    const headers = { 'content-type': 'application/json' };
    return this.send(this.target.authUrl, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  request(which: 'scoped' | 'unscoped' = 'scoped') {
    const { id, secret } = this.target.clients[which];
    return { grant_type: 'client_credentials', audience: this.target.audience, client_id: id, client_secret: secret };
  }

  async tokenOf(which: 'scoped' | 'unscoped' = 'scoped'): Promise<string> {
    const reply = await this.grant(this.request(which));
    return json(reply).access_token;
  }

  fields(more: Fields = {}): Fields {
    const all: Fields = { authorization: `Bearer ${this.token}`, 'x-user-id': this.target.users.first, ...more };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '-'));
  }

  get(path: string, more: Fields = {}): Promise<Reply> {
    return this.send(`${this.target.baseUrl}${path}`, { headers: this.fields(more) });
  }

  write(method: 'PATCH' | 'POST', path: string, body: string, more: Fields = {}, signal?: AbortSignal): Promise<Reply> {
    const headers = this.fields({ 'content-type': 'application/json', ...more });
    return this.send(`${this.target.baseUrl}${path}`, { method, headers, body, ...(signal && { signal }) });
  }

  update(change: Record<string, unknown> = {}): Promise<Reply> {
    return this.write('PATCH', '/users/me/address', JSON.stringify({ address: { ...sample, ...change } }));
  }

  order(change: Record<string, unknown> = {}): Promise<Reply> {
    return this.write('POST', '/api/m2m/investments/orders', JSON.stringify({ ...order, ...change }));
  }

  async stored(user = this.target.users.first) {
    const { readBack } = this.target;
    const reply = await this.get(readBack?.path ?? '', { 'x-user-id': user });
    const names = (readBack?.pointer ?? '').split('/').slice(1);
    return names.reduce((value, name) => value[name], json(reply));
  }
}

export const listing = '/learn/learning-guides';
export const insights = '/learn/analyst-insights';
export const settings = '/b2b/notification-settings';
export const summaries = '/daily-summaries';
export const nobody = 'abcdefabcdefabcdefabcdef';
