import type { Bag, Client, Language, Target } from './types.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Buffer;
  readonly json: Bag;
}
export interface Asking {
  readonly method?: string;
  readonly user?: string | null;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

export const PATHS = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  summaries: '/daily-summaries',
  notifications: '/b2b/notification-settings',
  cash: '/cash',
  portfolios: '/portfolios',
  address: '/users/me/address',
  orders: '/api/m2m/investments/orders',
} as const;

export const ORDER = { isin: 'US0378331005', side: 'buy', amount: 100 };
export const addressIn = (language: Language): Bag => ({
  line1: 'Lange Straße 7',
  line2: 'Hof',
  city: 'Jena',
  postalCode: language === 'de' ? 10_117 : '07743',
  countryCode: 'DE',
});

const parsed = (text: string): Bag => {
  try {
    return JSON.parse(text) as Bag;
  } catch {
    return {};
  }
};

const replyOf = async (response: Response): Promise<Reply> => {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('utf8');
  return { status: response.status, headers: response.headers, text, bytes, json: parsed(text) };
};

/** A client of one target. */
export class Kit {
  readonly target: Target;
  token = '';

  constructor(target: Target) {
    this.target = target;
  }

  async grant(client: Client = this.target.clients.scoped, edit: Bag = {}): Promise<Reply> {
    const body = {
      grant_type: 'client_credentials',
      audience: this.target.audience,
      client_id: client.id,
      client_secret: client.secret,
      ...edit,
    };
    return replyOf(
      await fetch(this.target.authUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  }

  async open(): Promise<this> {
    this.token = String((await this.grant()).json['access_token']);
    return this;
  }

  async unscoped(): Promise<string> {
    return String((await this.grant(this.target.clients.unscoped)).json['access_token']);
  }

  async ask(path: string, asking: Asking = {}): Promise<Reply> {
    const { method = 'GET', user = this.target.users.first, headers = {}, body } = asking;
    const { token = `Bearer ${this.token}` } = asking;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return replyOf(
      await fetch(this.target.baseUrl + path, {
        method,
        headers: {
          ...(user === null ? {} : { 'x-user-id': user }),
          ...(token === null ? {} : { authorization: token }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: text }),
      }),
    );
  }

  second(path: string): Promise<Reply> {
    return this.ask(path, { user: this.target.users.second });
  }

  patch(address: unknown, asking: Asking = {}): Promise<Reply> {
    return this.ask(PATHS.address, { method: 'PATCH', body: { address }, ...asking });
  }

  order(edit: Bag, asking: Asking = {}): Promise<Reply> {
    return this.ask(PATHS.orders, { method: 'POST', body: { ...ORDER, ...edit }, ...asking });
  }

  async stored(user = this.target.users.first): Promise<Bag> {
    const { readBack } = this.target;
    const reply = await this.ask(readBack?.path ?? '', { user });
    return reply.json[readBack?.pointer.slice(1) ?? ''] as Bag;
  }

  /** The token with its payload altered, under the old signature. */
  forged(): string {
    const [header = '', payload = '', signature = ''] = this.token.split('.');
    const claims = parsed(Buffer.from(payload, 'base64url').toString());
    const altered = Buffer.from(JSON.stringify({ ...claims, tampered: true })).toString('base64url');
    return `Bearer ${header}.${altered}.${signature}`;
  }
}

export const STRANGER = 'ffffffffffffffffffff0001';
