import type { Json } from './core.ts';
import { isObject } from './core.ts';
import type { Target } from './types.ts';

export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

interface Ask {
  readonly token?: string | null;
  readonly user?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly type?: string | null;
}

export const paths = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  cash: '/cash',
  portfolios: '/portfolios',
  summaries: '/daily-summaries',
  notifications: '/b2b/notification-settings',
} as const;

export const addressPath = '/users/me/address';
export const ordersPath = '/api/m2m/investments/orders';
export const order = { isin: 'US0378331005', side: 'buy', amount: 100 };

export const home = { line1: 'Prinsengracht 1', line2: 'Hs', city: 'Amsterdam', postalCode: 1015, countryCode: 'NL' };
export const away = { line1: '3 High Street', city: 'Cork', postalCode: 'T12 AB34', countryCode: 'IE' };

export function dig(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return inner.at(Number(name)) as unknown;
    return isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  }, value);
}

export function listOf(value: unknown, ...path: (string | number)[]): Json[] {
  const found = dig(value, ...path);
  return Array.isArray(found) ? found.filter(isObject) : [];
}

async function read(response: Response): Promise<Asked> {
  const text = await response.text();
  let json: unknown;
  try {
    json = text === '' ? undefined : JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

export class Tester {
  readonly target: Target;
  readonly #tokens = new Map<string, string>();

  constructor(target: Target) {
    this.target = target;
  }

  async grant(change: Json = {}): Promise<Asked> {
    const { id, secret } = this.target.clients.scoped;
    const body = {
      grant_type: 'client_credentials',
      audience: this.target.audience,
      client_id: id,
      client_secret: secret,
      ...change,
    };
    return read(
      await fetch(this.target.authUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  }

  async token(kind: 'scoped' | 'unscoped' = 'scoped'): Promise<string> {
    const known = this.#tokens.get(kind);
    if (known) return known;
    const { id, secret } = this.target.clients[kind];
    const token = String(dig((await this.grant({ client_id: id, client_secret: secret })).json, 'access_token'));
    this.#tokens.set(kind, token);
    return token;
  }

  async ask(method: string, path: string, how: Ask = {}): Promise<Asked> {
    const token = how.token === undefined ? await this.token() : how.token;
    const user = how.user === undefined ? this.target.users.first : how.user;
    const type = how.type === undefined ? 'application/json' : how.type;
    return read(
      await fetch(this.target.baseUrl + path, {
        method,
        headers: {
          accept: 'application/json',
          ...(token === null ? {} : { authorization: token.includes(' ') ? token : `Bearer ${token}` }),
          ...(user === null ? {} : { 'x-user-id': user }),
          ...(how.body === undefined || type === null ? {} : { 'content-type': type }),
          ...how.headers,
        },
        ...(how.body === undefined ? {} : { body: type === null ? new TextEncoder().encode(how.body) : how.body }),
      }),
    );
  }

  get(path: string, how: Ask = {}): Promise<Asked> {
    return this.ask('GET', path, how);
  }

  move(address: unknown, how: Ask = {}): Promise<Asked> {
    return this.ask('PATCH', addressPath, { body: JSON.stringify({ address }), ...how });
  }

  buy(change: unknown = {}, how: Ask = {}): Promise<Asked> {
    const body = JSON.stringify(isObject(change) ? { ...order, ...change } : change);
    return this.ask('POST', ordersPath, { body, ...how });
  }

  async address(user?: string): Promise<unknown> {
    const { readBack } = this.target;
    const answer = await this.get(readBack?.path ?? '', user === undefined ? {} : { user });
    return dig(answer.json, ...(readBack?.pointer ?? '').split('/').slice(1));
  }
}

/** A copy of a token with an extra claim, which nobody signed. */
export function altered(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  const forged = JSON.stringify({ ...(isObject(claims) ? claims : {}), admin: true });
  return [header, Buffer.from(forged).toString('base64url'), signature].join('.');
}
