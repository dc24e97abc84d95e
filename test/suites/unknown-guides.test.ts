import { describe, expect, test } from 'vitest';
import type { Check } from '../../engine/catalogue/check.ts';
import { type Bound, valueText } from '../../engine/index.ts';
import { placedCases } from '../../engine/run/series.ts';
import { guide } from '../../suites/learn/guide.ts';
import { judgeUnknown, unknownIds } from '../../suites/learn/unknown-ids.ts';
import { withId } from '../../suites/learn/with-id.ts';
import { answered, type Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { boundTo } from './asking.ts';

const listed = '0123456789abcdef01234567';
const knowing = (guideIds: readonly string[], changes: Partial<Bound> = {}) =>
  boundTo('guide', { facts: { tokens: {}, refusedTokens: {}, guideIds }, ...changes });
const bound = knowing([listed, 'f'.repeat(24)]);
const idsOf = (of: Bound) => unknownIds(of).map(({ id }) => valueText(id));

describe('ids of no guide', () => {
  test('are drawn from the seed, made of a listed one, zeros and that of a user', () => {
    expect(idsOf(bound)).toEqual([
      '0000000f0000000f0000000f',
      '000000100000001000000010',
      '0123456789abcdef01a34567',
      '8123456789abcdef01234567',
      '0123456789ab456789234567',
      '89abcdef89abcdef01234567',
      '000000000000000000000000',
      '{{user:first}}',
    ]);
    expect(idsOf(knowing([listed], { seed: 2 ** 32 })).every((id) => /^([0-9a-f]{24}|\{.*)$/.test(id))).toBe(true);
    expect(idsOf(knowing([listed], { seed: 8 }))).not.toContain('0000000f0000000f0000000f');
    expect(unknownIds(knowing([listed], { seed: 0 })).filter(({ id }) => id === '0'.repeat(24))).toMatchObject([
      { kind: 'nil' },
    ]);
  });

  test('are none that is listed, and none made of what is no id', () => {
    const some = idsOf(knowing([listed, '8123456789abcdef01234567', '0'.repeat(24), '0000000f0000000f0000000f']));
    expect(some).toHaveLength(5);
    expect(some).not.toContain('8123456789abcdef01234567');
    for (const ids of [[], ['guide-1'], [`g${listed}`], [`${listed}g`]]) expect(idsOf(knowing(ids))).toHaveLength(4);
  });

  test('are asked for twice, one after the other', () => {
    const check = guide.requirements.find(({ id }) => id === 'guide/unknown-id') as Check;
    const paths = [...placedCases(check.cases(bound), 'quick', 7)].map(({ case: one }) => valueText(one.request.path));
    const once = idsOf(bound).map((id) => `/learning-guides/${id}`);
    expect(paths).toEqual([...once, ...once]);
    expect(check.inSequence).toBe(true);
  });
});

describe('the answer to', () => {
  const at = (kind: string, nth = 0) => unknownIds(bound).filter((one) => one.kind === kind)[nth]?.id ?? '';
  const own = { id: listed, title: 'A', related: ['f'.repeat(24)] };
  const judged = (id: ReturnType<typeof at>, given: Given, first: Given = { body: own }) => {
    const exchange = answered({ ...given, request: { path: withId(bound, id).path } });
    return judgeUnknown(exchange, answered(first), bound).kind;
  };

  test.each<[string, Given, string]>([
    ['drawn', apiError(404), 'held'],
    ['drawn', apiError(400), 'violated'],
    ['drawn', { body: {} }, 'violated'],
    ['drawn', { status: 500 }, 'unanswered'],
    ['resembling', apiError(404), 'held'],
    ['resembling', apiError(400), 'held'],
    ['resembling', { status: 500 }, 'unanswered'],
    ['resembling', { body: own }, 'violated'],
    ['resembling', { body: { ...own, title: 'at another time' } }, 'violated'],
    ['resembling', { body: { ...own, id: 'f'.repeat(24) } }, 'violated'],
    ['resembling', { body: { ...own, id: 'e'.repeat(24) } }, 'held'],
    ['resembling', { body: { ...own, id: 7 } }, 'held'],
    ['resembling', { body: { related: [listed] } }, 'held'],
    ['resembling', { body: [] }, 'held'],
    ['nil', apiError(400), 'held'],
    ['nil', { body: own }, 'violated'],
    ['nil', { body: {} }, 'violated'],
    ['nil', { body: '' }, 'violated'],
    ['nil', { body: { id: '0'.repeat(24) } }, 'held'],
    ['user', apiError(403), 'held'],
    ['user', { body: { id: listed } }, 'held'],
    ['user', { body: { id: 'e'.repeat(24) } }, 'violated'],
    ['user', { body: { id: '{{user:first}}' } }, 'violated'],
  ])('one that is %s: %j is %s', (kind, given, expected) => {
    expect(judged(at(kind), given)).toBe(expected);
  });

  test.each<[string, unknown, unknown]>([
    ['held', { title: 'B', slug: 'b' }, { ...own, slug: 'a' }],
    ['held', { guide: { title: 'B', key: 'b' } }, { guide: { ...own, key: 'a' } }],
    ['violated', { title: 'Dr', name: 'B' }, { ...own, slug: 'a' }],
    ['violated', { title: 'Dr', slug: 7 }, { ...own, slug: 'a' }],
    ['violated', { title: 'Dr', name: 'B' }, own],
    ['violated', { language: 'en' }, own],
  ])('a user’s id may be that of a guide that is not listed, named as guides are: %s %j', (kind, body, first) => {
    expect(judged(at('user'), { body }, { body: first })).toBe(kind);
  });

  test('one that is none of these is judged as those that are drawn', () => {
    const id = 'e'.repeat(24);
    const kinds = [apiError(404), apiError(400), { body: { id } }].map((given) => judged(id, given));
    expect(kinds).toEqual(['held', 'violated', 'violated']);
  });

  test('one that resembles a listed one is no finding where it names itself', () => {
    for (const nth of [0, 1, 2, 3]) {
      const id = at('resembling', nth);
      expect(judged(id, { body: { ...own, asked: id } })).toBe('held');
      expect(judged(id, { body: own })).toBe('violated');
    }
  });

  test('one that resembles a listed one is compared as a whole where guides do not name themselves', () => {
    const plain = { title: 'A' };
    expect(judged(at('resembling'), { body: plain }, { body: plain })).toBe('violated');
    expect(judged(at('resembling'), { body: { title: 'B' } }, { body: plain })).toBe('held');
    expect(judged(at('resembling'), { body: plain }, { body: '' })).toBe('held');
    const nested = { list: [{ 'a/b~c': listed }] };
    expect(judged(at('resembling'), { body: nested }, { body: nested })).toBe('violated');
    expect(judged(at('resembling'), { body: { list: [] } }, { body: nested })).toBe('held');
  });

  test.each<[string, string, unknown, unknown]>([
    ['violated', 'in a list', { data: [{ ...own, title: 'B' }] }, { data: [own] }],
    ['violated', 'in two places', { ...own, self: listed, title: 'B' }, { ...own, self: listed }],
    ['held', 'of which one is another', { ...own, self: 'e'.repeat(24) }, { ...own, self: listed }],
    ['held', 'and no object', '', ''],
    ['held', 'and no object', [own], [own]],
  ])('one that resembles a listed one, answered with that one’s id: %s, %s', (kind, _where, body, first) => {
    expect(judged(at('resembling'), { body }, { body: first })).toBe(kind);
  });
});
