import { expect, test } from 'vitest';
import { askAfterRest } from '../../../suites/every-endpoint/robustness.ts';
import { apiError } from '../api-error.ts';
import { boundTo, silence, type Target } from '../asking.ts';
import { recorded } from '../recorded.ts';

const ok = { body: {} };
const cash = 'at-the-end-cash';
const all = [
  cash,
  ...['-next-1', '-rested-2', '-next-2', '-after-rest'].map((part) => cash + part),
];
const isRested = (step: string) => !/-next-\d$/.test(step);

/**
 * Sends the requests that follow a rest after `ended`. `target` responds to cash for the first
 * user; all else works.
 */
const rested = (target: Target, ended = 0) =>
  recorded(
    async (ask) => {
      await askAfterRest(boundTo('cash'), ask, ended);
      return [];
    },
    (step, path, ...of) =>
      path === '/cash' && !step.includes('second') ? target(step, path, ...of) : ok,
  );

test('every endpoint is requested once for each user', async () => {
  const { steps } = await rested(() => ok);
  expect(steps).toEqual(expect.arrayContaining([cash, `${cash}-second`]));
  expect(new Set(steps).size).toBe(steps.length);
  expect(steps.length).toBeGreaterThan(6);
});

test.each<[string, Target, number]>([
  ['is refused each time, and then served', (step) => (isRested(step) ? apiError(400) : ok), 5],
  ['is served', () => ok, 1],
  ['stays refused', () => apiError(400), 2],
  ['gets no response', () => silence('timeout'), 1],
  ['is refused once', (step) => (step === all[0] ? apiError(400) : ok), 3],
  ['is refused once more', (step) => (step === all[0] || step === all[3] ? apiError(400) : ok), 3],
  ['stays refused the second time', (step) => (step === all[1] ? ok : apiError(400)), 4],
])('a user who %s gets only the steps up to there', async (_who, target, count) => {
  const { steps, sent } = await rested(target);
  // Only the last refusal counts, because the user was served after each earlier one.
  const counted = sent.filter(({ request }) => request.purpose === 'served-before');
  expect(counted.map(({ step }) => step)).toEqual(all.slice(4, count));
  expect(steps.filter((step) => step.startsWith(cash) && !step.includes('second'))).toEqual(
    all.slice(0, count),
  );
});

test.each([
  ['every request before', cash, true],
  ['the request that was served', `${cash}-rested-2`, false],
])('a rest of six tenths of a second starts at the end of %s', async (_what, next, isFirst) => {
  const ended = Date.now() - 570;
  const { sent } = await rested(
    (step) => {
      const at = step === `${cash}-next-1` ? ended : 0;
      return isRested(step) ? { ...apiError(400), at } : { ...ok, at };
    },
    isFirst ? ended : 0,
  );
  // A timer may fire a millisecond early.
  expect((sent.find(({ step }) => step === next)?.at ?? 0) + 2).toBeGreaterThanOrEqual(ended + 600);
});
