import { isDeepStrictEqual } from 'node:util';
import { type Evidence, EvidenceError, type Result, readEvidence } from '../engine.ts';
import { resultOf } from '../evidence.ts';
import { conversionOfFile, evidenceDigest } from '../result-folder.ts';
import { outcomeDifferences } from './recompute.ts';

export type Audit = Readonly<{
  problems: readonly string[];
  exchanges: number;
}>;

/**
 * Judges evidence again. Another verdict, outcome or failure is a problem, and so is masked or
 * incomplete evidence, or that of a selection or shard unless `mayBePart` is set.
 */
export async function auditEvidence(
  file: string,
  result: Result,
  mayBePart = false,
): Promise<Audit> {
  if (result.masked) return refused('the result is masked and cannot be audited');
  const unlike = await whyOtherDigest(file, result);
  if (unlike !== undefined) return refused(unlike);
  let evidence: Evidence;
  try {
    evidence = await readEvidence(file);
  } catch (error) {
    if (error instanceof EvidenceError) return refused(error.message);
    throw error;
  }
  const { record, exchanges, complete } = evidence;
  const { only, skip, shard } = record.plan;
  if (!mayBePart && (only ?? skip)) {
    const selection = only ? `--only ${only.join(',')}` : `--skip ${skip?.join(',')}`;
    return refused(`it covers only a selection: ${selection}`);
  }
  if (!mayBePart && (shard?.total ?? 1) > 1) return refused('it is the evidence of a shard');
  const judged = await resultOf(evidence, interruption(result, complete));
  const problems = [
    ...(complete || result.interrupted !== undefined ? [] : ['it ends before the end of the run']),
    ...otherRun(judged, result),
    ...outcomeDifferences(judged, result),
  ];
  return { problems, exchanges: exchanges.size };
}

async function whyOtherDigest(file: string, { evidence }: Result) {
  const { sha256 } = await evidenceDigest(file);
  if (sha256 === evidence?.sha256) return undefined;
  return (
    (await conversionOfFile(file, evidence?.sha256)) ??
    'its digest differs from the one in the result'
  );
}

function interruption({ interrupted }: Result, complete: boolean) {
  if (interrupted !== undefined) return { interrupted };
  return complete ? {} : { interrupted: 'the evidence ends before the end of the run' };
}

function refused(problem: string) {
  return { problems: [problem], exchanges: 0 };
}

/** The start time is not compared: a merged result has that of its earliest shard. */
function otherRun(judged: Result, stated: Result) {
  const asked = ({ harness, target, claim, profile, run }: Result) => {
    const { id, seed, depth, strict, shard } = run;
    return { harness, target, claim, profile, run: { id, seed, depth, strict, shard } };
  };
  const [recorded, said] = [asked(judged), asked(stated)];
  return (['harness', 'target', 'claim', 'profile', 'run'] as const)
    .filter((name) => !isDeepStrictEqual(recorded[name], said[name]))
    .map((name) => `its ${name} differs from the one in the result`);
}
