import { join } from 'node:path';
import { vi } from 'vitest';
import type { Hosted } from '../../cli/host.ts';
import { openRecorded } from '../../engine/session.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { HostedRun } from '../../suites/conformance.test.ts';
import type { Finished } from './command.ts';

/** Runs the session in this process, because starting a worker takes longer than a small run. */
function hostHere({ out, ...run }: HostedRun): Hosted {
  const { session, endEvidence } = openRecorded(out, { ...run, catalogue });
  const ended = session.part.then(async (part) => ({ part, evidenceSha256: await endEvidence() }));
  return { ended, interrupt: () => session.stop('interrupted'), kill: () => {} };
}

const main = join(import.meta.dirname, '..', '..', 'cli', 'main.ts');
/**
 * The folder to return to. The one before the call may no longer exist, if an earlier test timed
 * out.
 */
const home = process.cwd();
let calls = 0;

/**
 * Calls the command in this process, with that working folder and only those variables. This is
 * much faster than `command`, which starts the built command. Make one call at a time, because the
 * working folder and variables belong to the process.
 */
export async function call(
  folder: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const before = { argv: process.argv, env: { ...process.env }, exitCode: process.exitCode };
  const [out, err] = [captured(process.stdout), captured(process.stderr)];
  const release = [
    keepListeners(process.stdout, 'error'),
    keepListeners(process.stderr, 'error'),
    keepListeners(process, 'uncaughtException'),
    keepListeners(process, 'exit'),
  ];
  vi.doMock('../../cli/host.ts', () => ({ host: hostHere }));
  try {
    process.chdir(folder);
    process.argv = [process.execPath, 'm2m-conformance', ...args];
    setEnvironment({ PATH: process.env['PATH'], HOME: folder, ...variables });
    process.exitCode = undefined;
    // The query makes each call load the module again, because the module parses its arguments when
    // it loads.
    await import(/* @vite-ignore */ `${main}?call=${calls++}`);
    return { code: Number(process.exitCode ?? 0), stdout: out.text(), stderr: err.text() };
  } finally {
    out.release();
    err.release();
    for (const drop of release) drop();
    process.exitCode = before.exitCode;
    setEnvironment(before.env);
    process.argv = before.argv;
    process.chdir(home);
  }
}

/** Returns a function that removes the listeners that are added from now on. */
function keepListeners(emitter: NodeJS.EventEmitter, event: string): () => void {
  const before = emitter.listeners(event);
  return () => {
    for (const listener of emitter.listeners(event))
      if (!before.includes(listener)) emitter.off(event, listener as () => void);
  };
}

function setEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  for (const [name, value] of Object.entries(variables))
    if (value !== undefined) process.env[name] = value;
}

/** Captures what is written to the stream until `release`. */
function captured(stream: NodeJS.WriteStream): {
  readonly text: () => string;
  readonly release: () => void;
} {
  const write = stream.write;
  const chunks: string[] = [];
  stream.write = ((chunk: string | Uint8Array) => {
    chunks.push(String(chunk));
    return true;
  }) as typeof stream.write;
  return {
    text: () => chunks.join(''),
    release: () => {
      stream.write = write;
    },
  };
}
