import { expect, test } from 'vitest';
import type { WireForm } from '../../engine/index.ts';
import { provenMalformedAuthorization } from '../../fixtures/malformed/authorization.ts';
import { provenContradiction } from '../../fixtures/malformed/body.ts';
import { isNoCountryCode } from '../../fixtures/malformed/country-code.ts';
import { provenNoJson } from '../../fixtures/malformed/no-json.ts';
import { provenUnknownUserId } from '../../fixtures/malformed/unknown-user.ts';
import { provenMalformedUserId } from '../../fixtures/malformed/user-id.ts';

const own = '5f8d0d55b54764421b7156da';
const known: Readonly<Record<string, string>> = { 'user:first': own, 'token:scoped': 'aaa.bbb.ccc' };

/** A request on the wire, with these headers and that body. */
const wire = (headers: Readonly<Record<string, string>>, body?: string): WireForm => ({
  path: '/cash',
  header: (name) => headers[name.toLowerCase()],
  resolved: (name) => known[name],
  body: body === undefined ? undefined : Buffer.from(body).toString('latin1'),
});

test('without the field, or without a body, nothing is proven', () => {
  for (const proof of [provenMalformedUserId, provenUnknownUserId, provenMalformedAuthorization]) {
    expect(proof(wire({}))).toBe(false);
  }
  for (const proof of [provenNoJson, provenContradiction({ type: 'string' }), isNoCountryCode]) {
    expect(proof(wire({}))).toBe(false);
  }
});

test.each([
  [true, '0'.repeat(24)],
  [true, '0123456789abcdef01234567'],
  [false, own],
  [false, '0'.repeat(23)],
  [false, '0'.repeat(25)],
  [false, `x${'0'.repeat(24)}`],
  [false, `${'0'.repeat(24)} `],
  [false, 'F'.repeat(24)],
])('a well-formed id of nobody, %j: %s', (isProven, id) => {
  expect(provenUnknownUserId(wire({ 'x-user-id': id }))).toBe(isProven);
});

test('a value that would make the header section too long is not sent', () => {
  expect(provenMalformedUserId(wire({ 'x-user-id': 'x'.repeat(3_500) }))).toBe(true);
  expect(provenMalformedUserId(wire({ 'x-user-id': 'x'.repeat(3_501) }))).toBe(false);
  expect(provenMalformedUserId(wire({ 'x-user-id': 'x'.repeat(3_400), authorization: 'y'.repeat(101) }))).toBe(false);
  expect(provenMalformedAuthorization(wire({ authorization: 'x'.repeat(3_600) }))).toBe(true);
  expect(provenMalformedAuthorization(wire({ authorization: 'x'.repeat(3_601) }))).toBe(false);
});

test.each([
  [true, 'Basic aaa.bbb.ccc'],
  [true, 'Bearer'],
  [true, 'Bearer aaa.bbb'],
  [true, 'Bearer aaa.bbb.ccd!'],
  [false, 'Bearer aaa.bbb.ccc'],
  [false, 'bearer \t aaa.bbb.ccc '],
])('credentials without a token that the run holds, %j: %s', (isProven, value) => {
  expect(provenMalformedAuthorization(wire({ authorization: value }))).toBe(isProven);
});

test.each([
  [true, ''],
  [true, '{'],
  [true, "{'a':1}"],
  [true, 'x'.repeat(15_000)],
  [false, '{}'],
  [false, '\uFEFF{}'],
  [false, ' 1 '],
  [false, 'x'.repeat(15_001)],
])('no JSON, %j: %s', (isProven, body) => {
  expect(provenNoJson(wire({}, body))).toBe(isProven);
});

test.each([
  [true, '"x"'],
  [false, '7'],
  [false, '{'],
  [false, ''],
])('a contradiction of a number, %j: %s', (isProven, body) => {
  expect(provenContradiction({ type: 'number' })(wire({}, body))).toBe(isProven);
});

test.each([
  [true, 'EU\u200bR'],
  [true, 'EURO\u200b'],
  [true, '\u200b'],
  [false, 'EUR\u200b'],
  [false, '\0EUR\n'],
  [false, ' EUR'],
])('a contradiction of a pattern that no trimming mends, %j: %j', (isProven, currency) => {
  const schema = { type: 'object', properties: { currency: { type: 'string', pattern: '^[A-Z]{3}$' } } };
  expect(provenContradiction(schema)(wire({}, JSON.stringify({ currency })))).toBe(isProven);
});

test('a contradiction larger than ordinary bodies is not sent', () => {
  const text = (length: number) => JSON.stringify('x'.repeat(length));
  expect(provenContradiction({ type: 'number' })(wire({}, text(1_000)))).toBe(true);
  expect(provenContradiction({ type: 'number' })(wire({}, text(16_384)))).toBe(false);
});

test.each([
  [true, { address: { countryCode: 'de' } }],
  [true, { address: { countryCode: 'DEU' } }],
  [true, { address: { countryCode: '' } }],
  [true, { address: { countryCode: 'D\0E' } }],
  [false, { address: { countryCode: 'DE\0' } }],
  [false, { address: { countryCode: '\0DE' } }],
  [false, { address: { countryCode: '\u200b DE\u0085' } }],
  [false, { address: { countryCode: 'DE' } }],
  [false, { address: { countryCode: 7 } }],
  [false, { address: {} }],
  [false, {}],
  [false, 'DE'],
])('no country code, %j: %j', (isProven, body) => {
  expect(isNoCountryCode(wire({}, JSON.stringify(body)))).toBe(isProven);
});
