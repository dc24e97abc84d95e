import type { Detail } from '../../reports/console.ts';
import { documentNames, documents } from '../../reports/documents.ts';
import { signingOf } from '../certificate/issue.ts';
import type { Config, Progress } from '../engine.ts';
import { exitCodes, InputError } from '../exit.ts';
import { deadlineWarning, describeForecast, describePlan, planJson } from '../forecast.ts';
import { host } from '../host.ts';
import { type Interruption, listenForInterruption } from '../interruption.ts';
import { readKnown } from '../known-failures.ts';
import { detailOf, page, printJson } from '../page.ts';
import { type PreparedRun, prepareRun } from '../prepare-run.ts';
import { progressLine } from '../progress.ts';
import { embeddedLine, type RunFlags, type Target, withTarget } from '../target.ts';

export async function run(flags: RunFlags): Promise<number> {
  if (flags.json && !flags.dry)
    throw new InputError('--json needs --dry: it prints the plan. A run writes result.json.');
  return withTarget(flags, async (target) => {
    const known = await readKnown(target.settings.knownFailures);
    const signing = signingOf(target.settings.signingKey, flags['validDays']);
    if (flags.dry) {
      if (flags.json) printJson(planJson(target.config));
      else await page(describePlan(target.config));
      return 0;
    }
    const settings = { known, signing, reports: target.settings.reports, detail: detailOf(flags) };
    const interruption = listenForInterruption();
    try {
      const prepared = await prepareRun(target, settings);
      return await certify(target, prepared, interruption, settings.detail).finally(prepared.close);
    } finally {
      interruption.release();
    }
  });
}

async function certify(
  { config, isEmbedded }: Target,
  { run, conclude }: PreparedRun,
  { passTo, signal }: Interruption,
  detail: Detail,
): Promise<number> {
  if (detail !== 'quiet') {
    const forecast = describeForecast(config);
    process.stdout.write(`${isEmbedded ? embeddedLine : ''}${forecast}`);
  }
  const progress = progressLine(process.stderr, detail, run.expectedRequests ?? 0);
  const warn = warningOnce(config);
  const hosted = host(run, (latest) => {
    warn(latest);
    progress.show(latest);
  });
  passTo(hosted);
  signal.addEventListener('abort', loadReports, { once: true });
  const left = await hosted.ended.finally(progress.clear);
  const code = await conclude({ left, interruption: signal });
  if (!signal.aborted) return code;
  // Work that was abandoned may still keep the process alive.
  setTimeout(() => process.exit(exitCodes.interrupted), lingerMs).unref();
  return exitCodes.interrupted;
}

/** The first responses may take longer than all others. */
const measuredRequests = 5;

function warningOnce(config: Config): (progress: Progress) => void {
  let isMeasured = false;
  return ({ requests, responseMs }) => {
    if (isMeasured || responseMs === undefined || requests < measuredRequests) return;
    isMeasured = true;
    const warning = deadlineWarning(config, responseMs);
    if (warning !== undefined) process.stderr.write(`Warning: ${warning}\n`);
  };
}

const lingerMs = 500;

function loadReports() {
  for (const name of documentNames) documents[name].load().catch(() => {});
}
