import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Config } from '../../engine/config/config.ts';
import type { ReportSettings } from '../../engine/config/resolve.ts';
import { plannedConfig } from '../../engine/evidence/replay.ts';
import { assemble } from '../../engine/outcome/assemble.ts';
import type { KnownFailure } from '../../engine/outcome/known-failures.ts';
import type { Result } from '../../engine/result.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { deliver } from '../deliver.ts';
import { exitCodes } from '../exit.ts';
import { describeForecast } from '../forecast-text.ts';
import { type Hosted, host } from '../host.ts';
import { readKnown, weighKnown } from '../known-failures.ts';
import { describePlan } from '../plan-text.ts';
import { progressLine } from '../progress.ts';
import { recoverPart } from '../recover.ts';
import { evidenceDigest, prepareFolder } from '../result-folder.ts';
import { type RunFlags, resolveTarget } from '../target.ts';
import { lockUser } from '../user-lock.ts';
import { name, version } from '../version.ts';

/** Certifies the target of flags, variables and file, and writes what became of it. Resolves to the exit code. */
export async function run(flags: RunFlags): Promise<number> {
  const target = await resolveTarget(flags);
  try {
    const known = await readKnown(target.settings.knownFailures);
    if (flags.dry) {
      process.stdout.write(describePlan(catalogue, target.config));
      return 0;
    }
    const unlock = await lockUser(target.config);
    try {
      process.stdout.write(describeForecast(catalogue, target.config));
      return await certify(target.config, resolve(target.out), known, target.settings.reports);
    } finally {
      await unlock();
    }
  } finally {
    await target.close();
  }
}

async function certify(
  config: Config,
  out: string,
  known: readonly KnownFailure[] | undefined,
  reports: ReportSettings,
): Promise<number> {
  await prepareFolder(out);
  const identity = { runId: randomUUID(), startedAt: new Date().toISOString(), version };
  const began = performance.now();
  const progress = progressLine(process.stderr);
  const hosted = host({ ...identity, config, out }, progress.show);
  const release = onSignals(hosted);
  const ended = await hosted.ended;
  release();
  progress.clear();
  const { part, stopped } = ended.part ?? (await recoverPart(catalogue, out, ended.problem));
  const interrupted = hosted.signalled() ?? stopped;
  const assembled = assemble({
    catalogue,
    plan: plannedConfig(config),
    part,
    harness: { name, version },
    run: {
      id: identity.runId,
      startedAt: identity.startedAt,
      durationMs: Math.round(performance.now() - began),
    },
    ...(interrupted === undefined ? {} : { interrupted }),
    evidence: await evidenceDigest(join(out, 'exchanges.har')),
  });
  const { result, code } = weighKnown(assembled, known, config);
  await deliver(reports.mask ? await withMaskedEvidence(result, out) : result, out, reports);
  return hosted.signalled() === undefined ? code : exitCodes.interrupted;
}

async function withMaskedEvidence(result: Result, out: string): Promise<Result> {
  const { maskEvidence } = await import('../mask-evidence.ts');
  const file = join(out, 'exchanges.har');
  await maskEvidence(file, result);
  return { ...result, evidence: await evidenceDigest(file) };
}

/** The first signal ends the run with its reports, the second at once. */
function onSignals(hosted: Hosted): () => void {
  const listeners = (['SIGINT', 'SIGTERM'] as const).map((signal) => {
    const listener = () => {
      if (hosted.signalled() !== undefined) process.exit(130);
      hosted.interrupt(signal);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  return () => {
    for (const remove of listeners) remove();
  };
}
