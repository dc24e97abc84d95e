import { plannedConfig } from '../../engine/evidence/replay.ts';
import { assemble } from '../../engine/outcome/assemble.ts';
import type { Result } from '../../engine/result.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { type ReferenceOptions, startReference } from '../../fixtures/reference/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { certifyTarget, fullConfigFor } from '../kernel/in-process.ts';

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

async function certified(options: ReferenceOptions, badSecret = false): Promise<Result> {
  const reference = await startReference(options);
  try {
    const config = fullConfigFor(reference);
    const { scoped } = config.clients;
    const clients =
      badSecret && scoped ? { ...config.clients, scoped: { ...scoped, secret: 'wrong' } } : config.clients;
    return (await certifyTarget({ ...config, clients })).result;
  } finally {
    await reference.close();
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A run of the reference with everything allowed: no finding. */
export const conformant = once(() => certified({}));

/** A run of a server with many defects: at least 25 findings, warnings, and much that could not be judged. */
export const nonConformant = once(() => certified({ compose: together.map(({ compose }) => compose) }));

/** A run that got no token. */
export const inconclusive = once(() => certified({}, true));

/** The run with many findings, ended by a signal. */
export const interrupted = once(
  async (): Promise<Result> => ({ ...(await nonConformant()), verdict: 'inconclusive', interrupted: 'SIGINT' }),
);

/** What is left of a run whose worker died before it had judged anything. */
export const empty = once(async (): Promise<Result> => {
  const reference = await startReference({});
  try {
    return assemble({
      catalogue,
      plan: plannedConfig(fullConfigFor(reference)),
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
  } finally {
    await reference.close();
  }
});

/** All of them, by what they are. */
export const results: readonly (readonly [name: string, result: () => Promise<Result>])[] = [
  ['conformant', conformant],
  ['non-conformant', nonConformant],
  ['inconclusive', inconclusive],
  ['interrupted', interrupted],
  ['empty', empty],
];
