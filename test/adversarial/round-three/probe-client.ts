import { Agent, request } from 'node:http';
import { start, type Target } from './start.ts';

export interface Answer {
  readonly status: number;
  readonly reason: string;
  readonly raw: readonly string[];
  readonly bytes: Buffer;
  readonly pieces: number;
  header(name: string): string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: probes look into whatever came
  readonly json: any;
}

export interface Wish {
  readonly method?: string;
  readonly token?: string | null;
  readonly user?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Kit {
  readonly target: Target;
  readonly good: string;
  readonly weak: string;
  ask(path: string, wish?: Wish): Promise<Answer>;
  desk(change?: Readonly<Record<string, unknown>>): Promise<Answer>;
  post(url: string, text: string, type?: string): Promise<Answer>;
  close(): Promise<void>;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function exchange(
  agent: Agent,
  url: string,
  method: string,
  headers: object,
  body: Buffer | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({
          status: response.statusCode ?? 0,
          reason: response.statusMessage ?? '',
          raw: response.rawHeaders,
          bytes,
          pieces: parts.length,
          header: (name) => response.headers[name]?.toString(),
          json: parse(bytes),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const encode = (body: unknown): Buffer | undefined =>
  body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

/** Starts a target and a small client of it that already holds both tokens. */
export async function open(toggle?: string): Promise<Kit> {
  const target = await start(toggle);
  const agent = new Agent({ keepAlive: true });
  const post: Kit['post'] = (url, text, type = 'application/json') =>
    exchange(agent, url, 'POST', { 'Content-Type': type }, Buffer.from(text));
  const desk: Kit['desk'] = (change = {}) => {
    const { id, secret } = target.clients.scoped;
    const form = { grant_type: 'client_credentials', audience: target.audience, client_id: id, client_secret: secret };
    return post(target.authUrl, JSON.stringify({ ...form, ...change }));
  };
  const { id, secret } = target.clients.unscoped;
  const good = (await desk()).json.access_token as string;
  const weak = (await desk({ client_id: id, client_secret: secret })).json.access_token as string;
  const ask: Kit['ask'] = (
    path,
    { method = 'GET', token = good, user = target.users.first, headers = {}, body } = {},
  ) =>
    exchange(
      agent,
      target.baseUrl + path,
      method,
      {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(user === null ? {} : { 'x-user-id': user }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      encode(body),
    );
  const close = async (): Promise<void> => {
    agent.destroy();
    await target.close();
  };
  return { target, good, weak, ask, desk, post, close };
}

export const paths = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  summaries: '/daily-summaries',
  settings: '/b2b/notification-settings',
  cash: '/cash',
  portfolios: '/portfolios',
  address: '/users/me/address',
  orders: '/api/m2m/investments/orders',
} as const;

export const order = { isin: 'US0378331005', side: 'buy', amount: 100 };
export const address = { line1: 'Rynek 1', line2: 'm. 2', city: 'Kraków', postalCode: 31042, countryCode: 'PL' };
export const stranger = 'ab12ab12ab12ab12ab12ab12';

export const patch = (kit: Kit, change: object = {}, wish: Wish = {}): Promise<Answer> =>
  kit.ask(paths.address, { method: 'PATCH', body: { address: { ...address, ...change } }, ...wish });

export const place = (kit: Kit, body: unknown): Promise<Answer> => kit.ask(paths.orders, { method: 'POST', body });

/** Changes the payload of a token and leaves its signature. */
export function forge(token: string): string {
  const [header, payload, signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString('utf8'));
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'mallory' })).toString('base64url');
  return `${header}.${forged}.${signature}`;
}

export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
