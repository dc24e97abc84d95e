import { describe, expect, test } from 'vitest';
import type { Answered, Monitor } from '../../../engine/index.ts';
import { guides } from '../../../suites/learn/guides.ts';
import { judgeErrorCaching, judgePresent } from '../../../suites/learn/guides-caching.ts';
import { judgeForm, judgeLifetime } from '../../../suites/learn/guides-lifetime.ts';
import { answered, type Given, withHeaders } from '../answered.ts';
import { causeOf, requirementOf } from '../asking.ts';
import { firstAdvice } from '../first-advice.ts';
import { saidBy } from '../said.ts';
import { letters } from './listed.ts';

const cached = (value: string, more: Readonly<Record<string, string>> = {}, given: Given = {}) =>
  withHeaders({ 'Cache-Control': value, ...more }, { ...letters('a'), ...given });
const dates = { Date: 'Tue, 14 Nov 2023 22:13:20 GMT', Expires: 'Tue, 14 Nov 2023 22:43:20 GMT' };

const usual = [
  'private, max-age=1800, immutable',
  'Max-Age=1800',
  'private, max-age=1800, s-maxage=60',
];
const shorter = ['max-age="60"', 'no-cache, max-age=60', 's-maxage=60'];
test.each<[string, string, string, readonly string[], object?]>([
  [
    'pass',
    'pass',
    'pass',
    [...usual, 'public, max-age=1800, s-maxage=1800', 'no-cache="set-cookie", max-age=1800'],
  ],
  ['pass', 'pass', 'pass', ['max-age=1800'], { Expires: '0' }],
  ['pass', 'pass', 'no-max-age', ['private'], dates],
  ['pass', 'pass', 'quoted', ['max-age="1800"']],
  ['pass', 'pass', 'no-cache', ['private, no-cache, max-age=1800']],
  ['pass', 'pass', 'no-max-age', ['s-maxage=1800']],
  ['pass', 'pass', 'other-max-age', ['s-maxage=1800, max-age=60']],
  // From 1,799 to 1,801, rounding of the clock explains the difference.
  ['pass', 'pass', 'pass', ['max-age=1799', 'max-age=1801']],
  // A shorter lifetime could be the remaining part of 1,800 s. Only all responses of the run
  // together show that.
  ['pass', 'noted', 'pass', ['max-age=1798', ...shorter]],
  ['pass', 'too-long', 'pass', ['max-age=1802']],
  ['pass', 'no-store', 'pass', ['no-store', 'no-store, max-age=1800']],
  ['pass', 'none', 'pass', ['private', 'no-cache']],
  ['pass', 'invalid', 'pass', ['max-age=30m', 'max-age=1800, max-age=60']],
  ['invalid', 'invalid', 'pass', ['max-age: 1800']],
  ['empty', 'none', 'pass', ['']],
])('present %s, lifetime %s, form %s: %j', (present, lifetime, form, values, more = {}) => {
  for (const value of values) {
    const exchange = cached(value, { ...more });
    const judged = judgeLifetime(exchange);
    const isNoted = judged.kind === 'pass' && judged.note !== undefined;
    expect(causeOf(judgePresent(exchange)), value).toBe(present);
    expect(isNoted ? 'noted' : causeOf(judged), value).toBe(lifetime);
    expect(causeOf(judgeForm(exchange)), value).toBe(form);
  }
});

const monitor = (name: string) => requirementOf<Monitor>(guides, name);

test('lifetime and form are judged only after guides/cache-control-present passes', () => {
  for (const name of ['cache-control-lifetime', 'cache-control-form'])
    expect(monitor(name).after).toEqual(['guides/cache-control-present']);
  expect(judgeForm(answered(letters('a')))).toEqual({ kind: 'pass' });
});

describe('lifetimes over the whole run', () => {
  const fold = monitor('cache-control-lifetime').fold;
  const at = (seconds: number, value: string) =>
    cached(value, {}, { at: 1_700_000_000_000 + seconds * 1_000 });
  /** Judges responses, each given as `second:Cache-Control`. */
  const conclude = (name: string, seen: string) => {
    const { fold } = monitor(name);
    const all = [...seen.matchAll(/(\d+):([\w=-]+)/g)].map(([, seconds, value]) =>
      at(Number(seconds), value ?? ''),
    );
    const state = all.reduce((sum, one) => fold?.add(sum, one), fold?.empty());
    return fold?.conclude(JSON.parse(JSON.stringify(state)));
  };

  test.each([
    ['pass', 'pass', '0:max-age=1800 9:max-age=1800'],
    ['fail', 'pass', '0:max-age=180 4:max-age=180'],
    // The remaining lifetime in another cache.
    ['pass', 'fail', '0:max-age=1234 4:max-age=1230'],
    ['inconclusive', 'pass', '0:max-age=180 1:max-age=180'],
  ])('lifetime %s, form %s: %s', (lifetime, form, seen) => {
    const names = ['cache-control-lifetime', 'cache-control-form'];
    expect(names.map((name) => conclude(name, seen)?.kind)).toEqual([lifetime, form]);
  });

  test.each(['no-store', 'private', 'max-age=1802', 'max-age=86400'])(
    '%s is not judged over the run',
    (value) => {
      expect(conclude('cache-control-lifetime', `0:${value}`)?.kind).toBe('inconclusive');
      expect(conclude('cache-control-lifetime', `0:max-age=1800 1:${value}`)?.kind).toBe('pass');
    },
  );

  test.each([0, 7])(
    'a countdown is seen by shards whose clocks differ by %i s each, from the Date of the target',
    (apart) => {
      const dated = (seconds: number) =>
        new Date(1_700_000_000_000 + seconds * 1_000).toUTCString();
      const states = [0, 3, 6, 9].map((seconds, shard) => {
        const read = { at: 1_700_000_000_000 + (seconds + shard * apart) * 1_000 };
        // The last shard is behind a cache.
        const came = shard < 3 ? { Date: dated(seconds) } : { Date: dated(seconds - 5), Age: '5' };
        return fold?.add(fold.empty(), cached(`max-age=${1_700 - seconds}`, came, read));
      });
      expect(fold?.conclude(states.reduce((one, other) => fold.merge(one, other))).kind).toBe(
        'pass',
      );
    },
  );

  test('1,801 s counts as 1,800 s', () => {
    expect(conclude('cache-control-lifetime', '0:max-age=1801')?.kind).toBe('pass');
  });

  test('the example is the earliest response with a shorter lifetime, in any order of adding and merging', () => {
    for (const seen of [
      '20:max-age=300 0:max-age=60 10:max-age=200',
      '10:max-age=200 0:max-age=60 20:max-age=300',
    ]) {
      const judgement = conclude('cache-control-lifetime', seen);
      expect(causeOf(judgement)).toBe('too-short');
      expect(saidBy(monitor('cache-control-lifetime'), judgement).actual).toMatch(/^60 s /);
    }
    const added = (seconds: number, value: number) =>
      fold?.add(fold.empty(), at(seconds, `max-age=${value}`));
    for (const [early, late] of [
      [added(0, 60), added(20, 50)],
      [added(0, 50), added(0, 60)],
    ]) {
      expect(fold?.merge(early, late)).toEqual(fold?.merge(late, early));
      expect(fold?.merge(early, late).example).toEqual(early.example);
    }
    expect(fold?.merge(fold.empty(), added(0, 60))).toEqual(added(0, 60));
    expect(fold?.merge(added(0, 60), fold.empty())).toEqual(added(0, 60));
    expect(fold?.merge(fold.empty(), fold.empty())).toStrictEqual({ lifetimes: {} });
  });
});

test.each<[string, string, Answered]>([
  ['cache-control-present', 'no Cache-Control header', answered(letters('a'))],
  [
    'cache-control-present',
    'Cache-Control: max-age: 1800 (no comma after max-age at position 8)',
    cached('max-age: 1800'),
  ],
  ['cache-control-present', 'Cache-Control: ', cached('')],
  ['cache-control-lifetime', 'Cache-Control: no-store', cached('no-store')],
  [
    'cache-control-lifetime',
    'Cache-Control: max-age=1d (the argument of max-age is not a number of seconds)',
    cached('max-age=1d'),
  ],
  [
    'cache-control-lifetime',
    '3600 s by max-age (Cache-Control: max-age=3600)',
    cached('max-age=3600'),
  ],
  [
    'cache-control-form',
    `Cache-Control: private, Expires: ${dates.Expires}, Date: ${dates.Date}`,
    cached('private', dates),
  ],
  ['vary', 'no Vary header', cached('max-age=1800')],
  ['vary', 'Vary: a, b', cached('max-age=1800', { Vary: 'A, b' })],
  [
    'cache-control-errors',
    '401 with Cache-Control: max-age=1800',
    cached('max-age=1800', {}, { status: 401 }),
  ],
])('guides/%s shows: %s', (name, actual, exchange) => {
  const judgement = monitor(name).judge?.(exchange, {} as never);
  expect(saidBy(monitor(name), judgement, exchange).actual).toBe(actual);
});

test.each([
  ['pass', ['no-store', 'max-age=60', 'max-age=1798', 'no-cache, max-age=1800', 'private']],
  ['fail', ['max-age=1799', 'private, max-age=86400']],
])('caching of a refusal is %s: %j', (kind, values) => {
  for (const value of values)
    expect(judgeErrorCaching(cached(value, {}, { status: 401 })).kind, value).toBe(kind);
});

test.each([
  ['pass', ['x-user-id', 'Accept-Encoding, X-User-ID', '*']],
  ['fail', ['Accept-Language', '']],
])('guides/vary is %s by %j', (kind, values) => {
  const { judge, matches } = monitor('vary');
  const kinds = values.map(
    (Vary) => judge?.(cached('max-age=1800', { Vary }), undefined as never).kind,
  );
  expect(kinds).toEqual(values.map(() => kind));
  expect(matches(cached('no-store'))).toBe(false);
});

test.each([
  ['does not set Vary', {}],
  ['names something else', { Vary: 'Accept-Language' }],
])('guides/vary suspects that the server %s: %j', (suspect, headers) => {
  const judgement = monitor('vary').judge?.(cached('max-age=1800', headers), undefined as never);
  expect(firstAdvice(monitor('vary'), judgement)).toContain(suspect);
});
