import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostedRun } from '../suites/conformance.test.ts';
import type { ReportSettings } from './config/file-config.ts';
import { type Delivery, deliver } from './deliver.ts';
import {
  assemble,
  catalogue,
  catalogueDigest,
  codeOf,
  defined,
  EvidenceError,
  judgeEvidence,
  type KnownFailure,
  type Part,
  plannedConfig,
  type Result,
  type RunRecord,
  readEvidence,
  WrongConfiguration,
  writeEvidence,
} from './engine.ts';
import { weighKnown } from './known-failures.ts';
import { evidenceDigest } from './result-folder.ts';
import { name, version } from './version.ts';

export type Left = Readonly<{
  part: Part;
  stopped?: string;
  /** Computed while it was written, because the evidence may be hundreds of megabytes large. */
  evidenceSha256?: string;
}>;

/** Reads and deletes the file that the worker wrote. */
export async function takePart(out: string): Promise<Left | undefined> {
  const file = join(out, 'part.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  await rm(file, { force: true });
  const left =
    text === undefined
      ? undefined
      : (JSON.parse(text) as Left | { readonly wrongConfiguration: string });
  if (left && 'wrongConfiguration' in left) throw new WrongConfiguration(left.wrongConfiguration);
  return left;
}

export type EndedRun = Readonly<{
  run: HostedRun;
  left: Left | { readonly problem: string };
  /** The reason is the name of the signal. */
  interruption?: AbortSignal;
  durationMs: number;
  known: readonly KnownFailure[] | undefined;
  reports: ReportSettings;
}> &
  Pick<Delivery, 'signing' | 'detail'>;

export async function concludeRun({
  run,
  left,
  interruption,
  durationMs,
  known,
  reports,
  signing,
  detail,
}: EndedRun): Promise<number> {
  const { config, out, runId: id, startedAt, version } = run;
  const plan = plannedConfig(config);
  const record = {
    formatVersion: 1,
    run: { id, startedAt },
    catalogueSha256: catalogueDigest(catalogue),
    plan,
    givenTokens: {},
  } as const;
  const signal = () => (interruption?.aborted ? String(interruption.reason) : undefined);
  const { part, stopped, evidenceSha256 }: Left =
    'part' in left ? left : await recoverPart(out, record, left.problem, signal() !== undefined);
  const endedBy = (interrupted: string | undefined, evidence: Result['evidence']) =>
    weighKnown(
      assemble({
        catalogue,
        plan,
        part,
        harness: { name, version },
        run: { id, startedAt, durationMs: Math.round(durationMs) },
        ...defined({ interrupted, evidence }),
      }),
      known,
      config,
    );
  const file = 'exchanges.har';
  const evidence = evidenceSha256
    ? { file, sha256: evidenceSha256 }
    : await evidenceDigest(join(out, file));
  const { result, code } = endedBy(signal() ?? stopped, evidence);
  const told = reports.mask ? await withMaskedEvidence(result, out) : result;
  const interrupted = () => endedBy(signal(), told.evidence).result;
  await deliver(told, out, reports, { detail, signing, signal: interruption, interrupted });
  return code;
}

async function withMaskedEvidence(result: Result, out: string) {
  const { maskEvidence } = await import('./mask-evidence.ts');
  const file = join(out, 'exchanges.har');
  await maskEvidence(file, result);
  return { ...result, evidence: await evidenceDigest(file) };
}

async function recoverPart(
  out: string,
  record: RunRecord,
  problem: string | undefined,
  wasTold: boolean,
) {
  const evidence = await evidenceIn(join(out, 'exchanges.har'), record);
  const part = await judgeEvidence(catalogue, evidence);
  if (wasTold) return { part, stopped: 'the worker was interrupted' };
  const message = problem ?? 'the worker ended without a result';
  return {
    part: { ...part, harnessErrors: [...part.harnessErrors, { where: 'worker', message }] },
    stopped: 'the worker ended before the run did',
  };
}

async function evidenceIn(file: string, record: RunRecord) {
  try {
    return await readEvidence(file);
  } catch (error) {
    if (!(error instanceof EvidenceError) && codeOf(error) !== 'ENOENT') throw error;
    await writeEvidence(file, version, record).end();
    return readEvidence(file);
  }
}
