import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The facts that the independent implementation prints in its first line. */
export interface IndependentFacts {
  baseUrl: string;
  authUrl: string;
  jwksUrl?: string;
  audience: string;
  scoped: { id: string; secret: string };
  unscoped: { id: string; secret: string };
  users: { first: string; second: string };
  expiredToken: string;
  otherAudienceToken: string;
}

/** A running independent implementation. The caller must close it. */
export interface Independent extends IndependentFacts {
  close(): Promise<void>;
}

/**
 * A defect that the independent implementation can simulate, and the requirement that it breaks.
 */
export interface IndependentDefect {
  name: string;
  what: string;
  requirement: string;
}

function launch(...options: string[]) {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const child = spawn('python3', ['-B', '-m', 'server', ...options], {
    cwd: folder,
    stdio: 'pipe',
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
  });
  // Callers that await `failed` see the error. Others must not crash with an unhandled rejection.
  failed.catch(() => undefined);
  return { child, failed, closed: once(child, 'close') };
}

/** Starts the independent implementation with at most one defect, and waits until it is ready. */
export async function startIndependent(defect?: string): Promise<Independent> {
  const options = defect === undefined ? [] : ['--defect', defect];
  const { child, failed, closed } = launch('--port', '0', ...options);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    complaints = (complaints + piece).slice(-10_000);
  });
  const ended = closed.then(() => {
    throw new Error(
      `The independent implementation ended before it was ready: ${complaints.trim()}`,
    );
  });
  ended.catch(() => undefined);
  const ready = once(createInterface(child.stdout), 'line');
  const [line] = await Promise.race([ready, ended, failed]);
  const facts = JSON.parse(String(line)) as IndependentFacts;
  return {
    ...facts,
    async close() {
      child.stdin.end();
      await closed;
    },
  };
}

export async function listDefects(): Promise<IndependentDefect[]> {
  const { child, failed, closed } = launch('--defects');
  child.stdin.end();
  const output = await Promise.race([
    Promise.all([text(child.stdout), text(child.stderr), closed]),
    failed,
  ]);
  const [listing, complaints] = output;
  if (child.exitCode !== 0)
    throw new Error(`The defects could not be listed: ${complaints.trim()}`);
  return JSON.parse(listing) as IndependentDefect[];
}
