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
import { detailOf } from '../detail.ts';
import { estimateTotal } from '../estimate-requests.ts';
import { exitCodes, InputError } from '../exit.ts';
import { describeForecast } from '../forecast-text.ts';
import { deadlineWarning } from '../forecast-time.ts';
import { type Hosted, host } from '../host.ts';
import { readKnown } from '../known-failures.ts';
import { page } from '../page.ts';
import { describePlan, planJson } from '../plan-text.ts';
import { printJson } from '../print-json.ts';
import { progressLine } from '../progress.ts';
import { type EarlierFiles, setAside } from '../result-folder.ts';
import { embeddedLine, type RunFlags, resolveTarget, type Target } from '../target.ts';
import { lockUser } from '../user-lock.ts';
import { version } from '../version.ts';

/** Certifies the configured target and writes the reports. Resolves to the exit code. */
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
    const unlock = await lockUser(target.config);
    try {
      const detail = detailOf(flags);
      const earlier = await setAside(resolve(target.out));
      if (detail !== 'quiet') {
        const about = target.isEmbedded ? embeddedLine : '';
        process.stdout.write(`${about}${describeForecast(catalogue, target.config)}`);
      }
      return await certify(target, earlier, known, signing, detail);
    } finally {
      await unlock();
    }
  } finally {
    await target.close();
  }
}

async function certify(
  { config, out: folder, settings: { reports } }: Target,
  earlier: EarlierFiles,
  known: readonly KnownFailure[] | undefined,
  signing: Signing | undefined,
  detail: Detail,
): Promise<number> {
  const out = resolve(folder);
  const expectedRequests = estimateTotal(catalogue, config);
  const startedAt = new Date().toISOString();
  const hostedRun = { config, out, version, runId: randomUUID(), startedAt, expectedRequests };
  const began = performance.now();
  const progress = progressLine(process.stderr, detail, expectedRequests);
  const warn = warningOnce(config);
  const hosted = host(hostedRun, (latest) => {
    warn(latest);
    progress.show(latest);
  });
  const { signal: interruption, release } = onSignals(hosted);
  const left = await hosted.ended
    .catch((error: unknown) => earlier.restore().then(() => Promise.reject(error)))
    .finally(progress.clear);
  await earlier.remove();
  const durationMs = performance.now() - began;
  const code = await concludeRun({ run: hostedRun, left, interruption, durationMs, known, reports, signing, detail });
  release();
  if (!interruption.aborted) return code;
  // Work that was abandoned may still keep the process alive.
  setTimeout(() => process.exit(exitCodes.interrupted), lingerMs).unref();
  return exitCodes.interrupted;
}

/** The first responses may take longer than all others. */
const measuredRequests = 5;

/** Returns a function that warns once, as soon as the first responses show that the deadline comes too early. */
function warningOnce(config: Config): (progress: Progress) => void {
  let isMeasured = false;
  return ({ requests, responseMs }) => {
    if (isMeasured || responseMs === undefined || requests < measuredRequests) return;
    isMeasured = true;
    const warning = deadlineWarning(catalogue, config, responseMs);
    if (warning !== undefined) process.stderr.write(`Warning: ${warning}.\n`);
  };
}

const lingerMs = 500;

/** On the first signal, ends the run and writes its reports. On the second, ends the process at once. */
function onSignals(hosted: Hosted): { readonly signal: AbortSignal; readonly release: () => void } {
  const interruption = new AbortController();
  const listeners = (['SIGINT', 'SIGTERM'] as const).map((signal) => {
    const listener = () => {
      if (interruption.signal.aborted) {
        hosted.kill();
        process.exit(exitCodes.interrupted);
      }
      interruption.abort(signal);
      hosted.interrupt();
      // Load the report renderers while the worker ends.
      for (const name of documentNames) documents[name].load().catch(() => {});
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  const release = () => {
    for (const remove of listeners) remove();
  };
  return { signal: interruption.signal, release };
}
