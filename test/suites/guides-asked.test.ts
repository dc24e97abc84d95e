import { describe, expect, test } from 'vitest';
import type { Monitor, Scenario } from '../../engine/catalogue/check.ts';
import { type Bound, type Exchange, emptyProfile, sentHeader } from '../../engine/index.ts';
import { longestLag } from '../../suites/lagging.ts';
import { guides } from '../../suites/learn/guides.ts';
import type { Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence } from './asking.ts';

const requirement = (id: string) => guides.requirements.find((one) => one.id === id);
const listing = (...ids: readonly string[]): Given => ({ body: { data: ids.map((id) => ({ id, title: id })) } });
const titled = (titles: Readonly<Record<string, string>>): Given => ({
  body: { data: Object.entries(titles).map(([id, title]) => ({ id, title, description: 'The same' })) },
});

/** What a scenario judges, and the steps that it took, where each step is answered by user and step. */
async function judged(
  id: string,
  target: (step: string, user: 'first' | 'second', nth: number) => Given | Exchange,
  changes: Partial<Bound> = {},
) {
  const steps: string[] = [];
  const ask = asking((step, _path, nth, request) => {
    steps.push(step);
    return target(step, sentHeader(request, 'x-user-id')[0]?.includes('second') ? 'second' : 'first', nth);
  });
  const asked = requirement(id) as Scenario | Monitor;
  const run = asked.kind === 'scenario' ? asked.run : asked.probing;
  const judgements = (await run?.(boundTo('guides', changes), ask)) ?? [];
  return { steps, judgements, kinds: judgements.map(({ kind }) => kind) };
}

describe('guides/order-stable', () => {
  const stable = (target: Parameters<typeof judged>[1], changes?: Partial<Bound>) =>
    judged('guides/order-stable', target, changes);
  const inSeries =
    (nth: number, ...ids: readonly string[]) =>
    (step: string) =>
      step.startsWith(`asked-${nth}-`) && step.endsWith('-1') ? listing(...ids) : listing('a', 'b');

  test('one order in one series is enough, some of its requests at once', async () => {
    const { kinds, steps } = await stable(() => listing('a', 'b'));
    expect(kinds).toEqual(['held']);
    expect(steps).toEqual(
      ['0-0', '1-0', ...[2, 3, 4, 5, 6, 7].flatMap((nth) => [`${nth}-0`, `${nth}-1`])].map((at) => `asked-1-${at}`),
    );
  });

  test('a listing of one element has no order, and is not asked for again', async () => {
    const { kinds, steps } = await stable(() => listing('a'));
    expect(kinds).toEqual(['unanswered']);
    expect(steps).toHaveLength(14);
  });

  describe('read in between', () => {
    const facts = { tokens: {}, refusedTokens: {}, guideIds: ['a', 'b'] };
    /** A listing in the order that `place` gives of what was read so far. */
    const reading = (place: (id: string, read: readonly string[]) => number, first = 0) => {
      const read: string[] = [];
      return (path: string): Given => {
        if (path.includes('{{guide:')) read.push(path.includes(`{{guide:${first}}}`) ? 'a' : 'b');
        return listing(...['a', 'b', 'c'].sort((one, other) => place(other, read) - place(one, read)));
      };
    };
    const asked = async (serve: (path: string, step: string) => Given, known: Bound['facts'] = facts) => {
      const steps: string[] = [];
      const ask = asking((step, path) => {
        steps.push(step);
        return serve(path, step);
      });
      const { probing } = requirement('guides/order-stable') as Monitor;
      const judgements = (await probing?.(boundTo('guides', { facts: known }), ask)) ?? [];
      return { kinds: judgements.map(({ kind }) => kind), steps };
    };

    test.each<[string, Parameters<typeof reading>[0]]>([
      ['what was read last comes first', (id, read) => read.lastIndexOf(id)],
      ['what was read most comes first', (id, read) => read.filter((one) => one === id).length],
      ['what was read last comes last', (id, read) => -read.lastIndexOf(id)],
    ])('a finding where %s', async (_what, place) => {
      expect((await asked(reading(place))).kinds).toEqual(['held', 'violated']);
      const three = { ...facts, guideIds: ['c', 'a', 'b'] };
      expect((await asked(reading(place, 1), three)).kinds).toEqual(['held', 'violated']);
    });

    test('none where it stays, where it changes once, and where it does so no more with pauses', async () => {
      expect((await asked(() => listing('a', 'b'))).kinds).toEqual(['held']);
      const edited = await asked(reading((id, read) => (read.length > 4 && id === 'b' ? 1 : 0)));
      expect(edited.kinds).toEqual(['held']);
      expect(edited.steps.filter((step) => step.startsWith('read-again'))).toEqual([]);
      const inTurn = reading((id, read) => (read.length < 8 && id === read.at(-1) ? 1 : 0));
      const once = await asked(inTurn);
      expect(once.kinds).toEqual(['held']);
      expect(once.steps.filter((step) => step.startsWith('read-again'))).toHaveLength(11);
    });

    test.each([
      ['the first is missing once it was read', 'cb', 'ba', 'cb', 'ba'],
      ['the second is missing once it was read', 'ab', 'ac', 'ab', 'ac'],
      ['the one that was read last is listed alone', 'ac', 'bc', 'ac', 'bc'],
      ['the first stays where it is at first', 'ab', 'ab', 'ba', 'ab'],
      ['the first stays where it is at last', 'ba', 'ab', 'ba', 'ba'],
    ])('none where %s: %s, %s, %s, %s', async (_what, ...orders) => {
      const { kinds } = await asked((_path, step) => {
        const nth = /^read(?:-again)?-(\d)-listing$/.exec(step)?.[1];
        return listing(...(orders[Number(nth)] ?? 'abc'));
      });
      expect(kinds).toEqual(['held']);
    });

    test.each<[string, Given]>([
      ['refused', apiError(403)],
      ['an object', { body: { data: {} } }],
    ])('a listing that is %s after a reading leaves it open', async (_what, given) => {
      for (const refused of ['read-0-listing', 'read-again-3-listing']) {
        const follow = reading((id, read) => read.lastIndexOf(id));
        const { kinds } = await asked((path, step) => (step === refused ? given : follow(path)));
        expect(kinds).toEqual(['held', 'unanswered']);
      }
    });

    test('none where it follows for a moment only, for as long as replicas lag', async () => {
      let lastRead = 0;
      const follow = reading((id, read) => (Date.now() < lastRead + 4 && id === read.at(-1) ? 1 : 0));
      const { kinds } = await asked((path) => {
        if (path.includes('{{guide:')) lastRead = Date.now();
        return { ...follow(path), at: Date.now() + 8 - longestLag };
      });
      expect(kinds).toEqual(['held']);
    });
  });

  test('an order that changes in two series is a finding', async () => {
    const { kinds, steps } = await stable((step) => (step.endsWith('-1') ? listing('b', 'a') : listing('a', 'b')));
    expect(kinds).toEqual(['violated']);
    expect(steps.at(-1)).toBe('asked-2-7-1');
  });

  test('also where a guide is missing for the series in between', async () => {
    const { kinds, steps } = await stable((step) => {
      if (step.startsWith('asked-2-')) return listing('a');
      return step.endsWith('-1') ? listing('b', 'a') : listing('a', 'b');
    });
    expect(kinds).toEqual(['violated']);
    expect(steps.at(-1)).toBe('asked-3-7-1');
  });

  test('one that changes in one of the later series is open', async () => {
    for (const nth of [2, 4]) {
      const { kinds, steps } = await stable((step) =>
        step === 'asked-1-7-1' ? listing('b', 'a') : inSeries(nth, 'b', 'a')(step),
      );
      expect(kinds).toEqual(['unanswered']);
      expect(steps).toHaveLength(56);
    }
  });

  test('one that goes to and fro in the first series alone is an edit that a replica has later', async () => {
    const { kinds, steps } = await stable((step) =>
      step.startsWith('asked-1-') && !step.endsWith('-1') ? listing('a', 'b') : listing('b', 'a'),
    );
    expect(kinds).toEqual(['held']);
    expect(steps).toHaveLength(56);
  });

  test('an edit, seen once, is forgiven where the last series is of one order', async () => {
    const { kinds, steps } = await stable((step) => (step === 'asked-1-7-1' ? listing('b', 'a') : listing('a', 'b')));
    expect(kinds).toEqual(['held']);
    expect(steps).toHaveLength(56);
  });

  test('elements without a text or number as id are known by their content', async () => {
    const odd = (...elements: readonly unknown[]): Given => ({ body: { data: elements } });
    const [a, b] = [{ id: null, title: 'a' }, 'b'];
    expect((await stable((step) => (step.endsWith('-1') ? odd(b, a) : odd(a, b)))).kinds).toEqual(['violated']);
    expect(
      (await stable((step) => (step.endsWith('-1') ? odd({ id: 2 }, { id: 1 }) : odd({ id: 1 }, { id: 2 })))).kinds,
    ).toEqual(['violated']);
  });

  test('the same ids with other texts are the same order', async () => {
    const { kinds } = await stable((_step, _user, nth) => titled({ a: `a${nth}`, b: `b${nth}` }));
    expect(kinds).toEqual(['held']);
  });

  test.each<[string, Given | Exchange]>([
    ['refused', apiError(403)],
    ['not answered', silence('closed')],
    ['an object', { body: { data: {} } }],
  ])('a listing that is %s leaves it open', async (_what, given) => {
    const { kinds } = await stable((step) => (step === 'asked-1-3-1' ? given : listing('a', 'b')));
    expect(kinds).toEqual(['unanswered']);
  });

  test('the configured order is judged beside it, also of a single guide', async () => {
    const ordered = { profile: { ...emptyProfile, guideOrder: ['a', 'b'] } };
    expect((await stable(() => listing('b', 'a'), ordered)).kinds).toEqual(['held', 'violated']);
    expect((await stable(() => listing('a'), ordered)).kinds).toEqual(['unanswered', 'unanswered']);
    const shuffled = (step: string) => (step.endsWith('-1') ? listing('b', 'a') : listing('a', 'b'));
    expect((await stable(shuffled, ordered)).kinds).toEqual(['violated', 'violated']);
    const once = (step: string) => (step === 'asked-1-7-1' ? listing('b', 'a') : listing('a', 'b'));
    expect((await stable(once, ordered)).kinds).toEqual(['held', 'held']);
  });
});

describe('guides/localised', () => {
  const english = titled({ a: 'Funds', b: 'Bonds' });
  const german = titled({ a: 'Fonds', b: 'Bonds' });
  const localised = (target: Parameters<typeof judged>[1]) => judged('guides/localised', target);

  test('one text that differs each time is enough', async () => {
    const { kinds, steps } = await localised((_step, user) => (user === 'first' ? english : german));
    expect(kinds).toEqual(['held']);
    expect(steps.slice(0, 4)).toEqual(['asked-0-first', 'asked-0-second', 'asked-1-first', 'asked-1-second']);
    expect(steps).toHaveLength(4 + 10);
  });

  test.each([
    ['violated', [0, 1], 4],
    ['violated', [1, 4], 10],
    ['violated', [4, 9], 20],
    ['held', [2], 20],
    ['held', [4], 20],
  ])('%s where the texts are the same at looks %j of later', async (kind, wrong, asked) => {
    const { kinds, steps } = await localised((step, user) => {
      const isWrong = wrong.some((nth) => step === `later-${nth}-0-second`);
      return user === 'first' || isWrong ? english : german;
    });
    expect(kinds).toEqual([kind]);
    expect(steps).toHaveLength(4 + asked);
  });

  test('looks of later are a pause apart', async () => {
    const asked: number[] = [];
    await localised((step, user) => {
      if (/^later-[01]-0-first$/.test(step)) asked.push(Date.now());
      if (step === 'later-1-0-first') return apiError(401);
      return { ...(user === 'first' ? english : german), at: Date.now() - 205 };
    });
    const [one = 0, other = 0] = asked;
    expect(other - one).toBeGreaterThanOrEqual(20);
  });

  test('a listing that does not come later takes nothing from what came', async () => {
    const { kinds } = await localised((step, user) => {
      if (step === 'later-1-0-first') return apiError(401);
      return user === 'first' ? english : german;
    });
    expect(kinds).toEqual(['held']);
  });

  test('the same texts each time are a finding', async () => {
    const { kinds, steps } = await localised(() => english);
    expect(kinds).toEqual(['violated']);
    expect(steps).toHaveLength(4);
  });

  test('the same texts now and then are a finding where that shows again', async () => {
    const other = (steps: readonly string[]) => (step: string, user: string) =>
      user === 'first' || steps.includes(step) ? english : german;
    expect((await localised(other(['asked-1-second', 'once-more-1-second']))).kinds).toEqual(['violated']);
    expect((await localised(other(['asked-1-second']))).kinds).toEqual(['unanswered']);
    expect((await localised(other(['asked-0-second']))).steps).toHaveLength(18);
    const later = ['asked-1-second', 'later-1-0-second', 'later-3-0-second'];
    expect((await localised(other(later))).kinds).toEqual(['violated']);
    expect((await localised(other(later.slice(0, 2)))).kinds).toEqual(['unanswered']);
  });

  test('empty listings hold no text to compare', async () => {
    expect((await localised(() => listing())).kinds).toEqual(['unanswered']);
  });

  test('a listing that does not come leaves it open, for either user and when asked again', async () => {
    for (const refused of ['asked-0-first', 'asked-1-second', 'once-more-0-first']) {
      const { kinds } = await localised((step, user) => {
        if (step === refused) return apiError(401);
        return user === 'first' || step === 'asked-1-second' ? english : german;
      });
      expect(kinds).toEqual(['unanswered']);
    }
  });
});

describe('guides/localised-ids', () => {
  const ids = (target: Parameters<typeof judged>[1]) => judged('guides/localised-ids', target);
  const apart = (_step: string, user: string) =>
    user === 'first' ? listing('a', 'b', 'c', 'd') : listing('d', 'c', 'b', 'a');

  test('the same ids in the same order are held', async () => {
    expect((await ids(() => listing('a', 'b'))).kinds).toEqual(['held']);
  });

  test('another order, or other ids, each time and for each user alone, are a finding', async () => {
    const { judgements, steps } = await ids(apart);
    expect(judgements).toMatchObject([{ kind: 'violated', cause: 'the order depends on the language' }]);
    expect(steps.slice(4)).toEqual(
      ['first', 'second'].flatMap((user) => [0, 1, 2].map((nth) => `alone-${user}-${nth}`)),
    );
    const fewer = await ids((_step, user) => (user === 'first' ? listing('a', 'b', 'c', 'd') : listing('a', 'c')));
    expect(fewer.judgements).toMatchObject([{ cause: 'which guides are listed depends on the language' }]);
  });

  test.each([
    ['a guide that is there for one user', ['a', 'b', 'c'], ['a', 'c']],
    ['the last one', ['a', 'b'], ['a']],
    ['the only one', [], ['a']],
    ['a guide at another place', ['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c']],
    ['a guide that went down', ['a', 'b', 'c', 'd'], ['a', 'c', 'd', 'b']],
  ])('what one edit explains, which one of two caches has later, is open: %s', async (_what, first, second) => {
    const { kinds } = await ids((_step, user) => listing(...(user === 'first' ? first : second)));
    expect(kinds).toEqual(['unanswered']);
  });

  test.each([
    ['two guides that are missing', ['a', 'b', 'c', 'd'], ['a', 'c']],
    ['another guide in the place of one', ['a', 'b'], ['a', 'c']],
    ['a guide that is missing, and another order', ['a', 'b', 'c'], ['c', 'a']],
  ])('what takes two edits is a finding: %s', async (_what, first, second) => {
    const { kinds } = await ids((_step, user) => listing(...(user === 'first' ? first : second)));
    expect(kinds).toEqual(['violated']);
  });

  test('ids that are numbers count as any, though guides/schema objects', async () => {
    const numbered = (...all: readonly number[]): Given => ({ body: { data: all.map((id) => ({ id })) } });
    const { kinds } = await ids((_step, user) => (user === 'first' ? numbered(1, 2, 3, 4) : numbered(4, 3, 2, 1)));
    expect(kinds).toEqual(['violated']);
    expect((await ids(() => ({ body: { data: [{ id: null }, {}] } }))).kinds).toEqual(['held']);
  });

  test('what has no id, which guides/schema judges, is none of the ids', async () => {
    const nameless: Given = { body: { data: [{ id: 'a' }, 'no guide', { id: null }] } };
    expect((await ids((_step, user) => (user === 'first' ? nameless : listing('a')))).kinds).toEqual(['held']);
  });

  test('a user who alone gets another order when asked again shows nothing of the language', async () => {
    for (const changed of ['alone-first-1', 'alone-second-2', 'asked-1-first', 'asked-1-second']) {
      const { kinds } = await ids((step, user) => (step === changed ? listing('c', 'a', 'b') : apart(step, user)));
      expect(kinds, changed).toEqual(['unanswered']);
    }
  });

  test('a listing that does not come leaves it open', async () => {
    for (const refused of ['asked-0-second', 'alone-first-0', 'alone-second-2']) {
      const { kinds } = await ids((step, user) => (step === refused ? apiError(401) : apart(step, user)));
      expect(kinds).toEqual(['unanswered']);
    }
  });

  test('seen once, and once more when asked again, it is a finding', async () => {
    const alike = ['asked-0-second', 'once-more-0-second'];
    const { kinds } = await ids((step, user) => apart(step, alike.includes(step) ? 'first' : user));
    expect(kinds).toEqual(['violated']);
  });

  test('seen once and not again, it is open', async () => {
    const { kinds } = await ids((step) => (step === 'asked-1-second' ? listing('b', 'a') : listing('a', 'b')));
    expect(kinds).toEqual(['unanswered']);
  });
});
