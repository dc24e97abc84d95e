import { describe, expect, test } from 'vitest';
import { delivered } from '../../engine/index.ts';
import { askAfterRest } from '../../suites/every-endpoint/after-rest.ts';
import { answered } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence, type Target } from './asking.ts';

/** The steps that were asked of cash for the first user, whose answers are those of the target. */
async function steps(target: Target): Promise<readonly string[]> {
  const asked: string[] = [];
  const ask = asking((step, path, nth, request) => {
    const isMeant = path === '/cash' && !step.includes('second');
    if (isMeant) asked.push(step);
    return isMeant ? target(step, path, nth, request) : { body: {} };
  });
  await askAfterRest(boundTo('cash'), ask, 0);
  return asked;
}

const isRested = (step: string) => !/-next-\d$/.test(step);
const all = [
  'at-the-end-cash',
  'at-the-end-cash-next-1',
  'at-the-end-cash-rested-2',
  'at-the-end-cash-next-2',
  'at-the-end-cash-after-rest',
];

describe('when nobody has asked for a while', () => {
  test('everything is asked for once, for either user', async () => {
    const asked: string[] = [];
    await askAfterRest(
      boundTo('cash'),
      asking((step) => {
        asked.push(step);
        return { body: {} };
      }),
      0,
    );
    expect(asked).toContain('at-the-end-cash');
    expect(asked).toContain('at-the-end-cash-second');
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeGreaterThan(6);
  });

  test('who is refused each time, and served right after, is asked a third time', async () => {
    expect(await steps((step) => (isRested(step) ? apiError(400) : { body: {} }))).toEqual(all);
  });

  test.each<[string, Target, number]>([
    ['who is served', () => ({ body: {} }), 1],
    ['who stays refused', () => apiError(400), 2],
    ['who is not answered', () => silence('timeout'), 1],
    ['who is refused once', (step) => (step === all[0] ? apiError(400) : { body: {} }), 3],
    ['who is refused once more', (step) => (step === all[0] || step === all[3] ? apiError(400) : { body: {} }), 3],
    ['who stays refused the second time', (step) => (step === all[1] ? { body: {} } : apiError(400)), 4],
  ])('%s is not', async (_who, target, count) => {
    expect(await steps(target)).toEqual(all.slice(0, count));
  });

  test.each([
    ['everything that was asked', 'at-the-end-cash', true],
    ['who was served then', 'at-the-end-cash-rested-2', false],
  ])('the rest of six tenths of a second counts from the end of what came before: %s', async (_what, next, isFirst) => {
    const ended = Date.now() - 570;
    const asked = new Map<string, number>();
    const ask = asking((step) => {
      asked.set(step, Date.now());
      const at = step === 'at-the-end-cash-next-1' ? ended : 0;
      return step.startsWith('at-the-end-cash') && isRested(step) ? { ...apiError(400), at } : { body: {}, at };
    });
    await askAfterRest(boundTo('cash'), ask, isFirst ? ended : 0);
    // A timer may fire a millisecond early.
    expect((asked.get(next) ?? 0) + 2).toBeGreaterThanOrEqual(ended + 600);
  });

  const ok = delivered({ id: 'cash/ok', method: 'GET', path: '/cash', rule: '', section: '' });
  const request = boundTo('cash').wellFormed();
  test.each<[string, number, boolean]>([
    ['at-the-end-cash-after-rest', 400, true],
    ['at-the-end-cash-second-after-rest', 404, true],
    ['at-the-end-cash-after-rest', 401, false],
    ['at-the-end-cash-after-rest', 429, false],
    ['at-the-end-cash-after-rest', 503, false],
    ['at-the-end-cash', 400, false],
    ['at-the-end-cash-rested-2', 400, false],
  ])('%s with %i is judged: %s', (step, status, expected) => {
    const given = answered({ ...apiError(status), request, step, requirement: 'robustness/still-alive' });
    expect(ok.matches(given)).toBe(expected);
  });
});
