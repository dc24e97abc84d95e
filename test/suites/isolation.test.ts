import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { type Bound, type Exchange, emptyProfile, type Json, type Profile, sentHeader } from '../../engine/index.ts';
import { foreignPath, isMixedUp, marksOf, ownershipOf, sharesPart } from '../../suites/every-endpoint/own-answers.ts';
import { user } from '../../suites/every-endpoint/user.ts';
import { mixed } from '../../suites/every-endpoint/user-isolation.ts';
import type { Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence } from './asking.ts';

const isolation = user.requirements.find(({ id }) => id === 'user/isolation') as Scenario;

type Who = 'first' | 'second';
const other = (who: Who): Who => (who === 'first' ? 'second' : 'first');
const data = {
  first: { name: 'Ann', cash: 1, list: [{ id: 'a' }, { id: 'b' }] },
  second: { name: 'Bea', cash: 2, list: [{ id: 'c' }, { id: 'd' }] },
};
const own = (who: Who): Given => ({ body: data[who] });

/** Numbers below `most`, one after the other, by chance but the same for the same seed. */
function anyOf(seed: number, most: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** What is judged where cash alone is covered, and the steps, without the name of the endpoint. */
async function judged(
  target: (step: string, who: Who, before: Who | undefined) => Given | Exchange,
  changes: Partial<Bound> = {},
) {
  const steps: string[] = [];
  let before: Who | undefined;
  const ask = asking((step, _path, _nth, request) => {
    const who = sentHeader(request, 'x-user-id')[0]?.includes('second') ? 'second' : 'first';
    steps.push(step.replace(/^cash-/, ''));
    const answer = target(step.replace(/^cash-/, ''), who, before);
    before = who;
    return answer;
  });
  const judgements = await isolation.run(boundTo('cash', { covers: (name) => name === 'cash', ...changes }), ask);
  return { steps, judgements, kinds: judgements.map(({ kind }) => kind) };
}

describe('user/isolation', () => {
  test('holds where each answer is the user’s own, and asks no more than that takes', async () => {
    const { judgements, steps } = await judged((_step, who) => own(who));
    expect(judgements).toEqual([{ kind: 'held' }, { kind: 'held' }]);
    expect(steps).toEqual([
      ...['first', 'second'].flatMap((who) => [0, 1, 2, 3].map((nth) => `baseline-${nth}-${who}`)),
      ...['first', 'second', 'first', 'second'].map((who, nth) => `in-turn-${nth}-${who}`),
      ...mixed(3).map((who, nth) => `together-${nth}-${who}`),
    ]);
  });

  test('judges a user who has nothing, and whose answers are without content', async () => {
    const nothing: Given = { status: 204 };
    const answerOf = (who: Who) => (who === 'second' ? nothing : own(who));
    expect((await judged((_step, who) => answerOf(who))).kinds).toEqual(['held', 'held']);
    const mixedUp = await judged((_step, who, before) => answerOf(before ?? who));
    expect(mixedUp.kinds).toContain('violated');
    expect((await judged(() => nothing)).kinds).not.toContain('unanswered');
  });

  test('asks more at once the deeper it looks', async () => {
    const together = async (depth: Bound['depth']) =>
      (await judged((_step, who) => own(who), { depth })).steps.filter((step) => step.startsWith('together')).length;
    expect([await together('quick'), await together('standard'), await together('deep')]).toEqual([6, 8, 16]);
  });

  test('is violated for both where each gets what was meant for whoever asked before', async () => {
    const { judgements, steps } = await judged((_step, who, before) => own(before ?? who));
    expect(judgements).toMatchObject([
      { cause: 'an answer carries data of another user', actual: expect.stringContaining('/name') },
      { cause: 'an answer carries data of another user' },
    ]);
    expect(steps.slice(18, 34)).toEqual([
      ...['first', 'second', 'first', 'second'].map((who, nth) => `again-in-turn-${nth}-${who}`),
      ...mixed(3).map((who, nth) => `again-${nth}-${who}`),
      ...['first', 'first', 'second', 'second', 'first', 'second'].map((who, nth) => `quiet-${nth}-${who}`),
    ]);
    expect(steps.slice(34).map((step) => step.replace(/\d+/, 'n'))).toEqual(
      ['first', 'second'].flatMap((who) => [
        ...Array.from({ length: 32 }, (_, at) => `alone-n-${at % 2}-${who}`),
        ...Array.from({ length: 3 * mixed(3).length }, (_, at) => `alone-crowd-n-${at % mixed(3).length}-${who}`),
      ]),
    );
  });

  describe('where each user has a replica, and some requests go to the other one', () => {
    const home = { first: 'a', second: 'b' };
    const spilling = (says: (who: Who, servedBy: string) => Json, isSpilt: (step: string) => boolean) =>
      judged((step, who) => ({ body: says(who, home[isSpilt(step) ? other(who) : who]) }));
    const isLoaded = (step: string) => /^(together|again|alone-crowd-\d)-[4-7]/.test(step);

    test('holds where the user’s own comes from either, and a user alone meets the other as well', async () => {
      const { kinds } = await spilling((who, servedBy) => ({ ...data[who], servedBy }), isLoaded);
      expect(kinds).toEqual(['held', 'held']);
    });

    test('says nothing where nothing but the replica tells the users apart', async () => {
      const named = (_who: Who, servedBy: string) => ({ data: [], node: { servedBy, place: `of ${servedBy}` } });
      expect((await spilling(named, isLoaded)).judgements).toMatchObject([{ kind: 'not-run' }]);
    });

    test('is violated where it happens to no user alone', async () => {
      const { kinds } = await spilling(
        (who, name) => ({ ...data[who], name }),
        (step) => /^(together|again)-[45]/.test(step),
      );
      expect(kinds).toContain('violated');
    });

    test('is violated where the whole answer is the other’s, though a user alone gets one as well', async () => {
      const { kinds } = await judged((step, who) =>
        own(/^(together|again)-[45]|^alone-crowd-1-4/.test(step) ? other(who) : who),
      );
      expect(kinds).toContain('violated');
    });

    test('what is left over of the other user’s request speaks for no replica', async () => {
      const { kinds } = await spilling(
        (who, name) => ({ ...data[who], name }),
        (step) => /^(together|again)-[45]|^alone-[01]-/.test(step),
      );
      expect(kinds).toContain('violated');
    });
  });

  test('accuses nobody of what replicas that are chosen by chance differ in, for good', async () => {
    for (let seed = 1; seed < 400; seed++) {
      const replicaOf = anyOf(seed, 2);
      const { kinds } = await judged((_step, who) => ({ body: { ...data[who], servedBy: replicaOf() } }));
      expect(kinds).toEqual(['held', 'held']);
      const alike = await judged(() => ({ body: { ...data.first, servedBy: replicaOf() } }));
      expect(alike.kinds).not.toContain('violated');
      expect(alike.kinds).not.toContain('unanswered');
    }
  });

  test('is open where one user alone gets the other’s data now and then, and violated where that is seldom', async () => {
    const everySo = async (often: number) => {
      let nth = 0;
      return (await judged((step, who) => own(!step.startsWith('baseline') && ++nth % often === 0 ? other(who) : who)))
        .kinds;
    };
    expect(await everySo(10)).toContain('violated');
    expect(await everySo(5)).toEqual(['unanswered']);
  });

  test('takes another baseline where a cache forgot the one user while the other was asked for', async () => {
    const { steps, judgements } = await judged((step, who) =>
      own(/^(baseline-[01]|arrival-0|together-\d)-second$/.test(step) ? 'first' : who),
    );
    expect(judgements).toMatchObject([{ kind: 'held' }, { kind: 'violated' }]);
    expect(steps.slice(8, 16)).toEqual(
      ['first', 'second'].flatMap((who) => [`arrival-0-${who}`, ...[0, 1, 2].map((nth) => `calm-${nth}-${who}`)]),
    );
  });

  test('takes another baseline where a part was the other user’s at first', async () => {
    const kept = { ...data.second, list: data.first.list };
    const { steps, judgements } = await judged((step, who, before) => {
      if (/^baseline-[01]-second/.test(step)) return { body: kept };
      if (who === 'second' && before === 'first' && !step.startsWith('arrival')) return { body: kept };
      return own(who);
    });
    expect(steps.filter((step) => /^(arrival|calm)/.test(step))).toHaveLength(8);
    expect(judgements).toContainEqual(
      expect.objectContaining({
        cause: 'an answer carries data of another user',
        actual: expect.stringContaining('/list'),
      }),
    );
  });

  describe('where a part that says much is the same for both', () => {
    const holdings = { first: [11, 12, 13], second: [21, 22, 23] };
    const body = (who: Who, whose: Who): Given => ({ body: { ...data[who], holdings: holdings[whose] } });

    test('is violated where each gets it from whoever asked first after a pause', async () => {
      let whose: Who = 'first';
      const { judgements } = await judged(
        (step, who) => {
          if (/^pause-(\d+|alone-\d-\d+-\d)-(first|second)/.test(step)) whose = who;
          return body(who, whose);
        },
        { depth: 'standard' },
      );
      expect(judgements.at(-1)).toMatchObject({ kind: 'violated', actual: expect.stringContaining('/holdings/0') });
    });

    test('holds where it stays so', async () => {
      const { kinds, steps } = await judged((_step, who) => body(who, 'first'), { depth: 'standard' });
      expect(kinds).toEqual(['held', 'held']);
      expect(steps.filter((step) => step.startsWith('pause'))).toHaveLength(2);
    });

    test('nothing more is asked where it tells little', async () => {
      const market = { score: 71.5, news: 64, analyst: 80.25, indices: [{ name: 'DAX', value: 24_001.5 }] };
      const { steps } = await judged((_step, who) => ({ body: { ...data[who], market } }), { depth: 'standard' });
      expect(steps.filter((step) => /^(pause|elsewhere)/.test(step))).toEqual([]);
    });
  });

  test('is open where a user who asks alone is no longer answered', async () => {
    const { kinds } = await judged((step, who, before) =>
      step === 'alone-3-0-second' ? silence('closed') : own(before ?? who),
    );
    expect(kinds).toContain('unanswered');
  });

  test('is violated for the one user whose answers are mixed up now and then, shown by one of them', async () => {
    const strange = 'together-3-first';
    const { judgements } = await judged((step, who) => own(step === strange ? other(who) : who));
    expect(judgements).toMatchObject([
      { kind: 'violated', exchange: { key: { step: `cash-${strange}` } }, actual: expect.stringMatching(/^1 of \d+ /) },
      { kind: 'held' },
    ]);
    const partly = await judged((step, who) =>
      step === strange ? { body: { ...data[who], name: data[other(who)].name } } : own(who),
    );
    expect(partly.kinds).toEqual(['violated', 'held']);
  });

  test('judges the first answer after the other user’s, though it is no measure', async () => {
    const stale = async (strange: string) =>
      (await judged((step, who) => own(step === strange ? other(who) : who))).kinds;
    expect(await stale('baseline-0-second')).toEqual(['held', 'violated']);
    expect(await stale('baseline-0-first')).toEqual(['violated', 'held']);
  });

  test('is violated where an answer changes with the user who asked before', async () => {
    const { judgements } = await judged((_step, who, before) =>
      before === who || before === undefined ? own(who) : { body: { ...data[who], cash: 99 } },
    );
    expect(judgements).toMatchObject([
      {
        cause: 'an answer changes with the user who asked before',
        exchange: { key: { step: 'cash-in-turn-2-first' } },
      },
      { cause: 'an answer changes with the user who asked before' },
    ]);
  });

  test('holds where lists come in any order, whether or not both users have the same', async () => {
    const shuffled = (lists: Readonly<Record<Who, readonly string[]>>) =>
      judged((step, who) => ({ body: { list: step.startsWith('together') ? [...lists[who]].reverse() : lists[who] } }));
    expect((await shuffled({ first: ['x', 'y'], second: ['y', 'z'] })).kinds).toEqual(['held', 'held']);
    expect((await shuffled({ first: ['x', 'y'], second: ['y', 'x'] })).kinds).toEqual(['held', 'held']);
  });

  test('is open where an answer is another user’s at the end, and never changes back', async () => {
    const { kinds } = await judged((step, who) => {
      if (step === 'quiet-4-first') return own('second');
      return step === 'together-0-first' ? { body: { ...data[who], cash: 99 } } : own(who);
    });
    expect(kinds).toEqual(['unanswered', 'held']);
  });

  test('a change to nobody else’s data is an edit, or all that was seen', async () => {
    const edited = await judged((step, who) =>
      who === 'second' || step.startsWith('baseline') || step === 'alternate-0-first'
        ? own(who)
        : { body: { ...data[who], cash: 99 } },
    );
    expect(edited.judgements).toEqual([{ kind: 'held', note: expect.any(String) }, { kind: 'held' }]);
    const changed = (body: Given['body']) =>
      judged((step, who) => (who === 'second' || /baseline-[123]/.test(step) ? own(who) : { body }));
    const never = await changed({ name: 'Cyd', cash: 99, list: [] });
    expect(never.kinds).toEqual(['unanswered', 'held']);
    // What stays tells that the answers are the user's own.
    expect((await changed({ ...data.first, cash: 99 })).kinds).toEqual(['held', 'held']);
  });

  test('a list in another order is the user’s own', async () => {
    const reversed = (who: Who): Given => ({ body: { ...data[who], list: data[who].list.toReversed() } });
    const { judgements } = await judged((step, who) => (step.startsWith('together') ? reversed(who) : own(who)));
    expect(judgements).toEqual([{ kind: 'held' }, { kind: 'held' }]);
  });

  test('what varies for one user alone tells nothing', async () => {
    let nth = 0;
    const { judgements } = await judged((_step, who) => ({ body: { ...data[who], at: nth++ } }));
    expect(judgements).toEqual([{ kind: 'held' }, { kind: 'held' }]);
  });

  test.each<[string, Given | Exchange]>([
    ['is refused', apiError(401)],
    ['is no JSON', { body: '<p>' }],
    ['does not come', silence('closed')],
  ])('an answer that %s before is open, one later is open beside the others', async (_what, given) => {
    const early = await judged((step, who) => (step === 'baseline-2-second' ? given : own(who)));
    expect(early.kinds).toEqual(['unanswered']);
    expect(early.steps).toHaveLength(12);
    const late = await judged((step, who) => (step === 'in-turn-1-second' ? given : own(who)));
    expect(late.kinds).toEqual(['held', 'held', 'unanswered']);
    const crowded = await judged((step, who) => (step === 'together-1-second' ? given : own(who)));
    expect(crowded.kinds).toEqual(['held', 'held', 'unanswered']);
    const influenced = await judged((step, who, before) => {
      if (step === 'in-turn-1-second') return given;
      return before === who || before === undefined ? own(who) : { body: { ...data[who], cash: 99 } };
    });
    expect(influenced.kinds).not.toContain('violated');
  });

  test('asks in turn where each user was served, and is open where one of them was not again', async () => {
    const turns = (steps: readonly string[]) => steps.filter((step) => step.includes('in-turn'));
    const once = await judged((step, who) => (step === 'baseline-1-second' ? apiError(400) : own(who)));
    expect(once.kinds).toEqual(['unanswered']);
    expect(turns(once.steps)).toHaveLength(4);
    const never = await judged((_step, who) => (who === 'second' ? apiError(400) : own(who)));
    expect(never.kinds).toEqual(['unanswered']);
    expect(turns(never.steps)).toEqual(['then-in-turn-0-first', 'again-in-turn-0-first']);
    expect(never.steps.slice(-4, -2)).toEqual(['then-between-second', 'then-in-turn-0-first']);
    const nobody = await judged(() => apiError(400));
    expect(nobody.steps).toHaveLength(8);
  });

  test('needs an endpoint that is covered, and users who differ', async () => {
    const nowhere = await judged((_step, who) => own(who), { covers: () => false });
    expect(nowhere.judgements).toMatchObject([
      { kind: 'not-run', why: expect.stringContaining('the claim covers no') },
    ]);
    const alike = await judged(() => own('first'), { covers: (name) => name === 'guides' });
    expect(alike.judgements).toMatchObject([{ kind: 'not-run', why: expect.stringContaining('differ nowhere') }]);
    expect(alike.steps).toHaveLength(12);
    const refused = await judged(() => apiError(404), { covers: (name) => name === 'guides' || name === 'insights' });
    expect(refused.kinds).toEqual(['unanswered']);
  });

  test('one judged endpoint is enough', async () => {
    const { kinds } = await judged((step, who) => (step.startsWith('guides') ? own('first') : own(who)), {
      covers: (name) => name === 'guides' || name === 'cash',
    });
    expect(kinds).toEqual(['held', 'held']);
  });

  test('asks the declared endpoints that read on behalf of a user, but for the read-back of the address', async () => {
    const read = { method: 'GET', safety: 'read', takesUser: true };
    const declared = (path: string, changes: object = {}) => ({ ...read, path, ...changes });
    const profile = {
      ...emptyProfile,
      addressReadBack: { endpoint: 'GET /address', address: '/address' },
      endpoints: [
        declared('/savings'),
        declared('/address'),
        declared('/public', { takesUser: false }),
        declared('/search', { method: 'POST' }),
        declared('/once', { safety: 'write' }),
      ],
    } as unknown as Profile;
    const asked = async (of: Profile) => {
      const { steps } = await judged((_step, who) => own(who), {
        profile: of,
        covers: (name) => name.includes(' '),
        wellFormed: () => boundTo('cash').wellFormed(),
      });
      return [...new Set(steps.map((step) => step.split('-')[0]))];
    };
    expect(await asked(profile)).toEqual(['GET /savings']);
    const { addressReadBack: _none, ...without } = profile;
    expect(await asked(without as Profile)).toEqual(['GET /savings', 'GET /address']);
  });
});

test('at once, each user is asked for as often, and in no distance only for the same one', () => {
  const order = mixed(4);
  expect(order).toEqual(['first', 'second', 'second', 'first', 'second', 'first', 'first', 'second']);
  for (const count of [3, 4, 8]) {
    const all = mixed(count);
    expect(all.filter((who) => who === 'first')).toHaveLength(count);
    for (let apart = 1; apart < count; apart++) {
      expect(all.slice(apart).some((who, at) => who !== all[at])).toBe(true);
    }
  }
});

describe('whose an answer is', () => {
  const leaves = (of: Readonly<Record<string, string>>) => new Map(Object.entries(of));
  const [ann, bea] = [leaves({ '/a': '1', '/b': '1' }), leaves({ '/a': '2', '/b': '2' })];
  const marks = marksOf([ann], [bea]);

  test('is told by the marks of either user', () => {
    expect(ownershipOf(leaves({ '/a': '1', '/b': '2' }), marks, 'first')).toBe('mixed');
    expect(ownershipOf(leaves({ '/b': '2' }), marks, 'first')).toBe('other');
    expect(ownershipOf(leaves({}), marks, 'first')).toBe('changed');
    expect(ownershipOf(ann, marks, 'second')).toBe('other');
    expect(foreignPath(leaves({ '/a': '2', '/b': '1' }), marks, 'second')).toBe('/b');
    expect(foreignPath(leaves({ '/a': '1', '/b': '2' }), marks, 'first')).toBe('/b');
    expect(foreignPath(leaves({ '/b': '2' }), marks, 'first')).toBe('/b');
    expect(foreignPath(leaves({ '/c': '2' }), marks, 'first')).toBeUndefined();
  });

  test('a member that one user alone has is a mark, and none where it is absent', () => {
    const more = marksOf([ann], [leaves({ '/a': '1', '/b': '1', '/c': '3' })]);
    expect([...more]).toEqual([['/c', [undefined, '3']]]);
    expect(ownershipOf(ann, more, 'second')).toBe('changed');
    expect(foreignPath(ann, more, 'second')).toBeUndefined();
    expect(marksOf([], [ann]).size).toBe(2);
    expect(marksOf([ann], []).size).toBe(2);
  });

  test('what varies for either user is no mark', () => {
    const varying = ['1', '2', '3'].map((value) => leaves({ '/a': value }));
    const settled = ['9', '9', '9'].map((value) => leaves({ '/a': value }));
    expect(marksOf(varying, settled).size).toBe(0);
    expect(marksOf(settled, varying).size).toBe(0);
  });

  test('an answer that is another’s twice is mixed up, and so is one that went again', () => {
    expect(isMixedUp(['own', 'other', 'other'])).toBe(true);
    expect(isMixedUp(['own', 'other'])).toBe(false);
    expect(isMixedUp(['own', 'other', 'changed'])).toBe(false);
    expect(isMixedUp(['mixed', 'mixed'])).toBe(false);
    expect(isMixedUp(['mixed', 'own'])).toBe(true);
    expect(isMixedUp(['own', 'changed'])).toBe(false);
  });
});

describe('a part in common', () => {
  const lists = { orders: [1, 2, 3] };
  const nested = (depth: number, inner: Json): Json => (depth === 0 ? inner : { in: nested(depth - 1, inner) });
  const shared = (depth: number) =>
    sharesPart(nested(depth, { ...lists, name: 'Ann' }), nested(depth, { ...lists, name: 'Bea' }));

  test.each([
    [0, true],
    [7, true],
    [8, false],
    [400, false],
  ])('%i levels down: %s', (depth, expected) => {
    expect(shared(depth)).toBe(expected);
  });
});
