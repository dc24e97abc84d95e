import type { Json } from './model.ts';
import { isObject } from './model.ts';
import type { Target } from './types.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

export interface Ask {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly user?: string | undefined;
  readonly type?: string | undefined;
  readonly body?: string;
  readonly timeout?: number;
}

export const ADDRESS: Json = {
  line1: '1 Probe Street',
  line2: 'Floor 3',
  city: 'Galway',
  postalCode: 91_204,
  countryCode: 'IE',
};

export const UNKNOWN_USER = 'fedcba987654321001234567';
export const PATHS = [
  '/learn/learning-guides',
  '/learn/analyst-insights',
  '/cash',
  '/portfolios',
  '/daily-summaries',
  '/b2b/notification-settings',
] as const;

export function dig(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const name of path) {
    if (Array.isArray(found)) found = found[typeof name === 'number' && name < 0 ? found.length + name : Number(name)];
    else found = isObject(found) ? found[String(name)] : undefined;
  }
  return found;
}

export function list(value: unknown, ...path: readonly (string | number)[]): unknown[] {
  const found = dig(value, ...path);
  return Array.isArray(found) ? found : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

export class Client {
  readonly target: Target;
  private held: string | undefined;

  constructor(target: Target) {
    this.target = target;
  }

  async grant(change: Json = {}, scoped = true): Promise<Answer> {
    const client = scoped ? this.target.clients.scoped : this.target.clients.unscoped;
    const body = {
      grant_type: 'client_credentials',
      audience: this.target.audience,
      client_id: client.id,
      client_secret: client.secret,
      ...change,
    };
    return await send(this.target.authUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async token(scoped = true): Promise<string> {
    if (scoped && this.held !== undefined) return this.held;
    const token = String(dig((await this.grant({}, scoped)).body, 'access_token'));
    if (scoped) this.held = token;
    return token;
  }

  async ask(path: string, ask: Ask = {}): Promise<Answer> {
    const headers: Record<string, string> = { Accept: 'application/json' };
    const token = 'token' in ask ? ask.token : await this.token();
    const user = 'user' in ask ? ask.user : this.target.users.first;
    if (token !== undefined) headers.Authorization = `Bearer ${token}`;
    if (user !== undefined) headers['x-user-id'] = user;
    if (ask.type !== undefined) headers['Content-Type'] = ask.type;
    return await send(`${this.target.baseUrl}${path}`, {
      method: ask.method ?? 'GET',
      headers,
      ...(ask.body === undefined ? {} : { body: ask.body }),
      signal: AbortSignal.timeout(ask.timeout ?? 5_000),
    });
  }

  async address(body: unknown, more: Ask = {}): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return await this.ask('/users/me/address', { method: 'PATCH', type: 'application/json', body: text, ...more });
  }

  async order(change: Json = {}, more: Ask = {}): Promise<Answer> {
    const body = JSON.stringify({ isin: 'US0378331005', side: 'buy', amount: 12.5, ...change });
    return await this.ask('/api/m2m/investments/orders', { method: 'POST', type: 'application/json', body, ...more });
  }

  async stored(user: string = this.target.users.first): Promise<unknown> {
    const { readBack } = this.target;
    if (readBack === undefined) return undefined;
    const answer = await this.ask(readBack.path, { user });
    return dig(answer.body, ...readBack.pointer.split('/').slice(1));
  }
}

export function isApiError(answer: Answer): boolean {
  const { body } = answer;
  const description = dig(body, 'error', 'description');
  return (
    answer.status >= 400 &&
    answer.status < 500 &&
    /json/.test(answer.headers.get('content-type') ?? '') &&
    dig(body, 'status') === answer.status &&
    typeof dig(body, 'error', 'message') === 'string' &&
    (description === undefined || description === null || typeof description === 'string') &&
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(dig(body, 'responseId')))
  );
}
