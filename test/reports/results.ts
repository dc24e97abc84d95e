import type { Config } from '../../engine/config/config.ts';
import { plannedConfig } from '../../engine/evidence/replay.ts';
import { assemble } from '../../engine/outcome/assemble.ts';
import type { Result } from '../../engine/result.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { type ReferenceOptions, startReference } from '../../fixtures/reference/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { certifyTarget, fullConfigFor } from '../engine/session/in-process.ts';

/** Defects that one server can have at once: most of them show beside the others. */
const together = [
  'scope-not-checked',
  'declared-scope-not-checked',
  'user-lowercased',
  'unknown-user-404-on-summaries',
  'portfolios-of-whoever-asked-last',
  'error-as-text',
  'response-id-short',
  'message-blank',
  'unknown-route-html',
  'guides-as-html-type',
  'crash-on-non-ascii-user',
  'parser-error-500',
  'malformed-user-closes-connection',
  'chapter-count-as-text-in-last',
  'guide-listed-twice',
  'cache-control-missing',
  'guides-expires-alone',
  'refusals-cached-like-guides',
  'guides-cached-without-language',
  'guides-406-without-accept',
  'unknown-guide-empty',
  'address-refused',
  'postal-code-string-refused',
  'address-shape-unchecked',
  'country-code-unchecked',
  'order-broken-json-accepted',
  'order-content-type-unchecked',
  'address-shared',
  'order-refused',
  'order-types-unchecked',
  'declared-endpoint-broken',
  'declared-body-unchecked',
  'settings-created-late',
  'tenant-suspended-by-wrong-secret',
].map((id) => {
  const fault = faults.find((one) => one.id === id);
  if (!fault) throw new Error(`no fault is called ${id}`);
  return fault;
});

async function certified(
  compose: ReferenceOptions['compose'] = [],
  change: (config: Config) => Partial<Config> = () => ({}),
): Promise<Result> {
  const reference = await startReference({ compose });
  try {
    // On a loaded machine too the server decides what is found, and not the clock.
    const config = fullConfigFor(reference, { timeoutMs: 20_000, deadlineS: 1_200 });
    return (await certifyTarget({ ...config, ...change(config) })).result;
  } finally {
    await reference.close();
  }
}

// Made as this file loads, once in a process and side by side: a loaded machine takes longer than a test may.
const [ofReference, ofFaults, withoutToken] = await Promise.all([
  certified([], () => ({ claim: ['portfolios', 'learn', 'cash'] })),
  certified(together.map(({ compose }) => compose)),
  certified([], ({ clients }) => ({
    clients: { ...clients, ...(clients.scoped ? { scoped: { ...clients.scoped, secret: 'wrong' } } : {}) },
  })),
]);

/** A run of the reference with everything allowed, of three areas: no finding. */
export const conformant = ofReference;

/** A run of a server with many defects: at least 25 findings, warnings, and much that could not be judged. */
export const nonConformant = ofFaults;

/** A run that got no token. */
export const inconclusive = withoutToken;

/** The run with many findings, ended by a signal. */
export const interrupted: Result = { ...nonConformant, verdict: 'inconclusive', interrupted: 'SIGINT' };

/** The result of a run whose worker died before it had judged anything. */
export const empty = assemble({
  catalogue,
  plan: await planned(),
  part: {
    tallies: {},
    findings: {},
    folds: {},
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

/** All of them, by what they are. */
export const results: readonly (readonly [name: string, result: Result])[] = [
  ['conformant', conformant],
  ['non-conformant', nonConformant],
  ['inconclusive', inconclusive],
  ['interrupted', interrupted],
  ['empty', empty],
];

/** The result with few of each kind of entry, and everything that a kind of entry may contain: its documents are small. */
export function withFew(result: Result): Result {
  return {
    ...result,
    requirements: result.requirements.filter((_, at) => at % 12 === 0),
    failures: result.failures.slice(0, 7).map((failure) => ({ ...failure, places: failure.places.slice(0, 2) })),
    observations: result.observations.slice(0, 5),
    latency: result.latency.slice(0, 2),
    part: { tallies: {}, findings: {}, folds: {}, harnessErrors: [], notices: [], latencies: {}, requests: 0 },
  };
}
