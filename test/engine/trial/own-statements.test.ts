import { expect, test } from 'vitest';
import type { Look } from '../../../engine/trial/observe.ts';
import * as own from '../../../engine/trial/own-statements.ts';

const look = (arm: 0 | 1, ...says: string[]) => ({ arm, says: new Set(says) }) as unknown as Look;
const repeated = (times: number, one: Look) => Array.from({ length: times }, () => one);
const texts = ([first, second]: own.OwnStatements) => [[...first].join(), [...second].join()];

test.each<[string, readonly Look[], readonly [string, string]]>([
  [
    'in every response to one',
    [look(0, 'a', 'x'), look(0, 'a'), look(1, 'b', 'y'), look(1, 'b')],
    ['a', 'b'],
  ],
  ['once in a response to the other', [look(0, 'a'), look(1, 'b'), look(1, 'a', 'b')], ['', 'b']],
  ['without the other', [look(0, 'a')], ['', '']],
])('belongs to an arm if it is never shared: %s', (_what, looks, expected) => {
  expect(texts(own.neverShared(looks))).toEqual(expected);
});

test('is associated with an arm if chance does not explain how often it occurs there', () => {
  const mixed = [look(0, 'a', 'b'), look(1, 'b', 'a')];
  expect(
    texts(own.associated([...repeated(20, look(0, 'a')), ...repeated(20, look(1, 'b'))])),
  ).toEqual(['a', 'b']);
  const few = [...repeated(9, look(0, 'a')), ...repeated(9, look(1, 'b')), ...mixed];
  expect(texts(own.associated(few))).toEqual(['', '']);
  expect(texts(own.associated(repeated(2, look(0, 'a')).concat(look(1, 'b')), 0.4))).toEqual([
    'a',
    'b',
  ]);
});

test('a response is compared with the statements of both arms', () => {
  const both = own.union([new Set(['a', 'b']), new Set()], [new Set(['b']), new Set(['c'])]);
  expect(texts(both)).toEqual(['a,b', 'c']);
  expect([own.tellsApart(both), own.tellsApart([new Set(), new Set()])]).toEqual([true, false]);
  const looks = [look(0, 'a', 'c'), look(1, 'c'), look(1, 'a', 'b'), look(0)];
  expect(looks.map((one) => own.foreignIn(one, both).join())).toEqual(['c', '', 'a,b', '']);
  expect(looks.map((one) => own.saysAll(one, both))).toEqual([false, true, false, false]);
  expect(looks.map((one) => own.hasOwn(one, both))).toEqual([true, true, false, false]);
  expect(own.hasOwn(look(1), [new Set(['a']), new Set()])).toBe(true);
});

test('foreign statements are data if they are of many places, or of a list beside nothing of its own', () => {
  const [inList, outside] = ['/list/*/id\n1', '/node\n1'];
  const both: own.OwnStatements = [new Set(['/mine\n1']), new Set([inList, outside])];
  const places = (count: number) => Array.from({ length: count }, (_, nth) => `/${nth}\n1`);
  expect([3, 4].map((count) => own.isData(places(count), look(0, '/mine\n1'), both))).toEqual([
    false,
    true,
  ]);
  expect(own.isData(['/1\n1', '/1\n2', '/1\n3', '/1\n4'], look(0), both)).toBe(false);
  expect(own.isData([outside, inList], look(0), both)).toBe(true);
  expect(own.isData([inList], look(0, '/mine\n1'), both)).toBe(false);
  expect(own.isData([outside], look(0), both)).toBe(false);
});
