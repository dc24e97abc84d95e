import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { watchMemory } from '../cli/processes/tree.ts';
import type { Bench } from './bench.ts';
import { measuredRun } from './measured-run.ts';
import { startTarget } from './target.ts';

const mebibyte = 1024 * 1024;

interface Cost {
  readonly seconds: number;
  readonly peakBytes: number;
}

/**
 * Measures the cost of all reports of a stored standard run without Allure, minus that of a command
 * that does nothing.
 */
export const reporting: Bench = async (dist, rounds, say) => {
  const target = await startTarget(0);
  const costs: Cost[] = [];
  let requests = 0;
  try {
    const run = await measuredRun(
      dist,
      target,
      { depth: 'standard', copies: 12 },
      async (folder) => {
        for (let nth = 1; nth <= rounds; nth++) {
          say(`reports, round ${nth}`);
          const nothing = await costOf(dist, ['--version']);
          const [from, out] = [join(folder, 'result.json'), join(folder, `again-${nth}`)];
          const all = await costOf(dist, ['report', from, '--out', out, '--no-allure']);
          costs.push({
            seconds: all.seconds - nothing.seconds,
            peakBytes: all.peakBytes - nothing.peakBytes,
          });
        }
      },
    );
    requests = run.requests;
  } finally {
    await target.close();
  }
  const name = `reports of ${requests.toLocaleString('en')} requests, beyond a command that does nothing`;
  return [
    { name, unit: 's', values: costs.map(({ seconds }) => seconds), reach: 2 },
    { name, unit: 'MB', values: costs.map(({ peakBytes }) => peakBytes / mebibyte), reach: 150 },
  ];
};

async function costOf(dist: string, args: readonly string[]): Promise<Cost> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(dist, 'cli', 'main.js'), ...args], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: 'ignore',
  });
  const memory = watchMemory(child.pid);
  const [exit] = (await once(child, 'close')) as [number | null];
  memory.stop();
  if (exit !== 0) throw new Error(`m2m-conformance ${args.join(' ')} ended with ${exit}`);
  return { seconds: (performance.now() - began) / 1000, peakBytes: memory.peak() };
}
