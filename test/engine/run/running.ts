import { expect } from 'vitest';
import type { AreaSuites, Catalogue } from '../../../engine/catalogue/catalogue.ts';
import type { Check, Scenario } from '../../../engine/catalogue/check.ts';
import type { LostWhy } from '../../../engine/exchange/exchange.ts';
import { type Key, keyText } from '../../../engine/exchange/key.ts';
import { loadRequest, storeRequest } from '../../../engine/exchange/stored-request.ts';
import type {
  Area,
  Config,
  Endpoint,
  Exchange,
  Monitor,
  Part,
  Request,
  Requirement,
} from '../../../engine/index.ts';
import { check, monitor, pass, scenario, series } from '../../../engine/index.ts';
import { replayAttempts } from '../../../engine/judge.ts';
import { startRun } from '../../../engine/run/run.ts';
import type { Attempts } from '../../../engine/traffic/attempts.ts';
import { answered, config, endpoint, get, lost, type Reply } from '../samples.ts';

export const head = { level: 'must', rule: 'It does.', section: 'Test' } as const;

const tokenEndpoint = endpoint({
  id: 'POST {auth_url}',
  name: 'token',
  area: 'authentication',
  origin: 'token',
  method: 'POST',
  path: '',
  user: 'none',
  mayBeAbsent: false,
});
export const cash = endpoint();
const isCash = ({ name }: Endpoint) => name === 'cash';

export type Answer = (key: Key, request: Request) => number | Reply | LostWhy;

export const casesOf = (...paths: readonly string[]) =>
  paths.map((path) => ({ request: get(path), label: path }));

export function checks(changes: Partial<Check> = {}): Check {
  return check({
    ...head,
    id: 'cash/checks',
    endpoints: isCash,
    cases: () => series(casesOf('/case')),
    judge: () => pass(),
    ...changes,
  });
}

/**
 * Returns a scenario at the endpoint cash. It requests a list of paths in turn, in steps 0, 1 and
 * so on.
 */
export function asks(
  run: Scenario['run'] | readonly string[],
  changes: Partial<Scenario> = {},
): Scenario {
  const inTurn: Scenario['run'] = async (_bound, ask) => {
    for (const [nth, path] of (run as readonly string[]).entries())
      await ask(`step-${nth}`, get(path));
    return [pass()];
  };
  const steps = typeof run === 'function' ? run : inTurn;
  return scenario({ ...head, id: 'cash/asks', endpoints: isCash, run: steps, ...changes });
}

export function listens(changes: Partial<Monitor> = {}): Monitor {
  return monitor({
    ...head,
    id: 'every-endpoint/listens',
    endpoints: ({ origin }) => origin === 'api',
    matches: () => true,
    judge: () => pass(),
    ...changes,
  });
}

/** Returns a catalogue of these requirements, each in the group that its id names. */
export function catalogueWith(
  requirements: readonly Requirement[],
  endpoints: readonly Endpoint[] = [cash],
): Catalogue {
  const groupOf = ({ id }: Requirement) => id.slice(0, id.indexOf('/'));
  const areas = [...new Set(requirements.map(groupOf))].map((group): AreaSuites => {
    const own = requirements.filter((one) => groupOf(one) === group);
    return { area: group as Area, purpose: 'A test.', suites: [{ group, requirements: own }] };
  });
  return { endpoints: [tokenEndpoint, ...endpoints], areas };
}

export const emptyPart: Part = {
  tallies: {},
  findings: {},
  folds: {},
  pairs: {},
  clashes: {},
  harnessErrors: [],
  notices: [],
  latencies: {},
  requests: 0,
};

const tokenFacts = { form: 'jws', header: { alg: 'RS256' }, claims: {} } as const;

/**
 * Responds to the token request of the set-up, and to everything else by `answer`. Keeps the
 * requests in order.
 */
export function target(answer: Answer): Attempts & {
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
      const sent = {
        path: '',
        header: () => undefined,
        body: String(request.body),
        resolved: () => '',
      };
      const exchange = reply(of, request, proof?.(sent));
      // Evidence contains the request without its purpose.
      exchanges.set(keyText(of), { ...exchange, request: loadRequest(storeRequest(request)) });
      await new Promise((resolve) => setImmediate(resolve));
      return exchange;
    },
  };

  function reply(of: Key, request: Request, proven: boolean | undefined): Exchange {
    if (proven === false) return lost('withheld', of, request);
    if (of.requirement === 'run/setup' && request.origin === 'token') {
      return answered(
        { status: 200, facts: { echoes: [], tokens: { 'token:scoped': tokenFacts } } },
        of,
        request,
      );
    }
    const came = answer(of, request);
    return typeof came === 'string' ? lost(came, of, request) : answered(came, of, request);
  }
}

/** Runs the catalogue against a target to its end. */
export function runOn(
  catalogue: Catalogue,
  attempts: Attempts,
  changes: Partial<Config> = {},
): Promise<Part> {
  return startRun({
    catalogue,
    config: config(changes),
    attempts,
    givenTokens: {},
    values: {},
    nameGuide: () => {},
  }).part;
}

interface Given {
  readonly endpoints?: readonly Endpoint[];
  readonly changes?: Partial<Config>;
}

/**
 * Runs the requirements against a target. Expects the same part when the run is judged from its
 * evidence.
 */
export async function running(
  requirements: readonly Requirement[],
  answer: Answer,
  given: Given = {},
) {
  const catalogue = catalogueWith(requirements, given.endpoints);
  const attempts = target(answer);
  const part = await runOn(catalogue, attempts, given.changes);
  expect(await runOn(catalogue, replayAttempts(attempts.exchanges), given.changes)).toEqual(part);
  return { part, findings: Object.keys(part.findings), asked: attempts.asked };
}
