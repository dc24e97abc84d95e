import { expect, test } from 'vitest';
import type { Check } from '../../../engine/catalogue/check.ts';
import { type Bound, type Value, valueText } from '../../../engine/index.ts';
import { placedCases } from '../../../engine/run/series.ts';
import { withId } from '../../../fixtures/malformed/guide-id.ts';
import { unknownIds } from '../../../fixtures/malformed/unknown-guide.ts';
import { guide } from '../../../suites/learn/guide.ts';
import { sampled } from '../../../suites/learn/guide-fetch.ts';
import { judgeUnknown } from '../../../suites/learn/unknown-ids.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { causeOf, requirementOf } from '../asking.ts';
import { firstAdvice } from '../first-advice.ts';
import { knowing } from './listed.ts';

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
