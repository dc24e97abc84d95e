import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { allReports } from '../config/resolve.ts';
import { deliver } from '../deliver.ts';
import { readOwnEvidence, resultOf } from '../evidence.ts';
import { InputError } from '../exit.ts';
import { weighKnown } from '../known-failures.ts';
import { detailOf, type WritingFlags } from '../page.ts';
import { evidenceDigest, fileOfRun, inFolder, isSamePlace } from '../result-folder.ts';

export async function judge(
  path: string,
  { out, allure = true, ...flags }: WritingFlags,
): Promise<number> {
  const file = fileOfRun(path, 'exchanges.har');
  const evidence = await readOwnEvidence(file);
  const folder = resolve(out);
  if (isSamePlace(file, join(folder, 'exchanges.har')))
    throw new InputError('--out is the folder of the evidence. Name another folder.');
  return inFolder(folder, async () => {
    await copyFile(file, join(folder, 'exchanges.har'));
    const result = await resultOf(evidence, {
      ...(evidence.complete ? {} : { interrupted: 'the evidence ends before the end of the run' }),
      evidence: await evidenceDigest(join(folder, 'exchanges.har')),
    });
    await deliver(result, folder, { ...allReports, allure }, { detail: detailOf(flags) });
    return weighKnown(result, undefined, evidence.record.plan).code;
  });
}
