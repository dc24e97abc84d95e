import { expect, test } from 'vitest';
import {
  concat,
  jsonTemplate,
  pieces,
  symbol,
  type Value,
  valueText,
} from '../../../engine/exchange/value.ts';

/** Returns the value with a text in place of every symbol, as on the wire. */
function filled(value: Value, text: string): string {
  return pieces(value)
    .map((piece) => (typeof piece === 'string' ? piece : JSON.stringify(text).slice(1, -1)))
    .join('');
}

test('a symbol inside JSON becomes a string member, escaped for JSON', () => {
  const value = jsonTemplate({
    id: symbol('client:scoped:id'),
    grants: ['x', symbol('audience')],
    n: 1,
  });
  expect(valueText(value)).toBe(
    '{"id":"{{client:scoped:id|json}}","grants":["x","{{audience|json}}"],"n":1}',
  );
  expect(JSON.parse(filled(value, 'a"b\\c\nd'))).toEqual({
    id: 'a"b\\c\nd',
    grants: ['x', 'a"b\\c\nd'],
    n: 1,
  });
});

test('a forgery is applied before escaping', () => {
  expect(valueText(jsonTemplate([symbol('token:scoped', 'alg-none')]))).toBe(
    '["{{token:scoped|alg-none,json}}"]',
  );
});

const ordinary = [
  '\u00000\u0000',
  '\\u00000\\u0000',
  '\u00007\u0000',
  '{{token:scoped}}',
  '\u0000',
  '',
];
test.each(ordinary)('an ordinary string %j is not taken for a symbol', (text) => {
  const value = jsonTemplate({ own: symbol('audience'), text });
  expect(JSON.parse(filled(value, 'the audience'))).toEqual({ own: 'the audience', text });
  expect(pieces(value).filter((piece) => typeof piece !== 'string')).toHaveLength(1);
});

test('a value as text shows symbols by name and bytes as base64', () => {
  const value = concat('Bearer ', symbol('token:scoped'), [
    new Uint8Array([0, 255]),
    symbol('user:first', 'upper'),
  ]);
  expect(valueText(value)).toBe('Bearer {{token:scoped}}{{base64:AP8=}}{{user:first|upper}}');
});
