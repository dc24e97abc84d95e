import { expect, test } from 'vitest';
import type { CheckHead, FaultHead } from './heads.ts';
import { faultProblems, namingProblems, type Problem, variantProblems } from './problems.ts';
import { brokenRow, type Row } from './row.ts';
import { foundLater, summed } from './summary.ts';

const check = (id: string, level: CheckHead['level'] = 'must'): CheckHead => {
  return { id, group: 'cash', level, causes: [] };
};
const checks = [check('cash/ok'), check('http/answers'), check('http/tls')];
const noCash: FaultHead = { id: 'no-cash', breaks: ['cash/ok'], alsoFails: [], mayFail: [] };
const withCompanion: FaultHead = { ...noCash, alsoFails: ['http/answers'] };
const breaksBoth: FaultHead = { ...noCash, breaks: ['cash/ok', 'http/answers'] };

/** Returns the row of a run in which these requirements failed. */
function row(fired: readonly string[], changes: Partial<Row> = {}): Row {
  const verdict = fired.length > 0 ? 'non-conformant' : 'conformant';
  const cost = { requests: 10, ms: 20, cpuMs: 15 };
  const base = { kind: 'fault', id: 'no-cash', seed: 1, depth: 'standard' } as const;
  return { ...base, ...cost, fired, said: [], verdict, harnessErrors: [], ...changes };
}
const terse = (fired: readonly string[], changes: Partial<Row> = {}) =>
  row(fired, { kind: 'variant', id: 'terse', ...changes });
const [missed, found] = [row([]), row(['cash/ok'])];
const open = row(['cash/ok'], { verdict: 'inconclusive' });
const textsOf = (problems: readonly Problem[]) =>
  problems.map(({ kind, subject, text }) => `${subject} ${kind}: ${text}`);

test.each<[what: string, fault: FaultHead, rows: readonly Row[], ...problems: string[]]>([
  ['its requirement alone finds it', noCash, [found]],
  ['one seed misses it', noCash, [found, { ...missed, seed: 2 }], 'missed: by cash/ok (seeds 2)'],
  [
    'only another finds it',
    noCash,
    [row(['http/answers'])],
    'missed: by cash/ok',
    'accused: by http/answers as well',
  ],
  [
    'a companion fails with one seed',
    withCompanion,
    [found, row(['cash/ok', 'http/answers'], { seed: 2 })],
  ],
  ['a companion never fails', withCompanion, [found], 'stale: http/answers never speaks'],
  ['not all that it breaks fails', breaksBoth, [found], 'stale: http/answers never speaks'],
  ['the verdict stays open', noCash, [open], 'verdict: inconclusive (seed 1)'],
  [
    'the run has no result',
    withCompanion,
    [brokenRow(missed, 'it died', 5)],
    'broken: it died (seed 1)',
  ],
  [
    'the harness fails',
    noCash,
    [row(['cash/ok'], { harnessErrors: ['Error'] })],
    'harness error: Error (seed 1)',
  ],
])('a fault: %s', (_what, fault, rows, ...problems) => {
  expect(textsOf(faultProblems(fault, rows, checks))).toEqual(
    problems.map((problem) => `no-cash ${problem}`),
  );
});

test('a broken should need not make the verdict non-conformant', () => {
  expect(faultProblems(noCash, [open], [check('cash/ok', 'should')])).toEqual([]);
});

test.each<[what: string, rows: readonly Row[], ...problems: string[]]>([
  ['nothing accuses it', [terse([])]],
  [
    'two seeds accuse it, of which one ends conformant',
    [
      terse(['cash/ok'], { verdict: 'conformant' }),
      terse(['cash/ok'], { seed: 2 }),
      terse([], { seed: 3 }),
    ],
    'false alarm: by cash/ok (seeds 1, 2)',
    'verdict: non-conformant (seed 2)',
  ],
  [
    'much stays open',
    [terse([], { verdict: 'inconclusive', said: ['a', 'b', 'c', 'd', 'e'] })],
    'verdict: inconclusive; a; b; c; and 2 more (seed 1)',
  ],
  ['the run has no result', [brokenRow(terse([]), 'it died', 5)], 'broken: it died (seed 1)'],
])('a variant: %s', (_what, rows, ...problems) => {
  expect(textsOf(variantProblems('terse', rows))).toEqual(
    problems.map((problem) => `terse ${problem}`),
  );
});

test('unknown names and checks without a fault are found without a run', () => {
  const listed = [check('cash/ok'), check('cash/shape'), check('cash/colour', 'observe')];
  const faults: FaultHead[] = [{ ...noCash, breaks: ['cash/okay'], alsoFails: ['cash/ok'] }];
  expect(textsOf(namingProblems(listed, faults))).toEqual([
    'cash/ok no fault: no fault breaks it',
    'cash/shape no fault: no fault breaks it',
    'no-cash no such requirement: names cash/okay',
  ]);
});

test('a summary counts what every seed found, and reports the gravest problem first', () => {
  const rows = [found, { ...missed, seed: 2 }, terse(['http/answers'])];
  const { killRates, problems } = summed(checks, [noCash], rows, {
    naming: false,
    everyFault: true,
  });
  expect(killRates).toEqual([{ group: 'cash', found: 0, of: 1 }]);
  expect(textsOf(problems)).toEqual([
    'no-cash missed: by cash/ok (seeds 2)',
    'http/answers never red: no fault turns it red',
    'terse false alarm: by http/answers',
    'terse verdict: non-conformant (seed 1)',
  ]);
  const part = summed(checks, [noCash], [found], { naming: false, everyFault: false });
  expect(part.problems).toEqual([]);
});

test('only a fault that the same run missed before counts as found at the second try', () => {
  const problems = faultProblems(noCash, [missed], checks);
  expect(foundLater([missed], [noCash], [])).toEqual(['no-cash']);
  expect(foundLater([missed], [noCash], problems)).toEqual([]);
  // The groups of the fault missed it, and the whole catalogue found it at the first try.
  expect(foundLater([{ ...missed, only: ['cash/*'] }], [noCash], [])).toEqual([]);
});
