import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { end, message } from '../cli/processes/child.ts';
import type { Bench } from './bench.ts';
import type { Figure } from './figures.ts';
import type { Fronts } from './front-process.ts';
import { measuredRun } from './measured-run.ts';
import { startTarget, type Target } from './target.ts';

/**
 * The requirements that need a direct connection. Both runs leave them out, so that they send the
 * same requests.
 */
const directOnly = ['http/protocol-violations', 'http/large-input'] as const;
/** The latency of the target in milliseconds. */
const latencies = [0, 20] as const;

/**
 * Measures, in turn, a run on a target behind TLS, and the same run through a proxy that terminates
 * the TLS of the target (CONNECT) and opens its own to it.
 */
export const throughProxy: Bench = async (dist, rounds, say) => {
  const folder = mkdtempSync(join(tmpdir(), 'm2m-bench-ca-'));
  const authorities = join(folder, 'ca.pem');
  const figures: Figure[] = [];
  try {
    for (const latencyMs of latencies) {
      const target = await startTarget(latencyMs);
      const child = fork(fileURLToPath(new URL('front-process.js', import.meta.url)), [
        target.baseUrl,
      ]);
      try {
        const { direct, behindProxy, proxy, ca } = (await message(child)) as Fronts;
        writeFileSync(authorities, ca);
        const trust = { NODE_EXTRA_CA_CERTS: authorities };
        const seconds: (readonly [without: number, through: number])[] = [];
        for (let nth = 1; nth <= rounds; nth++) {
          say(`${latencyMs} ms, round ${nth}: a run without the proxy, then through it`);
          const [extent, look] = [{ depth: 'standard', skip: directOnly }, () => {}] as const;
          const without = await measuredRun(dist, at(direct, target), extent, look, trust);
          const proxied = { ...trust, HTTPS_PROXY: proxy };
          const through = await measuredRun(dist, at(behindProxy, target), extent, look, proxied);
          seconds.push([without.seconds, through.seconds]);
        }
        figures.push(...of(latencyMs, seconds));
      } finally {
        await end(child);
        await target.close();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return figures;
};

/** Returns the target with its URLs at another origin. */
function at(origin: string, target: Target): Target {
  const moved = (url: string) => url.replace(/^http:\/\/[^/]+/, origin);
  const { baseUrl, authUrl, jwksUrl } = target;
  return { ...target, baseUrl: moved(baseUrl), authUrl: moved(authUrl), jwksUrl: moved(jwksUrl) };
}

function of(
  latencyMs: number,
  seconds: readonly (readonly [without: number, through: number])[],
): Figure[] {
  const what = `at ${latencyMs} ms`;
  return [
    { name: `run without a proxy ${what}`, unit: 's', values: seconds.map(([without]) => without) },
    {
      name: `run through the proxy ${what}`,
      unit: 's',
      values: seconds.map(([, through]) => through),
    },
    {
      name: `through the proxy / without ${what}`,
      unit: 'ratio',
      values: seconds.map(([without, through]) => through / without),
      reach: 1.15,
    },
  ];
}
