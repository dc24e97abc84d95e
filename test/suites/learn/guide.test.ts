import { expect, test } from 'vitest';
import type { Check } from '../../../engine/catalogue/check.ts';
import {
  type Bound,
  type Exchange,
  emptyProfile,
  type Value,
  valueText,
} from '../../../engine/index.ts';
import { placedCases } from '../../../engine/run/series.ts';
import { withId } from '../../../fixtures/malformed/guide-id.ts';
import { unknownIds } from '../../../fixtures/malformed/unknown-guide.ts';
import { guide } from '../../../suites/learn/guide.ts';
import { sampled } from '../../../suites/learn/guide-fetch.ts';
import { judgeUnknown } from '../../../suites/learn/unknown-ids.ts';
import { inWords } from '../../in-words.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { causeOf, requirementOf, silence } from '../asking.ts';
import { firstAdvice } from '../first-advice.ts';
import { saidBy } from '../said.ts';
import { allPass, fetched, type Guides, guideIds, knowing, listing } from './fetching.ts';

const [one = '', other = '', third = ''] = guideIds;
const lost = silence('closed');
/** Returns a target that sends this response for the second guide to the first user. */
const second = (given: Given | Exchange): Guides => {
  return ({ id, user, step }) =>
    user === 'second' || step.startsWith('read-') || id !== other ? undefined : given;
};

const disguised = { ...apiError(404), status: 200 };
test.each<[string, readonly (Given | Exchange)[]]>([
  ['fail', [apiError(404), apiError(403), { status: 400 }, { status: 206, body: {} }, disguised]],
  ['fail', [{ body: [] }, { body: '' }]],
  ['inconclusive', [{ body: '<html>' }, { status: 429 }, { status: 503 }, { status: 500 }, lost]],
])('guide/fetch is %s if a guide gets %j, and the others are delivered', async (kind, all) => {
  for (const given of all)
    expect((await fetched(second(given))).kinds).toBe(`pass,${kind},pass,pass`);
});

test.each<[string, Given | Exchange]>([
  ['fail,fail,fail,fail,fail,fail', { status: 404 }],
  ['inconclusive,inconclusive,inconclusive', apiError(403)],
])('guide/fetch is %s if every guide gets %j', async (kinds, given) => {
  expect((await fetched(({ id }) => (id ? given : undefined))).kinds).toBe(kinds);
});

test.each<[string, string, readonly number[], Given]>([
  ['inconclusive', 'is refused once, as by a firewall', [0], apiError(403)],
  ['pass', 'is not found once, on a replica that has it later', [0], apiError(404)],
  ['fail', 'is not found now and then', [0, 2], apiError(404)],
  ['fail', 'has no content once', [0], { body: '' }],
  ['fail', 'is a list once', [0], { body: [] }],
  ['fail', 'is partial once', [0], { status: 206, body: {} }],
])('%s if a guide %s', async (kind, _what, times, given) => {
  let asked = 0;
  const target: Guides = ({ id }) => (id === other && times.includes(asked++) ? given : undefined);
  const { judgements } = await fetched(target, knowing(guideIds, { covers: () => false }));
  expect(judgements[1]?.kind).toBe(kind);
  if (kind === 'inconclusive')
    expect(inWords(judgements[1])).toMatchObject({ why: expect.stringContaining('refused once') });
});

test.each([
  ['not-found', 'were tried', emptyProfile],
  ['not-delivered', '404 ', { ...emptyProfile, guidePath: '/learning-guides/{id}' }],
])('a 404 is %s, with the words: %s', async (cause, words, profile) => {
  const { judgements } = await fetched(second(apiError(404)), knowing(guideIds, { profile }));
  expect(causeOf(judgements[1])).toBe(cause);
  expect(saidBy(requirementOf(guide, 'fetch'), judgements[1])).toMatchObject({
    expected: `200 and a JSON object for the listed id ${other}`,
    actual: expect.stringContaining(words),
  });
});

test.each<[string, Given]>([
  ['disguised-error', disguised],
  ['other-status', { status: 206, body: {} }],
  ['not-an-object', { body: [] }],
  ['not-an-object', { body: '' }],
])('guide/fetch finds: %s, for %j', async (cause, given) => {
  expect(causeOf((await fetched(second(given))).judgements[1])).toBe(cause);
});

const isListing = (step: string) => step.startsWith('listing');
test.each<[string, string, Given | Exchange, boolean?]>([
  ['pass,pass,pass', 'left the listing', { body: { data: [{ id: one }, 'b'] } }],
  [
    'pass,fail,pass,pass',
    'left a listing that fails',
    { status: 500, body: { data: [{ id: one }] } },
  ],
  ['pass,fail,pass,pass', 'left a listing that is not covered', { body: { data: [] } }, false],
])('%s if a guide is not found and %s', async (kinds, _what, listed, isCovered = true) => {
  const target: Guides = (asked) => (isListing(asked.step) ? listed : second(apiError(404))(asked));
  const judged = await fetched(target, knowing(guideIds, { covers: () => isCovered }));
  expect(judged.kinds).toBe(kinds);
  if (!isCovered) expect(judged.steps.filter(isListing)).toEqual([]);
});

test('guide/fetch is inconclusive if no guide comes and none is listed any longer, or if there are no ids', async () => {
  expect((await fetched(({ id }) => (id ? apiError(404) : listing()))).kinds).toBe('inconclusive');
  expect(await fetched(() => undefined, knowing([]))).toMatchObject({
    kinds: 'inconclusive',
    steps: [],
  });
});

test('delivered guides are requested again, one after the other, at most eight', async () => {
  const { kinds, steps } = await fetched(() => undefined);
  expect(kinds).toBe(allPass);
  expect(steps).toEqual([
    ...['guide-0', 'guide-1', 'guide-2', 'read-again-0', 'read-again-1', 'read-again-2'],
    ...['second-listing', 'second-0', 'second-1', 'second-2'],
  ]);
  const many = Array.from({ length: 30 }, (_, nth) => nth.toString(16).padStart(24, '0'));
  const asked = await fetched(() => undefined, knowing(many));
  expect(asked.steps.filter((step) => step.startsWith('read-again'))).toHaveLength(8);
  expect(asked.steps.filter((step) => /^second-\d/.test(step))).toHaveLength(6);
});

/**
 * Returns a target that sends these responses when the second guide is read again: at first, and
 * later.
 */
const again = (first: Given | Exchange, then?: Given | Exchange): Guides => {
  return ({ step }) =>
    step === 'read-again-1' ? first : step.startsWith('guide-read-again-1') ? then : undefined;
};
const gone: Guides = (asked) =>
  asked.step === 'listing-read-again-1'
    ? listing(one, third)
    : again(apiError(404), apiError(404))(asked);
test.each<[string, string, Guides]>([
  [`${allPass},fail`, 'is missing from then on', again(apiError(404), apiError(404))],
  [allPass, 'is missing once', again(apiError(404))],
  [allPass, 'is refused once, and missing then', again(apiError(403), apiError(404))],
  [allPass, 'has left the listing', gone],
])('%s if a delivered guide %s', async (kinds, _what, target) => {
  expect((await fetched(target)).kinds).toBe(kinds);
});

test('a sample contains the first and the last place, and none twice', () => {
  expect([sampled(0), sampled(1, 1), sampled(3), sampled(3, 3)].map(String)).toEqual([
    '',
    '0',
    '0,1,2',
    '0,1,2',
  ]);
  expect(sampled(4, 3)).toEqual([0, 2, 3]);
  for (const length of [20, 21, 39, 200]) {
    const places = sampled(length);
    expect([new Set(places).size, places[0], places.at(-1)]).toEqual([20, 0, length - 1]);
  }
});

const listed = '0123456789abcdef01234567';
const [another, nobodys, zeros] = ['f'.repeat(24), 'e'.repeat(24), '0'.repeat(24)];
const bound = knowing([listed, another]);
const idsOf = (of: Bound) => unknownIds(of).map(({ id }) => valueText(id));
const drawn = '0000000f0000000f0000000f';

test('unknown ids are drawn from the seed, derived from a listed id, all zeros, or the id of a user', () => {
  expect(idsOf(bound)).toEqual([
    ...[drawn, '000000100000001000000010', '0123456789abcdef01a34567', '8123456789abcdef01234567'],
    ...['0123456789ab456789234567', '89abcdef89abcdef01234567', zeros, '{{user:first}}'],
  ]);
  expect(
    idsOf(knowing([listed], { seed: 2 ** 32 })).every((id) => /^([0-9a-f]{24}|\{.*)$/.test(id)),
  ).toBe(true);
  expect(idsOf(knowing([listed], { seed: 8 }))).not.toContain(drawn);
  expect(unknownIds(knowing([], { seed: 0 })).filter(({ id }) => id === zeros)).toMatchObject([
    { kind: 'nil' },
  ]);
});

test('unknown ids are not listed, and none is derived from a malformed id', () => {
  const some = idsOf(knowing([listed, '8123456789abcdef01234567', zeros, drawn]));
  expect(some).toHaveLength(5);
  expect(some).not.toContain('8123456789abcdef01234567');
  for (const ids of [[], ['guide-1'], [`g${listed}`], [`${listed}g`]])
    expect(idsOf(knowing(ids))).toHaveLength(4);
});

test('unknown ids are requested twice, one after the other', () => {
  const check = requirementOf<Check>(guide, 'unknown-id');
  const paths = [...placedCases(check.cases(bound), 'quick', 7)].map(({ case: one }) =>
    valueText(one.request.path),
  );
  const once = idsOf(bound).map((id) => `/learning-guides/${id}`);
  expect([paths, check.inSequence]).toEqual([[...once, ...once], true]);
});

const own = { id: listed, title: 'A', related: [another] };
const judged = (id: Value, given: Given, first: Given = { body: own }) =>
  judgeUnknown(
    answered({ ...given, request: { path: withId(bound, id).path } }),
    answered(first),
    bound,
  );
const idOf = (wanted: string) =>
  unknownIds(bound).find(({ kind }) => kind === wanted)?.id ?? nobodys;

test.each<[string, string, Given]>([
  ['pass', 'drawn', apiError(404)],
  ['fail', 'drawn', { body: {} }],
  ['pass', 'of none of these kinds', apiError(404)],
  ['fail', 'of none of these kinds', { body: { id: nobodys } }],
  ['inconclusive', 'resembling', { status: 500 }],
  ['fail', 'resembling', { body: { ...own, title: 'at another time' } }],
  ['pass', 'resembling', { body: { ...own, id: nobodys } }],
  ['pass', 'nil', apiError(400)],
  ['fail', 'nil', { body: own }],
  ['fail', 'nil', { body: '' }],
  ['pass', 'user', { body: { id: listed } }],
  ['fail', 'user', { body: { id: nobodys } }],
])('%s: an id that is %s gets %j', (expected, kind, given) => {
  expect(judged(idOf(kind), given).kind).toBe(expected);
});

test.each<[string, unknown, unknown]>([
  ['pass', { title: 'B', slug: 'b' }, { ...own, slug: 'a' }],
  ['fail', { title: 'Dr', slug: 7 }, { ...own, slug: 'a' }],
])(
  '%s: the id of a user may belong to a guide that is not listed: %j, like %j',
  (kind, body, first) => {
    expect(judged(idOf('user'), { body }, { body: first }).kind).toBe(kind);
  },
);

test('an id that resembles a listed one may belong to a guide whose body contains that id', () => {
  const id = idOf('resembling');
  const bodies = [{ ...own, asked: id }, own];
  expect(bodies.map((body) => judged(id, { body }).kind)).toEqual(['pass', 'fail']);
});

test.each<[string, string, string, Given]>([
  ['served', 'drawn', 'sends null', { body: {} }],
  ['served', 'drawn', 'sends null', { status: 204, body: '' }],
  ['served', 'drawn', 'The lookup is inexact', { body: own }],
  ['served', 'nil', 'The lookup is inexact', { body: own }],
  ['other-status', 'drawn', 'maps this refusal to another status', { status: 400 }],
])(
  'guide/unknown-id finds: %s, for an id that is %s, and suspects: %s',
  (cause, kind, suspect, given) => {
    const judgement = judged(idOf(kind), given);
    expect(causeOf(judgement)).toBe(cause);
    expect(firstAdvice(requirementOf(guide, 'unknown-id'), judgement)).toContain(suspect);
  },
);

const plain = { title: 'A' };
test.each<[string, string, unknown, unknown]>([
  ['fail', 'the same, without an id', plain, plain],
  ['pass', 'others, without an id', { title: 'B' }, plain],
  ['fail', 'its id in a list', { data: [{ ...own, title: 'B' }] }, { data: [own] }],
  ['pass', 'its id in one of two places', { ...own, self: nobodys }, { ...own, self: listed }],
  ['pass', 'a list each time', [own], [own]],
])('%s: an id that resembles a listed one yields %s', (kind, _what, body, first) => {
  expect(judged(idOf('resembling'), { body }, { body: first }).kind).toBe(kind);
});
