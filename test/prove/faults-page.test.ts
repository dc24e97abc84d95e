import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { variants } from '../../fixtures/variants/index.ts';
import { faultsPage, pageName } from './faults-page.ts';

const page = faultsPage(faults, variants);

test('the page is current; `npm run prove -- --docs` writes it', () => {
  const written = readFileSync(new URL(`../../${pageName}`, import.meta.url), 'utf8');
  expect(written === page, `${pageName} is current`).toBe(true);
});

test('the counts of the page add up to all faults and all variants', () => {
  const [, ofFaults = '', ofVariants = ''] = page.split(/^## /m);
  expect(sumOf(ofFaults)).toBe(faults.length);
  expect(sumOf(ofVariants)).toBe(variants.length);
});

test('a mechanism counts its faults and names the groups that report them', () => {
  const [fault] = faults;
  if (!fault) throw new Error('there are no faults');
  const own = { ...fault, mechanism: 'race' as const, breaks: ['guides/order-stable'] as const };
  const other = { ...own, breaks: ['cash/ok'] as const };
  const line = faultsPage([own, other, own], []).match(/^\| \[`race`\].*$/m)?.[0];
  expect(line?.split(' | ').slice(2)).toEqual(['3', 'cash, guides |']);
});

/** Returns the sum of the third column. */
function sumOf(section: string): number {
  const cells = section.split('\n').map((line) => line.split(' | ')[2] ?? '');
  return cells.reduce((sum, cell) => sum + (Number.parseInt(cell, 10) || 0), 0);
}
