import type { Bench } from './bench.ts';
import type { Figure } from './figures.ts';
import { type Extent, measuredRun, type Run } from './measured-run.ts';
import { startTarget } from './target.ts';

/** Runs of about 1,500, 15,000 and 150,000 requests. */
const extents: readonly Extent[] = [
  { depth: 'quick' },
  { depth: 'deep' },
  { depth: 'deep', copies: 80 },
];
const mebibyte = 1024 * 1024;

/** Measures runs of growing length. Time should grow linearly, and memory should not grow. */
export const growth: Bench = async (dist, rounds, say) => {
  const target = await startTarget(0);
  const runs: Run[][] = extents.map(() => []);
  try {
    for (let nth = 1; nth <= rounds; nth++) {
      for (const [at, extent] of extents.entries()) {
        say(`growth, round ${nth}: ${extent.depth}, ${extent.copies ?? 0} further endpoints`);
        runs[at]?.push(await measuredRun(dist, target, extent));
      }
    }
  } finally {
    await target.close();
  }
  return runs.flatMap(of);
};

function of(runs: readonly Run[]): readonly Figure[] {
  const name = `run of ${(runs[0]?.requests ?? 0).toLocaleString('en')} requests`;
  const each = (value: (run: Run) => number) => runs.map(value);
  return [
    { name: `${name}, whole`, unit: 's', values: each(({ seconds }) => seconds) },
    {
      name: `${name}, a request`,
      unit: 'ms',
      values: each(({ spanSeconds, requests }) => (spanSeconds * 1000) / requests),
    },
    {
      name: `${name}, a case`,
      unit: 'ms',
      values: each(({ spanSeconds, cases }) => (spanSeconds * 1000) / cases),
    },
    {
      name: `${name}, peak memory`,
      unit: 'MB',
      values: each(({ peakBytes }) => peakBytes / mebibyte),
      reach: 300,
    },
  ];
}
