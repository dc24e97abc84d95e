import { start } from './start.ts';
import type { Target } from './types.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: probes look into bodies of any shape.
  readonly json: any;
}

export interface Sent {
  readonly method?: string;
  readonly user?: string | undefined;
  readonly token?: string | undefined;
  readonly authorization?: string;
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}

async function fetched(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(1500), ...init });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

export class Tester {
  readonly target: Target;
  readonly token: string;
  readonly unscoped: string;
  constructor(target: Target, token: string, unscoped: string) {
    this.target = target;
    this.token = token;
    this.unscoped = unscoped;
  }

  get first(): string {
    return this.target.users.first;
  }
  get second(): string {
    return this.target.users.second;
  }

  send(path: string, sent: Sent = {}): Promise<Reply> {
    const token = 'token' in sent ? sent.token : this.token;
    const user = 'user' in sent ? sent.user : this.first;
    const authorization = sent.authorization ?? (token === undefined ? undefined : `Bearer ${token}`);
    const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    return fetched(this.target.baseUrl + path, {
      method: sent.method ?? 'GET',
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(user === undefined ? {} : { 'x-user-id': user }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  patch(address: unknown, sent: Sent = {}): Promise<Reply> {
    return this.send('/users/me/address', { method: 'PATCH', body: { address }, ...sent });
  }

  order(amount: unknown): Promise<Reply> {
    const body = { isin: 'US0378331005', side: 'buy', amount };
    return this.send('/api/m2m/investments/orders', { method: 'POST', body });
  }

  // biome-ignore lint/suspicious/noExplicitAny: an address may be of any shape.
  async stored(user = this.first): Promise<any> {
    return (await this.send(this.target.readBack?.path ?? '', { user })).json?.address;
  }

  issue(change: object = {}, client = this.target.clients.scoped): Promise<Reply> {
    return askToken(this.target, client, change);
  }
}

const askToken = (target: Target, client: { id: string; secret: string }, change: object): Promise<Reply> =>
  fetched(target.authUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      audience: target.audience,
      client_id: client.id,
      client_secret: client.secret,
      ...change,
    }),
  });

export const goodAddress = { line1: 'New Street 2', line2: 'Top', city: 'Leeds', postalCode: 10117, countryCode: 'GB' };

export async function withTester<T>(toggle: string | undefined, use: (tester: Tester) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  try {
    const [scoped, unscoped] = [
      await askToken(target, target.clients.scoped, {}),
      await askToken(target, target.clients.unscoped, {}),
    ];
    return await use(new Tester(target, scoped.json.access_token, unscoped.json.access_token));
  } finally {
    await target.close();
  }
}
