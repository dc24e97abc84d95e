import { expect, test } from 'vitest';
import type { Lost } from '../../../engine/exchange/exchange.ts';
import { Breaker } from '../../../engine/traffic/breaker.ts';

const silence: Lost = { lost: 'timeout', detail: '' };

function opened(at: number, giveUpMs?: number): Breaker {
  const breaker = new Breaker(giveUpMs);
  for (let nth = 0; nth < 24; nth++) breaker.unanswered(at, silence);
  return breaker;
}

test('the breaker admits everything until 24 requests in a row get no response', () => {
  const breaker = new Breaker();
  for (let nth = 0; nth < 46; nth++) {
    if (nth === 23) breaker.answered();
    breaker.unanswered(0, silence);
    expect(breaker.admits(0)).toBe(true);
  }
  breaker.unanswered(0, silence);
  expect(breaker.admits(0)).toBe(false);
});

test('while the target is down, the breaker admits one request per second, and a response closes it', () => {
  const breaker = opened(0);
  const admitted = [999, 1_000, 1_001, 1_999, 2_000].filter((now) => breaker.admits(now));
  expect(admitted).toEqual([1_000, 2_000]);
  breaker.answered();
  expect(breaker.admits(2_001)).toBe(true);
});

test.each([
  [undefined, 20_000],
  [2_000, 2_000],
])('with a limit of %s ms the breaker gives up after %i ms without a response', (giveUpMs, ms) => {
  const breaker = opened(0, giveUpMs);
  expect(breaker.hasGivenUp(ms)).toBe(false);
  expect(breaker.hasGivenUp(ms + 1)).toBe(true);
  expect(breaker.admits(60_000)).toBe(false);
});

test('the breaker names the proxy if the proxy refuses the requests, else the target', () => {
  const breaker = opened(0);
  expect(breaker.reason).toMatchObject({ lost: 'target-down' });
  const refusal: Lost = { lost: 'proxy', detail: 'The proxy refuses.' };
  breaker.unanswered(0, refusal);
  expect(breaker.reason).toEqual(refusal);
});
