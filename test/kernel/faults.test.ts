import { describe, expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { certify, configOf, judgedAgain, outcomeLines, withOutcome } from './in-process.ts';

/** Defects that only malformed bodies show: those come with the checks of the groups address and orders. */
const awaitBodies = [
  'crash-on-malformed-json',
  'crash-on-null-body',
  'crash-on-list-for-address',
  'crash-on-other-media-type',
];
const shown = faults.filter(({ id }) => !awaitBodies.includes(id));

describe.concurrent('every fault is found by the requirement that it breaks, and no other is accused', () => {
  test.each(shown.map((fault) => [fault.id, fault] as const))('%s', { timeout: 120_000 }, async (_id, fault) => {
    const { result, evidence } = await certify(configOf(fault), { compose: fault.compose });
    const [intended] = fault.breaks;
    const found = withOutcome(result, 'fail', 'warn');
    expect(found).toContain(intended);
    const expected = [...fault.breaks, ...(fault.companions ?? [])];
    expect(found.filter((id) => !expected.includes(id))).toEqual([]);
    expect(result.harnessErrors).toEqual([]);
    const isMust = result.requirements.find(({ id }) => id === intended)?.level === 'must';
    if (isMust) expect(result.verdict).toBe('non-conformant');
    expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
  });
});
