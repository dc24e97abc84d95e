import { describe, expect, test } from 'vitest';
import { type Answered, type Monitor, withHeader } from '../../../engine/index.ts';
import { notifications } from '../../../suites/notification-settings/notifications.ts';
import { createdId } from '../../../suites/notification-settings/on-creation.ts';
import { groupsOf, isSettings, listed } from '../../../suites/notification-settings/settings.ts';
import { idsStable, judgeLocalised } from '../../../suites/notification-settings/stability.ts';
import { inWords } from '../../in-words.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, causeOf, requirementOf } from '../asking.ts';
import { saidBy } from '../said.ts';
import { group, headersFor, one, settings } from './groups.ts';

const id = '0123456789abcdef01234567';
const some = {
  body: { app: [group('A', 'app_transactional'), group('B', 'app_promotional')], email: [] },
};

test('the id is found by its pointer, and the reason names the pointer if there is no id', () => {
  expect(createdId(answered({ status: 201, body: { data: { id } } }), '/data/id')).toBe(id);
  expect(createdId(answered({ body: [{ id }] }), '/0/id')).toBe(id);
  expect(() => createdId(answered({ body: { id: 7 } }), '/id')).toThrow('"/id"');
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

test.each(['schema', 'known-ids', 'grouping'])(
  'notifications/%s judges the settings of a new user',
  (name) => {
    expect(isJudgedBy(name, some.body)).toBe(true);
    expect(isJudgedBy(name, [])).toBe(false);
    expect(isJudgedBy(name, some.body, { status: 201 })).toBe(false);
    expect(isJudgedBy(name, some.body, { requirement: 'user/unknown' })).toBe(false);
    expect(isJudgedBy(name, some.body, { step: 'new-cash', request: { path: '/cash' } })).toBe(
      false,
    );
    expect(isJudgedBy(name, apiError(404).body)).toBe(false);
  },
);

test.each([{}, { app: [] }, { app: [], email: [] }])(
  'nothing that judges notifications judges %j',
  (body) => {
    for (const name of ['schema', 'known-ids', 'grouping'])
      expect(isJudgedBy(name, body)).toBe(false);
  },
);

test('notifications/schema judges a channel of the wrong type', () => {
  for (const app of [{}, null, '', false]) expect(isJudgedBy('schema', { app })).toBe(true);
});

test.each(['channels-present', 'known-ids-complete', 'ids-stable', 'ok'])(
  'notifications/%s does not judge them, because they may be incomplete for a moment',
  (name) => expect(isJudgedBy(name, some.body)).toBe(false),
);

test('only a 200 with an object at their path counts as settings', () => {
  expect(isSettings(settings({}))).toBe(true);
  const elsewhere = answered({ body: {}, request: { path: '/cash' } });
  expect([settings({}, { status: 201 }), settings([]), elsewhere].map(isSettings)).toEqual(
    Array(3).fill(false),
  );
  expect([groupsOf(settings([]), 'app'), groupsOf(settings({ app: {} }), 'app')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(listed(settings(['app']))).toEqual([]);
});

test('notifications without a group or an id are not listed, and the others keep their places', () => {
  const body = {
    app: [
      null,
      'x',
      { category: 'A', notifications: {} },
      { notifications: [null, 'x', {}, { id: 7 }, one('a')] },
    ],
    email: [{ category: 7, notifications: [{ id: 'b', name: null, description: 'B' }] }],
  };
  expect(listed(settings(body))).toEqual([
    { channel: 'app', group: 3, id: 'a', texts: ['Name of a', 'What it is'] },
    { channel: 'email', group: 0, id: 'b', texts: ['B'] },
  ]);
});

describe('notifications/ids-stable', () => {
  const conclude = (seen: readonly Answered[]) =>
    idsStable.fold?.conclude(
      seen.reduce((state, one) => idsStable.fold?.add(state, one), idsStable.fold.empty()),
    );
  const seenAt = (seconds: number, ids: readonly string[], user = '1'): Answered => {
    const one = settings({ app: [group('A', ...ids)] });
    const at = seconds * 1_000;
    return { ...one, request: withHeader(one.request, 'x-user-id', user), sentAt: at, endedAt: at };
  };

  test.each<[string, readonly string[]]>([
    ['pass', ['ab', 'ab', 'ba']],
    ['pass', ['ab', 'abc', 'abc']],
    ['fail', ['ab', 'abc', 'ab']],
    ['fail', ['abc', 'ab', 'abc']],
    ['inconclusive', []],
  ])('over the whole run, ten seconds apart: %s %j', (kind, seen) => {
    const judgement = conclude(seen.map((ids, nth) => seenAt(nth * 10, [...ids])));
    expect(judgement?.kind).toBe(kind);
    if (judgement?.kind === 'fail') expect(saidBy(idsStable, judgement).actual).toContain('app:c');
  });

  test('compares the ids of each user separately, even if they are very many', () => {
    const two = ['1', '2', '1', '2'].map((user, nth) =>
      seenAt(nth * 10, [user === '1' ? 'a' : 'b'], user),
    );
    expect(conclude(two)?.kind).toBe('pass');
    const many = Array.from({ length: 500 }, (_, nth) => `id-${nth}`);
    expect(conclude([...'xyx'].map((last, nth) => seenAt(nth * 10, [...many, last])))?.kind).toBe(
      'fail',
    );
  });
});

describe('notifications/localised', () => {
  const english = { app: [group('Activity', 'app_transactional')], email: [] };
  const emailOf = (category: string) => ({ email: [group(category, 'email_transactional')] });
  const both = { ...english, ...emailOf('Email') };
  const missing = 'id-in-one-language';
  test.each<[string, object, object]>([
    [missing, english, { app: [], email: [group('Activity', 'app_transactional')] }],
    [missing, both, { app: [], ...emailOf('E-Mail') }],
    // A channel that one of the users lacks is not compared.
    ['pass', both, emailOf('E-Mail')],
    ['pass', emailOf('E-Mail'), both],
    ['inconclusive', { app: [group('A', 'x')] }, { app: [group('A', 'y')] }],
  ])('%s: %j and %j', (cause, first, second) => {
    expect(causeOf(judgeLocalised(settings(first), settings(second)))).toBe(cause);
  });
});

const insights = [
  'learning_guide',
  'analyst_insight',
  'quick_take',
  'daily_recap',
  'weekly_review',
];
const insightIds = insights.map((id) => `app_${id}`);
const [activity, market] = [
  group('Activity', 'app_transactional'),
  group('Market insights', ...insightIds),
];
const app = [activity, market, group('Offers', 'app_promotional')];
const email = [
  group('Activity', 'email_transactional'),
  group('Newsletters', 'email_servicebites'),
  group('Offers', 'email_promotional'),
];
const halves = [group('A', ...insightIds.slice(0, 2)), group('B', ...insightIds.slice(2))];
const more = (...ids: readonly string[]) => [...email, group('More', ...ids)];
const withOdd = (notification: object) => ({
  app: [...app, { category: 'x', notifications: [notification] }],
  email,
});

/** Returns the requirements that fail for a response. */
function objecting(exchange: Answered): string {
  const isObjecting = (one: Monitor) =>
    one.matches(exchange) && one.judge?.(exchange, boundTo('notifications')).kind === 'fail';
  const all = notifications.requirements.flatMap((one) =>
    one.kind === 'monitor' && isObjecting(one) ? one.id : [],
  );
  return all.map((id) => id.replace('notifications/', '')).join();
}

test.each<[string, string, unknown]>([
  ['', 'as specified', { app, email }],
  [
    '',
    'further ids, groups and channels',
    { app: [...app, group('News', 'app_news')], email, sms: [] },
  ],
  [
    '',
    'a further id in a known group',
    { app: [group('A', 'app_transactional', 'app_new'), ...app.slice(1)], email },
  ],
  ['', 'in another order', { app: app.toReversed(), email: email.toReversed() }],
  [
    '',
    'in another language',
    { app: app.map((each) => ({ ...each, category: 'Kategorie' })), email },
  ],
  ['', 'an empty group', { app: [...app, group('Empty')], email }],
  ['schema', 'app as an object', { app: {}, email }],
  ['schema', 'a channel that is null', { app: null, email }],
  ['schema', 'active as a string', withOdd({ ...one('n'), active: 'yes' })],
  ['schema', 'no description', withOdd({ id: 'n', name: 'n', active: true })],
  ['schema', 'no category', { app: [...app, { notifications: [] }], email }],
  ['channels-present', 'no email', { app }],
  [
    'known-ids',
    'an id twice',
    { app: [activity, market, group('O', 'app_promotional', 'app_promotional')], email },
  ],
  [
    'known-ids',
    'an id in the other channel',
    { app: [activity, market], email: more('app_promotional') },
  ],
  ['known-ids', 'an id in both channels', { app, email: more('app_promotional') }],
  ['known-ids-complete', 'an id missing', { app: [activity, market], email }],
  [
    'grouping',
    'one group',
    { app, email: [group('All', ...email.flatMap((all) => all.notifications[0]?.id ?? []))] },
  ],
  ['grouping', 'a category in two groups', { app: [activity, ...halves, ...app.slice(2)], email }],
  ['ok', 'a list', []],
])('the failing requirements are %j: %s', (names, _what, body) => {
  expect(objecting(settings(body))).toBe(names);
});

test('notifications/ok fails for the second user as well', () => {
  expect(objecting(settings(null, { request: { headers: headersFor('second') } }))).toBe('ok');
});

test.each([
  ['ok', 404, 'first', 'notifications/ok'],
  ['ok', 406, 'second', 'notifications/ok'],
  // The second user that the operator named may not exist.
  ['', 404, 'second', 'notifications/ok'],
  ['', 404, 'first', 'robustness/unexpected-query'],
])(
  'a refusal that only the request explains is judged: %j for %i to the %s user in %s',
  (names, status, user, id) => {
    const request = { headers: headersFor(user) };
    expect(objecting(settings(apiError(status).body, { status, requirement: id, request }))).toBe(
      names,
    );
  },
);

const judge = (name: string, body: unknown) =>
  requirementOf<Monitor>(notifications, name).judge?.(settings(body), undefined as never);

test.each([0, 11])('one kind of problem is one finding, even at place %i', (at) => {
  const groups = Array.from({ length: 12 }, (_, nth) => ({
    ...group('More'),
    category: nth === at ? 7 : 'More',
  }));
  expect(causeOf(judge('schema', { app: groups }))).toBe('wrong-type:/app/*/category');
});

test.each<[string, object, string, string]>([
  ['channels-present', { app, mail: [] }, 'a member email', 'only app, mail'],
  ['channels-present', {}, 'a member app', 'none'],
  [
    'known-ids-complete',
    { app: [activity, market] },
    'app_promotional in app',
    'none; 1 of 7 ids of app are missing',
  ],
  [
    'known-ids-complete',
    { app: [activity, market, group('Offers', 'APP-PROMOTIONAL')] },
    'app_promotional in app',
    'APP-PROMOTIONAL; 1 of 7 ids of app differ in case and separators only',
  ],
  [
    'known-ids',
    { email: more('app_promotional') },
    'app_promotional in app',
    'in email; 1 of 4 ids are in another channel',
  ],
  [
    'known-ids',
    { app, email: more('app_promotional') },
    'app_promotional in app',
    'in both; 1 of 11 ids are in another channel',
  ],
  [
    'known-ids',
    { app: email, email: app },
    'app_transactional in app',
    'in email; 10 of 10 ids are in another channel',
  ],
  ['known-ids', { app: [...app, activity] }, 'app_transactional once', '2 times'],
  [
    'grouping',
    { app: [activity, ...halves] },
    'app_learning_guide and app_quick_take in one group',
    'two groups',
  ],
])('notifications/%s says what is wrong: %j', (name, body, expected, actual) => {
  const said = saidBy(requirementOf(notifications, name), judge(name, body));
  expect(said).toMatchObject({ expected, actual });
});

test.each([
  ['the ids of the two channels are swapped', { app: email, email: app }],
  ['a specified id is in both channels', { app, email: more('app_promotional') }],
  ['a specified id is in the wrong channel', { email: more('app_promotional') }],
])('different defects have different titles: %s', (title, body) => {
  const requirement = requirementOf(notifications, 'known-ids');
  expect(saidBy(requirement, judge('known-ids', body))).toMatchObject({ title });
});

test('ids in capitals are named as such', () => {
  const capitals = [
    group('Mail', 'EMAIL_TRANSACTIONAL', 'EMAIL_SERVICEBITES', 'EMAIL_PROMOTIONAL'),
  ];
  const body = { app, email: capitals };
  const requirement = requirementOf(notifications, 'known-ids-complete');
  expect(saidBy(requirement, judge('known-ids-complete', body))).toMatchObject({
    title: 'a specified id has another case',
    actual: 'EMAIL_TRANSACTIONAL; 3 of 3 ids of email differ in case only',
  });
});

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
test.each([
  ['no further ids', ['app_promotional']],
  ['further ids: a, b', ['b', 'a']],
  [`further ids: ${letters.slice(0, 20).join(', ')}`, letters.toReversed()],
])('reports %s', (value, ids) => {
  expect(inWords(judge('new-ids', { app: [group('News', ...ids)] }))).toMatchObject({ value });
});
