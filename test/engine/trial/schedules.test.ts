import { expect, test } from 'vitest';
import { type Round, schedules, thueMorse } from '../../../engine/trial/schedules.ts';

test('each schedule sends a fixed number of requests, and waits a fixed time', () => {
  const rows = Object.entries(schedules).map(([name, schedule]) => {
    const [quick, standard, deep] = (['quick', 'standard', 'deep'] as const).map(schedule.rounds);
    const requests = [quick, standard, deep].map(
      (rounds) => rounds?.flatMap(({ arms }) => arms).length,
    );
    const waitsMs = quick?.reduce((sum, { pauseMs = 0 }: Round) => sum + pauseMs, 0);
    return `${name}: ${requests.join('/')} requests, ${waitsMs} ms`;
  });
  expect(rows).toMatchInlineSnapshot(`
    [
      "baseline-0: 4/4/4 requests, 0 ms",
      "baseline-1: 4/4/4 requests, 0 ms",
      "in-turn: 4/4/4 requests, 0 ms",
      "shared-turns: 12/12/12 requests, 0 ms",
      "crowd: 6/8/16 requests, 0 ms",
      "crowds: 18/24/48 requests, 330 ms",
      "turns: 32/32/32 requests, 0 ms",
      "blocks: 64/64/64 requests, 1760 ms",
      "crowds-apart: 24/32/64 requests, 2000 ms",
      "unique-urls: 32/32/32 requests, 0 ms",
      "with-unique-urls: 64/64/64 requests, 0 ms",
      "second-at-unique-urls: 32/32/32 requests, 0 ms",
      "after-2.5-s: 72/72/72 requests, 20000 ms",
      "after-11-s: 72/72/72 requests, 88000 ms",
      "after-62-s: 72/72/72 requests, 496000 ms",
    ]
  `);
});

test('the sequence of arms has no period', () => {
  expect(thueMorse(8).join('')).toBe('01101001');
  expect(thueMorse(4, 1).join('')).toBe('1001');
  const arms = thueMorse(16);
  for (let apart = 1; apart < 8; apart++)
    expect(arms.slice(apart).some((arm, at) => arm !== arms[at])).toBe(true);
});
