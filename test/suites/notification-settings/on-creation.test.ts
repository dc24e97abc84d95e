import { expect, test } from 'vitest';
import type { Monitor } from '../../../engine/catalogue/check.ts';
import {
  type Bound,
  type Exchange,
  emptyProfile,
  Inconclusive,
  type Judgement,
  sentHeader,
} from '../../../engine/index.ts';
import { notifications } from '../../../suites/notification-settings/notifications.ts';
import { createdId, judgeSettings, onCreation } from '../../../suites/notification-settings/on-creation.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, exchangeOf, requirementOf, silence } from '../asking.ts';
import { judgedBy } from '../recorded.ts';
import { settings } from './groups.ts';

const id = '0123456789abcdef01234567';
const some: Given = { body: { app: [{ category: 'A', notifications: [{ id: 'app_transactional' }] }], email: [] } };
const none: Given = { body: { app: [], email: [{ category: 'A', notifications: [] }] } };
const empty: Given = { body: {} };

interface World extends Partial<Bound> {
  readonly created?: Given | Exchange;
  /** Returns the response with the new user's settings. `nth` counts earlier responses. */
  readonly fresh?: (nth: number) => Given | Exchange;
  readonly first?: Given | Exchange;
  readonly elsewhere?: Given | Exchange;
}

/** Runs the requirement. By default the new user exists for other endpoints but has no settings (404). */
function judged(world: World = {}) {
  const { created = { status: 201, body: { id } }, fresh = () => apiError(404) } = world;
  const { first = some, elsewhere = empty, ...changes } = world;
  const bound = boundTo('notifications', {
    profile: { ...emptyProfile, userCreation: { endpoint: 'POST /users', id: '/id' } },
    wellFormed: (name) => boundTo('notifications').wellFormed(name === 'POST /users' ? 'cash' : name),
    ...changes,
  });
  let nth = 0;
  return judgedBy(
    onCreation,
    (step, path, _nth, request) => {
      if (step === 'create') return created;
      if (sentHeader(request, 'x-user-id')[0] !== id) return first;
      return path === '/b2b/notification-settings' ? fresh(nth++) : elsewhere;
    },
    bound,
  );
}

test.each<[Judgement['kind'], string, World]>([
  ['pass', 'there are settings at once', { fresh: () => some }],
  ['pass', 'there are settings seconds later', { fresh: (nth) => (nth < 4 ? apiError(404) : some) }],
  ['fail', 'there are none', {}],
  ['fail', 'they are empty', { fresh: () => empty }],
  ['fail', 'all groups are empty', { fresh: () => none }],
  ['fail', 'they are empty and nobody knows the user', { fresh: () => empty, elsewhere: apiError(404) }],
  ['fail', 'one covered endpoint knows the user', { covers: (name) => name === 'cash' }],
  ['inconclusive', 'no covered endpoint could know the user', { covers: (name) => name === 'notifications' }],
  ['inconclusive', 'no endpoint knows the user', { elsewhere: apiError(404) }],
  ['inconclusive', 'no other endpoint responds', { elsewhere: silence('closed') }],
  ['inconclusive', 'the user is only promised', { created: { status: 202, body: { id } } }],
  ['inconclusive', 'the creation is refused', { created: apiError(409) }],
  ['inconclusive', 'the profile declares no creation', { profile: emptyProfile }],
  ['inconclusive', 'the settings crash', { fresh: () => ({ status: 500 }) }],
  ['inconclusive', 'the token may not reach that far', { fresh: () => apiError(403) }],
  ['inconclusive', 'the first user has none either', { first: empty }],
  ['inconclusive', 'the first user is refused', { first: { ...apiError(403), ...some } }],
  ['inconclusive', 'the first user gets no response', { first: silence('closed') }],
])('%s if %s', async (kind, _what, world) => {
  expect((await judged(world)).kinds).toEqual([kind]);
});

test('the requirement is run only if writes are allowed', () => {
  expect(onCreation.needs).toContain('writes');
});

test.each<[string, Given | Exchange]>([
  ['silence', silence('closed')],
  ['a refusal', { status: 409, body: { id } }],
  ['a response without an id', { status: 201, body: {} }],
  ['a list of ids', { status: 201, body: { id: [id] } }],
  ['a number', { status: 201, body: { id: 7 } }],
  ['a longer id', { status: 201, body: { id: `${id}8` } }],
  ['an id with a prefix', { status: 201, body: { id: `a${id}` } }],
  ['no JSON', { status: 201, body: id }],
])('%s means that no user was created', async (_what, created) => {
  expect(() => createdId(exchangeOf(created), '/id')).toThrow(Inconclusive);
  expect((await judged({ created })).kinds).toEqual(['inconclusive']);
});

test('the id is found by its pointer, and the reason names the pointer if there is no id', () => {
  expect(createdId(answered({ status: 201, body: { data: { id } } }), '/data/id')).toBe(id);
  expect(createdId(answered({ body: [{ id }] }), '/0/id')).toBe(id);
  expect(() => createdId(answered({ body: { id: 7 } }), '/id')).toThrow('"/id"');
});

test.each<[Judgement['kind'], readonly (Given | Exchange)[]]>([
  ['inconclusive', [silence('timeout'), { status: 429 }, { status: 503 }, { status: 500 }]],
  ['fail', [apiError(404), empty]],
  ['pass', [some]],
])('one response is %s: %j', (kind, all) => {
  for (const given of all) expect(judgeSettings(exchangeOf(given)).kind).toBe(kind);
});

test('the other covered endpoints are requested for the new user as well', async () => {
  const elsewhere = ['cash', 'portfolios', 'summaries', 'insights', 'guides'].map((name) => `new-${name}`);
  expect((await judged({ fresh: () => some })).steps).toEqual(['create', 'settings', ...elsewhere]);
  const covers = (name: string) => name === 'cash';
  expect((await judged({ fresh: () => some, covers })).steps).toEqual(['create', 'settings', 'new-cash']);
});

const isJudgedBy = (name: string, body: unknown, given: Given = {}) =>
  requirementOf<Monitor>(notifications, name).matches(
    settings(body, {
      requirement: 'notifications/on-creation',
      step: 'settings',
      ...given,
      request: { headers: [['x-user-id', id]], ...given.request },
    }),
  );

test.each(['schema', 'known-ids', 'grouping'])('notifications/%s judges the settings of a new user', (name) => {
  expect(isJudgedBy(name, some.body)).toBe(true);
  expect(isJudgedBy(name, [])).toBe(false);
  expect(isJudgedBy(name, some.body, { status: 201 })).toBe(false);
  expect(isJudgedBy(name, some.body, { requirement: 'user/unknown' })).toBe(false);
  expect(isJudgedBy(name, some.body, { step: 'new-cash', request: { path: '/cash' } })).toBe(false);
  expect(isJudgedBy(name, apiError(404).body)).toBe(false);
});

test.each(['channels-present', 'known-ids-complete', 'ids-stable', 'ok'])(
  'notifications/%s does not judge them, because they may be incomplete for a moment',
  (name) => expect(isJudgedBy(name, some.body)).toBe(false),
);
