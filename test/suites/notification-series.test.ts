import { describe, expect, test } from 'vitest';
import type { Monitor } from '../../engine/catalogue/check.ts';
import { type Answered, type Exchange, sentHeader, withHeader } from '../../engine/index.ts';
import { groupsOf, isSettings, listed } from '../../suites/notification-settings/settings.ts';
import { idsStable, judgeLocalised, localised } from '../../suites/notification-settings/stability.ts';
import { answered, type Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence } from './asking.ts';

const path = '/b2b/notification-settings';
const one = (id: string, name = `Name of ${id}`) => ({ id, name, description: 'What it is', active: true });
const group = (category: string, ...ids: readonly string[]) => ({ category, notifications: ids.map((id) => one(id)) });
const settings = (body: unknown): Answered => answered({ body, request: { path } });

describe('what counts as settings', () => {
  test('is a 200 with an object', () => {
    const body = { app: [] };
    expect(isSettings(settings(body))).toBe(true);
    expect(isSettings(answered({ status: 201, body, request: { path } }))).toBe(false);
    expect(isSettings(settings([]))).toBe(false);
    expect(isSettings(answered({ body, request: { path: '/cash' } }))).toBe(false);
  });

  test('a body that is no object has no channels', () => {
    expect(groupsOf(settings([]), 'app')).toBeUndefined();
    expect(groupsOf(settings({ app: {} }), 'app')).toBeUndefined();
    expect(listed(settings(['app']))).toEqual([]);
  });

  test('what has no group or no id is not listed, and the rest keeps its place', () => {
    const body = {
      app: [null, 'x', { category: 'A', notifications: {} }, { notifications: [null, 'x', {}, { id: 7 }, one('a')] }],
      email: [{ category: 7, notifications: [{ id: 'b', name: null, description: 'B' }] }],
    };
    expect(listed(settings(body))).toEqual([
      { channel: 'app', group: 3, id: 'a', texts: ['Name of a', 'What it is'] },
      { channel: 'email', group: 0, id: 'b', texts: ['B'] },
    ]);
  });
});

describe('notifications/ids-stable', () => {
  const stable = idsStable as Monitor;
  /** The bodies that one answer after the other has, the last one again and again. */
  const judged = async (...bodies: readonly (Given | Exchange | readonly string[])[]) => {
    const target = (_step: string, _path: string, nth: number): Given | Exchange => {
      const given = bodies[Math.min(nth, bodies.length - 1)] ?? [];
      return 'length' in given ? { body: { app: [group('A', ...given)] } } : given;
    };
    const [judgement, ...more] = (await stable.probing?.(boundTo('notifications'), asking(target))) ?? [];
    expect(more).toEqual([]);
    return judgement;
  };

  test('the same ids are held, in whatever order', async () => {
    expect(await judged(['a', 'b'])).toMatchObject({ kind: 'held' });
    expect(await judged(['a', 'b'], ['b', 'a'], ['a', 'b'])).toMatchObject({ kind: 'held' });
  });

  test('ids that come and go are a finding, shown by the last answer', async () => {
    const once = [['a'], ['b'], ['a'], ['a'], ['b']];
    const judgement = await judged(...once, ...once);
    expect(judgement).toMatchObject({ kind: 'violated', exchange: { key: { step: 'once-more-2-1' } } });
    const stays = ['a', 'a', 'a', 'a', 'a'].map((id) => [id]);
    expect(await judged(...once, ...stays, ...stays, ...once)).toMatchObject({
      kind: 'violated',
      exchange: { key: { step: 'at-last-2-1' } },
    });
  });

  test('ids that come and go for a moment, and never again, are those of a release', async () => {
    expect(await judged(['a'], ['b'], ['a'], ['a'], ['b'])).toMatchObject({ kind: 'held' });
  });

  test('what comes and goes for a moment and is refused then is open', async () => {
    const judgement = await judged(['a'], ['b'], ['a'], ['a'], ['b'], apiError(403));
    expect(judgement).toMatchObject({ kind: 'unanswered' });
  });

  test.each<[string, readonly string[], string]>([
    ['held', ['ab', 'ab', 'ba'], ''],
    ['held', ['ab', 'abc', 'abc'], ''],
    ['violated', ['ab', 'abc', 'ab'], 'app:c'],
    ['violated', ['abc', 'ab', 'abc'], 'app:c'],
    ['unanswered', [], ''],
  ])('over the whole run, ten seconds apart: %s %j', (kind, answers, only) => {
    const seen = answers.map((ids, nth) => ({
      ...settings({ app: [group('A', ...ids)] }),
      sentAt: nth * 10_000,
      endedAt: nth * 10_000,
    }));
    const judgement = stable.fold?.conclude(
      seen.reduce((state, one) => stable.fold?.add(state, one), stable.fold.empty()),
    );
    expect(judgement?.kind).toBe(kind);
    if (judgement?.kind === 'violated') expect(judgement.actual).toContain(only);
  });

  test('the ids of two users, or of an answer with very many of them, are compared all the same', () => {
    const ids = (last: string) => [...Array.from({ length: 500 }, (_, nth) => `id-${nth}`), last];
    const to = (user: string, nth: number, ...all: readonly string[]) => {
      const one = settings({ app: [group('A', ...all)] });
      return {
        ...one,
        request: withHeader(one.request, 'x-user-id', user),
        sentAt: nth * 10_000,
        endedAt: nth * 10_000,
      };
    };
    const kindOf = (...seen: readonly Answered[]) =>
      stable.fold?.conclude(seen.reduce((state, one) => stable.fold?.add(state, one), stable.fold.empty())).kind;
    expect(kindOf(to('1', 0, 'a'), to('2', 1, 'b'), to('1', 2, 'a'), to('2', 3, 'b'))).toBe('held');
    expect(kindOf(to('1', 0, ...ids('x')), to('1', 1, ...ids('y')), to('1', 2, ...ids('x')))).toBe('violated');
  });

  test('the same id in the other channel is another one', async () => {
    const [app, email] = ['app', 'email'].map((channel) => ({ body: { [channel]: [group('A', 'a')] } }));
    if (app && email)
      expect(await judged(app, email, app, app, email, app, email, app, app, email)).toMatchObject({
        kind: 'violated',
      });
  });

  test('after a single change all are asked again', async () => {
    expect(await judged(['a'], ['b'])).toMatchObject({ kind: 'held' });
    const twice = [['a'], ['b'], ['b'], ['b'], ['b'], ['b'], ['c']];
    expect(await judged(...twice)).toMatchObject({ kind: 'unanswered' });
  });

  test.each<[string, Given | Exchange]>([
    ['a refusal', apiError(403)],
    ['silence', silence('closed')],
    ['no JSON', { body: 'settings' }],
  ])('%s leaves it open', async (_what, given) => {
    expect(await judged(['a'], given)).toMatchObject({ kind: 'unanswered' });
  });
});

describe('notifications/localised', () => {
  const english = { app: [group('Activity', 'app_transactional')], email: [] };
  const german = { app: [group('Aktivität', 'app_transactional')], email: [] };

  const judged = async (target: (user: string, nth: number) => Given | Exchange) => {
    const ask = asking((_step, _path, nth, request) => target(sentHeader(request, 'x-user-id')[0] ?? '', nth));
    return (await localised.run(boundTo('notifications'), ask)).map(({ kind }) => kind);
  };

  test('held where a text differs, at once or when asked again', async () => {
    expect(await judged((user) => ({ body: user.includes('second') ? german : english }))).toEqual(['held']);
    expect(await judged((user, nth) => ({ body: user.includes('second') && nth > 1 ? german : english }))).toEqual([
      'held',
    ]);
  });

  test('violated once where none differs in two rounds', async () => {
    expect(await judged(() => ({ body: english }))).toEqual(['violated']);
  });

  test('unanswered where either user gets no settings', async () => {
    for (const name of ['first', 'second']) {
      const refused = (user: string) => (user.includes(name) ? apiError(401) : { body: english });
      expect(await judged(refused)).toEqual(['unanswered']);
    }
  });

  test('a known id in the other channel is missing in its own', () => {
    const moved = { app: [], email: [group('Activity', 'app_transactional')] };
    expect(judgeLocalised(settings(english), settings(moved))).toMatchObject({
      kind: 'violated',
      cause: 'a known id is there in one language only',
    });
  });

  test('a channel that one of the users does not have is compared with nothing', () => {
    const email = [group('E-Mail', 'email_transactional')];
    const both = { ...english, email: [group('Email', 'email_transactional')] };
    expect(judgeLocalised(settings(both), settings({ email })).kind).toBe('held');
    expect(judgeLocalised(settings({ email }), settings(both)).kind).toBe('held');
    expect(judgeLocalised(settings(both), settings({ app: [], email })).kind).toBe('violated');
  });

  test('users without a notification in common show nothing', () => {
    const [mine, theirs] = ['x', 'y'].map((id) => settings({ app: [group('A', id)] }));
    if (mine && theirs) expect(judgeLocalised(mine, theirs)).toMatchObject({ kind: 'unanswered' });
  });
});
