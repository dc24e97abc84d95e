import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { HostedRun } from '../suites/conformance.test.ts';
import { concludeRun, type EndedRun } from './conclude-run.ts';
import { estimateTotal } from './forecast.ts';
import { lockUser } from './lock-file.ts';
import { setAside } from './result-folder.ts';
import type { Target } from './target.ts';
import { version } from './version.ts';

/** A run of which nothing has been sent. */
export type PreparedRun = Readonly<{
  run: HostedRun;
  conclude: (ended: Pick<EndedRun, 'left' | 'interruption'>) => Promise<number>;
  /** If the run was not concluded, brings back the files of the earlier run. */
  close: () => Promise<void>;
}>;

/** Locks the test user and the folder. */
export async function prepareRun(
  { config, settings: { out: folder } }: Target,
  ending: Pick<EndedRun, 'known' | 'reports' | 'signing' | 'detail'>,
): Promise<PreparedRun> {
  const out = resolve(folder);
  const unlock = await lockUser(config);
  const claimed = await setAside(out).catch((error: unknown) =>
    unlock().then(() => Promise.reject(error)),
  );
  let settle = claimed.restore;
  const run = {
    ...{ config, out, version, runId: randomUUID(), startedAt: new Date().toISOString() },
    expectedRequests: estimateTotal(config),
  };
  const began = performance.now();
  return {
    run,
    conclude: async (ended) => {
      const durationMs = performance.now() - began;
      settle = async () => {};
      await claimed.removeEarlier();
      return concludeRun({ ...ended, ...ending, run, durationMs });
    },
    close: () => settle().finally(claimed.release).finally(unlock),
  };
}
