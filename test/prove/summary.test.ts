import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { matrixLines, noteLines, problemLines, secondTryLines, totalLine } from './print.ts';
import { checkHead, faultHead, faultRow, variantRow } from './samples.ts';
import { foundLater, summed } from './summary.ts';

const checks = [checkHead('cash/ok', 'no-cash', 'half-cash'), checkHead('guides/ok', 'no-guides')];
const faults = [
  faultHead('no-cash', 'cash/ok', { alsoFails: ['guides/ok'] }),
  faultHead('half-cash', 'cash/ok'),
  faultHead('no-guides', 'guides/ok'),
];
const all = { naming: true, everyFault: true };
const none = { naming: false, everyFault: false };
const shown = { violated: 1, judged: 4, by: 'listed' } as const;

test('a fault counts as found if every seed found it', () => {
  const rows = [
    faultRow('no-cash', ['cash/ok', 'guides/ok'], { seed: 1 }),
    faultRow('no-cash', ['cash/ok'], { seed: 2 }),
    faultRow('half-cash', ['cash/ok'], { seed: 1 }),
    faultRow('half-cash', [], { seed: 2 }),
    faultRow('no-guides', ['guides/ok'], { seed: 1 }),
  ];
  const { killRates, problems } = summed(checks, faults, rows, all);
  expect(killRates).toEqual([
    { group: 'cash', found: 1, of: 2 },
    { group: 'guides', found: 1, of: 1 },
  ]);
  expect(problems.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(['missed half-cash']);
});

test('an entry sums up all seeds', () => {
  const rows = [
    faultRow('no-cash', ['cash/ok'], { seed: 1, shown: { ...shown, cases: 3 } }),
    faultRow('no-cash', ['cash/ok', 'http/tls'], { seed: 2, shown: { ...shown, cases: 40, by: 'drawn' } }),
  ];
  const [entry] = summed(checks, faults, rows, none).entries;
  expect(entry).toMatchObject({ proven: 2, seeds: 2, cases: [3, 40], drawnOnly: 1, accused: ['http/tls'] });
  expect(entry).toMatchObject({ violated: 2, judged: 8, requests: 20, ms: 40, cpuMs: 30 });
});

test('problems that only a run of every fault can show are not reported for a part of them', () => {
  const rows = [faultRow('half-cash', ['cash/ok'])];
  expect(summed(checks, faults, rows, none).problems).toEqual([]);
  expect(summed(checks, faults, rows, all).problems).toEqual([
    { kind: 'never red', subject: 'guides/ok', text: 'no fault turns it red' },
  ]);
});

test('a fault and a variant of the same name are two entries', () => {
  const { entries } = summed(checks, faults, [faultRow('no-cash', ['cash/ok']), variantRow('no-cash', [])], none);
  expect(entries.map(({ kind, proven }) => `${kind} ${proven}`)).toEqual(['fault 1', 'variant 1']);
});

test('the graver problems come first', () => {
  const rows = [
    variantRow('terse', ['cash/ok']),
    faultRow('half-cash', ['cash/ok', 'guides/ok']),
    faultRow('no-guides', []),
  ];
  const { problems } = summed(checks, faults, rows, none);
  expect(problems.map(({ kind }) => kind)).toEqual(['missed', 'false alarm', 'accused', 'verdict']);
});

test('the matrix, the notes and the last line are plain text if colour is off', () => {
  const rows = [
    faultRow('half-cash', ['cash/ok'], { shown: { ...shown, cases: 12, by: 'drawn' } }),
    faultRow('no-guides', []),
    variantRow('terse', []),
  ];
  const summary = summed(checks, faults, rows, none);
  const color = createColors(false);
  expect(matrixLines(summary, color)).toEqual([
    '',
    'cash  1/1',
    '  cash/ok',
    '    + half-cash  case 12, drawn only  10 requests, 0.0 s',
    '',
    'guides  0/1',
    '  guides/ok',
    '    - no-guides  not found  10 requests, 0.0 s',
    '',
    'correct servers  1/1',
    '    + terse      10 requests, 0.0 s',
  ]);
  expect(noteLines(summary, color)).toEqual(['found by drawn requests only: half-cash']);
  expect(problemLines(summary, color)).toEqual(['missed  no-guides  by guides/ok']);
  expect(totalLine(summary, 3)).toBe(
    '1 of 2 faults found · 1 of 1 correct servers unaccused · 1 problem · 30 requests, 3 s (CPU 0 s)',
  );
});

test('faults that were found only at the second try are listed', () => {
  const problemsOf = (rows: Parameters<typeof summed>[2]) => summed(checks, faults, rows, none).problems;
  const [missed, found] = [faultRow('half-cash', []), faultRow('half-cash', ['cash/ok'])];
  const later = foundLater([missed], faults, problemsOf([found]));
  expect(secondTryLines(later)).toEqual(['found at the second try  half-cash']);
  expect(foundLater([missed], faults, problemsOf([missed]))).toEqual([]);
  // Its groups missed it, and the whole catalogue found it at the first try.
  const narrow = { ...missed, only: ['cash/*'] };
  expect(foundLater([narrow], faults, problemsOf([found]))).toEqual([]);
  // The same with another seed.
  expect(foundLater([{ ...narrow, seed: 2 }, found], faults, problemsOf([found]))).toEqual([]);
});
