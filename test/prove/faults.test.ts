import { describe, expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import {
  type Certified,
  certify,
  configOf,
  judgedAgain,
  outcomeLines,
  withOutcome,
} from '../engine/session/in-process.ts';
import { listed, scopeIsAll } from '../scope.ts';
import { groupOf } from './heads.ts';

type Fault = (typeof faults)[number];

const depth = 'standard';

/** Groups that send their own requests. The others judge the requests of all groups. */
const alone = [
  'token',
  'auth',
  'scope',
  'user',
  'guides',
  'guide',
  'address',
  'orders',
  'declared',
];
const groupsOf = ({ breaks }: Fault) => breaks.map(groupOf);

function isFirstOfItsKind({ breaks }: Fault, at: number): boolean {
  return faults.findIndex((other) => other.breaks[0] === breaks[0]) === at;
}

// `npm run prove` certifies all of them and the gate a fifth. This is a sample, to save time.
const tried = scopeIsAll
  ? faults
  : listed(
      'faults certified',
      faults.filter(isFirstOfItsKind).filter((_, at) => at % 70 === 0),
      faults,
      'one requirement in 70',
    );

/**
 * The whole catalogue takes four times as long as one group. If a group suffices, one fault in
 * eight gets all.
 */
function isWhole(fault: Fault, at: number): boolean {
  const needsAll = groupsOf(fault).some((group) => !alone.includes(group));
  return needsAll || scopeIsAll || at % 8 === 0;
}

function expectFound(fault: Fault, { result }: Certified): void {
  const [intended] = fault.breaks;
  const found = withOutcome(result, 'fail', 'warn');
  expect(found).toContain(intended);
  const expected = [...fault.breaks, ...(fault.alsoFails ?? []), ...(fault.mayFail ?? [])];
  expect(found.filter((id) => !expected.includes(id))).toEqual([]);
  expect(result.harnessErrors).toEqual([]);
  const isMust = result.requirements.find(({ id }) => id === intended)?.level === 'must';
  if (isMust) expect(result.verdict).toBe('non-conformant');
}

describe.concurrent('a fault is found by the requirement that it breaks, and no other is accused', () => {
  const whole = tried.filter(isWhole).map((fault, at) => [fault.id, fault, at] as const);
  test.each(whole)('%s', { timeout: 120_000 }, async (_id, fault, at) => {
    const certified = await certify({ ...configOf(fault), depth }, { compose: fault.compose });
    expectFound(fault, certified);
    if (at % 5 !== 0) return;
    expect(outcomeLines(await judgedAgain(certified.evidence))).toEqual(
      outcomeLines(certified.result),
    );
  });
});

describe.skipIf(tried.every(isWhole)).concurrent('a fault is found by its group alone', () => {
  const rest = tried
    .filter((fault, at) => !isWhole(fault, at))
    .map((fault) => [fault.id, fault] as const);
  test.each(rest)('%s', { timeout: 120_000 }, async (_id, fault) => {
    const only = groupsOf(fault).map((group) => `${group}/*`);
    expectFound(
      fault,
      await certify({ ...configOf(fault), depth, only }, { compose: fault.compose }),
    );
  });
});
