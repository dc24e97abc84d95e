import { expect, test } from 'vitest';
import { isCutOff, jsonFault } from '../../../engine/judging/json-fault.ts';
import { answered } from '../../suites/answered.ts';

const sized = (length: string) => ({ headers: [['Content-Length', length]] as const });

test.each([
  [false, '{"a": 1}', ''],
  [false, '<html>', "Unexpected token '<' at character 1 (line 1), marked →: →<html>"],
  [
    false,
    '{\n"a": 1,\n"b": NaN}',
    'Unexpected token \'N\' at character 16 (line 3), marked →: {\\n"a": 1,\\n"b": →NaN}',
  ],
  [false, `["${'a'.repeat(60)}", ]`, /marked →: …a{47}", →]$/],
  [false, '\uFEFF[01]', 'at character 4 (line 1), marked →'],
  [true, '{"a": [{"b": "x\\"}', 'after 18 bytes, and lacks at least 4 characters, "}]}'],
  [true, '[1, 2', 'after 5 bytes, and lacks at least 1 character, ]'],
  [true, `["${'a'.repeat(200)}`, /; it ends with a{50}$/],
])('whether JSON is cut off (%s), and where the fault is: %s', (cut, body, words) => {
  expect(isCutOff(answered({ body }))).toBe(cut);
  expect(jsonFault(answered({ body }))).toEqual(
    typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
  );
});

/** A response whose body is the bytes of a latin1 string. */
function ofBytes(latin1: string, headers: readonly (readonly [string, string])[] = []) {
  const base64 = Buffer.from(latin1, 'latin1').toString('base64');
  const { answer, ...rest } = answered({ body: '', headers });
  return { ...rest, answer: { ...answer, body: { size: latin1.length, base64 } } };
}

test('a body that ends within a character is cut off', () => {
  const cut = ofBytes('["\xc3\xa4\xc3', [['Content-Length', '5']]);
  expect(isCutOff(cut)).toBe(true);
  expect(jsonFault(cut)).toMatch(/cut off after 5 bytes, .*; the body has 2 bytes more/);
});

test('says where a body is not UTF-8', () => {
  const wrong = ofBytes('{"a": "\xe4b"}');
  expect(isCutOff(wrong)).toBe(false);
  const words = 'it is not valid UTF-8 at character 8 (line 1), marked →: {"a": "→\uFFFDb"}';
  expect(jsonFault(wrong)).toContain(words);
});

test.each([
  [
    '6',
    'after 6 bytes, as Content-Length says, and lacks .*, "]; the body has 2 bytes more than characters$',
  ],
  ['9', 'after 6 bytes, and lacks .*, "]$'],
])('compares a body that is cut off with Content-Length %s', (length, words) => {
  expect(jsonFault(answered({ body: '["äö', ...sized(length) }))).toMatch(new RegExp(words));
});
