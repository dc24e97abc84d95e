import {
  cases,
  grouped,
  inList,
  outcomeOf,
  type Part,
  type Session,
  sentenceText,
  type Tally,
  type Unit,
  wholeRun,
} from '../engine/index.ts';

/** Older versions of vitest have no signal. */
export type RunningTest = Readonly<{
  signal?: AbortSignal;
  task: { readonly meta: object };
  skip: (reason: string) => unknown;
}>;

/** Of the vitest that runs the file. */
export type Registering = Readonly<{
  describe: (name: string, body: () => void) => unknown;
  test: (
    name: string,
    options: { timeout: number },
    body: (context: RunningTest) => Promise<void>,
  ) => unknown;
  afterAll: (action: () => Promise<void>, timeout: number) => unknown;
}>;

/** Passed to the parent process in a test's `meta`. */
export interface ConformanceMeta {
  requirement: string;
  endpoint: string;
  outcome?: string;
}

/** Hosts a run's tests: the worker of `run`, or a user's vitest project. */
export type Hosted = Readonly<{
  open: (hooks: { readonly onUnit: (unit: Unit, tally: Tally) => void }) => Session;
  strict: boolean;
  /** The findings of a requirement on an endpoint, after the run. May be empty. */
  explain?: (requirement: string, endpoint: string) => Promise<string>;
  /** Prepares a reason, which may quote the target, for a log. */
  printable?: (reason: string) => string;
  /** `part` rejects if the run could not start. A stopped run also has one. */
  finish: (part: Promise<Part>, stopped: () => string | undefined) => Promise<void>;
}>;

/** The tests only wait and report. The engine starts at once, while vitest still collects tests. */
export function registerConformance(
  { open, strict, finish, explain, printable = (reason) => reason }: Hosted,
  vitest: Registering,
) {
  const settled = new Map<string, ReturnType<typeof settling>>();
  const session = open({
    onUnit: (unit, tally) => {
      // A monitor judges its last response only when the run ends.
      if (unit.row.requirement.kind !== 'monitor') settled.get(unit.id)?.resolve(tally);
    },
  });
  for (const { id } of session.plan.units) settled.set(id, settling());
  const part = session.part;
  const tallies = part.then(
    (ended) => ended.tallies,
    (): Part['tallies'] => ({}),
  );
  tallies.then((all) => {
    for (const [id, { resolve }] of settled) resolve(all[id]);
  });

  for (const [group, units] of grouped(session.plan.units, ({ row }) => row.group)) {
    vitest.describe(group, () => {
      for (const unit of units) {
        const { requirement } = unit.row;
        const meta: ConformanceMeta = { requirement: requirement.id, endpoint: unit.endpoint.id };
        vitest.test(
          `${requirement.id} · ${unit.endpoint.id === wholeRun ? 'whole run' : unit.endpoint.id}`,
          { timeout: 0 },
          async (context) => {
            Object.assign(context.task.meta, { conformance: meta });
            context.signal?.addEventListener('abort', () => session.stop('interrupted'), {
              once: true,
            });
            const tally = await settled.get(unit.id)?.promise;
            if (!tally) return;
            const outcome = outcomeOf(tally, requirement.level, strict);
            meta.outcome = outcome;
            if (outcome === 'inconclusive' || outcome === 'not-run')
              context.skip(printable(sentenceText(tally.notRun ?? inList(tally.reasons, '; '))));
            const share = `${tally.violated} of ${cases(tally)} responses`;
            if (outcome === 'fail')
              throw new Error(
                (await explain?.(requirement.id, unit.endpoint.id)) ||
                  `violated by ${share}: ${requirement.rule}`,
              );
          },
        );
      }
    });
  }
  vitest.afterAll(() => finish(part, session.stopped), 0);
}

function settling() {
  let resolve: (tally: Tally | undefined) => void = () => {};
  const promise = new Promise<Tally | undefined>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
