import { describe, expect, test } from 'vitest';
import { AdaptiveRate } from '../../../engine/traffic/adaptive-rate.ts';

/**
 * Simulates a server with a token bucket and eight clients, each of which waits for its response.
 */
function ask(requests: number, perSecond: number, pace: Pick<AdaptiveRate, 'reserve' | 'heard'>) {
  let tokens = perSecond;
  let filledAt = 0;
  let turnedAway = 0;
  const free = Array.from({ length: 8 }, () => 0);
  let now = 0;
  for (let nth = 0; nth < requests; nth++) {
    const at = Math.min(...free);
    const sentAt = at + pace.reserve(at);
    tokens = Math.min(perSecond, tokens + ((sentAt - filledAt) / 1000) * perSecond);
    filledAt = Math.max(filledAt, sentAt);
    const isTaken = tokens >= 1;
    if (isTaken) tokens--;
    else turnedAway++;
    now = sentAt + 5;
    free[free.indexOf(at)] = now;
    pace.heard(!isTaken, sentAt, now);
  }
  return { turnedAway, taken: requests - turnedAway, seconds: now / 1000 };
}

describe('the pace', () => {
  test.each([200, 50, 20, 5])(
    'comes near to the %i requests a second that a server takes',
    (perSecond) => {
      const { taken, turnedAway, seconds } = ask(2_000, perSecond, new AdaptiveRate());
      expect(turnedAway / 2_000).toBeLessThan(0.15);
      expect(taken / seconds).toBeGreaterThan(perSecond * 0.6);
    },
  );

  test('is not slowed down by occasional refusals', () => {
    const pace = new AdaptiveRate();
    for (let nth = 0; nth < 1_000; nth++) {
      pace.heard(nth % 40 === 0, nth, nth + 1);
      expect(pace.reserve(nth)).toBe(0);
    }
  });

  test('rises again until there is no delay', () => {
    const pace = new AdaptiveRate();
    let now = 0;
    for (; now < 4; now++) pace.heard(true, now, now);
    expect(pace.reserve(now) + pace.reserve(now)).toBeGreaterThan(0);
    for (let nth = 0; nth < 3_000; nth++) {
      now += 1_000;
      pace.heard(false, now, now);
    }
    expect(pace.reserve(now) + pace.reserve(now)).toBe(0);
  });

  test('falls once for all requests in flight', () => {
    const [one, more] = [new AdaptiveRate(), new AdaptiveRate()];
    for (let at = 0; at < 4; at++) for (const pace of [one, more]) pace.heard(true, at, 10);
    for (let at = 0; at < 8; at++) more.heard(true, at, 20);
    expect(more.reserve(100_000) + more.reserve(100_000)).toBe(
      one.reserve(100_000) + one.reserve(100_000),
    );
  });
});
