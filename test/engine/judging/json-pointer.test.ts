import { expect, test } from 'vitest';
import { atPointer } from '../../../engine/judging/content.ts';

const document = {
  list: Array.from({ length: 12 }, (_, nth) => nth),
  foo: ['bar', { baz: 1 }],
  '': 0,
  'a/b': 1,
  'm~n': 8,
  '~1': 3,
  none: null,
};

test.each([
  ['', document],
  ['/foo', document.foo],
  ['/foo/0', 'bar'],
  ['/foo/1/baz', 1],
  ['/', 0],
  ['/a~1b', 1],
  ['/m~0n', 8],
  ['/~01', 3],
  ['/none', null],
  ['/list/11', 11],
])('%s', (pointer, value) => {
  expect(atPointer(document, pointer)).toEqual(value);
});

test.each(
  '/nothing /foo/2 /foo/01 /foo/- /foo/length /none/x /foo/0/0 /toString /__proto__ /list/01 /list/1a'.split(
    ' ',
  ),
)('%s finds nothing', (pointer) => {
  expect(atPointer(document, pointer)).toBeUndefined();
});

test('a pointer finds nothing in undefined', () => {
  expect(atPointer(undefined, '/a')).toBeUndefined();
});
