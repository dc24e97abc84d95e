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
