import { expect, test } from 'vitest';
import { faultProblems, namingProblems, neverRed, unnamed, variantProblems } from './problems.ts';
import { brokenRow } from './row.ts';
import { checkHead, faultHead, faultRow, variantRow } from './samples.ts';

const checks = [checkHead('cash/ok', 'no-cash'), checkHead('http/answers', 'silence')];
const noCash = faultHead('no-cash', 'cash/ok');

test('a fault that its requirement alone finds is no problem', () => {
  expect(faultProblems(noCash, [faultRow('no-cash', ['cash/ok'])], checks)).toEqual([]);
});

test('a fault that its requirement misses with one seed of several is missed', () => {
  const rows = [1, 2, 3].map((seed) => faultRow('no-cash', seed === 2 ? [] : ['cash/ok'], { seed }));
  expect(faultProblems(noCash, rows, checks)).toEqual([
    { kind: 'missed', subject: 'no-cash', text: 'by cash/ok (seeds 2)' },
  ]);
});

test('a fault that only another requirement finds is missed, and that requirement accuses', () => {
  expect(faultProblems(noCash, [faultRow('no-cash', ['http/answers'])], checks)).toEqual([
    { kind: 'missed', subject: 'no-cash', text: 'by cash/ok' },
    { kind: 'accused', subject: 'no-cash', text: 'by http/answers as well' },
  ]);
});

test('a companion must fail with at least one seed', () => {
  const fault = faultHead('no-cash', 'cash/ok', { companions: ['http/answers'] });
  const silent = faultRow('no-cash', ['cash/ok'], { seed: 1 });
  const both = faultRow('no-cash', ['cash/ok', 'http/answers'], { seed: 2 });
  expect(faultProblems(fault, [silent, both], checks)).toEqual([]);
  expect(faultProblems(fault, [silent], checks)).toEqual([
    { kind: 'stale', subject: 'no-cash', text: 'http/answers never speaks' },
  ]);
});

test('every broken requirement must fail', () => {
  const fault = faultHead('no-cash', 'cash/ok', { breaks: ['cash/ok', 'http/answers'] });
  expect(faultProblems(fault, [faultRow('no-cash', ['cash/ok'])], checks).map(({ kind }) => kind)).toEqual(['stale']);
});

test('a requirement that names a fault has to be turned red by it', () => {
  const fault = faultHead('no-cash', 'cash/ok', { companions: ['http/answers'], namedBy: ['cash/ok', 'http/answers'] });
  expect(faultProblems(fault, [faultRow('no-cash', ['cash/ok'])], checks)).toEqual([
    { kind: 'not red', subject: 'no-cash', text: 'http/answers names it in brokenBy' },
  ]);
});

test('a broken must makes the verdict non-conformant, a broken should need not', () => {
  const rows = [faultRow('no-cash', ['cash/ok'], { verdict: 'inconclusive' })];
  expect(faultProblems(noCash, rows, checks).map(({ kind }) => kind)).toEqual(['verdict']);
  const should = checks.map((check) => ({ ...check, level: 'should' as const }));
  expect(faultProblems(noCash, rows, should)).toEqual([]);
});

test('a run without a result is a problem and proves nothing', () => {
  const fault = faultHead('no-cash', 'cash/ok', { companions: ['http/answers'] });
  const row = brokenRow(faultRow('no-cash', []), 'the worker ended with SIGSEGV: ', 5);
  expect(faultProblems(fault, [row], checks).map(({ kind }) => kind)).toEqual(['broken']);
  expect(variantProblems('terse', [{ ...row, kind: 'variant', id: 'terse' }]).map(({ kind }) => kind)).toEqual([
    'broken',
  ]);
});

test('an error of the harness is a problem', () => {
  const row = faultRow('no-cash', ['cash/ok'], { harnessErrors: ['cash/ok: TypeError'] });
  expect(faultProblems(noCash, [row], checks)).toEqual([
    { kind: 'harness error', subject: 'no-cash', text: 'cash/ok: TypeError (seed 1)' },
  ]);
});

test('a failure of a variant is a false alarm, reported once for all seeds', () => {
  const alarmed = [1, 2].map((seed) => variantRow('terse', ['http/answers'], { seed, verdict: 'conformant' }));
  expect(variantProblems('terse', [...alarmed, variantRow('terse', [], { seed: 3 })])).toEqual([
    { kind: 'false alarm', subject: 'terse', text: 'by http/answers (seeds 1, 2)' },
  ]);
});

test('a variant whose verdict stays open is a problem, with the reason', () => {
  const row = variantRow('terse', [], { verdict: 'inconclusive', said: ['cash/ok inconclusive: no answer'] });
  expect(variantProblems('terse', [row])).toEqual([
    { kind: 'verdict', subject: 'terse', text: 'inconclusive; cash/ok inconclusive: no answer (seed 1)' },
  ]);
});

test('names that lead nowhere and checks without a fault are found without a run', () => {
  const listed = [
    checkHead('cash/ok', 'gone'),
    checkHead('cash/shape'),
    { ...checkHead('cash/colour'), level: 'observe' as const },
    { ...checkHead('cash/secret'), assessable: false },
    checkHead('http/tls'),
  ];
  const faults = [faultHead('no-cash', 'cash/okay', { companions: ['cash/ok'] })];
  expect(namingProblems(listed, faults)).toEqual([
    { kind: 'no fault', subject: 'cash/shape', text: 'names no fault that breaks it' },
    { kind: 'no such fault', subject: 'cash/ok', text: 'is broken by gone, which is none' },
    { kind: 'no such requirement', subject: 'no-cash', text: 'names cash/okay' },
  ]);
});

test('a check that no fault turns red is found; a variant that does so by mistake does not count', () => {
  const rows = [faultRow('no-cash', ['cash/ok']), variantRow('terse', ['http/answers'])];
  expect(neverRed(checks, rows)).toEqual([
    { kind: 'never red', subject: 'http/answers', text: 'no fault turns it red' },
  ]);
});

test('a fault need not be named by what it breaks, and is listed', () => {
  expect(unnamed([noCash, faultHead('late', 'cash/ok', { namedBy: [] })])).toEqual(['late']);
});

test('of what a server leaves open the first few are told, and how many more there are', () => {
  const said = ['one', 'two', 'three', 'four', 'five'];
  const textOf = (some: readonly string[]) =>
    variantProblems('terse', [variantRow('terse', [], { verdict: 'inconclusive', said: some })]).map(
      ({ text }) => text,
    );
  expect(textOf(said)).toEqual(['inconclusive; one; two; three; and 2 more (seed 1)']);
  expect(textOf(said.slice(0, 3))).toEqual(['inconclusive; one; two; three (seed 1)']);
});
