import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Result } from '../../engine/result.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { HostedRun } from '../../suites/conformance.test.ts';
import { signingOf } from '../certificate/issue.ts';
import { concludeRun, type EndedRun } from '../conclude-run.ts';
import type { HarnessConfig } from '../config/file-config.ts';
import { estimateTotal } from '../forecast.ts';
import { host } from '../host.ts';
import { readKnown } from '../known-failures.ts';
import { lockUser } from '../lock-file.ts';
import { readResult, setAside } from '../result-folder.ts';
import { embeddedLine, resolveTarget } from '../target.ts';
import { version } from '../version.ts';

export interface Started {
  readonly run: HostedRun;
  readonly conclude: (ended: Pick<EndedRun, 'left' | 'interruption'>) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export async function startQuietly(
  config: HarnessConfig,
  mayShowAllure: boolean,
): Promise<Started> {
  const target = await resolveTarget({}, config);
  if (target.isEmbedded) process.stderr.write(embeddedLine);
  try {
    const { settings } = target;
    const known = await readKnown(settings.knownFailures);
    const signing = signingOf(settings.signingKey, undefined);
    const unlock = await lockUser(target.config);
    const out = resolve(target.out);
    const folder = await setAside(out).catch((error: unknown) =>
      unlock().then(() => Promise.reject(error)),
    );
    let settle = folder.restore;
    const close = () => settle().finally(folder.release).finally(unlock).finally(target.close);
    const startedAt = new Date().toISOString();
    const expectedRequests = estimateTotal(catalogue, target.config);
    const run = {
      config: target.config,
      version,
      runId: randomUUID(),
      startedAt,
      out,
      expectedRequests,
    };
    const began = performance.now();
    const reports = { ...settings.reports, allure: settings.reports.allure && mayShowAllure };
    return {
      run,
      conclude: (ended) => {
        settle = folder.removeEarlier;
        return concludeRun({
          ...ended,
          run,
          durationMs: performance.now() - began,
          known,
          reports,
          signing,
          detail: 'nothing',
        });
      },
      close,
    };
  } catch (error) {
    await target.close();
    throw error;
  }
}

export async function certifyQuietly(
  config: HarnessConfig,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const { run, conclude, close } = await startQuietly(config, true);
  // The caller's reason can be any value. The result needs a string.
  const interruption = new AbortController();
  const hosted = host(run, () => {});
  const interrupt = () => {
    interruption.abort('stopped by the program that started the run');
    hosted.interrupt();
  };
  try {
    if (signal?.aborted) interrupt();
    signal?.addEventListener('abort', interrupt, { once: true });
    await conclude({ left: await hosted.ended, interruption: interruption.signal });
    return await readResult(run.out);
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await close();
  }
}
