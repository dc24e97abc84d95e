import { describe, expect, test } from 'vitest';
import { type Bound, type Exchange, emptyProfile, type Judgement, sentHeader } from '../../engine/index.ts';
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
