import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { see } from '../../engine/config/troubleshooting.ts';
import { runTests } from '../../reports/allure/run-tests.ts';
import { InputError } from '../exit.ts';
import { requireFree } from '../result-folder.ts';
import { packageFolder } from '../version.ts';
import { bad, type Chapter, good, type Line } from './finding.ts';

/** Writes no report. */
export async function foldersChapter(out: string): Promise<Chapter> {
  return { title: 'Folders', lines: await Promise.all([packageLine(), reportsLine(out)]) };
}

async function packageLine(): Promise<Line> {
  let problem: string | undefined = 'no test was found';
  const started = runTests([{ name: 'a worker starts', outcome: 'pass' }], {
    onTestRunEnd: (modules, errors) => {
      const error = errors[0] ?? modules.flatMap((module) => module.errors())[0];
      if (error) problem = error.message;
      else if (modules.some((module) => module.ok())) problem = undefined;
    },
  });
  await started.catch((error: Error) => {
    problem = error.message;
  });
  if (problem === undefined) return good('package', `vitest runs in ${packageFolder}`);
  return bad(
    'package',
    `vitest cannot run in ${packageFolder}: ${problem}. Install the package again, or elsewhere. ${see('folders')}`,
  );
}

async function reportsLine(out: string): Promise<Line> {
  try {
    if (existsSync(out)) await requireFree(out);
    else await access(existing(out), constants.W_OK);
    return good('reports', `a run can write to ${out}`);
  } catch (error) {
    if (error instanceof InputError) return bad('reports', error.message);
    const { code } = error as NodeJS.ErrnoException;
    return bad(
      'reports',
      `The folder ${out} cannot be created (${code}). Name another with --out or M2M_OUT. ${see('folders')}`,
    );
  }
}

function existing(path: string): string {
  return existsSync(path) ? path : existing(dirname(path));
}
