import type { Result } from '../../engine/result.ts';
import type { HarnessConfig } from '../config/file-config.ts';
import { host } from '../host.ts';
import { readResult } from '../result-folder.ts';
import { startQuietly } from './started.ts';

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
