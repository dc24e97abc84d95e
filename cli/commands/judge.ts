import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { allReports } from '../../engine/config/resolve.ts';
import { readEvidence } from '../../engine/evidence/har-file.ts';
import { judgeEvidence } from '../../engine/judge.ts';
import { assemble, catalogueDigest } from '../../engine/outcome/assemble.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { deliver } from '../deliver.ts';
import { type DetailFlags, detailOf } from '../detail.ts';
import { exitCodeOf, InputError } from '../exit.ts';
import { evidenceDigest, prepareFolder } from '../result-folder.ts';
import { name, version } from '../version.ts';

interface JudgeFlags extends DetailFlags {
  readonly out: string;
  readonly allure: boolean;
}

/** Judges recorded exchanges again and sends nothing. Resolves to the exit code of the verdict. */
export async function judge(file: string, { out, allure, ...flags }: JudgeFlags): Promise<number> {
  const evidence = await readEvidence(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined ? error : new InputError(`${file} cannot be read (${error.code}).`);
  });
  const { record, complete } = evidence;
  if (record.catalogueSha256 !== catalogueDigest(catalogue)) {
    throw new InputError(
      `${file} was recorded with another catalogue (${record.catalogueSha256.slice(0, 12)}, by version ${evidence.version}). Judge it with that version.`,
    );
  }
  const folder = resolve(out);
  if (resolve(file) === join(folder, 'exchanges.har'))
    throw new InputError('--out is the folder of the evidence. Name another folder.');
  await prepareFolder(folder);
  const part = await judgeEvidence(catalogue, evidence);
  await copyFile(file, join(folder, 'exchanges.har'));
  const result = assemble({
    catalogue,
    plan: record.plan,
    part: evidence.version === version ? part : { ...part, notices: [...part.notices, recordedBy(evidence.version)] },
    harness: { name, version },
    run: { id: record.run.id, startedAt: record.run.startedAt, durationMs: 0 },
    ...(complete ? {} : { interrupted: 'the evidence ends before the end of the run' }),
    evidence: await evidenceDigest(join(folder, 'exchanges.har')),
  });
  await deliver(result, folder, { ...allReports, allure }, undefined, detailOf(flags));
  return exitCodeOf(result.verdict, result);
}

/** Two versions with the same catalogue may still send different cases, or judge them differently. */
function recordedBy(recorder: string): string {
  return `Version ${recorder} recorded the evidence. It does not contain requests that only version ${version} sends.`;
}
