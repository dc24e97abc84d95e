import { describe, expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { certify, judgedAgain, outcomeLines, withOutcome } from './in-process.ts';

const levels = { fail: 'non-conformant', warn: 'conformant' } as const;

describe.concurrent('every fault is found by the requirement that it breaks, and no other is accused', () => {
  test.each(faults.map((fault) => [fault.id, fault] as const))('%s', { timeout: 120_000 }, async (_id, fault) => {
    const writes = fault.needs?.includes('writes') ?? false;
    const orders = fault.needs?.includes('orders') ?? false;
    const { result, evidence } = await certify(
      { depth: 'standard', allow: { writes, orders, desync: false } },
      { compose: fault.compose },
    );
    const [intended = ''] = fault.breaks;
    const found = [...withOutcome(result, 'fail'), ...withOutcome(result, 'warn')];
    expect(found).toContain(intended);
    const expected = [...fault.breaks, ...(fault.companions ?? [])];
    expect(found.filter((id) => !expected.includes(id))).toEqual([]);
    expect(result.harnessErrors).toEqual([]);
    const level = result.requirements.find(({ id }) => id === intended)?.level === 'must' ? 'fail' : 'warn';
    if (level === 'fail') expect(result.verdict).toBe(levels.fail);
    expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
  });
});
