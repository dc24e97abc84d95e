import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killTree, message } from '../cli/processes/child.ts';
import type { Bench } from './bench.ts';

/**
 * The first round does not count, because it reads files from disk. A start is short, so each round
 * has several.
 */
const startsPerRound = 5;
/** Seconds that the command may take beyond the start of an empty run. */
const reachS = 0.6;

/**
 * Measures, in turn, an empty vitest run up to its test, and the command up to its first request.
 * Both times begin when the process is spawned.
 */
export const start: Bench = async (dist, rounds, say) => {
  const empty: number[] = [];
  const command: number[] = [];
  for (let nth = 0; nth <= rounds * startsPerRound; nth++) {
    say(`start ${nth}: an empty vitest run, then the command`);
    const seconds = [await emptyRun(), await firstRequest(dist)] as const;
    if (nth === 0) continue;
    empty.push(seconds[0]);
    command.push(seconds[1]);
  }
  return [
    { name: 'empty vitest run, to its test', unit: 's', values: empty },
    { name: 'command, to its first request', unit: 's', values: command },
    {
      name: 'command beyond the empty run',
      unit: 's',
      values: command.map((seconds, at) => seconds - (empty[at] ?? Number.NaN)),
      reach: reachS,
    },
  ];
};

const now = () => performance.timeOrigin + performance.now();

async function emptyRun(): Promise<number> {
  const began = now();
  const child = fork(fileURLToPath(new URL('empty-run.js', import.meta.url)), { stdio: 'ignore' });
  const at = (await message(child)) as number;
  await ended(child);
  return (at - began) / 1000;
}

/**
 * Starts the command against a server that never responds, and kills it after the first request.
 */
async function firstRequest(dist: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'm2m-bench-'));
  const server = createServer();
  const first = once(server, 'request').then(now);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = {
    target: { baseUrl: origin, authUrl: `${origin}/token`, audience: 'bench' },
    clients: { scoped: { id: 'scoped', secret: 'secret-of-scoped' } },
    users: { first: '0123456789abcdef01234567' },
  };
  writeFileSync(join(folder, 'harness.config.mjs'), `export default ${JSON.stringify(config)};\n`);
  const began = now();
  const command = spawn(process.execPath, [join(dist, 'cli', 'main.js'), 'run', '--no-allure'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder },
    stdio: 'ignore',
  });
  try {
    const failed = once(command, 'exit').then(() => {
      throw new Error('the command ended without a request');
    });
    failed.catch(() => {});
    return ((await Promise.race([first, failed])) - began) / 1000;
  } finally {
    killTree(command.pid);
    await ended(command);
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
