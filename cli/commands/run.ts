import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Config } from '../../engine/config/config.ts';
import type { Progress } from '../../engine/run/run.ts';
import type { KnownFailure } from '../../engine/schema/known-failures.ts';
import type { Detail } from '../../reports/console.ts';
import { documentNames, documents } from '../../reports/documents.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { type Signing, signingOf } from '../certificate/issue.ts';
import { concludeRun } from '../conclude-run.ts';
import { exitCodes, InputError } from '../exit.ts';
import { deadlineWarning, describeForecast, estimateTotal } from '../forecast.ts';
import { detailOf } from '../global-options.ts';
import { host } from '../host.ts';
import { type Interruption, listenForInterruption } from '../interruption.ts';
import { readKnown } from '../known-failures.ts';
import { lockUser } from '../lock-file.ts';
import { page, printJson } from '../page.ts';
import { describePlan, planJson } from '../plan-text.ts';
import { progressLine } from '../progress.ts';
import { setAside } from '../result-folder.ts';
import { embeddedLine, type RunFlags, resolveTarget, type Target } from '../target.ts';
import { version } from '../version.ts';

export async function run(flags: RunFlags): Promise<number> {
  if (flags.json && !flags.dry)
    throw new InputError('--json needs --dry: it prints the plan. A run writes result.json.');
  const target = await resolveTarget(flags);
  try {
    const known = await readKnown(target.settings.knownFailures);
    const signing = signingOf(target.settings.signingKey, flags['validDays']);
    if (flags.dry) {
      if (flags.json) printJson(planJson(catalogue, target.config));
      else await page(describePlan(catalogue, target.config));
      return 0;
    }
    const interruption = listenForInterruption();
    try {
      const unlock = await lockUser(target.config);
      try {
        return await certify(target, interruption, known, signing, detailOf(flags));
      } finally {
        await unlock();
      }
    } finally {
      interruption.release();
    }
  } finally {
    await target.close();
  }
}

async function certify(
  { config, out, isEmbedded, settings: { reports } }: Target,
  interruption: Interruption,
  known: readonly KnownFailure[] | undefined,
  signing: Signing | undefined,
  detail: Detail,
): Promise<number> {
  const folder = await setAside(resolve(out));
  try {
    if (detail !== 'quiet')
      process.stdout.write(
        `${isEmbedded ? embeddedLine : ''}${describeForecast(catalogue, config)}`,
      );
    const expectedRequests = estimateTotal(catalogue, config);
    const startedAt = new Date().toISOString();
    const run = {
      config,
      out: resolve(out),
      version,
      runId: randomUUID(),
      startedAt,
      expectedRequests,
    };
    const began = performance.now();
    const progress = progressLine(process.stderr, detail, expectedRequests);
    const warn = warningOnce(config);
    const hosted = host(run, (latest) => {
      warn(latest);
      progress.show(latest);
    });
    interruption.passTo(hosted);
    const { signal } = interruption;
    signal.addEventListener('abort', loadReports, { once: true });
    const left = await hosted.ended
      .catch((error: unknown) => folder.restore().then(() => Promise.reject(error)))
      .finally(progress.clear);
    await folder.removeEarlier();
    const durationMs = performance.now() - began;
    const code = await concludeRun({
      run,
      left,
      interruption: signal,
      durationMs,
      known,
      reports,
      signing,
      detail,
    });
    if (!signal.aborted) return code;
    // Work that was abandoned may still keep the process alive.
    setTimeout(() => process.exit(exitCodes.interrupted), lingerMs).unref();
    return exitCodes.interrupted;
  } finally {
    await folder.release();
  }
}

/** The first responses may take longer than all others. */
const measuredRequests = 5;

function warningOnce(config: Config): (progress: Progress) => void {
  let isMeasured = false;
  return ({ requests, responseMs }) => {
    if (isMeasured || responseMs === undefined || requests < measuredRequests) return;
    isMeasured = true;
    const warning = deadlineWarning(catalogue, config, responseMs);
    if (warning !== undefined) process.stderr.write(`Warning: ${warning}\n`);
  };
}

const lingerMs = 500;

function loadReports(): void {
  for (const name of documentNames) documents[name].load().catch(() => {});
}
