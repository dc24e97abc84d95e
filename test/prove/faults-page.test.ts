import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { variants } from '../../fixtures/variants/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { faultsPage, pageName } from './faults-page.ts';
import { checkHeads } from './heads.ts';

const checks = checkHeads(catalogue);

test('the page is that of the faults and variants as they are; `npm run prove -- --docs` writes it anew', () => {
  const written = readFileSync(new URL(`../../${pageName}`, import.meta.url), 'utf8');
  expect(written === faultsPage(checks, faults, variants), `${pageName} is current`).toBe(true);
});

test('every fault and variant has a line, and a column stays a column whatever a title says', () => {
  const [fault] = faults;
  if (!fault) throw new Error('there are no faults');
  const odd = { ...fault, id: 'odd', title: 'A | B, *C*, <d> and `e`.' };
  const page = faultsPage(checks, [...faults, odd], variants);
  for (const { id } of [...faults, ...variants, odd]) {
    expect(page.split('\n').filter((line) => line.startsWith(`| \`${id}\` |`)).length, id).toBe(1);
  }
  const line = page.split('\n').find((one) => one.startsWith('| `odd` |'));
  expect(line).toBe('| `odd` | A \\| B, \\*C\\*, \\<d> and \\`e\\`. | `token/issued` | |');
});
