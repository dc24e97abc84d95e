import { describe, expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { type Certified, certify, configOf, judgedAgain, outcomeLines, withOutcome } from './in-process.ts';

/** Defects that only malformed bodies show: those come with the checks of the groups address and orders. */
const awaitBodies = [
  'crash-on-malformed-json',
  'crash-on-null-body',
  'crash-on-list-for-address',
  'crash-on-other-media-type',
];
const shown = faults.filter(({ id }) => !awaitBodies.includes(id));
/** The whole catalogue costs four times its groups alone: a third of the faults, or all where M2M_FAULTS=all. */
const isWhole = (at: number) => process.env['M2M_FAULTS'] === 'all' || at % 3 === 0;

type Fault = (typeof faults)[number];

function expectFound(fault: Fault, { result }: Certified): void {
  const [intended] = fault.breaks;
  const found = withOutcome(result, 'fail', 'warn');
  expect(found).toContain(intended);
  const expected = [...fault.breaks, ...(fault.companions ?? [])];
  expect(found.filter((id) => !expected.includes(id))).toEqual([]);
  expect(result.harnessErrors).toEqual([]);
  const isMust = result.requirements.find(({ id }) => id === intended)?.level === 'must';
  if (isMust) expect(result.verdict).toBe('non-conformant');
}

describe.concurrent('a fault is found by the requirement that it breaks, and no other is accused', () => {
  const whole = shown.filter((_, at) => isWhole(at)).map((fault) => [fault.id, fault] as const);
  test.each(whole)('%s', { timeout: 120_000 }, async (_id, fault) => {
    const certified = await certify(configOf(fault), { compose: fault.compose });
    expectFound(fault, certified);
    expect(outcomeLines(await judgedAgain(certified.evidence))).toEqual(outcomeLines(certified.result));
  });
});

describe.concurrent('a fault is found by its group alone', () => {
  const rest = shown.filter((_, at) => !isWhole(at)).map((fault) => [fault.id, fault] as const);
  test.each(rest)('%s', { timeout: 120_000 }, async (_id, fault) => {
    const groups = fault.breaks.map((id) => `${id.split('/')[0]}/*`);
    // Monitors judge what others ask: a crash shows only where somebody sends what crashes.
    const only = groups.includes('http/*') ? {} : { only: groups };
    expectFound(fault, await certify({ ...configOf(fault), ...only }, { compose: fault.compose }));
  });
});
