import { request as send } from 'node:http';
import { start, type Target } from './start.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: probes look into answers of any shape
  readonly json: any;
}

export interface Asked {
  readonly method?: string;
  readonly token?: string | null;
  readonly authorization?: string;
  readonly user?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly raw?: string | Uint8Array;
}

/** One running target with what a probe needs to ask it. */
export interface Kit {
  readonly target: Target;
  readonly good: string;
  readonly weak: string;
  call(path: string, asked?: Asked): Promise<Answer>;
  desk(body: unknown, asked?: Asked): Promise<Answer>;
  credentials(which: 'scoped' | 'unscoped'): Record<string, unknown>;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function ask(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Uint8Array,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parse(text) });
      });
    });
    request.on('error', reject);
    if (body !== undefined) request.setHeader('content-length', Buffer.byteLength(body));
    request.end(body);
  });
}

/** Starts a target and gets a token for each of its clients. */
export async function equip(toggle?: string): Promise<Kit> {
  const target = await start(toggle);
  const credentials = (which: 'scoped' | 'unscoped') => ({
    grant_type: 'client_credentials',
    audience: target.audience,
    client_id: target.clients[which].id,
    client_secret: target.clients[which].secret,
  });
  const desk = (body: unknown, asked: Asked = {}) =>
    ask(target.authUrl, 'POST', { 'content-type': 'application/json', ...asked.headers }, JSON.stringify(body));
  const good = String((await desk(credentials('scoped'))).json.access_token);
  const weak = String((await desk(credentials('unscoped'))).json.access_token);
  const call = (path: string, asked: Asked = {}) => {
    const user = asked.user === undefined ? target.users.first : asked.user;
    const token = asked.token === undefined ? good : asked.token;
    const body = asked.raw ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
    return ask(
      `${target.baseUrl}${path}`,
      asked.method ?? 'GET',
      {
        ...(asked.authorization !== undefined && { authorization: asked.authorization }),
        ...(asked.authorization === undefined && token !== null && { authorization: `Bearer ${token}` }),
        ...(user !== null && { 'x-user-id': user }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      body,
    );
  };
  return { target, good, weak, call, desk, credentials };
}

export const paths = {
  guides: '/learn/learning-guides',
  insights: '/learn/analyst-insights',
  cash: '/cash',
  portfolios: '/portfolios',
  summaries: '/daily-summaries',
  settings: '/b2b/notification-settings',
  address: '/users/me/address',
  orders: '/api/m2m/investments/orders',
} as const;

export const home = { line1: '1 Test Street', line2: 'Flat 2', city: 'Ulm', postalCode: 89073, countryCode: 'DE' };
export const trade = { isin: 'US0378331005', side: 'buy', amount: 25.5 };
export const nobody = 'ffffffffffffffffffffff01';

export const move = (kit: Kit, address: unknown, asked: Asked = {}): Promise<Answer> =>
  kit.call(paths.address, { method: 'PATCH', body: { address }, ...asked });
export const place = (kit: Kit, order: unknown, asked: Asked = {}): Promise<Answer> =>
  kit.call(paths.orders, { method: 'POST', body: order, ...asked });
export const isIssued = (answer: Answer): boolean => typeof answer.json?.access_token === 'string';

/** Builds a token from altered claims and keeps the signature, or takes another header and none. */
export function forge(token: string, claims: object, header?: object): string {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const merged = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims };
  return header === undefined ? `${head}.${encode(merged)}.${signature}` : `${encode(header)}.${encode(merged)}.`;
}
