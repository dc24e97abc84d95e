import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the accessibility problems that axe finds in the current state of the page, each after
 * its rule.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: axe });
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ rules: { 'target-size': { enabled: true } } })`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}
