import { expect, test } from 'vitest';
import { brokenRow, type Row } from './row.ts';
import { differencesSaid, type SaidFinding } from './said-findings.ts';

const finding: SaidFinding = {
  requirement: 'cash/ok',
  cause: 'missing',
  outcome: 'fail',
  title: 'cash is missing',
  places: ['GET /cash'],
  advice: ['One.', 'Two.', 'Three.'],
};
const row = (changes: Partial<SaidFinding>, id = 'no-cash'): Row => ({
  ...brokenRow({ kind: 'fault', id, seed: 1, depth: 'standard' }, '', 0),
  findings: [{ ...finding, ...changes }],
});

test.each<[what: string, changes: Partial<SaidFinding>, gained: string]>([
  ['title', { title: 'no cash' }, 'cash/ok fail: no cash | at GET /cash | One. | Two.'],
  ['outcome', { outcome: 'warn' }, 'cash/ok warn: cash is missing | at GET /cash | One. | Two.'],
  ['places', { places: [] }, 'cash/ok fail: cash is missing | at  | One. | Two.'],
  [
    'first advice',
    { advice: ['Two.', 'One.'] },
    'cash/ok fail: cash is missing | at GET /cash | Two. | One.',
  ],
])('a finding with another %s differs', (_what, changes, gained) => {
  expect(differencesSaid([row({})], [row(changes)])).toEqual([
    'fault no-cash, seed 1',
    '  - cash/ok fail: cash is missing | at GET /cash | One. | Two.',
    `  + ${gained}`,
  ]);
});

test('equal findings do not differ, nor do those of a server that only one proof certified', () => {
  expect(differencesSaid([row({})], [row({ advice: ['One.', 'Two.'] })])).toEqual([]);
  expect(differencesSaid([row({})], [row({ title: 'another' }, 'other')])).toEqual([]);
});
