import { describe, expect, test } from 'vitest';
import type { Clash } from '../../../engine/index.ts';
import { byEvidence } from '../../../engine/outcome/advice.ts';
import { valuesOf } from '../../../engine/outcome/cause-words.ts';
import { errors } from '../../../suites/every-endpoint/errors.ts';
import { answered, withHeaders } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { monitorOf } from '../recorded.ts';
import { saidBy } from '../said.ts';

const unique = monitorOf(errors, 'errors/response-id-unique');
const uuid = monitorOf(errors, 'errors/response-id-uuid');
const { fold } = unique;
const error = apiError(401).body as { readonly responseId: string };
const withId = (responseId: unknown) => answered({ status: 401, body: { ...error, responseId } });
const state = (...ids: readonly string[]) =>
  ids.reduce((seen, id) => fold?.add(seen, withId(id)), fold?.empty());
const concluded = (seen: unknown, clash?: Clash) => saidBy(unique, fold?.conclude(seen, clash));
const long = 'x'.repeat(10_000);

test.each([
  ['', false, true],
  [7, false, false],
  ['a', true, true],
])('the responseId %j is compared: %s, and judged as UUID: %s', (id, isCompared, isJudged) => {
  expect([unique.matches(withId(id)), uuid.matches(withId(id))]).toEqual([isCompared, isJudged]);
});

test('a repeated responseId in a response from a cache does not count', () => {
  const aged = withHeaders({ Age: '7' }, apiError(401));
  expect([unique.matches(aged), uuid.matches(aged)]).toEqual([false, true]);
});

test.each<[string, object, readonly string[]]>([
  ['different ids', { kind: 'pass' }, ['a', 'b', 'c']],
  ['ids named as members of objects', { kind: 'pass' }, ['__proto__', 'constructor']],
  ['long ids that begin alike', { kind: 'pass' }, [`${long}1`, `${long}2`]],
  ['one id', { kind: 'inconclusive' }, ['a']],
  ['no id', { kind: 'not-run', blocksNothing: true }, []],
  ['one twice', { kind: 'fail' }, ['a', 'b', 'a']],
  ['a long one twice', { kind: 'fail' }, [long, long]],
])('%s: %j', (_what, expected, ids) => {
  expect(fold?.conclude(state(...ids))).toMatchObject(expected);
});

describe('the state of errors/response-id-unique', () => {
  test('finds an id in two shards, in either case', () => {
    const merged = fold?.merge(state('a', 'b'), JSON.parse(JSON.stringify(state('c', 'A'))));
    expect(concluded(merged).actual).toContain('2 responses');
  });

  test('merges in any order', () => {
    const [a, b, c] = [state('1', '2'), state('2'), state('3', '1')];
    expect(fold?.merge(a, b)).toEqual(fold?.merge(b, a));
    expect(fold?.merge(fold.merge(a, b), c)).toEqual(fold?.merge(a, fold.merge(b, c)));
  });

  test.each([['babac'], ['cabab']])('cites the first id in the alphabet: %s', (ids) => {
    expect(concluded(state(...ids))).toEqual({
      title: 'responses share a responseId',
      expected: 'a different responseId in each of 5 errors',
      actual: '4 of 5 errors share 2 ids; for example, 2 responses contain a (without hyphens)',
    });
  });

  test.each([
    [
      '1xxxxxxx-0000-1000-8000-0029d0077000',
      (nth: number) => `${10_000_000 + nth * 1_111_111}-0000-1000-8000-0029d0077000`,
    ],
    [undefined, (nth: number) => `${nth}`.repeat(32)],
  ])('shows the digits that shared ids have in common: %s', (form, idOf) => {
    const ids = [1, 2, 3, 4, 5, 6, 7, 8].map(idOf);
    const { actual } = concluded(state(...ids, ...ids));
    expect(/have the form ([\w-]*)/.exec(actual)?.[1]).toBe(form);
  });

  test('keeps only a short form of a long id', () => {
    expect(JSON.stringify(state(long)).length).toBeLessThan(100);
  });
});

describe('two errors with one responseId', () => {
  const moment = Date.parse('2024-05-01T10:00:00Z');
  const clashOf = (mostMs: number, responseId = error.responseId, sameRoute = 1): Clash => {
    const headers = [['Date', new Date(moment).toUTCString()]] as const;
    const { answer } = answered({ status: 401, headers, body: { ...error, responseId } });
    return { answer, clashing: 1, sameRoute, mostMs };
  };
  const digits = Math.floor(moment / 1_000).toString(16);
  const timed = `${digits}-0000-4000-8000-000000000000`;
  const several = ['a', 'b', 'a', 'b'];

  test.each([
    [timed, `in ${timed}, ${digits} is the time of the response (its header Date) in seconds`],
    [error.responseId, 'share one id; for example, 2 responses contain a (without hyphens)'],
  ])('are explained by their id: %s', (id, words) => {
    expect(concluded(state('a', 'a'), clashOf(0, id)).actual).toContain(words);
  });

  test.each<[string, readonly string[], Clash?]>([
    ['is created once', ['a', 'a'], clashOf(1_000)],
    ['is made from the clock', several, clashOf(999)],
    ['is made from the clock', several, clashOf(1_000, timed)],
    ['Each user, connection or worker', several, clashOf(1_000)],
    ['is created once', ['a', 'a']],
  ])('are likely if it %s: %j', (first, ids, clash) => {
    expect(advised(ids, clash)[0]).toContain(first);
  });

  test('of different URLs do not come from a cache', () => {
    const isCache = (sameRoute: number) =>
      advised(several, clashOf(1_000, 'x', sameRoute)).some((one) => one.includes('cached'));
    expect([isCache(1), isCache(0)]).toEqual([true, false]);
  });

  function advised(ids: readonly string[], clash?: Clash): readonly string[] {
    const judgement = fold?.conclude(state(...ids), clash);
    const facts = judgement?.kind === 'fail' && judgement.facts;
    const shown = { facts: facts || {}, reproduced: { of: 0, times: 0 }, places: [] };
    const advice = unique.causes?.['shared']?.advice ?? [];
    return byEvidence(advice, shown, valuesOf(facts || {})).map(({ suspect }) => suspect);
  }
});
