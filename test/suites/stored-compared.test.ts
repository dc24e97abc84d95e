import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/index.ts';
import { namedIn, type Stored, textsOf } from '../../suites/address-read-back.ts';
import { comparable, judgeStored } from '../../suites/users/address-overwritten.ts';
import { answered } from './answered.ts';

const stored = (value: Json): Stored => ({ exchange: answered(), texts: textsOf(value), named: namedIn(value) });
const first = { line1: 'Main Road 1', city: 'Hamburg', code: '20095', country: 'DE' };
const second = { line1: 'Castle Square 7', city: 'Bremen', code: '28195', country: 'DE' };
const compared = comparable(first, second);

/** What is judged of what was read after the first and after the second update. */
function judged(before: Json, after: Json, promised = false): string {
  const judgement = judgeStored(stored(before), stored(after), compared, promised);
  return judgement.kind === 'violated' ? judgement.cause : judgement.kind;
}

test('members are compared that both have, with values that differ in more than their length', () => {
  expect(compared.map(({ name }) => name)).toEqual(['line1', 'city', 'code']);
  expect(comparable({ a: 'x', b: 'Main', c: '' }, { a: 'y', b: 'Main Road', c: 'z', d: 'w' })).toEqual([
    { name: 'a', old: 'x', fresh: 'y' },
  ]);
  expect(comparable({ a: 'Main Road' }, { a: 'Main' })).toEqual([]);
  expect(comparable({ a: 'x' }, { b: 'y' })).toEqual([]);
});

describe('what is stored after two updates', () => {
  test('is the second, also shortened, renamed or joined', () => {
    expect(judged(first, second)).toBe('held');
    expect(judged(first, { ...second, line1: 'Castle' })).toBe('held');
    expect(judged({ text: 'Main Road 1, Hamburg' }, { text: 'Castle Square 7, Bremen' })).toBe('held');
    expect(judged({ a: 'Hamburg' }, { a: 'Bremen', b: 'Hamburg' })).toBe('unanswered');
    expect(judged({ a: '?' }, { a: '?' })).toBe('unanswered');
  });

  test('is not the first, nor a part of it', () => {
    expect(judged(first, first)).toBe('an accepted update is not stored');
    expect(judged(first, { ...second, city: first.city })).toBe('parts of a former address survive an update');
    expect(judged(first, { ...second, city: first.city }, true)).toBe('unanswered');
  });

  test('is not accused by a member that never showed what was sent', () => {
    expect(judged({ ...first, city: 'Berlin' }, { ...second, city: 'Hamburg' })).toBe('held');
    expect(judged({ line1: first.line1, code: first.code }, { ...second, city: 'Hamburg' })).toBe('held');
  });

  test('does not keep a third value in one member while two others follow', () => {
    const never = 'a member of the address is never updated';
    expect(judged({ ...first, city: 'Berlin' }, { ...second, city: 'Berlin' })).toBe(never);
    expect(judged({ ...first, city: 'Berlin' }, { ...second, city: 'Berlin' }, true)).toBe('unanswered');
    const one = { line1: first.line1, city: 'Berlin' };
    expect(judged(one, { line1: second.line1, city: 'Berlin' })).toBe('held');
  });

  test.each(['xxx', 'redacted', 'hidden', 'masked', 'private', 'secret', 'ab', 'city'])(
    'may hide a member behind %s',
    (text) => {
      expect(judged({ ...first, city: text }, { ...second, city: text })).toBe('held');
    },
  );

  test('a value that merely holds an x hides nothing', () => {
    expect(judged({ ...first, city: 'Halifax' }, { ...second, city: 'Halifax' })).toBe(
      'a member of the address is never updated',
    );
  });

  test('is not the address of before, whatever that was', () => {
    const old = { line1: 'Old Street 3', city: 'Berlin', code: '10115' };
    expect(judged(old, old)).toBe('an accepted update is not stored');
    expect(judged({ line1: old.line1, city: old.city }, { line1: old.line1, city: old.city })).toBe(
      'an accepted update is not stored',
    );
    expect(judged({ city: old.city }, { city: old.city })).toBe('unanswered');
    expect(judged({ ...old, city: '-' }, { ...old, city: '-' })).toBe('an accepted update is not stored');
    expect(judged({ ...old, city: 'xxx' }, { ...old, city: 'xxx' })).toBe('unanswered');
    expect(judged({ line1: 'same', city: 'same' }, { line1: 'same', city: 'same' })).toBe('unanswered');
    expect(judged({ ...old, at: '1' }, { ...old, at: '2' })).toBe('unanswered');
    expect(judged({ ...old, city: 'Bonn' }, old)).toBe('unanswered');
  });
});
