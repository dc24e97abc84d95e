import { expect, test } from 'vitest';
import { type Monitor, type Request, symbol } from '../../engine/index.ts';
import { notifications } from '../../suites/notification-settings/notifications.ts';
import { judgeLocalised, judgeStable } from '../../suites/notification-settings/stability.ts';
import { answered } from './answered.ts';
import { boundTo } from './asking.ts';

const one = (id: string, name = `Name of ${id}`) => ({ id, name, description: 'What it is', active: true });
const group = (category: string, ...ids: readonly string[]) => ({ category, notifications: ids.map((id) => one(id)) });
const insights = [
  'app_learning_guide',
  'app_analyst_insight',
  'app_quick_take',
  'app_daily_recap',
  'app_weekly_review',
];
const app = [
  group('Activity', 'app_transactional'),
  group('Market insights', ...insights),
  group('Offers', 'app_promotional'),
];
const email = [
  group('Activity', 'email_transactional'),
  group('Newsletters', 'email_servicebites'),
  group('Offers', 'email_promotional'),
];

const request = { path: '/b2b/notification-settings' };

function objecting(body: unknown, changes: Partial<Request> = {}): string[] {
  const exchange = answered({ body, request: { ...request, ...changes } });
  return notifications.requirements.flatMap((requirement) => {
    if (requirement.kind !== 'monitor' || !requirement.matches(exchange)) return [];
    const { judge } = requirement as Monitor;
    return judge?.(exchange, boundTo('notifications')).kind === 'violated' ? [requirement.id] : [];
  });
}

test.each<[string, unknown]>([
  ['as specified', { app, email }],
  ['further ids, groups and channels', { app: [...app, group('News', 'app_news')], email, sms: [] }],
  [
    'a further id in a known group',
    { app: [group('Activity', 'app_transactional', 'app_new'), ...app.slice(1)], email },
  ],
  ['in another order', { app: [...app].reverse(), email: [...email].reverse() }],
  ['in another language', { app: app.map((each) => ({ ...each, category: 'Kategorie' })), email }],
  ['an empty group', { app: [...app, group('Empty')], email }],
])('innocent: %s', (_what, body) => {
  expect(objecting(body)).toEqual([]);
});

test.each<[string, string[], unknown]>([
  ['app as an object', ['notifications/schema'], { app: {}, email }],
  ['a channel that is null', ['notifications/schema'], { app: null, email }],
  [
    'active as text',
    ['notifications/schema'],
    { app: [...app, { category: 'x', notifications: [{ ...one('n'), active: 'yes' }] }], email },
  ],
  [
    'no description',
    ['notifications/schema'],
    { app: [...app, { category: 'x', notifications: [{ id: 'n', name: 'n', active: true }] }], email },
  ],
  ['no category', ['notifications/schema'], { app: [...app, { notifications: [] }], email }],
  ['no email', ['notifications/channels-present'], { app }],
  [
    'an id twice',
    ['notifications/known-ids'],
    { app: [...app.slice(0, 2), group('Offers', 'app_promotional', 'app_promotional')], email },
  ],
  [
    'an id in the other channel',
    ['notifications/known-ids'],
    { app: app.slice(0, 2), email: [...email, group('More', 'app_promotional')] },
  ],
  ['an id in both channels', ['notifications/known-ids'], { app, email: [...email, group('More', 'app_promotional')] }],
  ['an id missing', ['notifications/known-ids-complete'], { app: app.slice(0, 2), email }],
  [
    'all in one group',
    ['notifications/grouping'],
    { app, email: [group('All', 'email_transactional', 'email_servicebites', 'email_promotional')] },
  ],
  [
    'a category in two groups',
    ['notifications/grouping'],
    {
      app: [...app.slice(0, 1), group('A', ...insights.slice(0, 2)), group('B', ...insights.slice(2)), ...app.slice(2)],
      email,
    },
  ],
])('%s', (_what, ids, body) => {
  expect(objecting(body)).toEqual(ids);
});

test('a list in place of the settings is for notifications/ok to say, whichever user it is for', () => {
  expect(objecting([])).toEqual(['notifications/ok']);
  const headers = [
    ['Authorization', ['Bearer ', symbol('token:scoped')]],
    ['x-user-id', symbol('user:second')],
  ] as const;
  expect(objecting(null, { headers })).toEqual(['notifications/ok']);
});

test('a refusal is judged where the request alone explains it', () => {
  const refused = (status: number, user: string, requirement: string) => {
    const headers = [
      ['Authorization', ['Bearer ', symbol('token:scoped')]],
      ['x-user-id', symbol(user)],
    ] as const;
    const body = { status, error: { message: 'no' }, responseId: '8f6c1f0e-9d3a-4a51-8a35-1c6e2a5c8f10' };
    const exchange = answered({ status, body, requirement, request: { ...request, headers } });
    return notifications.requirements.flatMap((one) =>
      one.kind === 'monitor' &&
      one.matches(exchange) &&
      one.judge?.(exchange, boundTo('notifications')).kind === 'violated'
        ? [one.id]
        : [],
    );
  };
  expect(refused(404, 'user:first', 'notifications/ok')).toEqual(['notifications/ok']);
  expect(refused(406, 'user:second', 'notifications/ok')).toEqual(['notifications/ok']);
  // The operator may have named a second user whom nobody knows.
  expect(refused(404, 'user:second', 'notifications/ok')).toEqual([]);
  expect(refused(404, 'user:first', 'robustness/unexpected-query')).toEqual([]);
});

test('one kind of problem is one finding, wherever it stands', () => {
  const many = Array.from({ length: 12 }, () => group('More'));
  const schema = notifications.requirements.find(({ id }) => id === 'notifications/schema') as Monitor;
  const causeAt = (at: number) =>
    schema.judge?.(
      answered({ body: { app: many.with(at, { ...group('More'), category: 7 as never }) }, request }),
      undefined as never,
    );
  expect(causeAt(0)).toMatchObject({ cause: '/app/*/category is not as in NotificationSettings' });
  expect(causeAt(11)).toMatchObject({ cause: '/app/*/category is not as in NotificationSettings' });
});

test('further ids are told in order, twenty at most', () => {
  const newIds = notifications.requirements.find(({ id }) => id === 'notifications/new-ids') as Monitor;
  const told = (...ids: readonly string[]) =>
    newIds.judge?.(answered({ body: { app: [group('News', ...ids)] }, request }), undefined as never);
  expect(told('app_promotional')).toMatchObject({ value: 'no further ids' });
  expect(told('b', 'a')).toMatchObject({ value: 'further ids: a, b' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  expect(told(...letters.toReversed())).toMatchObject({ value: `further ids: ${letters.slice(0, 20).join(', ')}` });
});

test('ids that change once are an edit, ids that change again are not stable', () => {
  expect(judgeStable([['a'], ['a', 'a'], ['a', 'a']])).toMatchObject({ kind: 'held' });
  expect(judgeStable([['a'], ['a', 'a'], ['b', 'b']])).toBe('changed once');
  expect(judgeStable([['a'], ['b', 'a'], ['b', 'b']])).toBe('changed once');
  expect(judgeStable([['a'], ['a', 'a'], ['b', 'a']])).toBe('changed once');
  expect(judgeStable([['b'], ['b', 'b'], ['a', 'b']])).toBe('changed once');
  expect(judgeStable([['b'], ['a', 'b'], ['a', 'a']])).toBe('changed once');
  expect(judgeStable([['a'], ['a', 'b'], ['a', 'b']])).toMatchObject({ kind: 'violated' });
  expect(judgeStable([['a'], ['b', 'a'], ['b', 'a']])).toMatchObject({ kind: 'violated' });
  expect(judgeStable([['a'], ['b', 'b'], ['a', 'a']])).toMatchObject({ kind: 'violated' });
  expect(judgeStable([['a'], ['b', 'c'], ['c', 'c']])).toMatchObject({ kind: 'violated' });
});

test('two languages: the same known ids, and a text that differs', () => {
  const settings = (body: unknown) => answered({ body, request });
  const german = { app: app.map((each) => ({ ...each, category: `${each.category} (de)` })), email };
  expect(judgeLocalised(settings({ app, email }), settings(german)).kind).toBe('held');
  expect(judgeLocalised(settings({ app, email }), settings({ app, email })).kind).toBe('violated');
  expect(judgeLocalised(settings({ app, email }), settings({ app: german.app.slice(1), email })).kind).toBe('violated');
  expect(judgeLocalised(settings({}), settings({})).kind).toBe('unanswered');
});
