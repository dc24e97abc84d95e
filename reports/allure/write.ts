import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../engine/result.ts';
import { plain } from '../plain.ts';
import { loadAllure } from './load-allure.ts';
import { writeAllurePage } from './page.ts';
import { writeAllureResults } from './results.ts';

/**
 * Replaces `allure-results/` and, if Allure is installed, `allure-report/index.html`. Never throws.
 * Resolves to messages for the terminal.
 */
export async function writeAllure(
  result: Result,
  out: string,
  load = loadAllure,
): Promise<readonly string[]> {
  const loading = load();
  loading.catch(() => {});
  try {
    await rm(join(out, 'allure-report'), { recursive: true, force: true });
    await writeAllureResults(result, join(out, 'allure-results'));
  } catch (error) {
    return [
      `The Allure results were not written: ${reasonOf(error)}. ` +
        'The verdict does not depend on them.',
    ];
  }
  try {
    const allure = await loading;
    if (!allure) return [howToGetIt];
    await writeAllurePage(allure, result, out);
    return [];
  } catch (error) {
    // An unfinished page still contains Allure's network requests.
    await rm(join(out, 'allure-report'), { recursive: true, force: true }).catch(() => {});
    return [`The Allure page was not made: ${reasonOf(error)}. The verdict does not depend on it.`];
  }
}

const howToGetIt =
  'The Allure results are written. To make their page, ' +
  'install Allure (npm install --save-dev allure) and run m2m-conformance report.';

const reasonOf = (error: unknown) => plain(error instanceof Error ? error.message : String(error));
