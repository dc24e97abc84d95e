import { dirname, resolve } from 'node:path';
import { documentNames } from '../../reports/documents.ts';
import { allReports } from '../config/resolve.ts';
import { writeReports } from '../deliver.ts';
import { InputError } from '../exit.ts';
import { type CommandFlags, shown, type WritingFlags } from '../page.ts';
import { published } from '../publish.ts';
import { fileOfRun, inFolder, isSamePlace, readResult } from '../result-folder.ts';

export async function report(path: string, flags: WritingFlags): Promise<number> {
  const wanted = wantedBy(flags);
  const result = await readResult(path);
  const folder = resolve(flags.out);
  const isOwn = isSamePlace(folder, dirname(resolve(fileOfRun(path, 'result.json'))));
  if (isOwn && wanted.mask && !result.masked) {
    throw new InputError(
      '--publish: the folder contains unmasked evidence. Name another folder with --out.',
    );
  }
  // In the folder of the result, replace only the reports. Another folder may have files of another
  // run.
  const write = () => writeReports(wanted.mask ? published(result) : result, folder, wanted);
  const lines = await inFolder(folder, write, { keep: isOwn });
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.stdout.write(`Written to ${shown(folder)}\n`);
  return 0;
}

const names = [...documentNames, 'allure'] as const;

function wantedBy({ only, publish = false, allure = true }: CommandFlags) {
  if (only === undefined) return { ...allReports, allure, mask: publish };
  const asked = only.split(',').map((name) => name.trim());
  const unknown = asked.find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) {
    throw new InputError(
      `--only: found ${JSON.stringify(unknown)}; accepted: ${names.join(', ')}.`,
    );
  }
  if (!allure && asked.includes('allure'))
    throw new InputError('--only names allure, and --no-allure excludes it. Remove one.');
  const chosen = Object.fromEntries(names.map((name) => [name, asked.includes(name)]));
  return { ...allReports, ...chosen, mask: publish };
}
