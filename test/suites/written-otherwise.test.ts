import { expect, test } from 'vitest';
import { type Request, sentHeader, valueText } from '../../engine/index.ts';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { indented, undecoded, withEscape } from '../../fixtures/samples/json-writings.ts';
import { update } from '../../suites/address-update.ts';
import { withOtherFieldNames, writingsOfAddress } from '../../suites/written-otherwise.ts';
import { addressBound } from './users/address-bound.ts';

const plain = update(addressBound(), sampleAddress);
const writings = [...writingsOfAddress(plain, sampleAddress), withOtherFieldNames(plain)];
const textOf = ({ body }: Request) => valueText(body ?? '');

test('a body is written in three other ways with the same JSON value', () => {
  const texts = writings.slice(0, 3).map(({ request }) => textOf(request));
  for (const text of texts) expect(JSON.parse(text)).toEqual(JSON.parse(textOf(plain)));
  expect(new Set([...texts, textOf(plain)]).size).toBe(4);
  expect(texts).toEqual([
    expect.stringContaining('\n  "address": {\n'),
    expect.stringMatching(/^\{"address":\{"countryCode":.*"line1":"[^"]*"\}\}$/),
    expect.stringContaining('"\\u0055nter den Linden 77"'),
  ]);
});

test('the header section is written with names in another case and another order', () => {
  const { headers, ...others } = withOtherFieldNames(plain).request;
  const { headers: before, ...rest } = plain;
  expect(others).toEqual(rest);
  expect(headers.map(([name]) => name)).toEqual([
    'content-type',
    'X-User-Id',
    'authorization',
    'accept',
  ]);
  for (const [name] of before)
    expect(sentHeader({ ...plain, headers }, name)).toEqual(sentHeader(plain, name));
});

test('an escape replaces the first ASCII letter', () => {
  expect(withEscape({ a: '7 Äb"c', b: 1 }, '7 Äb"c')).toBe('{"a":"7 Ä\\u0062\\"c","b":1}');
  expect([withEscape({ a: '7' }, '7'), withEscape({ a: 'b' }, 'c')]).toEqual([
    '{"a":"7"}',
    '{"a":"b"}',
  ]);
  expect(undecoded('7 Wien')).toBe('u0057ien');
  expect(indented([1])).toBe('[\n  1\n]');
});
