import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { Config } from '../engine/config/config.ts';
import { see } from '../engine/config/troubleshooting.ts';
import { timeInWords } from '../engine/judging/time-in-words.ts';
import { counted } from '../reports/counted.ts';
import { type Estimate, estimateRequests } from './estimate-requests.ts';

/** Sequences of requests do not fill every turn. */
const idle = 1.25;
/** Leaves room for waits and retries. */
const room = 1.5;

/** Undefined if the run or shard fits. `responseMs` is absent before anything is measured. */
export function deadlineWarning(
  catalogue: Catalogue,
  config: Config,
  responseMs = 0,
): string | undefined {
  const { rate, concurrency, deadlineS } = config;
  const all = estimateRequests(catalogue, config);
  const requests = sumOf(all);
  const atRateMs = rate === undefined ? 0 : (requests / rate) * 1000;
  const inTurnMs = sumOf(all.filter(({ safety }) => safety === 'write')) * responseMs;
  const atPaceMs = Math.max(((requests * responseMs) / concurrency) * idle, inTurnMs);
  const neededMs = Math.max(atRateMs, atPaceMs);
  if (neededMs <= deadlineS * 1000) return undefined;
  const isRate = atRateMs >= atPaceMs;
  const why = isRate
    ? `at --rate ${rate}`
    : `at ${timeInWords(responseMs)} a response, ${concurrency} at a time`;
  const other = isRate ? '--rate (M2M_RATE)' : '--concurrency (M2M_CONCURRENCY)';
  const enough = Math.ceil((neededMs / 1000) * room);
  return `${counted(requests, 'request')} take about ${timeInWords(neededMs)} ${why}, longer than the deadline of ${timeInWords(deadlineS * 1000)}. Set --deadline ${enough}s (M2M_DEADLINE), or raise ${other}. ${see('time')}`;
}

const sumOf = (all: readonly Estimate[]): number => all.reduce((sum, one) => sum + one.requests, 0);
