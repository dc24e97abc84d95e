import { describe, expect, test } from 'vitest';
import type { Monitor } from '../../engine/catalogue/check.ts';
import { type Bound, type Exchange, emptyProfile, type Judgement, sentHeader } from '../../engine/index.ts';
import { notifications as suiteOfSettings } from '../../suites/notification-settings/notifications.ts';
import { createdId, judgeSettings, onCreation } from '../../suites/notification-settings/on-creation.ts';
import { answered, type Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence } from './asking.ts';

const id = '0123456789abcdef01234567';
const settings = { app: [{ category: 'A', notifications: [{ id: 'app_transactional' }] }], email: [] };

const bound = (changes: Partial<Bound> = {}): Bound => ({
  ...boundTo('notifications'),
  profile: { ...emptyProfile, userCreation: { endpoint: 'POST /users', id: '/id' } },
  wellFormed: (name) => boundTo('notifications').wellFormed(name === 'POST /users' ? 'cash' : name),
  ...changes,
});

interface Answers {
  readonly created?: Given | Exchange;
  readonly fresh?: Given | Exchange;
  readonly first?: Given | Exchange;
  readonly elsewhere?: Given | Exchange;
}

/** What is judged of a new user, refused everywhere unless said otherwise, while the first user has settings. */
async function judged(answers: Answers, changes: Partial<Bound> = {}): Promise<readonly Judgement['kind'][]> {
  const { created = { status: 201, body: { id } }, fresh = apiError(404) } = answers;
  const { first = { body: settings }, elsewhere = { body: {} } } = answers;
  const ask = asking((step, path, _nth, request) => {
    if (step === 'create') return created;
    if (sentHeader(request, 'x-user-id')[0] !== id) return first;
    return path === '/b2b/notification-settings' ? fresh : elsewhere;
  });
  return (await onCreation.run(bound(changes), ask)).map(({ kind }) => kind);
}

test('a new user without settings is a finding where the first user has some and others know the new one', async () => {
  expect(await judged({})).toEqual(['violated']);
});

test('settings that come seconds after the user are in time', async () => {
  let asked = 0;
  const ask = asking((step, path) => {
    if (step === 'create') return { status: 201, body: { id } };
    return path !== '/b2b/notification-settings' || ++asked > 4 ? { body: settings } : apiError(404);
  });
  expect((await onCreation.run(bound(), ask)).map(({ kind }) => kind)).toEqual(['held']);
});

test('without a declared step nothing is known', async () => {
  expect(await judged({}, { profile: emptyProfile })).toEqual(['unanswered']);
});

test.each<[string, Given | Exchange]>([
  ['answers nothing', silence('closed')],
  ['is refused', { status: 409, body: { id } }],
  ['shows no id', { status: 201, body: {} }],
  ['shows a list of ids', { status: 201, body: { id: [id] } }],
  ['shows a longer id', { status: 201, body: { id: `${id}8` } }],
  ['shows an id with a prefix', { status: 201, body: { id: `a${id}` } }],
  ['is no JSON', { status: 201, body: id }],
])('a creation that %s creates nobody', async (_what, created) => {
  const exchange = 'answer' in created ? created : answered(created);
  expect(createdId(exchange, '/id')).toMatchObject({ why: expect.any(String) });
  expect(await judged({ created })).toEqual(['unanswered']);
});

describe('whether there are settings', () => {
  test.each<[Judgement['kind'], string, Given | Exchange]>([
    ['unanswered', 'silence', silence('timeout')],
    ['unanswered', 'load shedding', { status: 429 }],
    ['unanswered', 'load shedding', { status: 503 }],
    ['unanswered', 'a failure', { status: 500 }],
    ['violated', 'a refusal', apiError(404)],
    ['violated', 'an empty object', { body: {} }],
    ['held', 'settings', { body: settings }],
  ])('%s: %s', (kind, _what, given) => {
    expect(judgeSettings('answer' in given ? given : answered(given)).kind).toBe(kind);
  });
});

describe('that they are missing proves nothing', () => {
  test.each<[string, Given | Exchange]>([
    ['has none either', { body: {} }],
    ['is refused', { ...apiError(403), body: settings }],
    ['gets no answer', silence('closed')],
  ])('where the first user %s', async (_what, first) => {
    expect(await judged({ first })).toEqual(['unanswered']);
  });

  test('where the token may not reach that far', async () => {
    expect(await judged({ fresh: apiError(403) })).toEqual(['unanswered']);
  });

  test('where no endpoint that is covered could know the user', async () => {
    expect(await judged({}, { covers: (name) => name === 'notifications' })).toEqual(['unanswered']);
    expect(await judged({}, { covers: (name) => name === 'cash' })).toEqual(['violated']);
  });

  test('where no endpoint knows the user', async () => {
    expect(await judged({ elsewhere: apiError(404) })).toEqual(['unanswered']);
    expect(await judged({ elsewhere: silence('closed') })).toEqual(['unanswered']);
  });

  test('but empty settings need no witness', async () => {
    expect(await judged({ fresh: { body: {} }, elsewhere: apiError(404) })).toEqual(['violated']);
  });
});

describe('what a new user is answered', () => {
  const notifications = (requirement: string) =>
    suiteOfSettings.requirements.find((one) => one.id === `notifications/${requirement}`) as Monitor;
  const request = { path: '/b2b/notification-settings', headers: [['x-user-id', id] as const] };
  const of = (given: Given) =>
    answered({ requirement: 'notifications/on-creation', step: 'settings', request, ...given });

  test('is asked for at the other endpoints as well', async () => {
    const steps: string[] = [];
    const ask = asking((step) => {
      steps.push(step);
      return step === 'create' ? { status: 201, body: { id } } : { body: settings };
    });
    expect((await onCreation.run(bound(), ask)).map(({ kind }) => kind)).toEqual(['held']);
    const elsewhere = ['cash', 'portfolios', 'summaries', 'insights', 'guides'].map((name) => `new-${name}`);
    expect(steps).toEqual(['create', 'settings', ...elsewhere]);
    steps.length = 0;
    await onCreation.run(bound({ covers: (name) => name === 'cash' }), ask);
    expect(steps).toEqual(['create', 'settings', 'new-cash']);
  });

  test.each(['schema', 'known-ids', 'grouping'])('is judged by notifications/%s where it is settings', (name) => {
    const { matches } = notifications(name);
    expect(matches(of({ body: settings }))).toBe(true);
    expect(matches(of({ body: [] }))).toBe(false);
    expect(matches(of({ status: 201, body: settings }))).toBe(false);
    expect(matches(of({ body: settings, requirement: 'user/unknown' }))).toBe(false);
    expect(matches(of({ body: settings, step: 'new-cash', request: { ...request, path: '/cash' } }))).toBe(false);
    expect(matches(of({ body: apiError(404).body }))).toBe(false);
  });

  test.each(['channels-present', 'known-ids-complete', 'ids-stable', 'ok'])(
    'is not judged by notifications/%s, as it may be incomplete for a moment',
    (name) => {
      expect(notifications(name).matches(of({ body: settings }))).toBe(false);
    },
  );
});
