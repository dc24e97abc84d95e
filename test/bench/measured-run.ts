import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '../../engine/result.ts';
import { kept } from '../cli/processes/child.ts';
import { watchMemory } from '../cli/processes/tree.ts';
import type { Target } from './target.ts';
import { copyOf } from './target-process.ts';

export interface Extent {
  readonly depth: 'quick' | 'standard' | 'deep';
  /** Allows writes and orders, which are sent one at a time. */
  readonly writes?: boolean;
  /** How many endpoints the profile declares besides those of the specification. */
  readonly copies?: number;
  /** Requirements that are left out. */
  readonly skip?: readonly string[];
}

export interface Run {
  /** From the start of the process to its end. */
  readonly seconds: number;
  /** From the start of the process to the first request's arrival at the target. */
  readonly startSeconds: number;
  /** From the first request's arrival to the last one's. */
  readonly spanSeconds: number;
  readonly requests: number;
  readonly cases: number;
  /** Peak memory of all its processes together. */
  readonly peakBytes: number;
}

export const concurrency = 8;

/**
 * Certifies a target with the built command. Calls `look` with the folder of results, then removes
 * the folder. `variables` are added to the environment of the command.
 */
export async function measuredRun(
  dist: string,
  target: Target,
  extent: Extent,
  look: (folder: string) => Promise<void> | void = () => {},
  variables: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'm2m-bench-'));
  try {
    const config = `export default ${JSON.stringify(configFor(target, extent))};\n`;
    writeFileSync(join(folder, 'harness.config.mjs'), config);
    const { depth } = extent;
    const args = [
      join(dist, 'cli', 'main.js'),
      'run',
      '--depth',
      depth,
      '--seed',
      '7',
      '--out',
      'out',
      '--no-allure',
    ];
    await target.arrivals();
    const began = performance.timeOrigin + performance.now();
    const run = spawn(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = [kept(run.stdout), kept(run.stderr)];
    const memory = watchMemory(run.pid);
    const [exit] = (await once(run, 'close')) as [number | null];
    const ended = performance.timeOrigin + performance.now();
    memory.stop();
    const { requests, first, last } = await target.arrivals();
    const result = resultIn(join(folder, 'out'), exit === 0, said.map((text) => text()).join(''));
    await look(join(folder, 'out'));
    return {
      seconds: (ended - began) / 1000,
      startSeconds: (first - began) / 1000,
      spanSeconds: (last - first) / 1000,
      requests,
      cases: result.requirements.reduce((sum, { cases }) => sum + cases, 0),
      peakBytes: memory.peak(),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws if the run is not conformant, because then its cost is not comparable. */
function resultIn(folder: string, isRight: boolean, said: string): Result {
  if (!isRight) throw new Error(`the run of the bench was not conformant:\n${said.slice(-2000)}`);
  return JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) as Result;
}

function configFor(target: Target, { writes = false, copies = 0, skip }: Extent): unknown {
  const { baseUrl, authUrl, jwksUrl, audience, clients, users, expiredToken, otherAudienceToken } =
    target;
  const endpoints = Array.from({ length: copies }, (_, nth) => ({
    area: 'savings-vault',
    method: 'GET',
    path: copyOf(nth, '/savings-vault'),
    response: { statuses: [200] },
  }));
  return {
    target: { baseUrl, authUrl, jwksUrl, audience, sandbox: true },
    clients,
    tokens: { expired: expiredToken, otherAudience: otherAudienceToken },
    users: { first: users.first, second: users.second },
    allow: { writes, orders: writes },
    run: { concurrency, deadlineS: 3_600 },
    profile: { endpoints },
    ...(skip ? { skip } : {}),
  };
}
