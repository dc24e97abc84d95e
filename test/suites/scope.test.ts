import { describe, expect, test } from 'vitest';
import type { Monitor, Scenario } from '../../engine/catalogue/check.ts';
import { type Bound, type Exchange, type Judgement, type Request, sentHeader } from '../../engine/index.ts';
import { scope } from '../../suites/every-endpoint/scope.ts';
import type { Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence, type Target } from './asking.ts';

const scenarioOf = (id: string) => scope.requirements.find((one) => one.id === id) as Scenario;
const lacks = (request: Request) => sentHeader(request, 'authorization')[0] === 'Bearer {{token:unscoped}}';
const isSecond = (request: Request) => sentHeader(request, 'x-user-id')[0] === '{{user:second}}';
const listing: Given = { body: { data: [] } };

/** A target whose listing lets the n-th request without the scope in, as told; other endpoints take every token. */
function guard(letsIn: (nth: number, step: string, request: Request) => boolean): Target & { asked: () => number } {
  let lacking = 0;
  const target: Target = (step, path, _nth, request) => {
    if (path !== '/learn/learning-guides' || !lacks(request)) return listing;
    return letsIn(++lacking, step, request) ? listing : apiError(403);
  };
  return Object.assign(target, { asked: () => lacking });
}

async function judge(target: Target, bound: Bound = boundTo('guides'), id = 'scope/guides-required') {
  return scenarioOf(id).run(bound, asking(target));
}

const kinds = (judgements: readonly Judgement[]) => judgements.map(({ kind }) => kind);

describe('a guard of the scope', () => {
  test('that never fails is asked fourteen times of the first user, and once of the second', async () => {
    const sound = guard(() => false);
    expect(await judge(sound)).toEqual([{ kind: 'held' }]);
    expect(sound.asked()).toBe(15);
  });

  test.each<[string, Parameters<typeof guard>[0]]>([
    ['each fourth time', (nth) => nth % 4 === 0],
    ['at the same time only', (_nth, step) => step.includes('case-at-once')],
    ['in turn only', (_nth, step) => /round-\d-case-[13]/.test(step)],
    ['once in twenty-three times', (nth) => nth % 23 === 1],
    ['for the second user, now and then', (nth, _step, request) => isSecond(request) && nth % 2 === 0],
    ['for the second user, twice', (_nth, step) => ['second-case', 'second-round-1-case-2'].includes(step)],
    ['in the first and in the fourth round', (_nth, step) => /^round-[14]-case-0$/.test(step)],
    ['each time', () => true],
  ])('that fails %s is found', async (_when, letsIn) => {
    const judgements = await judge(guard(letsIn));
    expect(kinds(judgements)).toContain('violated');
    expect(judgements.at(-1)).toMatchObject({
      cause: 'a token without the scope is accepted',
      exchange: { request: {}, answer: { status: 200 } },
    });
  });

  test.each([1, 5])('that fails once, the time %d, is not accused, and is not asked for ever', async (when) => {
    const once = guard((nth) => nth === when);
    expect(kinds(await judge(once))).toEqual(['unanswered']);
    expect(once.asked()).toBeLessThan(60);
  });

  test('that hides the listing once, and lets in once, is not accused of either', async () => {
    const target: Target = (step, path, _nth, request) => {
      if (path !== '/learn/learning-guides' || !lacks(request)) return listing;
      if (step === 'case') return apiError(404);
      return step === 'round-1-case-0' ? listing : apiError(403);
    };
    expect(kinds(await judge(target))).toEqual(['unanswered']);
  });

  test('that trusts the connection on which the scope was shown is found, and only where it does so twice', async () => {
    const trusting = (times: number) => {
      let left = times;
      return guard((_nth, _step, { connection }) => connection === 'scope:guides' && left-- > 0);
    };
    expect(await judge(trusting(2))).toMatchObject([
      { kind: 'held' },
      { kind: 'violated', cause: 'a token without the scope is accepted on the connection of one with it' },
    ]);
    expect(kinds(await judge(trusting(1)))).toEqual(['held']);
  });

  test('that fails once for the second user is not accused either', async () => {
    const once = guard((_nth, step) => step === 'second-case');
    expect(kinds(await judge(once))).toEqual(['held']);
  });

  test.each<[string, string[], (step: string) => Given]>([
    ['that lets the second user in and then hides the listing', ['held', 'violated'], () => apiError(404)],
    ['that lets the second user in and then refuses as it has to', ['held'], () => apiError(403)],
  ])('%s: %j', async (_what, expected, later) => {
    for (const first of [listing, { ...apiError(403), status: 200 }]) {
      const target: Target = (step, path, _nth, request) => {
        if (path !== '/learn/learning-guides' || !lacks(request)) return listing;
        if (!isSecond(request)) return apiError(403);
        return step === 'second-case' ? first : later(step);
      };
      expect(kinds(await judge(target))).toEqual(expected);
    }
  });

  test('that remembers the scopes of whoever asked last is found, though who has the scope is refused in turn', async () => {
    const target = guard((nth) => nth > 1);
    const mistaken: Target = (step, path, nth, request) =>
      step.startsWith('round-1-control') ? apiError(403) : target(step, path, nth, request);
    expect(kinds(await judge(mistaken))).toEqual(['violated']);
  });

  test('that answers with an error under a status of success lets nobody in', async () => {
    const target: Target = (step, _path, _nth, request) =>
      step.includes('round') && lacks(request)
        ? { ...apiError(403), status: 200 }
        : lacks(request)
          ? apiError(403)
          : listing;
    expect(kinds(await judge(target))).toEqual(['held']);
  });

  test('keeps the note that nothing else knows the token', async () => {
    const target: Target = (_step, _path, _nth, request) => (lacks(request) ? apiError(403) : listing);
    expect(await judge(target)).toMatchObject([{ kind: 'held', note: expect.stringContaining('not isolated') }]);
  });
});

describe('the guard of a declared scope', () => {
  const declaring = (name: string) => {
    const bound = boundTo(name);
    return { ...bound, endpoint: { ...bound.endpoint, scopes: ['service:nbg'] } };
  };
  const refusing = () => {
    let asked = 0;
    const target: Target = (step, _path, _nth, request) => {
      if (!lacks(request) || step.startsWith('witness')) return listing;
      return ++asked % 3 === 0 ? listing : apiError(403);
    };
    return Object.assign(target, { asked: () => asked });
  };

  test('is asked again where that only reads', async () => {
    expect(kinds(await judge(refusing(), declaring('cash'), 'scope/declared'))).toEqual(['violated']);
  });

  test('is asked once where what is let in writes', async () => {
    const target = refusing();
    expect(kinds(await judge(target, declaring('address'), 'scope/declared'))).toEqual(['held']);
    expect(target.asked()).toBe(1);
  });

  test('is asked twice where it let in what writes, and never more', async () => {
    let asked = 0;
    const target: Target = (step, _path, _nth, request) => {
      if (!lacks(request) || step.startsWith('witness')) return listing;
      return ++asked === 1 ? listing : apiError(403);
    };
    expect(kinds(await judge(target, declaring('address'), 'scope/declared'))).toEqual(['unanswered']);
    expect(asked).toBe(2);
  });
});

describe('a token with the scope, for the second user', () => {
  const { probing } = scope.requirements.find(({ id }) => id === 'scope/guides-sufficient') as Monitor;
  interface Answers {
    readonly first?: Given | Exchange;
    readonly again?: Given | Exchange;
    readonly elsewhere?: Given | Exchange;
  }
  const judged = ({ first = apiError(403), again = first, elsewhere = listing }: Answers, bound = boundTo('guides')) =>
    probing?.(
      bound,
      asking((step) => {
        if (step === 'second-user') return first;
        return step === 'second-user-again' ? again : elsewhere;
      }),
    );

  test('is refused where the listing is forbidden twice, and that user is served elsewhere', async () => {
    expect(await judged({})).toMatchObject([
      { cause: 'a token with service:nbg is refused', exchange: { key: { step: 'second-user-again' } } },
    ]);
  });

  test.each<[string, Answers]>([
    ['is served', { first: listing }],
    ['needs another token', { first: apiError(401) }],
    ['is not answered', { first: silence('closed') }],
    ['is refused everywhere', { elsewhere: apiError(403) }],
    ['is answered nowhere else', { elsewhere: silence('closed') }],
    ['is forbidden once', { again: listing }],
    ['is forbidden, and then needs another token, as after a renewal', { again: apiError(401) }],
    ['is forbidden, and then not answered', { again: silence('closed') }],
    ['is said to be unknown', { first: apiError(403, 'User not found') }],
  ])('is not accused of anything where that user %s', async (_what, answers) => {
    expect(await judged(answers)).toEqual([]);
  });

  /** The second user alone, who is refused at those of the requests in turn. */
  const inTurn = (refuses: (nth: number) => Given | Exchange | undefined, first: Given | Exchange = listing) =>
    probing?.(
      boundTo('guides'),
      asking((step) => {
        if (step === 'second-user') return first;
        const [, nth] = /in-turn-(\d+)$/.exec(step) ?? [];
        return (nth === undefined ? undefined : refuses(Number(nth))) ?? listing;
      }),
    );

  test('is refused where every fourth request is forbidden, and each after that served', async () => {
    const everyFourth = (nth: number) => (nth % 4 === 3 ? apiError(403) : undefined);
    expect(await inTurn(everyFourth)).toMatchObject([
      { cause: 'a token with service:nbg is refused', exchange: { key: { step: 'second-user-in-turn-7' } } },
    ]);
    expect(await inTurn((nth) => (nth === 11 ? undefined : everyFourth(nth)), apiError(403))).toMatchObject([
      { exchange: { key: { step: 'second-user-in-turn-3' } } },
    ]);
  });

  test.each<[string, (nth: number) => Given | Exchange | undefined]>([
    ['is forbidden once', (nth) => (nth === 3 ? apiError(403) : undefined)],
    ['is forbidden from some moment on', (nth) => (nth > 5 ? apiError(403) : undefined)],
    ['is said to be unknown now and then', (nth) => (nth % 4 === 3 ? apiError(403, 'User not found') : undefined)],
    ['needs another token now and then', (nth) => (nth % 4 === 3 ? apiError(401) : undefined)],
    ['is forbidden and not answered', (nth) => (nth > 8 ? silence('closed') : nth > 5 ? apiError(403) : undefined)],
    ['is forbidden, and then answered otherwise', (nth) => apiError(nth < 2 ? 403 : 404)],
  ])('is not accused of anything where that user, asked again and again, %s', async (_what, refuses) => {
    expect(await inTurn(refuses)).toEqual([]);
  });

  test('is not accused of anything where nothing else can be asked', async () => {
    expect(await judged({}, boundTo('guides', { covers: () => false }))).toEqual([]);
  });
});
