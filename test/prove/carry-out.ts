import fc from 'fast-check';
import type { Catalogue } from '../../engine/catalogue/catalogue.ts';
import { generated, series } from '../../engine/catalogue/series.ts';
import type { Config } from '../../engine/config/config.ts';
import { conclude } from '../../engine/outcome/conclude.ts';
import type { Part } from '../../engine/outcome/part.ts';
import { cases } from '../../engine/outcome/tally.ts';
import type { Result } from '../../engine/result.ts';
import { placedCases } from '../../engine/run/series.ts';
import { faults } from '../../fixtures/faults/index.ts';
import type { Compose } from '../../fixtures/reference/index.ts';
import { variants } from '../../fixtures/variants/index.ts';
import { configOf, withOutcome } from '../engine/session/in-process.ts';
import { certifyWith, type Outcome } from './certify-with.ts';
import { brokenRow, type Row, type Shown } from './row.ts';
import { findingsSaid } from './said-findings.ts';
import { referenceId, type Task } from './task.ts';
import { idsOf, readBackAlone } from './together.ts';

/** Certifies the server that the task names, and summarises the outcome. */
export async function carryOut(task: Task, catalogue: Catalogue): Promise<Row> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  try {
    const subject = subjectOf(task);
    const { seed, depth, only, http = false } = task;
    const changes = { ...subject.config, seed, depth, ...(only ? { only } : {}) };
    const isHttp = http || subject.over === 'socket';
    const outcome = await certifyWith(catalogue, changes, subject.compose, isHttp);
    const { user, system } = process.cpuUsage(cpu);
    const whole = conclude(catalogue, outcome.part);
    const shownBy = Object.fromEntries(
      subject.intended.flatMap((requirement) => {
        const shown = howShown(requirement, outcome, whole);
        return shown ? [[requirement, shown]] : [];
      }),
    );
    const [shown, ...others] = Object.values(shownBy);
    const { result } = outcome;
    return {
      ...task,
      fired: withOutcome(result, 'fail', 'warn'),
      said:
        task.kind === 'fault'
          ? []
          : [...result.failures.map(({ message }) => message), ...openMusts(result)],
      findings: findingsSaid(result),
      verdict: result.verdict,
      ...(others.length > 0 ? { shownBy } : shown && { shown }),
      harnessErrors: result.harnessErrors.map(({ where, message }) => `${where}: ${message}`),
      requests: result.run.requests,
      ms: Math.round(performance.now() - began),
      cpuMs: Math.round((user + system) / 1000),
    };
  } catch (error) {
    const broken = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return brokenRow(task, broken, Math.round(performance.now() - began));
  }
}

/** A correct server may be slow and reject requests, so it gets the default deadline. */
const productDeadline = { deadlineS: 900 } as const;
/** More than a run against a faulty server takes on a busy machine. */
const faultDeadline = { deadlineS: 300 } as const;

const everyWrite = configOf({ needs: ['writes', 'orders'] });

interface Subject {
  readonly compose: readonly Compose[];
  readonly config: Partial<Config>;
  /** The requirements that its faults break. */
  readonly intended: readonly string[];
  /** It cannot be simulated. */
  readonly over?: 'socket' | undefined;
}

function subjectOf({ kind, id }: Task): Subject {
  if (kind === 'variant' && id === referenceId)
    return { compose: [], config: productDeadline, intended: [] };
  if (kind === 'fault') {
    const set = idsOf(id).map((one) => named(faults, one));
    const needs = set.flatMap((one) => one.needs ?? []);
    return {
      compose: set.map(({ compose }) => compose),
      config: { ...configOf({ needs }), ...faultDeadline },
      intended: set.map(({ breaks: [first] }) => first),
      over: set.find(({ over }) => over)?.over,
    };
  }
  const together = idsOf(id).map((one) => named(variants, one));
  const needs = together.flatMap((one) => one.needs ?? []);
  const config =
    together.length === 1 ? configOf({ needs }) : { ...everyWrite, profile: readBackAlone };
  return {
    compose: together.map(({ compose }) => compose),
    config: { ...config, ...productDeadline },
    intended: [],
  };
}

function named<T extends { readonly id: string }>(all: readonly T[], id: string): T {
  const found = all.find((one) => one.id === id);
  if (!found) throw new Error(`there is no fault or variant ${id}`);
  return found;
}

/** The first index of a drawn case: boundary lists end before it. */
const firstDrawn = (() => {
  const arbitrary = fc.constant({ request: undefined as never, label: '' });
  const drawn = generated({ arbitrary, counts: [1, 1, 1], toCase: (value) => value });
  const [first] = placedCases(series([], drawn), 'quick', 0);
  if (!first) throw new Error('a generated part draws nothing');
  return first.index;
})();

/**
 * Returns how the intended requirement failed, and what showed it. Returns nothing if it did not
 * fail.
 */
function howShown(intended: string, { sentCases }: Outcome, whole: Part): Shown | undefined {
  const findings = Object.values(whole.findings).filter(
    ({ requirement }) => requirement === intended,
  );
  if (findings.length === 0) return undefined;
  const tallies = Object.values(whole.tallies).filter(
    ({ requirement }) => requirement === intended,
  );
  // A finding contains the violating exchange with the lowest index.
  const seen = findings.flatMap(({ endpoint, exchange }) =>
    exchange ? [{ endpoint, index: exchange.key.index }] : [],
  );
  const lowest = Math.min(...seen.map(({ index }) => index));
  const counts = seen.flatMap(({ endpoint, index }) => {
    const indices = sentCases.get(`${intended}|${endpoint}`);
    return indices ? [[...indices].filter((one) => one <= index).length] : [];
  });
  return {
    ...(counts.length === 0 ? {} : { cases: Math.min(...counts) }),
    violated: tallies.reduce((sum, { violated }) => sum + violated, 0),
    judged: tallies.reduce((sum, tally) => sum + cases(tally), 0),
    by: seen.length === 0 ? 'run' : lowest < firstDrawn ? 'listed' : 'drawn',
  };
}

/** Returns the claimed musts without a verdict, one per line. */
function openMusts({ requirements }: Result): string[] {
  return requirements
    .filter(({ claimed, level, outcome, blocksNothing }) => {
      return (
        claimed && level === 'must' && !blocksNothing && outcome !== 'pass' && outcome !== 'fail'
      );
    })
    .map(
      ({ id, outcome, reason }) => `${id} ${outcome}${reason === undefined ? '' : `: ${reason}`}`,
    );
}
