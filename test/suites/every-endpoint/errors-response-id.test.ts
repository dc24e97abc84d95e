import { describe, expect, test } from 'vitest';
import { errors } from '../../../suites/every-endpoint/errors.ts';
import { answered, withHeaders } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { monitorOf } from '../recorded.ts';

const unique = monitorOf(errors, 'errors/response-id-unique');
const uuid = monitorOf(errors, 'errors/response-id-uuid');
const { fold } = unique;
const error = apiError(401).body as object;
const withId = (responseId: unknown) => answered({ status: 401, body: { ...error, responseId } });
const state = (...ids: readonly string[]) =>
  ids.reduce((seen, id) => fold?.add(seen, withId(id)), fold?.empty());
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
    expect(fold?.conclude(merged)).toMatchObject({
      kind: 'fail',
      actual: expect.stringContaining('2 responses'),
    });
  });

  test('merges in any order', () => {
    const [a, b, c] = [state('1', '2'), state('2'), state('3', '1')];
    expect(fold?.merge(a, b)).toEqual(fold?.merge(b, a));
    expect(fold?.merge(fold.merge(a, b), c)).toEqual(fold?.merge(a, fold.merge(b, c)));
  });

  test.each([['babac'], ['cabab']])('cites the first id in the alphabet: %s', (ids) => {
    const actual =
      '4 of 5 errors share 2 ids; for example, 2 responses contain a (without hyphens)';
    expect(fold?.conclude(state(...ids))).toMatchObject({ actual });
  });

  test.each([
    [
      '1xxxxxxx-0000-1000-8000-0029d0077000',
      (nth: number) => `${10_000_000 + nth * 1_111_111}-0000-1000-8000-0029d0077000`,
    ],
    [undefined, (nth: number) => `${nth}`.repeat(32)],
  ])('shows the digits that shared ids have in common: %s', (form, idOf) => {
    const ids = [1, 2, 3, 4, 5, 6, 7, 8].map(idOf);
    const said = JSON.stringify(fold?.conclude(state(...ids, ...ids)));
    expect(/have the form ([\w-]*)/.exec(said)?.[1]).toBe(form);
  });

  test('keeps only a short form of a long id', () => {
    expect(JSON.stringify(state(long)).length).toBeLessThan(100);
  });
});
