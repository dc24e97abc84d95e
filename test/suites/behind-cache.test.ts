import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/index.ts';
import { lookBehindCache } from '../../suites/every-endpoint/behind-cache.ts';
import { type Enquiry, readAnswer, type Seen, type User } from '../../suites/every-endpoint/enquiry.ts';
import { answered } from './answered.ts';

const data: Readonly<Record<User, Json>> = {
  first: { name: 'Ann', orders: ['a'] },
  second: { name: 'Bea', orders: ['b'] },
};

/** What a question is answered with, told how many were asked before in that way, fresh or plain; undefined where nothing comes. */
type Shown = (step: string, user: User, isFresh: boolean, nth: number) => Json | undefined;

interface Looked {
  readonly depth?: 'quick' | 'standard' | 'deep';
  /** What both users were answered with before. */
  readonly known?: readonly Json[];
  /** What the second user was answered with, where that was something else. */
  readonly second?: readonly Json[];
  /** When that was. */
  readonly at?: number;
}

async function look(shown: Shown, { depth = 'quick', known = [data.first], second = known, at }: Looked = {}) {
  const asked: { readonly step: string; readonly at: number }[] = [];
  const counts = { fresh: 0, plain: 0 };
  const see = (body: Json, user: User) => readAnswer(answered({ body, ...(at === undefined ? {} : { at }) }), user);
  const one = async (step: string, user: User, isFresh = false): Promise<Seen | undefined> => {
    asked.push({ step: `${step}-${user}`, at: Date.now() });
    const body = shown(step, user, isFresh, counts[isFresh ? 'fresh' : 'plain']++);
    return body === undefined ? undefined : readAnswer(answered({ body }), user);
  };
  const all = async (step: string, order: readonly User[], isFresh?: boolean) => {
    const seen = await Promise.all(order.map((user, nth) => one(`${step}-${nth}`, user, isFresh)));
    return seen.filter((answer) => answer !== undefined);
  };
  const enquiry: Enquiry = {
    name: 'cash',
    failures: [],
    once: one,
    inSessionOfFirst: async () => undefined,
    inTurn: all,
    onOneConnection: all,
    atOnce: all,
  };
  const before = (user: User, bodies: readonly Json[]) =>
    bodies.map((body) => see(body, user)).filter((seen) => seen !== undefined);
  const alike = { alike: enquiry, first: before('first', known), second: before('second', second) };
  const judgements = await lookBehindCache(alike, depth);
  return { judgements, asked, steps: asked.map(({ step }) => step) };
}

describe('at addresses that nobody asked before', () => {
  /** The first so many plain answers to the second user are the first one's. */
  const foreignAtFirst =
    (count: number): Shown =>
    (_step, user, isFresh, nth) =>
      isFresh || nth >= count ? data[user] : data.first;

  test('the second user’s own is a finding where the plain one never gives it, and is told by an answer that did not', async () => {
    const { judgements, steps } = await look((_step, user, isFresh) => (isFresh ? data[user] : data.first));
    expect(judgements).toMatchObject([
      { kind: 'violated', actual: expect.stringContaining('/name'), exchange: answered({ body: data.first }) },
    ]);
    // No replica takes turns with another one: no more is asked.
    expect(steps).toHaveLength(16);
  });

  test.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1],
    [7, 1],
    [12, 1],
  ])(
    'where the plain one does not give it %i times, by the connection, there are findings: %i',
    async (count, found) => {
      const { judgements } = await look(foreignAtFirst(count));
      expect(judgements).toHaveLength(found);
      for (const judgement of judgements) {
        expect(judgement).toMatchObject({ exchange: answered({ body: data.first }) });
      }
    },
  );

  test('what one replica gives is no finding, however late the other one shows there', async () => {
    const { judgements } = await look((_step, user, isFresh, nth) => {
      const isOwn = isFresh ? nth < 15 : nth % 2 === 0;
      return isOwn ? data[user] : data.first;
    });
    expect(judgements).toEqual([]);
  });

  test.each(['elsewhere-0', 'elsewhere-1', 'elsewhere-3', 'elsewhere-7'])(
    'nothing is found where %s brings nothing',
    async (lost) => {
      const { judgements } = await look((step, user, isFresh) => {
        if (step === lost) return undefined;
        return isFresh ? data[user] : data.first;
      });
      expect(judgements).toEqual([]);
    },
  );

  test('no more is asked where they differ in nothing but what varies for one user as well', async () => {
    const price = (value: number): Json => ({ name: 'Ann', price: value });
    const { judgements, steps } = await look((_step, _user, _isFresh, nth) => price(nth), {
      known: [price(7), price(8)],
    });
    expect(judgements).toEqual([]);
    expect(steps).toEqual(['elsewhere-0-second', 'elsewhere-1-first']);
  });
});

describe('after a pause', () => {
  const pauses = (steps: readonly string[]) => steps.filter((step) => /^(?:\d-)?pause-0-(?:first|second)$/.test(step));

  test('what is the same each time may be kept for longer: it is asked for again, in steps of other names', async () => {
    const { judgements, steps } = await look(() => data.first, { depth: 'deep' });
    expect(judgements).toEqual([]);
    expect(pauses(steps)).toHaveLength(3);
    expect(new Set(steps).size).toBe(steps.length);
  });

  test('what varied before is not waited for any longer', async () => {
    const { judgements, steps } = await look(() => data.first, {
      depth: 'deep',
      known: [data.first, { name: 'Ann', orders: [] }],
    });
    expect(judgements).toEqual([]);
    expect(pauses(steps)).toHaveLength(1);
  });

  test('is that long, from the answer before', async () => {
    const at = Date.now() - 2_470;
    const known = [data.first, { name: 'Ann', orders: [] }];
    const { asked } = await look(() => data.first, { depth: 'standard', known, at });
    const first = asked.find(({ step }) => step.startsWith('pause-0'));
    // A timer may fire a millisecond early.
    expect((first?.at ?? 0) - at + 2).toBeGreaterThanOrEqual(2_500);
  });

  /** Five caches that take turns, each of which forgets after a pause. */
  function fiveCaches(): Shown {
    let kept: (Json | undefined)[] = [];
    let turn = 0;
    return (step, user) => {
      if (/^pause-0$|apart-\d-0-0$|turns-\d-0$/.test(step)) kept = [];
      turn = (turn + 1) % 5;
      kept[turn] ??= data[user];
      return kept[turn];
    };
  }

  test.each([
    ['the same for both each time', [data.first, data.first]],
    ['now that of one user and now that of the other', [data.first, data.second]],
  ])('what several caches keep is found where it was %s', async (_what, known) => {
    const { judgements } = await look(fiveCaches(), { depth: 'standard', known });
    expect(judgements).toMatchObject([{ kind: 'violated', actual: expect.stringContaining('/name') }]);
  });

  test('a content that is another each time is not asked for by each user alone', async () => {
    const price = (value: number): Json => ({ name: 'Ann', price: value });
    const { judgements, steps } = await look((_step, user, _isFresh, nth) => price(user === 'first' ? nth : -nth), {
      depth: 'standard',
      known: [price(7_001), price(7_002)],
      second: [price(7_003), price(7_004)],
    });
    expect(judgements).toEqual([]);
    expect(steps.filter((step) => step.includes('apart'))).toEqual([]);
  });

  /** One cache for both: whoever asks first after a pause gets the own, and the other the same. */
  const firstComes: Shown = (step, user) => {
    const other = user === 'first' ? 'second' : 'first';
    if (step.startsWith('elsewhere')) return data.first;
    return step.endsWith('-other') ? data[other] : data[user];
  };

  test('the other user’s, each time, is a finding where either user alone gets the own', async () => {
    const { judgements } = await look(firstComes, { depth: 'standard' });
    expect(judgements).toMatchObject([{ kind: 'violated', actual: expect.stringContaining('/name') }]);
  });

  test('what stays as it was in a later turn is no turn, and nobody is asked the other way round', async () => {
    const { judgements, steps } = await look(
      (step, user) => (/pause-[12]/.test(step) ? data.second : firstComes(step, user, false, 0)),
      { depth: 'standard' },
    );
    expect(judgements).toEqual([]);
    expect(steps.filter((step) => step.includes('turned'))).toEqual([]);
  });
});
