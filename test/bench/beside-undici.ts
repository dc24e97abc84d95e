import { join } from 'node:path';
import type { Depth } from '../../engine/schema/vocabulary.ts';
import type { Bench } from './bench.ts';
import type { Figure } from './figures.ts';
import { concurrency, measuredRun, type Run } from './measured-run.ts';
import { type BareRequest, type Replayed, replay, requestsOf, tokenOf } from './replay.ts';
import { startTarget } from './target.ts';

/**
 * Latency of the target in milliseconds, and depth. Every run has the same number of sequential
 * steps, so only a deep run shows the cost of the other requests.
 */
const settings = [
  [0, 'standard'],
  [20, 'standard'],
  [20, 'deep'],
  [100, 'deep'],
] as const;

interface Round {
  readonly run: Run;
  readonly bare: Replayed;
}

/**
 * Measures, for each setting, a whole run and then the same requests with bare undici at the same
 * concurrency.
 */
export const beside: Bench = async (dist, rounds, say) => {
  const figures: Figure[] = [];
  const starts: number[] = [];
  for (const [latencyMs, depth] of settings) {
    const target = await startTarget(latencyMs);
    const measured: Round[] = [];
    try {
      const token = await tokenOf(target);
      for (let nth = 1; nth <= rounds; nth++) {
        say(`${depth}, ${latencyMs} ms, round ${nth}: a whole run, then bare undici`);
        let requests: readonly BareRequest[] = [];
        const run = await measuredRun(dist, target, { depth }, (folder) => {
          requests = requestsOf(join(folder, 'exchanges.har'), target, token);
        });
        measured.push({ run, bare: await replay(target, requests) });
      }
    } finally {
      await target.close();
    }
    starts.push(...measured.map(({ run }) => run.startSeconds - latencyMs / 1000));
    figures.push(...of(latencyMs, depth, measured));
  }
  return [
    { name: 'from the start to the first request', unit: 's', values: starts, reach: 1.3 },
    ...figures,
  ];
};

function of(latencyMs: number, depth: Depth, rounds: readonly Round[]): readonly Figure[] {
  const at = `at ${latencyMs} ms, ${depth}`;
  const whole: Figure[] = [
    { name: `whole run ${at}`, unit: 's', values: rounds.map(({ run }) => run.seconds) },
    { name: `requests of it ${at}`, unit: '', values: rounds.map(({ run }) => run.requests) },
    { name: `bare undici ${at}`, unit: 's', values: rounds.map(({ bare }) => bare.seconds) },
    {
      name: `whole run / bare undici ${at}`,
      unit: 'ratio',
      values: rounds.map(
        ({ run, bare }) => run.seconds / ((bare.seconds / bare.sent) * run.requests),
      ),
      reach: 1.5,
    },
  ];
  if (latencyMs === 0) return whole;
  const ideal = (requests: number) => (requests * latencyMs) / 1000 / concurrency;
  const spanOf = ({ run }: Round) => (run.spanSeconds + latencyMs / 1000) / ideal(run.requests);
  return [
    ...whole,
    {
      name: `first to last request / (requests x latency / concurrency) ${at}`,
      unit: 'ratio',
      values: rounds.map(spanOf),
      ...(depth === 'deep' ? { reach: 1.1 } : {}),
    },
    {
      name: `the same of bare undici ${at}`,
      unit: 'ratio',
      values: rounds.map(({ bare }) => bare.seconds / ideal(bare.sent)),
    },
  ];
}
