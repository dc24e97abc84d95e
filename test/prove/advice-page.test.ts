import { expect, test } from 'vitest';
import { advicePage } from './advice-page.ts';
import { brokenRow, type Row } from './row.ts';

const row = (id: string, ...advice: string[]): Row => ({
  ...brokenRow({ kind: 'fault', id, seed: 1, depth: 'standard' }, '', 0),
  findings: ['cash/ok', ...advice.slice(1)].map((requirement) => ({
    requirement,
    cause: 'missing',
    outcome: 'fail',
    title: 'cash is missing',
    places: [],
    advice: advice.slice(0, 1),
  })),
});
const declared = [{ id: 'cash/ok', causes: ['missing', 'negative'] }];

test('each cause has a line with the fault that shows it most plainly', () => {
  const page = advicePage(declared, [
    row('many-findings', 'Many.', 'cash/schema'),
    row('no-cash', 'A bank run.'),
  ]);
  expect(page).toContain('1 of 2 causes were shown by 2 runs.');
  expect(page).toMatch(/`cash\/ok#missing` +\| `no-cash` +\| cash is missing +\| A bank run\. +\|/);
  expect(page).toMatch(/`cash\/ok#negative` +\| none/);
});
