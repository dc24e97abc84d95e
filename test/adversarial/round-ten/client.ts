import type { Target } from './types.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}
export interface Wish {
  readonly user?: string | null;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly body?: unknown;
}
export const address = { line1: '1 Main Street', line2: 'Left', city: 'Cork', postalCode: 12345, countryCode: 'IE' };
export const order = { isin: 'US0378331005', side: 'buy', amount: 25 };

async function fetched(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Asks a target as a client of it would; shed requests are sent again. */
export class Asker {
  readonly target: Target;
  token = '';

  constructor(target: Target) {
    this.target = target;
  }

  async polite(url: string, init: RequestInit): Promise<Reply> {
    for (let left = 8; ; left -= 1) {
      const reply = await fetched(url, init);
      if (!left || (reply.status !== 429 && reply.status !== 503)) return reply;
    }
  }

  issue(over: object = {}, raw?: string): Promise<Reply> {
    const { clients, audience, authUrl } = this.target;
    const { id, secret } = clients.scoped;
    const body = { grant_type: 'client_credentials', audience, client_id: id, client_secret: secret, ...over };
    const headers = { 'Content-Type': 'application/json' };
    return this.polite(authUrl, { method: 'POST', headers, body: raw ?? JSON.stringify(body) });
  }

  async login(over: object = {}): Promise<string> {
    this.token = JSON.parse((await this.issue(over)).text).access_token;
    return this.token;
  }

  ask(path: string, wish: Wish = {}): Promise<Reply> {
    const headers = new Headers({ Accept: 'application/json', ...wish.headers });
    const token = wish.token === undefined ? this.token : wish.token;
    const user = wish.user === undefined ? this.target.users.first : wish.user;
    if (token !== null && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${token}`);
    if (user !== null) headers.set('x-user-id', user);
    const init: RequestInit = { method: wish.method ?? 'GET', headers };
    if (wish.body !== undefined) {
      if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
      init.body = typeof wish.body === 'string' ? wish.body : JSON.stringify(wish.body);
    }
    return this.polite(`${this.target.baseUrl}${path}`, init);
  }

  patch(body: unknown, wish: Wish = {}): Promise<Reply> {
    return this.ask('/users/me/address', { method: 'PATCH', body, ...wish });
  }

  async stored(user = this.target.users.first): Promise<string> {
    return (await this.ask('/users/me/address', { user })).text;
  }
}
