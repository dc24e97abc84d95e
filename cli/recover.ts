import { join } from 'node:path';
import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import {
  type Evidence,
  EvidenceError,
  type RunRecord,
  readEvidence,
  writeEvidence,
} from '../engine/evidence/har-file.ts';
import { judgeEvidence } from '../engine/judge.ts';
import type { Part } from '../engine/outcome/part.ts';
import { version } from './version.ts';

export async function recoverPart(
  catalogue: Catalogue,
  out: string,
  record: RunRecord,
  problem: string | undefined,
  wasTold: boolean,
): Promise<{ readonly part: Part; readonly stopped: string }> {
  const evidence = await evidenceIn(join(out, 'exchanges.har'), record);
  const part = await judgeEvidence(catalogue, evidence);
  if (wasTold) return { part, stopped: 'the worker was interrupted' };
  const message = problem ?? 'the worker ended without a result';
  return {
    part: { ...part, harnessErrors: [...part.harnessErrors, { where: 'worker', message }] },
    stopped: 'the worker ended before the run did',
  };
}

async function evidenceIn(file: string, record: RunRecord): Promise<Evidence> {
  try {
    return await readEvidence(file);
  } catch (error) {
    if (!(error instanceof EvidenceError) && (error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw error;
    await writeEvidence(file, version, record).end();
    return readEvidence(file);
  }
}
