import { expect, test } from 'vitest';
import type { FaultHead } from './heads.ts';
import { faultProblems, namingProblems, neverRed, type Problem, variantProblems } from './problems.ts';
import { brokenRow, type Row } from './row.ts';
import { checkHead, faultHead, faultRow, variantRow } from './samples.ts';

const checks = [checkHead('cash/ok', 'no-cash'), checkHead('http/answers', 'silence')];
const both = ['cash/ok', 'http/answers'] as const;
const noCash = faultHead('no-cash', 'cash/ok');
const withCompanion = faultHead('no-cash', 'cash/ok', { alsoFails: ['http/answers'] });
const breaksBoth = faultHead('no-cash', 'cash/ok', { breaks: both });

const textsOf = (problems: readonly Problem[]) =>
  problems.map(({ kind, subject, text }) => `${subject} ${kind}: ${text}`);
const fired = (...ids: readonly string[]) => faultRow('no-cash', ids);
const later = (seed: number, ...ids: readonly string[]) => ({ ...fired(...ids), seed });
const died = brokenRow(fired(), 'the worker died', 5);
const open = faultRow('no-cash', ['cash/ok'], { verdict: 'inconclusive' });
const failing = faultRow('no-cash', ['cash/ok'], { harnessErrors: ['cash/ok: TypeError'] });

test.each<[what: string, fault: FaultHead, rows: readonly Row[], ...problems: string[]]>([
  ['its requirement alone finds it', noCash, [fired('cash/ok')]],
  ['one seed misses it', noCash, [fired('cash/ok'), later(2), later(3, 'cash/ok')], 'missed: by cash/ok (seeds 2)'],
  ['only another finds it', noCash, [fired('http/answers')], 'missed: by cash/ok', 'accused: by http/answers as well'],
  ['a companion fails with one seed', withCompanion, [fired('cash/ok'), later(2, ...both)]],
  ['a companion never fails', withCompanion, [fired('cash/ok')], 'stale: http/answers never speaks'],
  ['not all that it breaks fails', breaksBoth, [fired('cash/ok')], 'stale: http/answers never speaks'],
  ['the verdict stays open', noCash, [open], 'verdict: inconclusive (seed 1)'],
  ['the run has no result, which proves nothing', withCompanion, [died], 'broken: the worker died (seed 1)'],
  ['the harness fails', noCash, [failing], 'harness error: cash/ok: TypeError (seed 1)'],
])('a fault: %s', (_what, fault, rows, ...problems) => {
  expect(textsOf(faultProblems(fault, rows, checks))).toEqual(problems.map((problem) => `no-cash ${problem}`));
});

test('a broken should need not make the verdict non-conformant', () => {
  const should = checks.map((check) => ({ ...check, level: 'should' as const }));
  expect(faultProblems(noCash, [open], should)).toEqual([]);
});

const alarmed = (seed: number) => variantRow('terse', ['http/answers'], { seed, verdict: 'conformant' });
const left = (...said: readonly string[]) => variantRow('terse', [], { verdict: 'inconclusive', said });
test.each<[what: string, rows: readonly Row[], problem: string]>([
  [
    'two seeds accuse it',
    [alarmed(1), alarmed(2), variantRow('terse', [])],
    'false alarm: by http/answers (seeds 1, 2)',
  ],
  ['something stays open', [left('a', 'b', 'c')], 'verdict: inconclusive; a; b; c (seed 1)'],
  ['much stays open', [left('a', 'b', 'c', 'd', 'e')], 'verdict: inconclusive; a; b; c; and 2 more (seed 1)'],
  ['the run has no result', [{ ...died, kind: 'variant', id: 'terse' }], 'broken: the worker died (seed 1)'],
])('a variant: %s', (_what, rows, problem) => {
  expect(textsOf(variantProblems('terse', rows))).toEqual([`terse ${problem}`]);
});

test('unknown names and checks without a fault are found without a run', () => {
  const listed = [
    checkHead('cash/ok', 'gone', 'no-cash'),
    checkHead('cash/shape'),
    { ...checkHead('cash/colour'), level: 'observe' as const },
    checkHead('http/tls'),
  ];
  const faults = [faultHead('no-cash', 'cash/okay', { alsoFails: ['cash/ok'] })];
  expect(textsOf(namingProblems(listed, faults))).toEqual([
    'cash/ok no fault: no fault breaks it',
    'cash/shape no fault: no fault breaks it',
    'cash/ok no such fault: gone does not break it',
    'cash/ok no such fault: no-cash does not break it',
    'no-cash no such requirement: names cash/okay',
  ]);
});

test('a check that no fault turns red is found; a variant that turns it red does not count', () => {
  const rows = [fired('cash/ok'), variantRow('terse', ['http/answers'])];
  expect(textsOf(neverRed(checks, rows))).toEqual(['http/answers never red: no fault turns it red']);
});
