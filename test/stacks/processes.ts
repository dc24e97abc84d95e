import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Running {
  readonly close: () => Promise<void>;
}

const startLimitMs = 60_000;

/**
 * Starts the program again whenever it ends, as an orchestrator does. If the parent dies, the pipe
 * closes, and the shell removes the folder and kills its process group: `detached` gives it its own
 * group.
 */
const keeper = `(while :; do "$@" </dev/null; sleep 0.2; done) & cat >/dev/null; rm -rf "$STACK_FOLDER"; kill -KILL 0`;

/**
 * Runs a server in the foreground of its own process group, and resolves once it responds on the
 * port.
 */
export async function startServer(
  command: readonly string[],
  port: number,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Running> {
  const child = spawn('/bin/sh', ['-c', keeper, 'keeper', ...command], {
    detached: true,
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env, PORT: String(port), STACK_FOLDER: folder },
  });
  const ended = once(child, 'exit');
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk}`.slice(-4_000);
    });
  }
  const close = async () => {
    child.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await responds(port);
  } catch {
    await close();
    throw new Error(
      `${command.join(' ')} does not respond on port ${port}. It printed:\n${printed}`,
    );
  }
  return { close };
}

async function responds(port: number): Promise<void> {
  const limit = performance.now() + startLimitMs;
  for (;;) {
    try {
      const { body } = await fetch(`http://127.0.0.1:${port}/`, {
        signal: AbortSignal.timeout(5_000),
      });
      await body?.cancel();
      return;
    } catch (error) {
      if (performance.now() > limit) throw error;
      await sleep(50);
    }
  }
}

/** Returns a port of loopback that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'm2m-stack-'));
}
