import { signingOf } from '../certificate/issue.ts';
import type { HarnessConfig } from '../config/file-config.ts';
import type { Result } from '../engine.ts';
import { host } from '../host.ts';
import { readKnown } from '../known-failures.ts';
import { type PreparedRun, prepareRun } from '../prepare-run.ts';
import { readResult } from '../result-folder.ts';
import { embeddedLine, resolveTarget } from '../target.ts';

export async function startQuietly(
  config: HarnessConfig,
  mayShowAllure: boolean,
): Promise<PreparedRun> {
  const target = await resolveTarget({}, config);
  if (target.isEmbedded) process.stderr.write(embeddedLine);
  try {
    const { knownFailures, signingKey, reports } = target.settings;
    const { close, ...prepared } = await prepareRun(target, {
      known: await readKnown(knownFailures),
      signing: signingOf(signingKey, undefined),
      reports: { ...reports, allure: reports.allure && mayShowAllure },
      detail: 'nothing',
    });
    return { ...prepared, close: () => close().finally(target.close) };
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
