import { describe, expect, test } from 'vitest';
import type { Monitor } from '../../engine/catalogue/check.ts';
import { type Ask, type Bound, type Exchange, emptyProfile, sentHeader, valueText } from '../../engine/index.ts';
import { forbidden } from '../../suites/daily-summaries/forbidden.ts';
import { beforeEffects } from '../../suites/every-endpoint/auth-refusals.ts';
import { guides } from '../../suites/learn/guides.ts';
import { judgeConfigured } from '../../suites/learn/guides-series.ts';
import { createdId, onCreation } from '../../suites/notification-settings/on-creation.ts';
import { addressBound, type Behaviour, serving } from './address-stub.ts';
import { answered, type Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence, type Target } from './asking.ts';

/** What an answer is for a symbol that the run does not have. */
const missing = (): Exchange => ({ ...silence('closed'), answer: { lost: 'no-credential', detail: 'none' } });

describe('summaries/forbidden', () => {
  type Answer = Given | Exchange;

  /**
   * `denied` answers the summaries for whom the operator names, one answer after the other and the last from then on,
   * `elsewhere` the other endpoints.
   */
  const judged = async (denied: Answer | readonly Answer[], elsewhere: Given = {}, given = ['user']) => {
    const answers = [denied].flat();
    let times = 0;
    const target: Target = (_step, path, _nth, request) => {
      const isToken = sentHeader(request, 'authorization')[0]?.includes('denied');
      const isUser = sentHeader(request, 'x-user-id')[0]?.includes('denied');
      if (isToken && !given.includes('token')) return missing();
      if (isUser && !given.includes('user')) return missing();
      if (!isToken && !isUser) return { body: {} };
      if (path !== '/daily-summaries') return elsewhere;
      return answers[Math.min(times++, answers.length - 1)] ?? {};
    };
    return (await forbidden.run(boundTo('summaries'), asking(target))).map(({ kind }) => kind);
  };

  test('each of token and user counts, and one suffices', async () => {
    expect(await judged(apiError(403))).toEqual(['held']);
    expect(await judged(apiError(403), {}, ['token'])).toEqual(['held']);
    expect(await judged(apiError(403), {}, ['token', 'user'])).toEqual(['held', 'held']);
  });

  test('being served is a finding, and so is another refusal of whom other endpoints know', async () => {
    expect(await judged({ status: 200, body: { data: [] } })).toEqual(['violated']);
    expect(await judged(apiError(404))).toEqual(['violated']);
    expect(await judged(apiError(401), {}, ['token'])).toEqual(['violated']);
  });

  test('whom nobody knows may be named wrongly', async () => {
    expect(await judged(apiError(401), apiError(401), ['token'])).toEqual(['unanswered']);
    expect(await judged(apiError(404), apiError(404))).toEqual(['unanswered']);
    expect(await judged({ status: 500 })).toEqual(['unanswered']);
  });

  const [refused, notFound, served] = [apiError(403), apiError(404), { body: { data: [] } }];
  test.each<[string, readonly Answer[], string]>([
    ['silent at first is not asked any more', [silence('timeout'), refused], 'unanswered'],
    ['silent after refusals has refused', [refused, refused, silence('timeout'), served], 'held'],
    ['wrong until it refuses may have learnt of the denial then', [served, served, refused], 'unanswered'],
    ['wrong before and after a refusal', [served, served, refused, served, refused], 'violated'],
    ['refused in another way now and then, and served now and then', [served, notFound, served, notFound], 'violated'],
  ])('%s', async (_what, answers, kind) => {
    expect(await judged(answers, notFound)).toEqual([kind]);
  });

  test('without a control nothing is concluded', async () => {
    const kinds = await forbidden.run(
      boundTo('summaries'),
      asking(() => apiError(403)),
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['unanswered']);
  });
});

describe('notifications/on-creation', () => {
  const id = '0123456789abcdef01234567';
  const settings = { app: [{ category: 'A', notifications: [{ id: 'app_transactional' }] }], email: [] };
  const bound = (changes: Partial<Bound> = {}): Bound => ({
    ...boundTo('notifications'),
    allow: { writes: true, orders: false, desync: false },
    profile: { ...emptyProfile, userCreation: { endpoint: 'POST /users', id: '/data/id' } },
    wellFormed: (name) => boundTo('notifications').wellFormed(name === 'POST /users' ? 'cash' : name),
    ...changes,
  });
  const judged = async (
    fresh: (nth: number) => Given,
    elsewhere: Given = {},
    created: Given = { status: 201, body: { data: { id } } },
  ) => {
    let asked = 0;
    const target: Target = (step, path, _nth, request) => {
      if (step === 'create') return created;
      if (sentHeader(request, 'x-user-id')[0] !== id) return { body: settings };
      return path === '/b2b/notification-settings' ? fresh(asked++) : elsewhere;
    };
    return (await onCreation.run(bound(), asking(target))).map(({ kind }) => kind);
  };

  test('held where there are settings, at once or a moment later', async () => {
    expect(await judged(() => ({ body: settings }))).toEqual(['held']);
    expect(await judged((nth) => (nth < 2 ? apiError(404) : { body: settings }))).toEqual(['held']);
  });

  test('violated where there are none', async () => {
    expect(await judged(() => apiError(404))).toEqual(['violated']);
    expect(await judged(() => ({ body: {} }))).toEqual(['violated']);
    expect(await judged(() => ({ body: { app: [], email: [{ category: 'A', notifications: [] }] } }))).toEqual([
      'violated',
    ]);
  });

  test('unanswered where the user is known nowhere, only promised, or not created', async () => {
    expect(await judged(() => apiError(404), apiError(404))).toEqual(['unanswered']);
    expect(await judged(() => apiError(404), {}, { status: 202, body: { data: { id } } })).toEqual(['unanswered']);
    expect(await judged(() => apiError(404), {}, apiError(409))).toEqual(['unanswered']);
    expect(await judged(() => ({ status: 500 }))).toEqual(['unanswered']);
  });

  test('asks for permission to write', () => {
    expect(onCreation.needs).toContain('writes');
  });

  test('the id is found by its pointer', () => {
    expect(createdId(answered({ status: 201, body: { data: { id } } }), '/data/id')).toBe(id);
    expect(createdId(answered({ body: [{ id }] }), '/0/id')).toBe(id);
    expect(createdId(answered({ body: { id: 7 } }), '/id')).toMatchObject({ why: expect.stringContaining('"/id"') });
  });
});

describe('guides/order-stable with a configured order', () => {
  test.each<[string, readonly string[][]]>([
    ['held', [['a', 'b', 'c']]],
    [
      'held',
      [
        ['a', 'new', 'b', 'c'],
        ['a', 'b'],
      ],
    ],
    ['violated', [['b', 'a', 'c']]],
    [
      'violated',
      [
        ['a', 'b', 'c'],
        ['c', 'b'],
      ],
    ],
    ['unanswered', [['a']]],
    ['unanswered', [['x', 'y']]],
  ])('%s: %j', (kind, orders) => {
    expect(judgeConfigured(orders, ['a', 'b', 'c']).kind).toBe(kind);
  });

  test('is compared where the profile gives it', async () => {
    const stable = guides.requirements.find(({ id }) => id === 'guides/order-stable') as Monitor;
    const listing = asking(() => ({ body: { data: [{ id: 'b' }, { id: 'a' }] } }));
    const bound = boundTo('guides');
    const kinds = async (guideOrder: readonly string[]) =>
      ((await stable.probing?.({ ...bound, profile: { ...emptyProfile, guideOrder } }, listing)) ?? []).map(
        ({ kind }) => kind,
      );
    expect(await kinds(['b', 'a'])).toEqual(['held', 'held']);
    expect(await kinds(['a', 'b'])).toEqual(['held', 'violated']);
  });
});

describe('auth/before-effects with a read-back', () => {
  const judged = async (behaviour: Behaviour, bound = addressBound()) =>
    ((await beforeEffects.probing?.(bound, serving(behaviour).ask)) ?? []).map(({ kind }) => kind);

  test('held where a rejected request changes nothing', async () => {
    expect(new Set(await judged({}))).toEqual(new Set(['held']));
  });

  test('violated where it does', async () => {
    expect(await judged({ hasty: (sent, stored, user) => void stored.set(user, sent) })).toContain('violated');
  });

  test('an expired token is sent only where the operator has one', async () => {
    const sent = async (tokens: Bound['facts']['tokens']) => {
      const bound = addressBound();
      const { ask } = serving({});
      const all: string[] = [];
      const noting: Ask = (step, request, proof) => {
        all.push(...request.headers.map(([, value]) => valueText(value)));
        return ask(step, request, proof);
      };
      await beforeEffects.probing?.({ ...bound, facts: { ...bound.facts, tokens } }, noting);
      return all.includes('Bearer {{token:expired}}');
    };
    expect(await sent({})).toBe(false);
    expect(await sent({ 'token:expired': { form: 'jws' } })).toBe(true);
  });

  test('nothing is asked without a read-back, or on other endpoints', async () => {
    const { addressReadBack: _none, ...profile } = addressBound().profile;
    expect(await judged({}, { ...addressBound(), profile })).toEqual([]);
    expect(await judged({}, boundTo('cash'))).toEqual([]);
  });
});
