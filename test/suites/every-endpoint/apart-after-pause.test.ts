import { expect, test } from 'vitest';
import type { Json } from '../../../engine/index.ts';
import { mixedInTurns } from '../../../suites/every-endpoint/apart-after-pause.ts';
import type { User } from '../../../suites/every-endpoint/enquiry.ts';
import { enquiring, seen } from './two-users.ts';

const data: Readonly<Record<User, Json>> = { first: { name: 'Ann' }, second: { name: 'Bea' } };
const order: readonly User[] = ['first', 'second', 'second', 'first'];
const longAgo = 1_000_000_000_000;
type Shown = (step: string, user: User) => Json | undefined;

/** Simulates alternating caches: in quick turns, the second request gets the other user's data. */
const mixture: Shown = (step, user) => data[/turns-\d-1$/.test(step) ? 'first' : user];

/** Runs the enquiry. `endOf` returns when a response ended, and `before` is when the previous one did. */
async function mixed(shown: Shown = mixture, endOf: (step: string) => number = () => longAgo, before?: number, ms = 0) {
  const asked = new Map<string, number>();
  const enquiry = enquiring((step, user) => {
    const name = `${step}-${user}`;
    asked.set(name, Date.now());
    const body = shown(step, user);
    return body === undefined ? undefined : seen(user, body, { step, at: endOf(name) });
  });
  const last = before === undefined ? undefined : seen('first', null, { at: before });
  return { found: await mixedInTurns(enquiry, last, ms, order, 'x-'), asked };
}

test('a mixture in quick turns that shows twice is cited by a response with the other user’s data', async () => {
  const { found } = await mixed();
  expect(found?.foreign).toMatchObject({ user: 'second', exchange: { key: { step: 'x-turns-2-1' } } });
  expect(found?.marks.get('/name')).toEqual(['"Ann"', '"Bea"']);
});

/** Replaces the response at one step, for one user or for both. */
const but =
  (at: string, whose: User | undefined, body: Json | undefined): Shown =>
  (step, user) =>
    step === at && (!whose || whose === user) ? body : mixture(step, user);
const own =
  (from: string): Shown =>
  (step, user) =>
    step.startsWith(from) ? data[user] : mixture(step, user);

test.each<[string, Shown]>([
  ['both users get the same', () => data.first],
  ['the mixture shows the second time alone', own('x-turns-1')],
  ['the mixture shows the first time alone', own('x-turns-2')],
  ['the first user alone gets something else', but('x-apart-1-3-0', 'first', { name: 'Cem' })],
  ['the second user alone gets something else', but('x-apart-1-3-0', 'second', { name: 'Cem' })],
  ['a first response to one user alone is missing', but('x-apart-0-7-1', undefined, undefined)],
  ['a last response to one user alone is missing', but('x-apart-2-7-1', undefined, undefined)],
])('there is no finding if %s', async (_what, shown) => {
  expect((await mixed(shown)).found).toBeUndefined();
});

test.each([0, 1, 2])('content that changes for both with the pauses is no mixture: %i', async (phase) => {
  let pauses = phase;
  const { found } = await mixed((step) => {
    if (/(apart-\d-0|turns-\d)-0$/.test(step)) pauses++;
    return pauses % 3 === 0 ? data.first : data.second;
  });
  expect(found).toBeUndefined();
});

test('a pause starts at the end of the last response, that of anybody before at first', async () => {
  const ms = 60_000;
  const ends = new Map<string, number>();
  const justBefore = () => Date.now() - ms + 25;
  /** Only these responses end so late that the next request must wait. */
  const late = ['x-apart-0-15-1-first', 'x-apart-0-15-1-second', 'x-turns-1-3-first'];
  const before = justBefore();
  const endOf = (step: string) => {
    ends.set(step, late.includes(step) ? justBefore() : longAgo);
    return ends.get(step) ?? longAgo;
  };
  const { asked } = await mixed(mixture, endOf, before, ms);
  const nexts = ['x-apart-0-0-0-second', 'x-turns-1-0-first', 'x-apart-1-0-0-second'];
  // A timer may fire a millisecond early.
  for (const [next, end = Number.NaN] of [
    ['x-apart-0-0-0-first', before] as const,
    ...nexts.map((step, nth) => [step, ends.get(late[nth] ?? '')] as const),
  ])
    expect((asked.get(next) ?? 0) - end + 2).toBeGreaterThanOrEqual(ms);
});
