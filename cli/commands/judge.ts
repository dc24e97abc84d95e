import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { judgeEvidence } from '../../engine/judge.ts';
import { assemble } from '../../engine/outcome/assemble.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { allReports } from '../config/resolve.ts';
import { deliver } from '../deliver.ts';
import { type DetailFlags, detailOf } from '../detail.ts';
import { exitCodeOf, InputError } from '../exit.ts';
import { readOwnEvidence } from '../own-version.ts';
import { evidenceDigest, prepareFolder } from '../result-folder.ts';
import { name, version } from '../version.ts';

interface JudgeFlags extends DetailFlags {
  readonly out: string;
  readonly allure: boolean;
}

/** Judges recorded exchanges again and sends nothing. Resolves to the exit code of the verdict. */
export async function judge(file: string, { out, allure, ...flags }: JudgeFlags): Promise<number> {
  const evidence = await readOwnEvidence(file);
  const { record, complete } = evidence;
  const folder = resolve(out);
  if (resolve(file) === join(folder, 'exchanges.har'))
    throw new InputError('--out is the folder of the evidence. Name another folder.');
  await prepareFolder(folder);
  const part = await judgeEvidence(catalogue, evidence);
  await copyFile(file, join(folder, 'exchanges.har'));
  const result = assemble({
    catalogue,
    plan: record.plan,
    part,
    harness: { name, version },
    run: { id: record.run.id, startedAt: record.run.startedAt, durationMs: 0 },
    ...(complete ? {} : { interrupted: 'the evidence ends before the end of the run' }),
    evidence: await evidenceDigest(join(folder, 'exchanges.har')),
  });
  await deliver(result, folder, { ...allReports, allure }, undefined, detailOf(flags));
  return exitCodeOf(result.verdict, result);
}
