import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../engine/result.ts';
import { plain } from '../plain.ts';
import { loadAllure } from './load-allure.ts';
import { writeAllurePage } from './page.ts';
import { writeAllureResults } from './results.ts';

/**
 * Writes `allure-results/` and, where Allure is installed, `allure-report/index.html`, in place of what was there.
 * Never throws: resolves to lines for the person at the terminal, none where everything was written.
 */
export async function writeAllure(result: Result, out: string, load = loadAllure): Promise<readonly string[]> {
  // Read while the worker runs.
  const loading = load();
  loading.catch(() => {});
  try {
    await rm(join(out, 'allure-report'), { recursive: true, force: true });
    await writeAllureResults(result, join(out, 'allure-results'));
  } catch (error) {
    return [`The Allure results were not written: ${reasonOf(error)}. The verdict does not depend on them.`];
  }
  try {
    const allure = await loading;
    if (!allure) return [howToGetIt];
    await writeAllurePage(allure, result, out);
    return [];
  } catch (error) {
    // A page that is half made would still ask the network.
    await rm(join(out, 'allure-report'), { recursive: true, force: true }).catch(() => {});
    return [`The Allure page was not made: ${reasonOf(error)}. The verdict does not depend on it.`];
  }
}

const howToGetIt =
  'The Allure results are written; for their page install Allure (npm install --save-dev allure) and run m2m-conformance report.';

function reasonOf(error: unknown): string {
  return plain(error instanceof Error ? error.message : String(error));
}
