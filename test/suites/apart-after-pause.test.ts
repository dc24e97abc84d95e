import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/index.ts';
import { mixedInTurns } from '../../suites/every-endpoint/apart-after-pause.ts';
import { type Enquiry, readAnswer, type Seen, type User } from '../../suites/every-endpoint/enquiry.ts';
import { answered } from './answered.ts';

const data: Readonly<Record<User, Json>> = { first: { name: 'Ann' }, second: { name: 'Bea' } };
const order: readonly User[] = ['first', 'second', 'second', 'first'];
const longAgo = 1_000_000_000_000;

interface Target {
  /** What a question is answered with, by its step and the user; undefined where nothing comes. */
  readonly shown?: (step: string, user: User) => Json | undefined;
  /** When it was, by the step. */
  readonly at?: (step: string) => number;
  /** When somebody asked before, if anybody did. */
  readonly before?: number;
  readonly ms?: number;
}

/** Caches that take turns: in quick turns the second question is answered with the other user's data. */
const mixture = (step: string, user: User): Json => {
  const isMixed = /turns-\d-1$/.test(step);
  return data[isMixed && user === 'second' ? 'first' : user];
};

async function mixed({ shown = mixture, at = () => longAgo, before, ms = 0 }: Target = {}) {
  const asked = new Map<string, number>();
  const see = async (step: string, users: readonly User[]): Promise<Seen[]> => {
    const all = users.map((user, nth) => {
      const name = `${step}-${nth}`;
      asked.set(`${name}-${user}`, Date.now());
      const body = shown(name, user);
      return body === undefined
        ? undefined
        : readAnswer(answered({ body, step: name, at: at(`${name}-${user}`) }), user);
    });
    return all.filter((one) => one !== undefined);
  };
  const none = async () => undefined;
  const enquiry: Enquiry = {
    name: 'cash',
    failures: [],
    once: none,
    inSessionOfFirst: none,
    inTurn: see,
    onOneConnection: see,
    atOnce: see,
  };
  const last = before === undefined ? undefined : readAnswer(answered({ body: null, at: before }), 'first');
  return { found: await mixedInTurns(enquiry, last, ms, order, 'x-'), asked };
}

describe('a mixture in quick turns', () => {
  test('that shows twice is told by an answer with the other user’s data', async () => {
    const { found } = await mixed();
    expect(found?.foreign).toMatchObject({ user: 'second', exchange: { key: { step: 'x-turns-2-1' } } });
    expect(found?.marks.get('/name')).toEqual(['"Ann"', '"Bea"']);
  });

  const lost = (step: string) => (name: string, user: User) => (name === step ? undefined : mixture(name, user));
  /** A user alone is answered once with what is nobody's. */
  const strange = (step: string, whose: User) => (name: string, user: User) =>
    name === step && user === whose ? { name: 'Cem' } : mixture(name, user);
  const own = (step: string) => (name: string, user: User) =>
    name.startsWith(step) ? data[user] : mixture(name, user);

  test.each<[string, NonNullable<Target['shown']>]>([
    ['all have the same', () => data.first],
    ['it shows the second time alone', own('x-turns-1')],
    ['it shows the first time alone', own('x-turns-2')],
    ['the first user alone gets something else', strange('x-apart-1-3-0', 'first')],
    ['the second user alone gets something else', strange('x-apart-1-3-0', 'second')],
    ['a question alone is not answered at first', lost('x-apart-0-7-1')],
    ['a question alone is not answered at last', lost('x-apart-2-7-1')],
  ])('is nothing where %s', async (_what, shown) => {
    expect((await mixed({ shown })).found).toBeUndefined();
  });
});

test.each([0, 1, 2])('a content of all that keeps time with the pauses is no mixture: %i', async (phase) => {
  let pauses = phase;
  const { found } = await mixed({
    shown: (step) => {
      if (/(apart-\d-0|turns-\d)-0$/.test(step)) pauses++;
      return pauses % 3 === 0 ? data.first : data.second;
    },
  });
  expect(found).toBeUndefined();
});

test('the pause counts from the last answer, that of anybody before at first', async () => {
  const ms = 60_000;
  const ends = new Map<string, number>();
  const justBefore = () => Date.now() - ms + 25;
  /** Nothing but these is so late that it has to be waited for. */
  const late = ['x-apart-0-15-1-first', 'x-apart-0-15-1-second', 'x-turns-1-3-first'];
  const at = (step: string) => {
    const ended = late.includes(step) ? justBefore() : longAgo;
    ends.set(step, ended);
    return ended;
  };
  const before = justBefore();
  const { asked } = await mixed({ at, before, ms });
  // A timer may fire a millisecond early.
  const waited = (next: string, ended = Number.POSITIVE_INFINITY) => (asked.get(next) ?? 0) - ended + 2;
  expect(waited('x-apart-0-0-0-first', before)).toBeGreaterThanOrEqual(ms);
  for (const [nth, next] of ['x-apart-0-0-0-second', 'x-turns-1-0-first', 'x-apart-1-0-0-second'].entries()) {
    expect(waited(next, ends.get(late[nth] ?? ''))).toBeGreaterThanOrEqual(ms);
  }
});
