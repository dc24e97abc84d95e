import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { treeOf } from './tree.ts';

const mercyMs = 2_000;
const keptText = 200_000;

/** Resolves to the next message of a child. Rejects if the child exits first. */
export async function message(child: ChildProcess): Promise<unknown> {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = once(child, 'exit', { signal }).then(
    () => {
      throw new Error('the target ended');
    },
    (error: unknown) => {
      if (!signal.aborted) throw error;
    },
  );
  try {
    const [said] = (await Promise.race([once(child, 'message', { signal }), ended])) as [unknown];
    return said;
  } finally {
    heard.abort();
  }
}

/**
 * Disconnects a child, which then removes its files and exits. Kills it if it is still busy after
 * two seconds.
 */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const killer = setTimeout(() => child.kill('SIGKILL'), mercyMs);
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  else child.kill('SIGKILL');
  await ended;
  clearTimeout(killer);
}

export function killTree(pid: number | undefined): void {
  if (pid === undefined) return;
  for (const one of treeOf(pid)) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // The process has exited.
    }
  }
}

/** Collects the end of a stream's output as text. */
export function kept(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-keptText);
  });
  return () => text;
}
