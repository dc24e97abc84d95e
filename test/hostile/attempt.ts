import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hostile, Seen } from '../../fixtures/hostile/index.ts';
import { end, kept, killTree, message } from '../processes/child.ts';
import { watchMemory } from '../processes/tree.ts';
import { type Left, leftIn } from './left.ts';

/** What a run against one target came to. */
export interface Attempt extends Left {
  readonly id: string;
  readonly deadline: number;
  readonly seconds: number;
  readonly peakBytes: number;
  /** null where it had to be killed. */
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seen: Seen | undefined;
}

export interface Measure {
  /** The folder of the built harness. */
  readonly dist: string;
  readonly allure: boolean;
  /** Keeps the output folder, for a look at it. */
  readonly keep: boolean;
}

export const defaultDeadline = 60;
/** Beyond the deadline, until it is killed. */
const mercyMs = 30_000;

/** Certifies a hostile target with the built command, and measures it. */
export async function attempt(target: Hostile, { dist, allure, keep }: Measure): Promise<Attempt> {
  const folder = mkdtempSync(join(tmpdir(), 'm2m-hostile-'));
  const server = fork(join(dist, 'fixtures', 'hostile', 'serve.js'), [target.id], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const { variables } = (await message(server)) as { variables: Record<string, string> };
    const deadline = target.deadline ?? defaultDeadline;
    const main = join(dist, 'cli', 'main.js');
    const args = [main, 'run', '--depth', 'quick', '--seed', '7', '--deadline', String(deadline), '--out', 'out'];
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder, CI: 'true', ...variables };
    const began = performance.now();
    const run = spawn(process.execPath, allure ? args : [...args, '--no-allure'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = [kept(run.stdout), kept(run.stderr)];
    const memory = watchMemory(run.pid);
    const killer = setTimeout(() => killTree(run.pid), deadline * 1000 + mercyMs);
    const [exit] = (await once(run, 'close')) as [number | null];
    const seconds = (performance.now() - began) / 1000;
    memory.stop();
    clearTimeout(killer);
    const reply = message(server);
    server.send('seen');
    const { seen } = (await reply) as { seen?: Seen };
    const secrets = Object.entries(variables).flatMap(([name, value]) => (/SECRET|TOKEN$/.test(name) ? [value] : []));
    const left = await leftIn(join(folder, 'out'), secrets);
    return {
      id: target.id,
      deadline,
      seconds,
      peakBytes: memory.peak(),
      exit,
      stdout: stdout(),
      stderr: stderr(),
      seen,
      ...left,
    };
  } finally {
    await end(server);
    if (keep) process.stderr.write(`${target.id}: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
  }
}
