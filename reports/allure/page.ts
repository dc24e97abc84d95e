import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../engine/result.ts';
import { hardenPage } from './harden-page.ts';
import { history, keepHistory, maskedHistory } from './history.ts';
import type { Allure } from './load-allure.ts';

/** The number of runs in the history. Each run adds a megabyte to the page. */
const historyLimit = 10;

const categories = {
  Violated: { statuses: ['failed'] },
  Warnings: { statuses: ['passed'], labels: { tag: 'warning' } },
  'Not judged': { statuses: ['broken'] },
  'Not run': { statuses: ['skipped'] },
};

export async function writeAllurePage(allure: Allure, result: Result, out: string): Promise<void> {
  const { run, verdict } = result;
  const output = join(out, 'allure-report');
  const historyPath = join(out, result.masked ? maskedHistory : history);
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  await keepHistory(historyPath, run.id);
  const name = `Conformance: ${verdict}`;
  const config = await allure.resolveConfig({
    name,
    output,
    historyPath,
    historyLimit,
    categories: Object.entries(categories).map(([name, matchers]) => ({
      ...{ name, matchers, groupByMessage: true },
    })),
    plugins: {
      awesome: {
        options: { singleFile: true, groupBy: ['epic', 'feature'], sections: ['charts'] },
      },
    },
  });
  let problem: unknown;
  const report = new allure.AllureReport({
    ...config,
    plugins: (config.plugins ?? [])
      .filter(({ id }) => id === 'awesome')
      .map(({ plugin, ...rest }) => ({
        ...rest,
        plugin: {
          start: async (context, store, realtime) => plugin.start?.(context, store, realtime),
          // Without `ci`, the page contains nothing that Allure reads from the environment and git,
          // such as branch and job.
          done: async (context, store) =>
            plugin.done?.({ ...context, ci: undefined }, store).catch((error: unknown) => {
              problem = error;
            }),
        },
      })),
  });
  // The history identifies a run by its id. Allure would add the name of the CI job to the report's
  // name.
  report.reportUuid = run.id;
  report.reportName = name;
  await report.start();
  await report.readDirectory(join(out, 'allure-results'));
  await report.done();
  if (problem !== undefined) throw problem;
  const page = join(output, 'index.html');
  const html = await readFile(page, 'utf8');
  // The other files that Allure writes are for its own services.
  for (const file of await readdir(output))
    await rm(join(output, file), { recursive: true, force: true });
  await writeFile(page, hardenPage(html));
}
