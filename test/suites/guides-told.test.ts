import { describe, expect, test } from 'vitest';
import type { Monitor } from '../../engine/index.ts';
import { guides } from '../../suites/learn/guides.ts';
import { colourForm, judgeElements, judgeOk } from '../../suites/learn/guides-elements.ts';
import { differsInText, judgeIds } from '../../suites/learn/guides-localised.ts';
import { judgeConfigured, judgeOrders } from '../../suites/learn/guides-series.ts';
import { answered } from './answered.ts';
import { apiError } from './api-error.ts';

const monitor = (id: string) => guides.requirements.find((one) => one.id === id) as Monitor;

describe('guides/ok', () => {
  test('judges every listing, and a refusal of its own request alone', () => {
    const { matches } = monitor('guides/ok');
    expect(matches(answered({ body: { data: [] } }))).toBe(true);
    expect(matches(answered({ ...apiError(404), requirement: 'guides/ok' }))).toBe(true);
    expect(matches(answered({ ...apiError(404), requirement: 'guides/schema' }))).toBe(false);
    const forged = { headers: [['Authorization', 'Bearer x']] } as const;
    expect(matches(answered({ ...apiError(401), requirement: 'guides/ok', request: forged }))).toBe(false);
  });

  test.each([
    [{ cause: 'the listing is not delivered' }, apiError(404)],
    [{ cause: 'the listing has another status than 200' }, { status: 206, body: { data: [] } }],
    [{ cause: 'there is no member data' }, { body: [] }],
    [{ cause: '/data is no array' }, { body: { data: {} } }],
    [{ cause: 'the listing is an error with a status of success' }, { ...apiError(403), status: 200 }],
    [{ kind: 'unanswered' }, apiError(401)],
    [{ kind: 'unanswered' }, apiError(403)],
    [{ kind: 'unanswered' }, { status: 500 }],
    [{ kind: 'unanswered' }, { body: '<html>' }],
  ])('%j', (expected, given) => {
    expect(judgeOk(answered(given))).toMatchObject(expected);
  });

  test('a pass on an empty listing is qualified', () => {
    expect(judgeOk(answered({ body: { data: [{}] } }))).toEqual({ kind: 'held' });
    expect(judgeOk(answered({ body: { data: [] } }))).toMatchObject({ note: expect.any(String) });
  });
});

test('problems are named with their places, five at most, those of one element together', () => {
  const actual = (count: number) => {
    const judgement = judgeElements(Array.from({ length: count }, () => 'no guide'));
    return judgement.kind === 'violated' ? judgement.actual.split('; ') : [];
  };
  expect(actual(2)).toEqual([expect.stringMatching(/^\/data\/0\b/), expect.stringMatching(/^\/data\/1\b/)]);
  expect(actual(9)).toHaveLength(5);
  const many = judgeElements([{}, 'no guide']);
  expect(many.kind === 'violated' && many.actual).toMatch(/^\/data\/0\b[^;]*(?:; \/data\/0\b[^;]*){4}$/);
});

test('names that are no text are not counted as repeated', () => {
  const { judge } = monitor('guides/unique-ids');
  const judged = (...ids: readonly unknown[]) =>
    judge?.(answered({ body: { data: ids.map((id) => ({ id })) } }), undefined as never);
  expect(judged(null, null, 7, 7)).toMatchObject({ kind: 'held' });
  expect(judged('a', 'b', 'a')).toMatchObject({ kind: 'violated', actual: 'a at /data/0 and /data/2' });
});

test.each([
  ['#aabbccdd00', '#xxxxxxxx'],
  ['x#aabbcc', 'another form'],
  ['#aabbcc!', 'another form'],
  ['RGB(1, 2, 3)', 'rgb(...)'],
  ['rgb(1, 2, 3);', 'another form'],
  ['1rgb(1, 2, 3)', 'another form'],
  ['dark-red', 'another form'],
  ['red1', 'another form'],
  ['1red', 'another form'],
])('the colour %s is told as %s', (value, form) => {
  expect(colourForm(value)).toBe(form);
});

describe('what is told of orders', () => {
  test('the first place that changes, and how often', () => {
    expect(
      judgeOrders([
        ['a', 'b', 'c'],
        ['a', 'b', 'c'],
        ['a', 'c', 'b'],
        ['a', 'b', 'c'],
      ]),
    ).toMatchObject({
      expected: 'b at place 2 each time',
      actual: 'c there in another of 4 answers; the order changed 2 times',
    });
  });

  test('the first place that is not as configured', () => {
    expect(judgeConfigured([['a', 'x', 'c', 'b']], ['a', 'b', 'c'])).toMatchObject({
      expected: 'b as number 2 of those in profile.guideOrder',
      actual: 'c there',
    });
    expect(judgeConfigured([['a', 'x']], ['a', 'b'])).toMatchObject({ kind: 'unanswered' });
  });

  test.each([
    [['a', 'b', 'c'], ['a', 'c', 'b'], 'b at /data/1', 'c at /data/1'],
    [['a', 'b'], ['x', 'b'], 'a at /data/0', 'x at /data/0'],
    [['a', 'b'], ['a'], 'b at /data/1', 'nothing at /data/1'],
    [['a'], ['a', 'b'], 'nothing at /data/1', 'b at /data/1'],
  ])('the first place where two languages differ: %j and %j', (first, second, expected, actual) => {
    expect(judgeIds(first, second)).toMatchObject({
      expected: expect.stringContaining(expected),
      actual: expect.stringContaining(actual),
    });
  });
});

describe('texts of two languages', () => {
  const one = (id: unknown, title: string, description = 'd') => ({ id, title, description }) as never;

  test('are compared by id where one id is in both', () => {
    expect(differsInText([one('a', 'A'), one('b', 'B')], [one('c', 'C'), one('a', 'A')])).toBe(false);
    expect(differsInText([one('a', 'A'), one('b', 'B')], [one('b', 'X'), one('c', 'C')])).toBe(true);
    expect(differsInText([one('b', 'B'), one('a', 'A')], [one('a', 'A'), one('c', 'C')])).toBe(false);
    expect(differsInText([one('a', 'A')], [one('a', 'A', 'another')])).toBe(true);
  });

  test('are compared by place where no id is', () => {
    expect(differsInText([one('a', 'A')], [one('b', 'A')])).toBe(false);
    expect(differsInText([one('a', 'A')], [one('b', 'B')])).toBe(true);
    expect(differsInText(['a'], ['b'])).toBe(true);
  });
});
