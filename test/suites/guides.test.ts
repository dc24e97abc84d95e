import { describe, expect, test } from 'vitest';
import type { Monitor } from '../../engine/index.ts';
import { guides } from '../../suites/learn/guides.ts';
import { judgeErrorCaching, judgeForm, judgeLifetime, judgePresent } from '../../suites/learn/guides-caching.ts';
import { colourForm, judgeElements, judgeOk } from '../../suites/learn/guides-elements.ts';
import { differsInText, judgeIds } from '../../suites/learn/guides-localised.ts';
import { judgeOrders } from '../../suites/learn/guides-series.ts';
import { hasElements, isListing } from '../../suites/learn/listing.ts';
import { answered, type Given, withHeaders } from './answered.ts';

const guide = {
  key: 'etf-basics',
  contentType: 'learningGuide',
  id: '0123456789abcdef01234567',
  title: 'ETF basics',
  description: 'What an ETF is',
  backgroundColor: '#aabbcc',
  guideIconURL: 'https://cdn.example.com/a.svg',
  mobileCoverImageURL: 'https://cdn.example.com/a%20b.png?x=1#y',
  webCoverImageURL: null,
  slug: 'etf-basics',
  chapterCount: 4,
};
const {
  contentType: _type,
  backgroundColor: _colour,
  guideIconURL: _icon,
  mobileCoverImageURL: _mobile,
  ...required
} = guide;

describe('guides/schema', () => {
  test.each<[string, object]>([
    ['all members', guide],
    ['the required members only', required],
    ['further members', { ...guide, readingTime: 7, tags: [] }],
    ['empty texts', { ...guide, title: '', description: '', slug: '', key: '' }],
    ['a URI of another scheme', { ...guide, webCoverImageURL: 'data:image/png;base64,AAAA' }],
    ['a chapterCount of 0', { ...guide, chapterCount: 0 }],
    ['a negative chapterCount, which is another row', { ...guide, chapterCount: -1 }],
    ['no contentType, which is another row', { ...guide, contentType: undefined }],
    ['an uppercase scheme', { ...guide, guideIconURL: 'HTTPS://cdn.example.com/a.svg' }],
  ])('accepted: %s', (_what, element) => {
    expect(judgeElements([JSON.parse(JSON.stringify(element))]).kind).toBe('held');
  });

  test.each<[string, string, unknown]>([
    ['/id', 'uppercase', { ...guide, id: guide.id.toUpperCase() }],
    ['/id', 'too short', { ...guide, id: guide.id.slice(1) }],
    ['/id', 'a line break at the end', { ...guide, id: `${guide.id}\n` }],
    ['/id', 'a number', { ...guide, id: 7 }],
    ['/id', 'missing', { ...guide, id: undefined }],
    ['/key', 'missing', { ...guide, key: undefined }],
    ['/title', 'null', { ...guide, title: null }],
    ['/description', 'null', { ...guide, description: null }],
    ['/slug', 'missing', { ...guide, slug: undefined }],
    ['/chapterCount', 'text', { ...guide, chapterCount: '4' }],
    ['/chapterCount', 'a fraction', { ...guide, chapterCount: 4.5 }],
    ['/chapterCount', 'missing', { ...guide, chapterCount: undefined }],
    ['/guideIconURL', 'no scheme', { ...guide, guideIconURL: 'cdn.example.com/a.svg' }],
    ['/guideIconURL', 'relative to the scheme', { ...guide, guideIconURL: '//cdn.example.com/a.svg' }],
    ['/guideIconURL', 'null', { ...guide, guideIconURL: null }],
    ['/mobileCoverImageURL', 'a space', { ...guide, mobileCoverImageURL: 'https://cdn.example.com/a b.png' }],
    ['/webCoverImageURL', 'empty', { ...guide, webCoverImageURL: '' }],
    ['/webCoverImageURL', 'false', { ...guide, webCoverImageURL: false }],
    ['/backgroundColor', 'null', { ...guide, backgroundColor: null }],
    ['/contentType', 'a number', { ...guide, contentType: 1 }],
    ['the element', 'a text', 'guide'],
    ['the element', 'null', null],
  ])('refused: %s %s', (place, _what, element) => {
    const judgement = judgeElements([guide, JSON.parse(JSON.stringify(element))]);
    expect(judgement).toMatchObject({
      kind: 'violated',
      cause: `${place} of a guide is not as specified`,
      expected: expect.stringContaining('/data/1'),
      actual: expect.stringContaining('/data/1'),
    });
  });

  test('5.0 is an integer', () => {
    expect(
      judgeElements([JSON.parse(JSON.stringify(guide).replace('"chapterCount":4', '"chapterCount":5.0'))]).kind,
    ).toBe('held');
  });
});

test.each<[string, string, Given]>([
  ['held', 'an array', { body: { data: [guide] } }],
  ['held', 'an empty array', { body: { data: [] } }],
  ['held', 'further members', { body: { data: [], total: 0 } }],
  ['violated', 'a bare array', { body: [guide] }],
  ['violated', 'an object', { body: { data: {} } }],
  ['violated', 'null', { body: { data: null } }],
  ['violated', 'other members', { body: { items: [] } }],
  ['violated', 'status 203', { status: 203, body: { data: [] } }],
  ['violated', 'a 404', { status: 404, body: {} }],
  ['violated', 'a redirect', { status: 302 }],
  ['unanswered', 'a 401, which is of the scope', { status: 401 }],
  ['unanswered', 'a 403, which is of the scope', { status: 403 }],
  ['unanswered', 'a 500', { status: 500 }],
  ['unanswered', 'no JSON', { body: '<p>' }],
])('guides/ok, %s: %s', (kind, _what, given) => {
  expect(judgeOk(answered(given)).kind).toBe(kind);
});

describe('which answers count', () => {
  const listing = { body: { data: [guide] } };
  const header = (name: string, value: string | { symbol: string; forge?: string }) => ({
    ...listing,
    request: {
      headers: [...answered().request.headers.filter(([field]) => field !== name), [name, value] as const],
    },
  });
  test.each<[string, Given]>([
    ['the well-formed request', listing],
    ['the second user', header('x-user-id', { symbol: 'user:second' })],
    ['no Accept', { ...listing, request: { headers: answered().request.headers.slice(1) } }],
    ['of any requirement', { ...listing, requirement: 'user/isolation' }],
  ])('counted: %s', (_what, given) => {
    expect(hasElements(answered(given))).toBe(true);
  });
  test.each<[string, Given]>([
    ['another endpoint', { ...listing, request: { path: '/cash' } }],
    ['a query', { ...listing, request: { path: '/learn/learning-guides?a=1' } }],
    ['another method', { ...listing, request: { method: 'POST' } }],
    ['a user of another client', header('x-user-id', { symbol: 'user:foreign' })],
    ['a forged user', header('x-user-id', { symbol: 'user:first', forge: 'upper' })],
    ['a token without the scope', header('Authorization', { symbol: 'token:unscoped' })],
    ['no token', { ...listing, request: { headers: [['x-user-id', { symbol: 'user:first' }]] } }],
    ['an empty listing', { body: { data: [] } }],
    ['a refusal', { ...listing, status: 401 }],
  ])('not counted: %s', (_what, given) => {
    expect(hasElements(answered(given))).toBe(false);
  });
});

const cached = (value: string, more: Readonly<Record<string, string>> = {}, status = 200) =>
  withHeaders({ 'Cache-Control': value, ...more }, { status });
const dates = { Date: 'Tue, 14 Nov 2023 22:13:20 GMT', Expires: 'Tue, 14 Nov 2023 22:43:20 GMT' };

test.each([
  ['held', 'held', 'held', 'private, max-age=1800', {}],
  ['held', 'held', 'held', 'Max-Age=1800', {}],
  ['held', 'held', 'held', 'public, max-age=1800, s-maxage=1800', {}],
  ['held', 'held', 'held', 'private, max-age=1800, must-revalidate, immutable', {}],
  ['held', 'held', 'held', 'private, max-age=1800, s-maxage=60', {}],
  ['held', 'held', 'held', 'no-cache="set-cookie", max-age=1800', {}],
  ['held', 'held', 'held', 'max-age=1800', { Expires: '0' }],
  ['held', 'held', 'violated', 'max-age="1800"', {}],
  ['held', 'held', 'violated', 'private, no-cache, max-age=1800', {}],
  ['held', 'held', 'violated', 's-maxage=1800', {}],
  ['held', 'held', 'violated', 's-maxage=1800, max-age=60', {}],
  ['held', 'held', 'violated', 'private', dates],
  // Between 1,799 and 1,801 the clock alone makes the difference.
  ['held', 'held', 'held', 'max-age=1799', {}],
  ['held', 'violated', 'held', 'max-age=1802', {}],
  ['held', 'violated', 'held', 'max-age=1800000', {}],
  ['held', 'violated', 'held', 'no-store', {}],
  ['held', 'violated', 'held', 'no-store, max-age=1800', {}],
  ['held', 'violated', 'held', 'private', {}],
  ['held', 'violated', 'held', 'no-cache', {}],
  ['held', 'violated', 'held', 'max-age=30m', {}],
  ['held', 'violated', 'held', 'max-age=1800, max-age=60', {}],
  // A shorter one could be the rest of 1,800 s: the answers of the run together tell.
  ['held', 'held', 'held', 'max-age=180', {}],
  ['violated', 'violated', 'held', 'max-age: 1800', {}],
  ['violated', 'violated', 'held', '', {}],
])('present %s, lifetime %s, form %s: %s', (present, lifetime, form, value, more) => {
  const exchange = cached(value, more);
  expect([judgePresent(exchange).kind, judgeLifetime(exchange).kind, judgeForm(exchange).kind]).toEqual([
    present,
    lifetime,
    form,
  ]);
});

test('without a Cache-Control that can be read, the other rows are silent', () => {
  const lifetime = guides.requirements.find(({ id }) => id === 'guides/cache-control-lifetime') as Monitor;
  const body = { data: [guide] };
  expect(lifetime.matches(answered({ body }))).toBe(false);
  expect(lifetime.matches(withHeaders({ 'Cache-Control': 'max-age: 5' }, { body }))).toBe(false);
  expect(lifetime.matches(withHeaders({ 'Cache-Control': 'max-age=5' }, { body }))).toBe(true);
});

describe('a lifetime below 30 minutes', () => {
  const of = (id: string) => (guides.requirements.find((requirement) => requirement.id === id) as Monitor).fold;
  const folds = { lifetime: of('guides/cache-control-lifetime'), form: of('guides/cache-control-form') };
  const conclude = (name: keyof typeof folds, ...all: readonly (readonly [at: number, seconds: number])[]) => {
    const fold = folds[name];
    const state = all.reduce(
      (seen, [at, seconds]) =>
        fold?.add(seen, withHeaders({ 'Cache-Control': `max-age=${seconds}` }, { at: 1_700_000_000_000 + at * 1000 })),
      fold?.empty(),
    );
    return fold?.conclude(JSON.parse(JSON.stringify(state))).kind;
  };
  test.each<[string, string, (readonly [number, number])[]]>([
    [
      'held',
      'held',
      [
        [0, 1800],
        [9, 1800],
      ],
    ],
    [
      'violated',
      'held',
      [
        [0, 180],
        [4, 180],
      ],
    ],
    [
      'violated',
      'held',
      [
        [0, 1800],
        [1, 180],
        [6, 180],
      ],
    ],
    [
      'held',
      'violated',
      [
        [0, 1234],
        [4, 1230],
      ],
    ],
    [
      'held',
      'violated',
      [
        [0, 1800],
        [4, 1796],
        [9, 1791],
      ],
    ],
    [
      'unanswered',
      'held',
      [
        [0, 180],
        [1, 180],
      ],
    ],
    [
      'violated',
      'held',
      [
        [0, 0],
        [4, 0],
      ],
    ],
  ])('lifetime %s, form %s: %j', (lifetime, form, all) => {
    expect([conclude('lifetime', ...all), conclude('form', ...all)]).toEqual([lifetime, form]);
  });
});

test.each([
  ['held', 'no-store'],
  ['held', 'max-age=60'],
  ['held', 'no-cache, max-age=1800'],
  ['held', 'private'],
  ['violated', 'private, max-age=1800'],
  ['violated', 'max-age=86400'],
])('caching of a refusal, %s: %s', (kind, value) => {
  expect(judgeErrorCaching(cached(value, {}, 401)).kind).toBe(kind);
});

test.each([
  ['held', 'x-user-id', {}],
  ['held', 'Accept-Encoding, X-User-ID', {}],
  ['held', '*', {}],
  ['violated', 'Accept-Language', {}],
  ['violated', '', {}],
])('vary, %s: %s', (kind, value) => {
  const vary = guides.requirements.find(({ id }) => id === 'guides/vary') as Monitor;
  const given = { body: { data: [guide] } };
  expect(
    vary.judge?.(withHeaders({ Vary: value, 'Cache-Control': 'max-age=1800' }, given), undefined as never).kind,
  ).toBe(kind);
  expect(vary.matches(withHeaders({ 'Cache-Control': 'no-store' }, given))).toBe(false);
});

describe('order', () => {
  const [a, b, c] = ['a', 'b', 'c'];
  test.each([
    [
      'held',
      [
        [a, b],
        [a, b],
        [a, b],
      ],
    ],
    // An edit: something comes, something goes.
    ['held', [[a, b, c], [a, b], [a, c, b].slice(0, 1).concat(b)]],
    [
      'held',
      [
        [a, b],
        [c, a, b],
        [a, b],
      ],
    ],
    ['unanswered', [[a], [a], [a]]],
    ['unanswered', [[], [], []]],
    [
      'unanswered',
      [
        [a, b],
        [a, b],
        [b, a],
      ],
    ],
    [
      'violated',
      [
        [a, b],
        [b, a],
        [a, b],
      ],
    ],
    [
      'violated',
      [
        [a, b, c],
        [b, a, c],
        [c, a, b],
      ],
    ],
  ])('%s: %j', (kind, orders) => {
    expect(judgeOrders(orders).kind).toBe(kind);
  });

  test('ids of two languages', () => {
    expect(judgeIds(['a', 'b'], ['b', 'a'])).toMatchObject({ cause: 'the order depends on the language' });
    expect(judgeIds(['a', 'b'], ['a'])).toMatchObject({ cause: 'which guides are listed depends on the language' });
  });
});

test('texts of two languages are compared by id, else by place', () => {
  const german = { ...guide, title: 'ETF-Grundlagen' };
  const other = { ...guide, id: 'f'.repeat(24), title: 'Bonds' };
  expect(differsInText([guide], [guide])).toBe(false);
  expect(differsInText([guide], [german])).toBe(true);
  expect(differsInText([guide, other], [other, guide])).toBe(false);
  expect(differsInText([guide], [{ ...guide, chapterCount: 5 }])).toBe(false);
  expect(differsInText([], [])).toBe(false);
});

test.each([
  ['#aabbcc', '#xxxxxx'],
  ['#ABC', '#xxx'],
  ['rgb(1, 2, 3)', 'rgb(...)'],
  ['red', 'a word'],
  ['', 'another form'],
  [undefined, 'absent'],
  [7, 'no string'],
])('colour %j is %s', (value, form) => {
  expect(colourForm(value)).toBe(form);
});

test('a listing is one that was delivered', () => {
  expect(isListing(answered({ status: 200 }))).toBe(true);
  expect(isListing(answered({ status: 500 }))).toBe(false);
});
