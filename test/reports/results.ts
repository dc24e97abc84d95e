import { expect } from 'vitest';
import type { Config } from '../../engine/config/config.ts';
import { plannedConfig } from '../../engine/config/planned-config.ts';
import { assemble } from '../../engine/outcome/assemble.ts';
import type { Result, Share } from '../../engine/result.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { type ReferenceOptions, startReference } from '../../fixtures/reference/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { certifyTarget, fullConfigFor } from '../engine/session/in-process.ts';

/** Faults that one server can combine. They do not hide each other, and none slows the run. */
const together = [
  ...['token-cacheable', 'token-type-lowercase', 'expires-in-fractional', 'token-for-any-audience'],
  ...[
    'missing-secret-accepted',
    'wrong-secret-accepted',
    'grant-type-ignored',
    'unparsable-token-request-served',
  ],
  ...[
    'challenge-omitted',
    'audience-not-checked',
    'expiry-not-checked',
    'guard-forgotten-on-portfolios',
  ],
  ...[
    'jwt-decoded-on-cash',
    'refused-request-shows-cash',
    'cash-searched-by-any-query',
    'user-lowercased',
  ],
  ...['user-optional-behind-query', 'message-blank', 'response-id-short'],
  ...['status-as-text', 'duplicate-members', 'cash-for-shared-caches', 'order-refused'],
].map(
  (id) => faults.find((one) => one.id === id)?.compose ?? expect.fail(`no fault is called ${id}`),
);

async function certified(
  compose: NonNullable<ReferenceOptions['compose']>,
  change: (config: Config) => Partial<Config>,
): Promise<Result> {
  const reference = await startReference({ compose });
  try {
    // Generous limits, so the findings do not depend on the load of the machine.
    const config = fullConfigFor(reference, {
      timeoutMs: 20_000,
      deadlineS: 1_200,
      concurrency: 24,
    });
    return (await certifyTarget({ ...config, ...change(config) })).result;
  } finally {
    await reference.close();
  }
}

const withWrongSecret = ({ clients, allow }: Config) => ({
  claim: ['cash', 'learn', 'investment-orders'] as const,
  allow: { ...allow, orders: false },
  clients: {
    ...clients,
    ...(clients.scoped ? { scoped: { ...clients.scoped, secret: 'wrong' } } : {}),
  },
});

// Computed in parallel when this file loads, once per process.
const [ofReference, ofFaults, withoutToken] = await Promise.all([
  certified([], () => ({ claim: ['cash', 'portfolios'] })),
  certified(together, () => ({ claim: ['cash', 'portfolios', 'investment-orders'] })),
  certified([], withWrongSecret),
]);

/** A run of two areas of the reference with everything allowed. It has no finding. */
export const conformant = ofReference;

/**
 * A run of a server with many faults. It has at least 25 findings, warnings and many inconclusive
 * requirements.
 */
export const nonConformant = ofFaults;

export const inconclusive = withoutToken;

/** The run with many findings, ended by a signal. */
export const interrupted: Result = {
  ...nonConformant,
  verdict: 'inconclusive',
  interrupted: 'SIGINT',
};

/** The result of a run whose worker died before its first judgement. */
export const empty = assemble({
  catalogue,
  plan: await planned(),
  part: {
    tallies: {},
    findings: {},
    folds: {},
    pairs: {},
    clashes: {},
    harnessErrors: [{ where: 'worker', message: 'it ended before the run did' }],
    notices: [],
    latencies: {},
    requests: 0,
  },
  harness: { name: 'm2m-conformance', version: 'test' },
  run: { id: 'empty', startedAt: '2026-01-31T12:00:00.000Z', durationMs: 0 },
  interrupted: 'the worker ended',
});

async function planned(): Promise<ReturnType<typeof plannedConfig>> {
  const reference = await startReference({});
  await reference.close();
  return plannedConfig(fullConfigFor(reference));
}

export const results: readonly (readonly [name: string, result: Result])[] = [
  ['conformant', conformant],
  ['non-conformant', nonConformant],
  ['inconclusive', inconclusive],
  ['interrupted', interrupted],
  ['empty', empty],
];

/**
 * Returns the result with these counts of repetitions in its failures, in turn, and in all their
 * places.
 */
export function withRepetition(result: Result, ...each: readonly Share[]): Result {
  const failures = result.failures.map((failure, at) => {
    const reproduced = each[at % each.length] ?? failure.reproduced;
    return {
      ...failure,
      reproduced,
      places: failure.places.map((place) => ({ ...place, reproduced })),
    };
  });
  return { ...result, failures };
}

/** How often a failure shows again, and whether that makes it flaky. */
export const repetitions: readonly (readonly [Share, isFlaky: boolean])[] = [
  [{ of: 2, times: 2 }, false],
  [{ of: 2, times: 1 }, true],
  [{ of: 2, times: 0 }, true],
  [{ of: 0, times: 0 }, false],
];

/** Reduces a result to a few entries of each kind, so its documents are small. */
export function withFew(result: Result): Result {
  return {
    ...result,
    requirements: result.requirements.filter((_, at) => at % 12 === 0),
    failures: result.failures
      .slice(0, 7)
      .map((failure) => ({ ...failure, places: failure.places.slice(0, 2) })),
    observations: result.observations.slice(0, 5),
    latency: result.latency.slice(0, 2),
    part: {
      tallies: {},
      findings: {},
      folds: {},
      pairs: {},
      clashes: {},
      harnessErrors: [],
      notices: [],
      latencies: {},
      requests: 0,
    },
  };
}
