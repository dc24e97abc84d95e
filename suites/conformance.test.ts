import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, inject, test } from 'vitest';
import { openRecorded, type SessionInput, WrongConfiguration } from '../engine/index.ts';
import { type ConformanceMeta, type Hosted, registerConformance } from './adapter.ts';
import { catalogue } from './catalogue.ts';

/** Over their channel, never in arguments. */
export interface HostedRun
  extends Pick<SessionInput, 'config' | 'version' | 'runId' | 'startedAt' | 'expectedRequests'> {
  readonly out: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    conformance: HostedRun;
  }
  interface TaskMeta {
    conformance?: ConformanceMeta;
  }
}

const { out, ...run } = inject('conformance');
let endOfEvidence: (() => Promise<string>) | undefined;
/** A terminal signals the whole process group. The worker first restores the address. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let stop = () => {};
let telling: NodeJS.Timeout | undefined;
const onSignal = () => stop();
for (const signal of signals) process.on(signal, onSignal);
/** If the parent process was killed, nobody else ends the worker. */
process.once('disconnect', () => {
  clearInterval(telling);
  stop();
});

const hosted: Hosted = {
  strict: run.config.strict,
  open: (hooks) => {
    const { session, endEvidence } = openRecorded(out, {
      ...run,
      ...hooks,
      catalogue,
      // vitest ignores this message. It passes on nothing while its own tests wait.
      onProgress: (read) => {
        telling = setInterval(() => process.send?.({ progress: read() }), 250);
      },
    });
    endOfEvidence = endEvidence;
    stop = () => session.stop('interrupted');
    return session;
  },
  finish: async (part, stopped) => {
    clearInterval(telling);
    const ended = await part.then(
      (whole) => ({ part: whole, stopped: stopped() }),
      wrongConfiguration,
    );
    const evidenceSha256 = await endOfEvidence?.();
    // The next run may already use the folder.
    if (!process.connected) process.exit();
    const file = join(out, 'part.json');
    await writeFile(`${file}.tmp`, JSON.stringify({ ...ended, evidenceSha256 }));
    await rename(`${file}.tmp`, file);
    for (const signal of signals) process.off(signal, onSignal);
  },
};

function wrongConfiguration(error: unknown): { readonly wrongConfiguration: string } {
  if (error instanceof WrongConfiguration) return { wrongConfiguration: error.message };
  throw error;
}

registerConformance(hosted, { describe, test, afterAll });
