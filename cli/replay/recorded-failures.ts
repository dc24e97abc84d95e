import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadRequest } from '../../engine/exchange/stored-request.ts';
import { causeId } from '../../engine/outcome/defect-id.ts';
import type { Finding } from '../../engine/outcome/finding.ts';
import type { Failure, Result } from '../../engine/result.ts';
import { InputError } from '../exit.ts';
import { readOwnEvidence, requireOwnVersion, resultOf } from '../own-evidence.ts';
import { readWholeResult } from '../result-folder.ts';

export interface RecordedFailure {
  /** The number in reports, from 1. */
  readonly nth: number;
  readonly failure: Failure;
  readonly findings: readonly Finding[];
}

export async function readRecorded(file: string): Promise<Result> {
  const beside = join(dirname(file), 'result.json');
  const result =
    !file.endsWith('.har') || existsSync(beside)
      ? await readWholeResult(file.endsWith('.har') ? beside : file)
      : await judged(file);
  requireOwnVersion(file, result.harness.version, result.specification.catalogueSha256);
  return result;
}

async function judged(file: string): Promise<Result> {
  const evidence = await readOwnEvidence(file);
  if (!evidence.complete) {
    throw new InputError(
      `${file} is incomplete: the run that wrote it may have been killed. Judge it with m2m-conformance judge, then replay that result.`,
    );
  }
  return resultOf(evidence);
}

/** All, or the one with that number or id. */
export function failuresOf(result: Result, asked: string | undefined): readonly RecordedFailure[] {
  const all = result.failures.map((failure, at) => ({
    nth: at + 1,
    failure,
    findings: findingsOf(failure, result),
  }));
  if (asked === undefined) return all;
  const byId = all.find(({ failure }) => failure.id === asked);
  const chosen = byId ?? (/^\d+$/.test(asked) ? all[Number(asked) - 1] : undefined);
  if (chosen) return [chosen];
  const accepted = `Accepted: a number from 1 to ${all.length}, or the id of a failure.`;
  const range = all.length === 0 ? 'The result has no failures.' : accepted;
  throw new InputError(`--failure ${asked}: there is no such failure. ${range}`);
}

/** If only a whole run can show the failure, its findings are made from its places. */
function findingsOf(
  { requirement, cause, facts, places }: Failure,
  { part }: Result,
): readonly Finding[] {
  const defect = { cause, facts };
  const isOfDefect = (one: Finding) =>
    one.requirement === requirement && causeId(one) === causeId(defect);
  const found = Object.values(part.findings).filter(isOfDefect);
  try {
    for (const { exchange, recipe } of found)
      for (const one of [exchange, ...(recipe?.steps ?? []).map((step) => step.exchange)])
        if (one) loadRequest(one.request);
  } catch (error) {
    throw new InputError(
      `The result contains a request that \`run\` did not write (${(error as Error).message}).`,
    );
  }
  if (found.length > 0) return found;
  const reproduced = { of: 0, times: 0 };
  return places.map(({ endpoint, count }) => ({
    requirement,
    endpoint,
    ...defect,
    count,
    reproduced,
  }));
}
