import { expect, test } from 'vitest';
import type { Evidence } from '../../../engine/evidence/har-file.ts';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import { simulate } from '../../simulation/simulate.ts';
import { judgedAgain, outcomeLines } from './in-process.ts';

// How a run reacts to timeouts depends on which of the requests in flight times out first. `judge`
// does not repeat these decisions: it follows the evidence.

/** Returns the exchange with `attempts` timeouts before its response. */
function silentFirst(exchange: Exchange, attempts: number): Exchange[] {
  const silent = Array.from({ length: attempts }, (_, attempt): Exchange => {
    const answer = { lost: 'timeout' as const, detail: 'no complete response within 2000 ms' };
    return { ...exchange, key: { ...exchange.key, attempt }, answer } as Exchange;
  });
  return [...silent, { ...exchange, key: { ...exchange.key, attempt: attempts } }];
}

function withExchanges(evidence: Evidence, changed: (exchange: Exchange) => readonly Exchange[]) {
  const exchanges = [...evidence.exchanges.values()].flatMap(changed);
  return { ...evidence, exchanges: new Map(exchanges.map((one) => [keyText(one.key), one])) };
}

test('requests that timed out at first, and then got a response, are judged by that response', async () => {
  const { evidence, result } = await simulate({
    config: { only: ['summaries/*', 'user/missing'] },
  });
  let silences = 0;
  const changed = withExchanges(evidence, (exchange) => {
    const isCase = exchange.key.step === 'case' && exchange.key.attempt === 0;
    return isCase && silences++ < 12 ? silentFirst(exchange, 1) : [exchange];
  });
  expect(silences).toBeGreaterThan(12);
  expect(outcomeLines(await judgedAgain(changed))).toEqual(outcomeLines(result));
});

test('a case counts even if four other cases got no response', async () => {
  const { evidence } = await simulate({ config: { only: ['user/malformed'], concurrency: 1 } });
  const unit = 'user/malformed|GET /daily-summaries|';
  const summaries = ({ key, answer }: Exchange) =>
    keyText(key).startsWith(unit) && key.step === 'case' && !('lost' in answer);
  const [last] = [...evidence.exchanges.values()].filter(summaries).slice(-1);
  const changed = withExchanges(evidence, (exchange) => {
    if (exchange === last)
      return [{ ...exchange, answer: { ...exchange.answer, status: 200 } } as Exchange];
    return summaries(exchange) && exchange.key.index < 4
      ? silentFirst(exchange, 3).slice(0, 3)
      : [exchange];
  });
  const { requirements } = await judgedAgain(changed);
  expect(requirements.find(({ id }) => id === 'user/malformed')?.outcome).toBe('fail');
});
