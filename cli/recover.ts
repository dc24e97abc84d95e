import { join } from 'node:path';
import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import { readEvidence } from '../engine/evidence/har-file.ts';
import { judgeEvidence } from '../engine/judge.ts';
import type { Part } from '../engine/outcome/part.ts';

/** The part of a run whose worker died: judged from the evidence that it had written until then. */
export async function recoverPart(
  catalogue: Catalogue,
  out: string,
  problem: string | undefined,
): Promise<{ readonly part: Part; readonly stopped: string }> {
  const evidence = await readEvidence(join(out, 'exchanges.har'));
  const part = await judgeEvidence(catalogue, evidence);
  const message = problem ?? 'the worker ended without a result';
  return {
    part: { ...part, harnessErrors: [...part.harnessErrors, { where: 'worker', message }] },
    stopped: 'the worker ended before the run did',
  };
}
