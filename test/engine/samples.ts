import type { AreaSuites, Catalogue } from '../../engine/catalogue/catalogue.ts';
import type { Requirement } from '../../engine/catalogue/check.ts';
import type { Endpoint } from '../../engine/catalogue/endpoint.ts';
import type { Area } from '../../engine/catalogue/levels.ts';
import type { Config } from '../../engine/config/config.ts';
import { emptyProfile } from '../../engine/config/config.ts';
import type { Answered, Exchange, Facts, Lost, LostWhy } from '../../engine/exchange/exchange.ts';
import { type Key, keyText } from '../../engine/exchange/key.ts';
import type { Request } from '../../engine/exchange/request.ts';
import type { Part } from '../../engine/outcome/part.ts';
import type { Attempts } from '../../engine/run/polite.ts';
import { startRun } from '../../engine/run/run.ts';

export const noFacts: Facts = { echoes: [], tokens: {} };

export function key(step = 'case', index = 0, requirement = 'cash/ok', endpoint = 'GET /cash'): Key {
  return { requirement, endpoint, index, step, attempt: 0 };
}

export function get(path = '/cash'): Request {
  return { origin: 'api', method: 'GET', path, headers: [], wire: 'http' };
}

interface Reply {
  readonly status: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly facts?: Facts;
}

export function answered(reply: number | Reply, of: Key = key(), request: Request = get()): Answered {
  const { status, headers = [], body = '', facts = noFacts } = typeof reply === 'number' ? { status: reply } : reply;
  return {
    key: of,
    request,
    sentAt: 1_000,
    endedAt: 1_010,
    facts,
    answer: { status, httpVersion: '1.1', headers, body: { size: Buffer.byteLength(body), text: body } },
  };
}

export function lost(why: LostWhy, of: Key = key(), request: Request = get()): Exchange & { readonly answer: Lost } {
  return {
    key: of,
    request,
    sentAt: 1_000,
    endedAt: 1_010,
    facts: noFacts,
    answer: { lost: why, detail: 'in a test' },
  };
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

export const tokenEndpoint = endpoint({
  id: 'POST {auth_url}',
  name: 'token',
  area: 'authentication',
  origin: 'token',
  method: 'POST',
  path: '',
  user: 'none',
  mayBeAbsent: false,
});

/** A catalogue of one area folder per area named, each with one group of its own. */
export function catalogueOf(
  endpoints: readonly Endpoint[],
  groups: Readonly<Partial<Record<Area | 'every-endpoint', readonly Requirement[]>>>,
): Catalogue {
  return {
    endpoints,
    areas: Object.entries(groups).map(
      ([area, requirements]): AreaSuites => ({
        area: area as Area,
        purpose: 'A test.',
        specified: true,
        suites: [{ group: area, requirements: requirements ?? [] }],
      }),
    ),
  };
}

export function config(changes: Partial<Config> = {}): Config {
  return {
    target: {
      baseUrl: 'http://127.0.0.1:1/api',
      authUrl: 'http://127.0.0.1:1/token',
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

const tokenFacts = { form: 'jws', header: { alg: 'RS256' }, claims: {} } as const;

/** Responds to the token request of the set-up, and to everything else by `answer`. Keeps the requests in order. */
export function target(answer: (key: Key, request: Request) => number | Reply | LostWhy): Attempts & {
  readonly asked: { readonly key: Key; readonly request: Request }[];
  readonly exchanges: Map<string, Exchange>;
} {
  const asked: { key: Key; request: Request }[] = [];
  const exchanges = new Map<string, Exchange>();
  return {
    asked,
    exchanges,
    wait: async () => true,
    once: async (of, request, proof) => {
      asked.push({ key: of, request });
      const exchange = reply(
        of,
        request,
        proof?.({ path: '', header: () => undefined, body: String(request.body), resolved: () => '' }),
      );
      exchanges.set(keyText(of), exchange);
      await new Promise((resolve) => setImmediate(resolve));
      return exchange;
    },
  };

  function reply(of: Key, request: Request, proven: boolean | undefined): Exchange {
    if (proven === false) return lost('withheld', of, request);
    if (of.requirement === 'run/setup' && request.origin === 'token') {
      return answered({ status: 200, facts: { echoes: [], tokens: { 'token:scoped': tokenFacts } } }, of, request);
    }
    const came = answer(of, request);
    return typeof came === 'string' ? lost(came, of, request) : answered(came, of, request);
  }
}

/** Runs the catalogue against a target to its end. */
export function runOn(catalogue: Catalogue, attempts: Attempts, changes: Partial<Config> = {}): Promise<Part> {
  return startRun({ catalogue, config: config(changes), attempts, givenTokens: {}, nameGuide: () => {} }).part;
}

export const emptyPart: Part = {
  tallies: {},
  findings: {},
  folds: {},
  harnessErrors: [],
  notices: [],
  latencies: {},
  requests: 0,
};

export const head = { level: 'must', rule: 'It does.', section: 'Test' } as const;
