import { expect, test } from 'vitest';
import { Breaker } from '../../../engine/wire/breaker.ts';

function opened(at: number, patienceMs?: number): Breaker {
  const breaker = new Breaker(patienceMs);
  for (let nth = 0; nth < 24; nth++) breaker.unanswered(at);
  return breaker;
}

test('it admits everything until 24 requests in a row get no response', () => {
  const breaker = new Breaker();
  for (let nth = 0; nth < 46; nth++) {
    if (nth === 23) breaker.answered();
    breaker.unanswered(0);
    expect(breaker.admits(0)).toBe(true);
  }
  breaker.unanswered(0);
  expect(breaker.admits(0)).toBe(false);
});

test('while the target is down, one request per second is sent', () => {
  const breaker = opened(0);
  expect(breaker.hasGivenUp(400)).toBe(false);
  const admitted = [999, 1_000, 1_001, 1_999, 2_000].filter((now) => breaker.admits(now));
  expect(admitted).toEqual([1_000, 2_000]);
});

test('a response closes it at once', () => {
  const breaker = opened(0);
  expect(breaker.admits(1_000)).toBe(true);
  breaker.answered();
  expect(breaker.admits(1_001)).toBe(true);
  expect(breaker.hasGivenUp(1_001)).toBe(false);
});

test('it gives up after twenty seconds without a response', () => {
  const breaker = opened(0);
  expect(breaker.admits(20_000)).toBe(true);
  breaker.unanswered(20_000);
  expect(breaker.hasGivenUp(20_001)).toBe(true);
  expect(breaker.admits(60_000)).toBe(false);
});

test('in a short run it gives up sooner', () => {
  const breaker = opened(0, 2_000);
  expect(breaker.hasGivenUp(2_000)).toBe(false);
  expect(breaker.hasGivenUp(2_001)).toBe(true);
});
