import fc from 'fast-check';
import type { Catalogue } from '../../engine/catalogue/catalogue.ts';
import { conclude } from '../../engine/outcome/conclude.ts';
import { cases } from '../../engine/outcome/tally.ts';
import type { Result } from '../../engine/result.ts';
import { generated, placedCases, series } from '../../engine/run/series.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { variants } from '../../fixtures/variants/index.ts';
import { configOf, withOutcome } from '../kernel/in-process.ts';
import { certifyWith, type Outcome } from './certify-with.ts';
import { brokenRow, type Row, type Shown } from './row.ts';
import { referenceId, type Task } from './task.ts';

/** Certifies what the task names, and sums up what came of it. */
export async function carryOut(task: Task, catalogue: Catalogue): Promise<Row> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  try {
    const subject = subjectOf(task);
    const { seed, depth, only } = task;
    const changes = { ...configOf(subject), seed, depth, ...(only ? { only } : {}) };
    const outcome = await certifyWith(catalogue, changes, subject.compose ? { compose: subject.compose } : {});
    const { user, system } = process.cpuUsage(cpu);
    const [intended] = 'breaks' in subject ? subject.breaks : [];
    const shown = intended === undefined ? undefined : shownBy(intended, outcome, catalogue);
    const { result } = outcome;
    return {
      ...task,
      fired: withOutcome(result, 'fail', 'warn'),
      said: task.kind === 'fault' ? [] : [...result.failures.map(({ message }) => message), ...openMusts(result)],
      verdict: result.verdict,
      ...(shown ? { shown } : {}),
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

type Subject = (typeof faults)[number] | (typeof variants)[number] | { readonly needs?: []; readonly compose?: never };

function subjectOf({ kind, id }: Task): Subject {
  if (kind === 'variant' && id === referenceId) return {};
  const subject = (kind === 'fault' ? faults : variants).find((one) => one.id === id);
  if (!subject) throw new Error(`there is no ${kind} ${id}`);
  return subject;
}

/** The first index of a drawn case: boundary lists end before it. */
const firstDrawn = (() => {
  const arbitrary = fc.constant({ request: undefined as never, label: '' });
  const [first] = placedCases(
    series([], generated({ arbitrary, counts: [1, 1, 1], toCase: (value) => value })),
    'quick',
    0,
  );
  if (!first) throw new Error('a generated part draws nothing');
  return first.index;
})();

function shownBy(intended: string, { part, sentCases }: Outcome, catalogue: Catalogue): Shown | undefined {
  const whole = conclude(catalogue, part);
  const findings = Object.values(whole.findings).filter(({ requirement }) => requirement === intended);
  if (findings.length === 0) return undefined;
  const tallies = Object.values(whole.tallies).filter(({ requirement }) => requirement === intended);
  // Of one violation in many answers a finding keeps the one with the lowest index.
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

/** Claimed musts that did not pass, as lines. */
function openMusts({ requirements }: Result): string[] {
  return requirements
    .filter(({ claimed, level, outcome, blocksNothing }) => {
      return claimed && level === 'must' && !blocksNothing && outcome !== 'pass' && outcome !== 'fail';
    })
    .map(({ id, outcome, reason }) => `${id} ${outcome}${reason === undefined ? '' : `: ${reason}`}`);
}
