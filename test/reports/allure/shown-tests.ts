import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export interface ShownTest {
  readonly id: string;
  readonly name: string;
  readonly fullName: string;
  readonly status: string;
}

export async function testsIn(page: Page): Promise<ShownTest[]> {
  await page.waitForSelector('[data-testid="tree-leaf"]');
  // A string, because it runs in the page, where this file's types do not apply.
  return (await page.evaluate(`
    Object.entries(allureReportData)
      .filter(([name]) => name.startsWith('data/test-results/'))
      .map(([, text]) => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)))))
      .map(({ id, name, fullName, status }) => ({ id, name, fullName, status }))`)) as ShownTest[];
}

/** Opens a test with all its steps and attachments, and shows the difference if it failed. */
export async function unfold(page: Page, { id, name, fullName, status }: ShownTest): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(id)}`);
  await until(
    page,
    `${all('test-result-fullname')}[0]?.textContent === ${JSON.stringify(fullName)}`,
  );
  const isWarning = name.startsWith('⚠');
  if (status !== 'failed' && !isWarning) return;
  // Allure unfolds the steps of a failed test itself.
  if (isWarning)
    await page.evaluate(
      `${all('test-result-step-header')}.forEach((one) => one.querySelector('button').click())`,
    );
  const attachments = all('test-result-attachment-header');
  await until(page, `${attachments}.length > 0`);
  await page.evaluate(`${attachments}.forEach((one) => one.querySelector('button').click())`);
  const viewer = '[data-testid$="-attachment-content"]';
  await until(
    page,
    `${all('test-result-attachment')}.every((one) => one.querySelector('${viewer}'))`,
  );
  // Opens the other views of a body. The remaining buttons only copy.
  await page.evaluate(`${all('http-attachment-content')}.forEach((one) => {
    for (const button of one.querySelectorAll('button')) if (button.textContent !== 'Copy') button.click();
  })`);
  if (isWarning) return;
  await page.getByText('Show difference').first().dispatchEvent('click');
  await page.waitForSelector('.language-diff');
}

/**
 * Waits for a condition. `waitForFunction` does not work, because the page's policy forbids eval.
 */
async function until(page: Page, condition: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(condition), { timeout: 20_000, message: condition })
    .toBe(true);
}

function all(name: string): string {
  return `[...document.querySelectorAll('[data-testid="${name}"]')]`;
}
