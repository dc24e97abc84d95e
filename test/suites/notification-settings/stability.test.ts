import { describe, expect, test } from 'vitest';
import { type Answered, type Exchange, withHeader } from '../../../engine/index.ts';
import { groupsOf, isSettings, listed } from '../../../suites/notification-settings/settings.ts';
import { idsStable, judgeLocalised, localised } from '../../../suites/notification-settings/stability.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, causeOf, silence, userOf } from '../asking.ts';
import { judgedBy } from '../recorded.ts';
import { group, one, settings } from './groups.ts';

test('only a 200 with an object at their path counts as settings', () => {
  expect(isSettings(settings({}))).toBe(true);
  const elsewhere = answered({ body: {}, request: { path: '/cash' } });
  expect([settings({}, { status: 201 }), settings([]), elsewhere].map(isSettings)).toEqual(Array(3).fill(false));
  expect([groupsOf(settings([]), 'app'), groupsOf(settings({ app: {} }), 'app')]).toEqual([undefined, undefined]);
  expect(listed(settings(['app']))).toEqual([]);
});

test('notifications without a group or an id are not listed, and the others keep their places', () => {
  const body = {
    app: [null, 'x', { category: 'A', notifications: {} }, { notifications: [null, 'x', {}, { id: 7 }, one('a')] }],
    email: [{ category: 7, notifications: [{ id: 'b', name: null, description: 'B' }] }],
  };
  expect(listed(settings(body))).toEqual([
    { channel: 'app', group: 3, id: 'a', texts: ['Name of a', 'What it is'] },
    { channel: 'email', group: 0, id: 'b', texts: ['B'] },
  ]);
});

describe('notifications/ids-stable', () => {
  const bodyOf = (channel: string, ids: string): Given => ({ body: { [channel]: [group('A', ...ids)] } });

  /** Judges responses a second apart that list these ids, uppercase ones as email. The last response repeats. */
  const judged = async (letters: string, then?: Given | Exchange) => {
    const given = letters.split(' ').map((ids) => bodyOf(/[A-Z]/.test(ids) ? 'email' : 'app', ids.toLowerCase()));
    const all = [...given, ...(then ? [then] : [])];
    const at = (nth: number) => ({ at: nth * 1_000, request: boundTo('notifications').wellFormed() });
    const { kinds } = await judgedBy(
      idsStable,
      (_step, _path, nth) => ({ ...at(nth), ...all[Math.min(nth, all.length - 1)] }),
      boundTo('notifications'),
    );
    return kinds.join();
  };
  const once = 'a b a a b';

  test.each<[string, string, string]>([
    ['pass', 'the same ids', 'ab'],
    ['pass', 'the same ids in any order', 'ab ba ab'],
    ['pass', 'ids that come and go in one release', once],
    ['pass', 'a single change', 'a b'],
    ['fail', 'a change whenever they are requested', 'a b c d e f g h i j k l m n o p q r s t'],
    ['fail', 'ids that come and go and come', `${once} ${once}`],
    ['fail', 'an id that moves to the other channel and back', 'a A a a A a A a a A'],
  ])('%s: %s, %s', async (kind, _what, letters) => {
    expect(await judged(letters)).toBe(kind);
  });

  test.each([apiError(403), silence('closed'), { body: 'settings' }])('inconclusive after %j', async (given) => {
    expect(await judged('a', given)).toBe('inconclusive');
    expect(await judged(once, given)).toBe('inconclusive');
  });

  const conclude = (seen: readonly Answered[]) =>
    idsStable.fold?.conclude(seen.reduce((state, one) => idsStable.fold?.add(state, one), idsStable.fold.empty()));
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
    if (judgement?.kind === 'fail') expect(judgement.actual).toContain('app:c');
  });

  test('compares the ids of each user separately, even if they are very many', () => {
    const two = ['1', '2', '1', '2'].map((user, nth) => seenAt(nth * 10, [user === '1' ? 'a' : 'b'], user));
    expect(conclude(two)?.kind).toBe('pass');
    const many = Array.from({ length: 500 }, (_, nth) => `id-${nth}`);
    expect(conclude([...'xyx'].map((last, nth) => seenAt(nth * 10, [...many, last])))?.kind).toBe('fail');
  });
});

describe('notifications/localised', () => {
  const english = { app: [group('Activity', 'app_transactional')], email: [] };
  const german = { app: [group('Aktivität', 'app_transactional')], email: [] };

  test.each<[string, string, (user: string, nth: number) => Given]>([
    ['pass', 'a text differs', (user) => ({ body: user === 'second' ? german : english })],
    ['pass', 'a text differs later', (user, nth) => ({ body: user === 'second' && nth > 1 ? german : english })],
    ['fail', 'no text differs in two rounds', () => ({ body: english })],
    ['inconclusive', 'the first user is refused', (user) => (user === 'first' ? apiError(401) : { body: english })],
    ['inconclusive', 'the second user is refused', (user) => (user === 'second' ? apiError(401) : { body: english })],
  ])('%s if %s', async (kind, _what, serve) => {
    const target = (_step: string, _path: string, nth: number, request: Answered['request']) =>
      serve(userOf(request), nth);
    expect((await judgedBy(localised, target, boundTo('notifications'))).kinds).toEqual([kind]);
  });

  const emailOf = (category: string) => ({ email: [group(category, 'email_transactional')] });
  const both = { ...english, ...emailOf('Email') };
  const missing = 'a specified id is present in one language only';
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
