import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { listed } from '../scope.ts';
import { asWritten, type Case, casesOf, nameOf } from './cases.ts';
import { compareAll, resultsFolder } from './compare.ts';
import { type Outcomes, outcomesOf, readResults } from './results.ts';
import type { Stack } from './stack.ts';
import { stacks } from './stacks.ts';

/** Requirements with findings. */
const reported = (outcomes: Outcomes = {}) =>
  Object.keys(outcomes).filter((id) => outcomes[id]?.includes(' '));

const recorded = listed(
  'stacks with results',
  stacks.filter(({ id }) => asWritten in readResults(resultsFolder, id)),
  stacks,
  '`npm run stacks -- -u` records the others',
);

describe.each(recorded)('the results of $id', (stack) => {
  const results = readResults(resultsFolder, stack.id);
  const cases = casesOf(stack);
  const written = reported(results[asWritten]);

  test('contain each case', () => {
    expect(Object.keys(results)).toEqual(cases.map(({ id }) => id));
  });

  test('accuse a correct server only for a reason that its definition states', () => {
    const accusations = cases.flatMap(({ kind, id, toggle }) => {
      const reasons = { ...stack.reasons, ...toggle.reasons };
      const without = reported(results[id]).filter((requirement) => !reasons[requirement]);
      return kind === 'fault' ? [] : without.map((requirement) => `${id}: ${requirement}`);
    });
    expect(accusations).toEqual([]);
  });

  test('report what has a reason', () => {
    const ofCases = cases.map(({ id, toggle }) => [id, toggle.reasons] as const);
    const reasons = [[asWritten, stack.reasons] as const, ...ofCases];
    for (const [id, its = {}] of reasons) {
      expect(reported(results[id]), id).toEqual(expect.arrayContaining(Object.keys(its)));
    }
  });

  test('contain a finding for each fault, unless its definition says why not', () => {
    const faults = cases.filter(({ kind }) => kind === 'fault');
    const isQuiet = ({ id, toggle }: Case) =>
      reported(results[id]).every((one) => written.includes(one) || toggle.reasons?.[one]);
    const unfound = faults.filter(({ toggle }) => toggle.unfound !== undefined);
    expect(faults.filter(isQuiet).map(nameOf)).toEqual(unfound.map(nameOf));
  });
});

describe('a comparison', () => {
  const start = () => Promise.reject(new Error('not started'));
  const stack: Stack = {
    ...{ id: 'some', title: 'Some', needs: {}, start },
    variations: { compact: 'Compact' },
    faults: { shared: 'Shared', unchecked: 'Unchecked' },
  };
  const always = { 'http/tidy': 'warn untidy', 'user/other': 'not-run' };
  const first: Readonly<Record<string, Outcomes>> = {
    'as-written': always,
    compact: { 'user/other': 'not-run' },
    shared: { ...always, 'user/isolation': 'fail foreign' },
    unchecked: always,
  };
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'm2m-results-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Compares all cases. `others` are the outcomes of successive runs. */
  const compared = async (update: boolean, others: Readonly<Record<string, Outcomes[]>> = {}) => {
    const lines: string[] = [];
    const runs = structuredClone(others);
    const code = await compareAll(casesOf(stack), {
      ...{ folder, update, jobs: 1, print: (line: string) => lines.push(line) },
      certify: async ({ id }) =>
        (runs[id] ? runs[id].shift() : first[id]) ?? Promise.reject('died'),
    });
    return { code, lines };
  };

  test('without results reports every case, and -u writes what the stack as written lacks', async () => {
    const { code, lines } = await compared(false);
    expect([code, lines.at(-2)]).toEqual([1, '0 same, 4 changed, 0 broken.']);
    expect(readResults(folder, 'some')).toEqual({});
    expect((await compared(true)).code).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'some.json'), 'utf8'))).toEqual({
      'as-written': always,
      compact: { 'http/tidy': 'no finding' },
      shared: { 'user/isolation': 'fail foreign' },
      unchecked: {},
    });
    expect(readResults(folder, 'some')).toEqual(first);
    expect((await compared(false)).code).toBe(0);
  });

  test('reports the requirement whose outcome changed, before and now, and -u writes it', async () => {
    await compared(true);
    const missed = { shared: [always, always] };
    const { code, lines } = await compared(false, missed);
    expect(code).toBe(1);
    expect(lines).toContain('    user/isolation: fail foreign before, now no finding');
    expect(readResults(folder, 'some')).toEqual(first);
    expect((await compared(true, missed)).code).toBe(0);
    expect(readResults(folder, 'some')).toEqual({ ...first, shared: always });
  });

  test('believes of a fault what two runs show, and of a correct server what one shows', async () => {
    await compared(true);
    const accused = { ...always, 'errors/json': 'fail not-json' };
    const fault = await compared(false, { unchecked: [accused, always] });
    expect(fault.code).toBe(0);
    expect(fault.lines).toContain('    errors/json: fail not-json in one of two runs');
    const correct = await compared(false, { 'as-written': [accused, always] });
    expect(correct.lines).toContain('    errors/json: no finding before, now fail not-json');
  });

  test('fails with -u if a case has no result, and keeps what is known', async () => {
    await compared(true);
    const { code, lines } = await compared(true, { shared: [] });
    expect([code, lines]).toEqual([1, expect.arrayContaining(['broken: some/shared: died'])]);
    expect(readResults(folder, 'some')).toEqual(first);
  });

  test('leaves out what passes or observes, what is not claimed, and what depends on chance', () => {
    const of = (id: string, outcome: string, claimed = true) => ({ id, outcome, claimed });
    const requirements = [
      ...[of('user/other', 'fail'), of('http/tidy', 'fail'), of('cash/ok', 'inconclusive')],
      ...[of('a/passes', 'pass'), of('a/observes', 'observed'), of('a/not-claimed', 'fail', false)],
    ];
    const ids = ['http/tidy#untidy', 'http/tidy#accepted:a tab', 'user/other#foreign'];
    const failures = ids.map((id) => ({ id, requirement: id.split('#')[0] }));
    const result = { requirements, failures } as unknown as Result;
    expect(outcomesOf(result, (id) => id === 'user/other')).toEqual({
      'cash/ok': 'inconclusive',
      'http/tidy': 'fail accepted:a tab, untidy',
    });
  });
});
