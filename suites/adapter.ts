import type { Part, Plan, Progress, Session, Tally, Unit } from '../engine/index.ts';
import { cases, outcomeOf } from '../engine/index.ts';
import type { Registering, RunningTest } from './registering.ts';

/** What a test passes to the parent process in its `meta`. It must be small and plain data. */
export interface ConformanceMeta {
  requirement: string;
  endpoint: string;
  outcome?: string;
  progress?: Progress;
}

export interface Hosted {
  readonly open: (hooks: {
    readonly onUnit: (unit: Unit, tally: Tally) => void;
    readonly onProgress: (progress: Progress) => void;
  }) => Session;
  readonly strict: boolean;
  /** Receives the part of the run, even if the run was stopped. */
  readonly finish: (part: Part, stopped: string | undefined) => Promise<void>;
}

/**
 * Registers a test per requirement and endpoint. The tests only wait and report. The engine schedules and judges, and
 * starts at once, while vitest still collects tests.
 */
export function registerConformance({ open, strict, finish }: Hosted, vitest: Registering): void {
  const settled = new Map<string, Settling>();
  let progress: Progress | undefined;
  const session = open({
    onUnit: (unit, tally) => {
      // A monitor judges its last response only when the run ends.
      if (unit.row.requirement.kind !== 'monitor') settled.get(unit.id)?.resolve(tally);
    },
    onProgress: (now) => {
      progress = now;
    },
  });
  for (const { id } of session.plan.units) settled.set(id, settling());
  const part = session.part;
  part.then(
    ({ tallies }) => {
      for (const [id, { resolve }] of settled) resolve(tallies[id]);
    },
    () => {
      for (const { resolve } of settled.values()) resolve(undefined);
    },
  );

  for (const [group, units] of byGroup(session.plan)) {
    vitest.describe(group, () => {
      for (const unit of units) {
        const { requirement } = unit.row;
        const meta: ConformanceMeta = { requirement: requirement.id, endpoint: unit.endpoint.id };
        vitest.test(`${requirement.id} · ${unit.endpoint.id}`, { timeout: 0 }, async (context) => {
          tell(context, meta);
          context.signal?.addEventListener('abort', () => session.stop('interrupted'), { once: true });
          const tally = await settled.get(unit.id)?.promise;
          if (progress) meta.progress = progress;
          if (tally) report(context, unit, tally, strict, meta);
        });
      }
    });
  }
  vitest.afterAll(async () => finish(await part, session.stopped()), 0);
}

function tell({ task }: RunningTest, meta: ConformanceMeta): void {
  (task.meta as { conformance?: ConformanceMeta }).conformance = meta;
}

function report(context: RunningTest, unit: Unit, tally: Tally, strict: boolean, meta: ConformanceMeta): void {
  const outcome = outcomeOf(tally, unit.row.requirement.level, strict);
  meta.outcome = outcome;
  tell(context, meta);
  switch (outcome) {
    case 'fail':
      throw new Error(`violated by ${tally.violated} of ${cases(tally)} responses: ${unit.row.requirement.rule}`);
    case 'inconclusive':
    case 'not-run':
      context.skip(tally.notRun ?? (tally.reasons.join('; ') || 'there was no response to judge'));
      return;
    case 'warn':
    case 'observed':
    case 'pass':
      return;
  }
}

function byGroup(plan: Plan): Map<string, Unit[]> {
  const groups = new Map<string, Unit[]>();
  for (const unit of plan.units) groups.set(unit.row.group, [...(groups.get(unit.row.group) ?? []), unit]);
  return groups;
}

interface Settling {
  readonly promise: Promise<Tally | undefined>;
  readonly resolve: (tally: Tally | undefined) => void;
}

function settling(): Settling {
  let resolve: Settling['resolve'] = () => {};
  const promise = new Promise<Tally | undefined>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
