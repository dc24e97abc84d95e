import { expect, test } from 'vitest';
import type { Answered, Monitor } from '../../../engine/index.ts';
import { notifications } from '../../../suites/notification-settings/notifications.ts';
import { apiError } from '../api-error.ts';
import { boundTo, causeOf, requirementOf } from '../asking.ts';
import { group, headersFor, one, settings } from './groups.ts';

const insights = ['learning_guide', 'analyst_insight', 'quick_take', 'daily_recap', 'weekly_review'];
const insightIds = insights.map((id) => `app_${id}`);
const [activity, market] = [group('Activity', 'app_transactional'), group('Market insights', ...insightIds)];
const app = [activity, market, group('Offers', 'app_promotional')];
const email = [
  group('Activity', 'email_transactional'),
  group('Newsletters', 'email_servicebites'),
  group('Offers', 'email_promotional'),
];
const halves = [group('A', ...insightIds.slice(0, 2)), group('B', ...insightIds.slice(2))];
const more = (...ids: readonly string[]) => [...email, group('More', ...ids)];
const withOdd = (notification: object) => ({ app: [...app, { category: 'x', notifications: [notification] }], email });

/** Returns the requirements that fail for a response. */
function objecting(exchange: Answered): string {
  const isObjecting = (one: Monitor) =>
    one.matches(exchange) && one.judge?.(exchange, boundTo('notifications')).kind === 'fail';
  const all = notifications.requirements.flatMap((one) => (one.kind === 'monitor' && isObjecting(one) ? one.id : []));
  return all.map((id) => id.replace('notifications/', '')).join();
}

test.each<[string, string, unknown]>([
  ['', 'as specified', { app, email }],
  ['', 'further ids, groups and channels', { app: [...app, group('News', 'app_news')], email, sms: [] }],
  ['', 'a further id in a known group', { app: [group('A', 'app_transactional', 'app_new'), ...app.slice(1)], email }],
  ['', 'in another order', { app: app.toReversed(), email: email.toReversed() }],
  ['', 'in another language', { app: app.map((each) => ({ ...each, category: 'Kategorie' })), email }],
  ['', 'an empty group', { app: [...app, group('Empty')], email }],
  ['schema', 'app as an object', { app: {}, email }],
  ['schema', 'a channel that is null', { app: null, email }],
  ['schema', 'active as a string', withOdd({ ...one('n'), active: 'yes' })],
  ['schema', 'no description', withOdd({ id: 'n', name: 'n', active: true })],
  ['schema', 'no category', { app: [...app, { notifications: [] }], email }],
  ['channels-present', 'no email', { app }],
  ['known-ids', 'an id twice', { app: [activity, market, group('O', 'app_promotional', 'app_promotional')], email }],
  ['known-ids', 'an id in the other channel', { app: [activity, market], email: more('app_promotional') }],
  ['known-ids', 'an id in both channels', { app, email: more('app_promotional') }],
  ['known-ids-complete', 'an id missing', { app: [activity, market], email }],
  ['grouping', 'one group', { app, email: [group('All', ...email.flatMap((all) => all.notifications[0]?.id ?? []))] }],
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
  'a refusal is judged if it can only be due to the request: %j for %i to the %s user in %s',
  (names, status, user, id) => {
    const request = { headers: headersFor(user) };
    expect(objecting(settings(apiError(status).body, { status, requirement: id, request }))).toBe(names);
  },
);

const judge = (name: string, body: unknown) =>
  requirementOf<Monitor>(notifications, name).judge?.(settings(body), undefined as never);

test.each([0, 11])('one kind of problem is one finding, even at place %i', (at) => {
  const groups = Array.from({ length: 12 }, (_, nth) => ({ ...group('More'), category: nth === at ? 7 : 'More' }));
  expect(causeOf(judge('schema', { app: groups }))).toBe('/app/*/category is a number');
});

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
test.each([
  ['no further ids', ['app_promotional']],
  ['further ids: a, b', ['b', 'a']],
  [`further ids: ${letters.slice(0, 20).join(', ')}`, letters.toReversed()],
])('reports %s', (value, ids) => {
  expect(judge('new-ids', { app: [group('News', ...ids)] })).toMatchObject({ value });
});
