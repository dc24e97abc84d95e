import type { Endpoint } from '../../engine/catalogue/endpoint.ts';
import { type Config, emptyProfile } from '../../engine/config/config.ts';
import type {
  Answered,
  Exchange,
  Lost,
  LostWhy,
  SecretFacts,
} from '../../engine/exchange/exchange.ts';
import type { Key } from '../../engine/exchange/key.ts';
import type { Request } from '../../engine/exchange/request.ts';

export const noFacts: SecretFacts = { echoes: [], tokens: {} };

export function key(
  step = 'case',
  index = 0,
  requirement = 'cash/ok',
  endpoint = 'GET /cash',
): Key {
  return { requirement, endpoint, index, step, attempt: 0 };
}

export function get(path = '/cash'): Request {
  return { origin: 'api', method: 'GET', path, headers: [], wire: 'http' };
}

export interface Reply {
  readonly status: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly facts?: SecretFacts;
}

export function answered(
  reply: number | Reply,
  of: Key = key(),
  request: Request = get(),
): Answered {
  const {
    status,
    headers = [],
    body = '',
    facts = noFacts,
  } = typeof reply === 'number' ? { status: reply } : reply;
  const answer = {
    status,
    httpVersion: '1.1',
    headers,
    body: { size: Buffer.byteLength(body), text: body },
  };
  return { key: of, request, sentAt: 1_000, endedAt: 1_010, facts, answer };
}

export function lost(
  why: LostWhy,
  of: Key = key(),
  request: Request = get(),
): Exchange & { readonly answer: Lost } {
  const answer = { lost: why, detail: 'in a test' };
  return { key: of, request, sentAt: 1_000, endedAt: 1_010, facts: noFacts, answer };
}

export function endpoint(changes: Partial<Endpoint> = {}): Endpoint {
  const { method = 'GET', path = '/cash' } = changes;
  return {
    id: `${method} ${path}`,
    name: 'cash',
    area: 'cash',
    origin: 'api',
    method,
    path,
    safety: 'read',
    user: 'required',
    scopes: [],
    mayBeAbsent: true,
    source: 'specified',
    ...changes,
  };
}

export function config(changes: Partial<Config> = {}): Config {
  const site = 'http://127.0.0.1:1';
  return {
    target: {
      baseUrl: `${site}/api`,
      authUrl: `${site}/token`,
      audience: 'the-audience',
      sandbox: false,
    },
    clients: { scoped: { id: 'client-id', secret: 'client-secret-of-a-test' } },
    tokens: {},
    users: { first: '0123456789abcdef01234567', sameLanguage: false },
    allow: { writes: true, orders: true, desync: false },
    depth: 'quick',
    seed: 7,
    strict: false,
    concurrency: 8,
    timeoutMs: 2_000,
    deadlineS: 60,
    network: { headers: {}, allowPlainHttp: false },
    profile: emptyProfile,
    ...changes,
  } as Config;
}
