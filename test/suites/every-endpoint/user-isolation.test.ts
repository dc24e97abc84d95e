import { describe, expect, test } from 'vitest';
import { type Bound, emptyProfile, type Json, type Profile } from '../../../engine/index.ts';
import type { User } from '../../../suites/every-endpoint/enquiry.ts';
import { mixed } from '../../../suites/every-endpoint/user-isolation.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, silence } from '../asking.ts';
import { randomOf } from '../recorded.ts';
import { type Asked, isolated, mixedUp, other, own, type Response } from './two-users.ts';

type Shown = (step: string, who: User, asked: Asked) => Response;
const passes = ['pass', 'pass'];
const kindsOf = async (target: Shown, changes?: Partial<Bound>, name?: string) =>
  (await isolated(target, changes, name)).kinds;
const named = (users: readonly User[], step: string) => users.map((who, nth) => `${step}-${nth}-${who}`);
/** Responds with the data for the previous request. */
const delayed: Shown = (_step, who, { before }) => own(before ?? who);
/** Responds to these steps with the other user's data. */
const swapped =
  (steps: RegExp, changes?: (who: User) => object): Shown =>
  (step, who) =>
    changes
      ? own(who, steps.test(step) ? changes(other(who)) : changes(who))
      : own(steps.test(step) ? other(who) : who);
const without: readonly [string, Response][] = [
  ['is refused', apiError(401)],
  ['is no JSON', { body: '<p>' }],
  ['is missing', silence('closed')],
];
const isLoaded = (step: string) => /^(together|again|alone-crowd-\d)-[4-7]/.test(step);
/** Changes the cash if the previous request was the other user's. */
const influenced: Shown = (_step, who, { before }) => own(who, before === who || !before ? {} : { cash: 99 });

describe('the requests', () => {
  test('are no more than it takes if each response is the user’s own', async () => {
    const { judgements, steps } = await isolated((_step, who) => own(who));
    expect(judgements).toEqual([{ kind: 'pass' }, { kind: 'pass' }]);
    expect(steps).toEqual([
      ...(['first', 'second'] as const).flatMap((who) => named([who, who, who, who], 'baseline')),
      ...named(['first', 'second', 'first', 'second'], 'in-turn'),
      ...named(mixed(3), 'together'),
    ]);
  });

  test.each([
    ['quick', 6],
    ['standard', 8],
    ['deep', 16],
  ] as const)('at the same time at depth %s: %i', async (depth, count) => {
    const { steps } = await isolated((_step, who) => own(who), { depth });
    expect(steps.filter((step) => step.startsWith('together'))).toHaveLength(count);
  });

  test('are repeated, and then sent for each user alone, if a response is another user’s', async () => {
    const { judgements, steps } = await isolated(delayed);
    expect(judgements).toMatchObject([
      { cause: mixedUp, actual: expect.stringContaining('/name') },
      { cause: mixedUp },
    ]);
    expect(steps.slice(18, 34)).toEqual([
      ...named(['first', 'second', 'first', 'second'], 'again-in-turn'),
      ...named(mixed(3), 'again'),
      ...named(['first', 'first', 'second', 'second', 'first', 'second'], 'quiet'),
    ]);
    expect(steps.slice(34).map((step) => step.replace(/\d+/, 'n'))).toEqual(
      ['first', 'second'].flatMap((who) => [
        ...Array.from({ length: 32 }, (_, at) => `alone-n-${at % 2}-${who}`),
        ...Array.from({ length: 18 }, (_, at) => `alone-crowd-n-${at % 6}-${who}`),
      ]),
    );
  });

  test('at the same time name both users equally often, at any distance', () => {
    expect(mixed(4)).toEqual(['first', 'second', 'second', 'first', 'second', 'first', 'first', 'second']);
    for (const count of [3, 4, 8]) {
      const all = mixed(count);
      expect(all.filter((who) => who === 'first')).toHaveLength(count);
      for (let apart = 1; apart < count; apart++)
        expect(all.slice(apart).some((who, at) => who !== all[at])).toBe(true);
    }
  });
});

describe('data that are mixed up', () => {
  const strange = 'together-3-first';
  const nameOf = (who: User) => ({ name: own(who).body.name });
  const some = (who: User): Response => (who === 'second' ? { status: 204 } : own('first'));
  const isMixed: readonly [string, string[] | undefined, Shown][] = [
    ['once', ['fail', 'pass'], swapped(/^together-3-first$/)],
    ['once and partly', ['fail', 'pass'], swapped(/^together-3-first$/, nameOf)],
    ['every tenth time', undefined, everySo(10)],
    ['every fifth time', ['inconclusive'], everySo(5)],
    ['in the first response to the second user', ['pass', 'fail'], swapped(/^baseline-0-second$/)],
    ['in the first response to the first user', ['fail', 'pass'], swapped(/^baseline-0-first$/)],
    ['for a user without content', undefined, (_step, who, { before }) => some(before ?? who)],
    ['by load, in a part', undefined, swapped(/^(together|again)-[45]/, nameOf)],
    ['by load, and for a user alone', undefined, swapped(/^(together|again)-[45]|^alone-crowd-1-4/)],
    ['by load, and left over for a user alone', undefined, swapped(/^(together|again)-[45]|^alone-[01]-/, nameOf)],
  ];

  function everySo(often: number): Shown {
    let nth = 0;
    return (step, who) => own(!step.startsWith('baseline') && ++nth % often === 0 ? other(who) : who);
  }

  test.each(isMixed)('%s: %j', async (_when, expected, target) => {
    const { kinds } = await isolated(target);
    if (expected) expect(kinds).toEqual(expected);
    else expect(kinds).toContain('fail');
  });

  test('are cited with their number', async () => {
    const { judgements } = await isolated(swapped(/^together-3-first$/));
    const exchange = { key: { step: `cash-${strange}` } };
    expect(judgements[0]).toMatchObject({ exchange, actual: expect.stringMatching(/^1 of \d+ /) });
  });

  test('include those that change with the user before', async () => {
    const cause = 'the response depends on which user asked before';
    const { judgements } = await isolated(influenced);
    expect(judgements).toMatchObject([{ cause, exchange: { key: { step: 'cash-in-turn-2-first' } } }, { cause }]);
  });
});

describe('responses that are the user’s own', () => {
  let nth = 0;
  const reversed = (who: User) => own(who, { list: own(who).body.list.toReversed() });
  const lists =
    (first: readonly string[], second: readonly string[]): Shown =>
    (step, who) => {
      const list = who === 'first' ? first : second;
      return { body: { list: step.startsWith('together') ? list.toReversed() : list } };
    };
  test.each<[string, Shown]>([
    ['nothing for the second user', (_step, who) => (who === 'second' ? { status: 204 } : own(who))],
    ['a list in any order', lists(['x', 'y'], ['y', 'z'])],
    ['a list in any order, the same for both', lists(['x', 'y'], ['y', 'x'])],
    ['lists in another order', (step, who) => (step.startsWith('together') ? reversed(who) : own(who))],
    ['what varies for one user alone', (_step, who) => own(who, { at: nth++ })],
    ['a replica that varies by load', (step, who) => own(who, { by: isLoaded(step) ? who : other(who) })],
    ['an edit that stays', (step, who) => (/second|baseline-[123]/.test(step) ? own(who) : own(who, { cash: 9 }))],
  ])('%s', async (_what, target) => {
    expect(await kindsOf(target)).toEqual(passes);
  });

  test('an edit of nobody else’s data is noted; without the user’s own data it is not judged', async () => {
    const edited = await isolated((step, who) =>
      own(who, who === 'second' || step.startsWith('baseline') || step === 'alternate-0-first' ? {} : { cash: 99 }),
    );
    expect(edited.judgements).toEqual([{ kind: 'pass', note: expect.any(String) }, { kind: 'pass' }]);
    const nobody: Given = { body: { name: 'Cyd', cash: 99, list: [] } };
    const never: Shown = (step, who) => (who === 'second' || /baseline-[123]/.test(step) ? own(who) : nobody);
    expect(await kindsOf(never)).toEqual(['inconclusive', 'pass']);
  });

  test('a change for good to another user’s data is not judged', async () => {
    const changed: Shown = (step, who) =>
      step === 'quiet-4-first' ? own('second') : own(who, step === 'together-0-first' ? { cash: 99 } : {});
    expect(await kindsOf(changed)).toEqual(['inconclusive', 'pass']);
  });
});

describe('replicas', () => {
  test('that are chosen by chance accuse nobody for good', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const replica = randomOf(seed, 2);
      expect(await kindsOf((_step, who) => own(who, { servedBy: replica() }))).toEqual(passes);
      const alike = await kindsOf(() => own('first', { servedBy: replica() }));
      for (const kind of ['fail', 'inconclusive']) expect(alike).not.toContain(kind);
    }
  });

  test('show nothing if nothing else differs between the users', async () => {
    const node = (by: User): Json => ({ data: [], node: { servedBy: by, place: `of ${by}` } });
    expect(await kindsOf((step, who) => ({ body: node(isLoaded(step) ? other(who) : who) }))).toEqual(['not-run']);
    for (const strange of ['first', 'second']) {
      const kinds = await kindsOf((step, who, { nth }) => {
        const isSteady = step.startsWith('baseline') || (who !== strange && !step.startsWith('alone'));
        return { body: { data: [], servedBy: (isSteady ? who === 'second' : nth % 2 === 1) ? 'b' : 'a' } };
      });
      expect(kinds).toEqual(['not-run']);
    }
  });

  const lists = { first: ['x', 'y'], second: ['y', 'z'] };
  const atOnce = /^(together|again)-\d/;
  const listOf = (step: string, of: User) => (atOnce.test(step) ? lists[of].toReversed() : lists[of]);
  const beside: readonly [string, (step: string, who: User, asked: Asked) => object][] = [
    ['what varies', (_step, _who, { nth }) => ({ at: nth })],
    ['replicas', (step, who, { nth }) => ({ by: step.startsWith('baseline') ? Number(who === 'second') : nth % 2 })],
  ];
  test.each(beside)('a list with common elements is told apart beside %s', async (_what, more) => {
    const shown =
      (isStrange: (step: string) => boolean): Shown =>
      (step, who, asked) => ({
        body: { list: isStrange(step) ? lists[other(who)] : listOf(step, who), ...more(step, who, asked) },
      });
    expect(await kindsOf(shown(() => false))).toEqual(passes);
    expect(await kindsOf(shown((step) => /^(together|again)-[34]/.test(step)))).toContain('fail');
  });
});

describe('another baseline', () => {
  test('is taken if a cache forgot one user while it served the other', async () => {
    const { steps, kinds } = await isolated((step, who) =>
      own(/^(baseline-[01]|arrival-0|together-\d)-second$/.test(step) ? 'first' : who),
    );
    expect(kinds).toEqual(['pass', 'fail']);
    expect(steps.slice(8, 16)).toEqual(
      (['first', 'second'] as const).flatMap((who) => [`arrival-0-${who}`, ...named([who, who, who], 'calm')]),
    );
  });

  const kept = own('second', { list: own('first').body.list });
  test('is taken if a part was the other user’s at first', async () => {
    const { steps, judgements } = await isolated((step, who, { before }) => {
      const isKept = who === 'second' && before === 'first' && !step.startsWith('arrival');
      return isKept || /^baseline-[01]-second/.test(step) ? kept : own(who);
    });
    expect(steps.filter((step) => /^(arrival|calm)/.test(step))).toHaveLength(8);
    const actual = expect.stringContaining('/list');
    expect(judgements).toContainEqual(expect.objectContaining({ cause: mixedUp, actual }));
  });

  test.each(without)('is not used if one of its responses %s', async (_what, given) => {
    const judged = (strange?: string) =>
      isolated((step, who) => {
        if (step === 'calm-1-second') return given;
        return /^baseline-[01]-second/.test(step) ? kept : own(step === strange ? other(who) : who);
      });
    const { steps, kinds } = await judged();
    expect(steps.filter((step) => step.startsWith('calm'))).toHaveLength(6);
    expect(kinds).toEqual(['pass', 'pass', 'inconclusive']);
    expect((await judged('together-3-first')).kinds).toEqual(['fail', 'pass', 'inconclusive']);
  });
});

describe('a part that is the same for both users', () => {
  const holdings = { first: [11, 12, 13], second: [21, 22, 23] };
  const depth = 'standard';

  test('is a finding if it is what the first user after a pause got', async () => {
    let whose: User = 'first';
    const { judgements } = await isolated(
      (step, who) => {
        if (/^pause-(\d+|alone-\d-\d+-\d)-(first|second)/.test(step)) whose = who;
        return own(who, { holdings: holdings[whose] });
      },
      { depth },
    );
    expect(judgements.at(-1)).toMatchObject({ kind: 'fail', actual: expect.stringContaining('/holdings/0') });
  });

  test('passes if it stays the same, and takes no more requests if it says little', async () => {
    const same = await isolated((_step, who) => own(who, { holdings: holdings.first }), { depth });
    expect(same.kinds).toEqual(passes);
    expect(same.steps.filter((step) => step.startsWith('pause'))).toHaveLength(2);
    const market = { score: 71.5, news: 64, analyst: 80.25, indices: [{ name: 'DAX', value: 24_001.5 }] };
    const { steps } = await isolated((_step, who) => own(who, { market }), { depth });
    expect(steps.filter((step) => /^(pause|elsewhere)/.test(step))).toEqual([]);
  });
});

describe('a response', () => {
  test.each(without)('that %s leaves the endpoint, or the request, unanswered', async (_what, given) => {
    const at = (strange: string) => isolated((step, who) => (step === strange ? given : own(who)));
    const early = await at('baseline-2-second');
    expect([early.kinds, early.steps.length]).toEqual([['inconclusive'], 12]);
    for (const step of ['in-turn-1-second', 'together-1-second'])
      expect((await at(step)).kinds).toEqual(['pass', 'pass', 'inconclusive']);
    const changed: Shown = (step, ...of) => (step === 'in-turn-1-second' ? given : influenced(step, ...of));
    expect(await kindsOf(changed)).not.toContain('fail');
    const alone: Shown = (step, ...of) => (step === 'alone-3-0-second' ? given : delayed(step, ...of));
    expect(await kindsOf(alone)).toContain('inconclusive');
  });

  test('without content is judged', async () => {
    expect(await kindsOf(() => ({ status: 204 }))).not.toContain('inconclusive');
  });

  test('that is refused for one user leaves requests in turn to the other', async () => {
    const turns = (steps: readonly string[]) => steps.filter((step) => step.includes('in-turn'));
    const once = await isolated((step, who) => (step === 'baseline-1-second' ? apiError(400) : own(who)));
    expect([once.kinds, turns(once.steps).length]).toEqual([['inconclusive'], 4]);
    const never = await isolated((_step, who) => (who === 'second' ? apiError(400) : own(who)));
    expect(never.kinds).toEqual(['inconclusive']);
    expect(turns(never.steps)).toEqual(['then-in-turn-0-first', 'again-in-turn-0-first']);
    expect(never.steps.slice(-4, -2)).toEqual(['then-between-second', 'then-in-turn-0-first']);
    expect((await isolated(() => apiError(400))).steps).toHaveLength(8);
  });
});

describe('the endpoints', () => {
  const only = (...names: readonly string[]) => ({ covers: (name: string) => names.includes(name) });

  test.each<[string, number, Partial<Bound>, Response]>([
    ['the claim covers no', 0, only(), own('first')],
    ['M2M_SECOND_USER_ID', 12, only('guides'), own('first')],
  ])('are not judged if they differ nowhere: %s, after %i requests', async (why, count, changes, given) => {
    const { judgements, steps } = await isolated(() => given, changes);
    expect(judgements).toMatchObject([{ kind: 'not-run', why: expect.stringContaining(why) }]);
    expect(steps).toHaveLength(count);
  });

  test('pass if one of them can be judged, but not if all are refused', async () => {
    expect(await kindsOf(() => apiError(404), only('guides', 'insights'))).toEqual(['inconclusive']);
    const target: Shown = (step, who) => own(step.startsWith('guides') ? 'first' : who);
    expect(await kindsOf(target, only('guides', 'cash'))).toEqual(passes);
  });

  test.each([
    ['guides', 'not-run'],
    ['insights', 'not-run'],
    ['summaries', 'fail'],
    ['portfolios', 'fail'],
    ['notifications', 'fail'],
  ])('that have the same for both but for a fresh URL: %s, %s', async (name, kind) => {
    const kept: Shown = (_step, who, { isFresh }) => ({ body: { list: [isFresh && who === 'second' ? 'x' : 'y'] } });
    expect(await kindsOf(kept, {}, name)).toEqual([kind]);
  });

  test('include the declared ones that read for a user, but not the read-back of the address', async () => {
    const declared = (path: string, more = {}) => ({ method: 'GET', safety: 'read', takesUser: true, path, ...more });
    const endpoints = [
      declared('/savings'),
      declared('/address'),
      declared('/public', { takesUser: false }),
      declared('/search', { method: 'POST' }),
      declared('/once', { safety: 'write' }),
    ];
    const requested = async (more: Partial<Profile>) => {
      const profile = { ...emptyProfile, endpoints, ...more } as unknown as Profile;
      const covers = (name: string) => name.includes(' ');
      const wellFormed = () => boundTo('cash').wellFormed();
      const { steps } = await isolated((_step, who) => own(who), { profile, covers, wellFormed });
      return [...new Set(steps.map((step) => step.split('-')[0]))];
    };
    const addressReadBack = { endpoint: 'GET /address', address: '/address' };
    expect(await requested({ addressReadBack })).toEqual(['GET /savings']);
    expect(await requested({})).toEqual(['GET /savings', 'GET /address']);
  });
});
