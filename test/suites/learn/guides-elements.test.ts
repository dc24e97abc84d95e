import { expect, test } from 'vitest';
import type { Monitor } from '../../../engine/index.ts';
import { sampleGuides } from '../../../fixtures/samples/guides.ts';
import { guides } from '../../../suites/learn/guides.ts';
import { differsHow } from '../../../suites/learn/guides-accept.ts';
import { colourForm, judgeGuides, judgeOk } from '../../../suites/learn/guides-elements.ts';
import { elementsOf, guidesOf, hasElements, isListing } from '../../../suites/learn/listing.ts';
import { inWords } from '../../in-words.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { causeOf, requirementOf, silence } from '../asking.ts';
import { firstAdvice } from '../first-advice.ts';
import { saidBy } from '../said.ts';
import { listingOf } from './listed.ts';

const guide = { ...sampleGuides.data[0], id: '0123456789abcdef01234567', webCoverImageURL: null };
const without = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, undefined]));
const sent = (changes: object) => JSON.parse(JSON.stringify({ ...guide, ...changes }));

const monitor = (name: string) => requirementOf<Monitor>(guides, name);

test.each<[string, object]>([
  ['all members', {}],
  [
    'the required members only',
    without('contentType', 'backgroundColor', 'guideIconURL', 'mobileCoverImageURL'),
  ],
  ['further members', { readingTime: 7, tags: [] }],
  ['empty texts', { title: '', description: '', slug: '', key: '' }],
  ['a URI with a query', { mobileCoverImageURL: 'https://cdn.example.com/a%20b.png?x=1#y' }],
  ['a URI of another scheme', { webCoverImageURL: 'data:image/png;base64,AAAA' }],
  ['an uppercase scheme', { guideIconURL: 'HTTPS://cdn.example.com/a.svg' }],
  ['a negative chapterCount, which is another row', { chapterCount: -1 }],
])('guides/schema accepts %s', (_what, changes) => {
  expect(judgeGuides([sent(changes)]).kind).toBe('pass');
});

test.each<[string, readonly unknown[]]>([
  ['id', [guide.id.toUpperCase(), guide.id.slice(1), `${guide.id}\n`, 7, undefined]],
  ['key', [undefined]],
  ['title', [undefined, null]],
  ['description', [undefined, null]],
  ['slug', [undefined]],
  ['chapterCount', [undefined, '4', 4.5]],
  ['guideIconURL', ['cdn.example.com/a.svg', '//cdn.example.com/a.svg', null]],
  ['mobileCoverImageURL', ['https://cdn.example.com/a b.png']],
  ['webCoverImageURL', ['', false]],
  ['contentType', [1]],
  ['backgroundColor', [null]],
])('guides/schema refuses a wrong %s: %j', (name, values) => {
  for (const value of values) {
    const judgement = judgeGuides([guide, sent({ [name]: value })]);
    expect(causeOf(judgement), `${value}`).toMatch(
      new RegExp(`^(?:missing-member|wrong-type|wrong-form):/data/\\*/${name}$`),
    );
    expect(saidBy(monitor('schema'), judgement)).toMatchObject({
      title: expect.stringMatching(new RegExp(`^/data/\\*/${name} is `)),
      expected: expect.stringContaining('/data/1'),
      actual: expect.stringMatching(/^\/data\/1.*, wrong in 1 of 2 elements$/s),
    });
  }
});

test.each([
  ['guide', 'a string'],
  [null, 'null'],
])('guides/schema refuses the element %j', (element, kind) => {
  const judgement = judgeGuides([guide, element]);
  expect(causeOf(judgement)).toBe('wrong-type:/data/*');
  expect(saidBy(monitor('schema'), judgement).title).toBe(`/data/* is ${kind}`);
});

test.each([
  ['One record', { slug: undefined }],
  ['One record', { guideIconURL: null }],
  ['A value is changed on its way', { chapterCount: '4' }],
  ['A value is changed on its way', { id: 7 }],
  ['A value is changed on its way', { id: guide.id.toUpperCase() }],
  ['URLs are stored relative', { guideIconURL: '/a.svg' }],
  ['URLs are stored relative', { webCoverImageURL: '' }],
])('guides/schema suspects first: %s, for %j', (suspect, changes) => {
  expect(firstAdvice(monitor('schema'), judgeGuides([sent(changes)]))).toContain(suspect);
});

test('at most five problems are named with their places, and all of one element first', () => {
  const actual = (elements: readonly (string | object)[]) => {
    const judgement = judgeGuides(elements as never);
    const { actual } = saidBy(monitor('schema'), judgement);
    return actual.split('; ').map((one) => one.match(/^\/data\/\d+\b/)?.[0]);
  };
  expect(actual(['no guide', 'no guide'])).toEqual(['/data/0', '/data/1']);
  expect(actual(Array(9).fill('no guide'))).toHaveLength(5);
  expect(actual([{}, 'no guide'])).toEqual(Array(5).fill('/data/0'));
});

test.each<[string, ...Given[]]>([
  ['pass', listingOf(guide), { body: { data: [], total: 0 } }],
  ['missing-member', { body: [guide] }, { body: { items: [] } }],
  ['wrong-type', { body: { data: {} } }, { body: { data: null } }],
  ['other-status', { status: 203, body: { data: [] } }],
  ['not-delivered', apiError(404), { status: 302 }],
  ['disguised-error', { ...apiError(403), status: 200 }],
  // Another requirement judges the scope.
  ['inconclusive', apiError(401), apiError(403), { status: 500 }, { body: '<html>' }],
])('guides/ok: %s', (cause, ...all) => {
  for (const given of all)
    expect(causeOf(judgeOk(answered(given))), JSON.stringify(given)).toBe(cause);
});

test('a pass on an empty listing has a note', () => {
  expect(judgeOk(answered(listingOf({})))).toEqual({ kind: 'pass' });
  expect(inWords(judgeOk(answered(listingOf())))).toMatchObject({ note: expect.any(String) });
});

test.each<[boolean, Given]>([
  [true, listingOf()],
  [true, { ...apiError(404), requirement: 'guides/ok' }],
  [false, { ...apiError(404), requirement: 'guides/schema' }],
  [
    false,
    {
      ...apiError(401),
      requirement: 'guides/ok',
      request: { headers: [['Authorization', 'Bearer x']] },
    },
  ],
])(
  'guides/ok judges listings and refusals of its own well-formed request, %s: %j',
  (expected, given) => {
    expect(monitor('ok').matches(answered(given))).toBe(expected);
  },
);

const usual = answered().request.headers;
const header = (name: string, value: string | { symbol: string; forge?: string }): Given => ({
  request: { headers: [...usual.filter(([field]) => field !== name), [name, value] as const] },
});
test.each<[boolean, string, Given]>([
  [true, 'the well-formed request', {}],
  [true, 'the second user', header('x-user-id', { symbol: 'user:second' })],
  [true, 'no Accept', { request: { headers: usual.slice(1) } }],
  [true, 'any requirement', { requirement: 'user/isolation' }],
  [false, 'another endpoint', { request: { path: '/cash' } }],
  [false, 'a query', { request: { path: '/learn/learning-guides?a=1' } }],
  [false, 'another method', { request: { method: 'POST' } }],
  [false, 'a user of another client', header('x-user-id', { symbol: 'user:foreign' })],
  [false, 'a forged user', header('x-user-id', { symbol: 'user:first', forge: 'upper' })],
  [false, 'a token without the scope', header('Authorization', { symbol: 'token:unscoped' })],
  [false, 'no token', { request: { headers: [['x-user-id', { symbol: 'user:first' }]] } }],
  [false, 'no element', { body: { data: [] } }],
  [false, 'no member data', { body: [] }],
  [false, 'a refusal', { status: 401 }],
])('elements are judged, %s: %s', (expected, _what, given) => {
  expect(hasElements(answered({ ...listingOf(guide), ...given }))).toBe(expected);
});

test('only a success is a listing, and its elements keep their places', () => {
  expect([isListing(answered()), isListing(answered({ status: 500 }))]).toEqual([true, false]);
  const [listing, failed] = [200, 500].map((status) =>
    answered({ ...listingOf({ id: 'a' }, 'b', null, { id: 'c' }), status }),
  );
  if (!listing || !failed) throw new RangeError();
  expect(elementsOf(listing)).toHaveLength(4);
  expect([guidesOf(listing).map(({ at }) => at), guidesOf(failed)]).toEqual([[0, 3], []]);
  for (const none of [failed, answered({ body: [] }), silence('closed')])
    expect(elementsOf(none)).toBeUndefined();
});

test('ids that are not strings do not count as repeated', () => {
  const judged = (...ids: readonly unknown[]) =>
    monitor('unique-ids').judge?.(
      answered(listingOf(...ids.map((id) => ({ id })))),
      undefined as never,
    );
  expect(judged(null, null, 7, 7)).toMatchObject({ kind: 'pass' });
  expect(saidBy(monitor('unique-ids'), judged('a', 'b', 'a')).actual).toBe(
    'a at /data/0 and /data/2',
  );
});

test.each([
  ['content-type-member', 'a string at /data/1/contentType', '1 of 2 elements have none', {}],
  [
    'chapter-count',
    '0 or more at /data/1/chapterCount',
    'the number -1',
    { contentType: 'a', chapterCount: -1 },
  ],
])('guides/%s expects %s, and found %s', (name, expected, actual, element) => {
  const judgement = monitor(name).judge?.(answered(listingOf(guide, element)), {} as never);
  expect(saidBy(monitor(name), judgement)).toMatchObject({ expected, actual });
});

test.each<[string, readonly (string | number | undefined)[]]>([
  ['#xxxxxx', ['#aabbcc']],
  ['#xxx', ['#ABC']],
  ['#xxxxxxxx', ['#aabbccdd00']],
  ['rgb(...)', ['RGB(1, 2, 3)']],
  ['a word', ['red']],
  [
    'another format',
    ['x#aabbcc', '#aabbcc!', 'rgb(1, 2, 3);', '1rgb(1, 2, 3)', 'red1', '1red', ''],
  ],
  ['absent', [undefined]],
  ['not a string', [7]],
])('colours are reported as %s: %j', (form, values) => {
  expect(values.map((value) => colourForm(value))).toEqual(values.map(() => form));
});
const told = (language: string, ids: string) =>
  [...ids].map((id) => ({ id, title: `${id} in ${language}`, description: 'The same' }));

const other = [...told('de', 'abc'), 'x'];
const mixed = [...told('de', 'ab'), ...told('en', 'c')];
type Elements = Parameters<typeof differsHow>;
test.each<[string | undefined, string, ...Elements]>([
  [
    'other-language',
    'all texts are those of the other user',
    told('en', 'abc'),
    told('de', 'abc'),
    told('de', 'abc'),
  ],
  [undefined, 'there is no other user', told('en', 'abc'), told('de', 'abc'), undefined],
  [undefined, 'some are', told('en', 'abc'), mixed, told('de', 'abc')],
  ['other-language', 'both of two are', told('en', 'ab'), told('de', 'ab'), told('de', 'abc')],
  ['other-language', 'all are, beside no guide', [...told('en', 'abc'), 'x'], other, other],
  ['other-guides', 'none are left', told('en', 'abc'), [], undefined],
  ['other-guides', 'one of three is left', told('en', 'abc'), told('en', 'a'), undefined],
  [undefined, 'there were none', [], told('en', 'abc'), undefined],
  [undefined, 'a third are others', told('en', 'abcdef'), told('en', 'abcdxy'), undefined],
])('listings differ in %s if %s', (how, _what, ...elements) => {
  expect(differsHow(...elements)).toBe(how);
});
