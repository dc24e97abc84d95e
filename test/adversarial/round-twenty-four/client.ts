import { isBag } from './schema.ts';
import type { Bag, Client, Target } from './types.ts';

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
  readonly bag: Bag;
}
interface Asked {
  readonly user?: string | null;
  readonly token?: string | null;
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const seen = async (response: Response): Promise<Seen> => {
  const text = await response.text();
  const json = parsed(text);
  return { status: response.status, headers: response.headers, text, json, bag: isBag(json) ? json : {} };
};
export const address = {
  line1: '1 Test Row',
  line2: 'Floor 9',
  city: 'Köln',
  postalCode: 50667,
  countryCode: 'DE',
} as const;
export const order = { isin: 'US0378331005', side: 'buy', amount: 25.5 } as const;

/** A client of one target, as the probes use it. */
export class Tester {
  readonly target: Target;
  private issued: string | undefined;
  constructor(target: Target) {
    this.target = target;
  }
  async grant(body: unknown): Promise<Seen> {
    const headers = { 'Content-Type': 'application/json' };
    return seen(await fetch(this.target.authUrl, { method: 'POST', headers, body: JSON.stringify(body) }));
  }
  request({ id, secret }: Client): Bag {
    const { audience } = this.target;
    return { grant_type: 'client_credentials', audience, client_id: id, client_secret: secret };
  }
  async fresh(client: Client = this.target.clients.scoped): Promise<string> {
    return String((await this.grant(this.request(client))).bag['access_token']);
  }
  async token(): Promise<string> {
    this.issued ??= await this.fresh();
    return this.issued;
  }
  async ask(path: string, asked: Asked = {}): Promise<Seen> {
    const { user = this.target.users.first, token = await this.token(), body, raw } = asked;
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const headers: Record<string, string> = {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(user === null ? {} : { 'x-user-id': user }),
      ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...asked.headers,
    };
    const init: RequestInit = {
      headers,
      method: asked.method ?? 'GET',
      redirect: 'manual',
      signal: AbortSignal.timeout(2500),
      body: sent ?? null,
    };
    return seen(await fetch(this.target.baseUrl + path, init));
  }
  update(body: unknown, asked: Asked = {}): Promise<Seen> {
    return this.ask('/users/me/address', { method: 'PATCH', body, ...asked });
  }
  place(body: unknown): Promise<Seen> {
    return this.ask('/api/m2m/investments/orders', { method: 'POST', body });
  }
  /** The address that is stored, found by the pointer of the operator. */
  async stored(user = this.target.users.first): Promise<unknown> {
    const { path = '', pointer = '' } = this.target.readBack ?? {};
    const { json } = await this.ask(path, { user });
    return pointer
      .split('/')
      .slice(1)
      .reduce((value: unknown, name) => (isBag(value) ? value[name] : undefined), json);
  }
}
