import type { Target } from './start.ts';

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: probes look at answers whose shape is at fault
  readonly json: any;
}

interface Asked {
  readonly method?: string;
  readonly token?: string | null;
  readonly authorization?: string;
  readonly user?: string | null;
  readonly body?: unknown;
  readonly text?: string;
  readonly accept?: string;
}

async function read(response: Response): Promise<Seen> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {}
  return { status: response.status, headers: response.headers, text, bytes, json };
}

/** Asks the token endpoint of a target. */
export async function askToken(
  target: Target,
  client: 'scoped' | 'unscoped',
  audience = target.audience,
): Promise<Seen> {
  const { id, secret } = target.clients[client];
  const body = { grant_type: 'client_credentials', audience, client_id: id, client_secret: secret };
  const headers = { 'Content-Type': 'application/json' };
  return read(await fetch(target.authUrl, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** Opens a tester with a token of the scoped client and the first user. */
export async function openTester(target: Target) {
  const first = await askToken(target, 'scoped');
  const good: string = first.json?.access_token ?? first.json?.data?.access_token;
  const ask = async (path: string, asked: Asked = {}): Promise<Seen> => {
    const token = asked.token === undefined ? good : asked.token;
    const user = asked.user === undefined ? target.users.first : asked.user;
    const text = asked.text ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
    const headers = {
      Accept: asked.accept ?? 'application/json',
      ...(token !== null && { Authorization: asked.authorization ?? `Bearer ${token}` }),
      ...(user !== null && { 'x-user-id': user }),
      ...(text !== undefined && { 'Content-Type': 'application/json' }),
    };
    const init = {
      method: asked.method ?? 'GET',
      headers,
      redirect: 'manual' as const,
      signal: AbortSignal.timeout(1500),
    };
    return read(await fetch(target.baseUrl + path, text === undefined ? init : { ...init, body: text }));
  };
  return { target, first, good, ask };
}

export type Tester = Awaited<ReturnType<typeof openTester>>;

export const paths = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  address: '/users/me/address',
  notifications: '/b2b/notification-settings',
  summaries: '/daily-summaries',
  cash: '/cash',
  portfolios: '/portfolios',
  orders: '/api/m2m/investments/orders',
};

export const sampleAddress = { line1: 'Váci út 1', line2: '3', city: 'Budapest', postalCode: 1132, countryCode: 'HU' };
export const sampleOrder = { isin: 'US0378331005', side: 'buy', amount: 100 };
