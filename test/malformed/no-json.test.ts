import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { valueText } from '../../engine/index.ts';
import { anyNoJson, coreNoJson, noJson, provenNoJson } from '../../fixtures/malformed/no-json.ts';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { sampleOrder } from '../../fixtures/samples/order.ts';
import { onTheWire } from './on-the-wire.ts';

const wireOf = (value: Parameters<typeof onTheWire>[2]) => onTheWire(['Content-Type', 'application/json'], {}, value);
const samples = [
  ['the address', { address: sampleAddress }],
  ['the order', sampleOrder],
] as const;

describe.each(samples)('bodies that are no JSON, made of %s', (_name, sample) => {
  const list = noJson(sample);

  test('all of the list are, each under its own label', async () => {
    for (const { value, label } of list) {
      const wire = await wireOf(value);
      expect(wire && provenNoJson(wire), label).toBe(true);
    }
    expect(new Set(list.map(({ label }) => label)).size).toBe(list.length);
    expect(coreNoJson).toBeLessThan(list.length);
  });

  test('no two are the same bytes', async () => {
    const bodies = await Promise.all(list.map(async ({ value }) => (await wireOf(value))?.body));
    expect(new Set(bodies).size).toBe(list.length);
  });

  test('what is wrong is never only the encoding of a text: a lenient decoder finds no JSON either', async () => {
    for (const { value, label } of list) {
      const lenient = Buffer.from((await wireOf(value))?.body ?? '', 'latin1').toString('utf8');
      expect(() => JSON.parse(lenient), label).toThrow();
    }
  });

  test('whatever is generated is none, and damaged in many ways', async () => {
    const drawn = fc.sample(fc.oneof(...anyNoJson(sample)), { seed: 9, numRuns: 500 });
    const labels = new Map<string, number>();
    for (const { value, label } of drawn) {
      const wire = await wireOf(value);
      expect(wire && provenNoJson(wire), label).toBe(true);
      labels.set(label, (labels.get(label) ?? 0) + 1);
    }
    for (const label of ['one character missing', 'one character twice', 'a body cut short', 'another character']) {
      expect(labels.get(label), label).toBeGreaterThan(25);
    }
  });

  test('a tolerant parser takes some of them: those are what the requirement is about', () => {
    const taken = list.filter(({ value }) => {
      if (!Array.isArray(value) || value.some((piece) => typeof piece !== 'string')) return false;
      const errors: [] = [];
      parse(value.join(''), errors, { allowTrailingComma: true });
      return errors.length === 0;
    });
    expect(taken.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['a comma after the last member', 'a comment before the object']),
    );
  });
});

test.each([
  ['JSON', '{"a":1}'],
  ['JSON behind a byte order mark', '\uFEFF{"a":1}'],
  ['JSON with white space around', ' {"a":1}\n'],
  ['a scalar', '1'],
])('never: %s', async (_label, text) => {
  const wire = await wireOf(text);
  expect(wire && provenNoJson(wire)).toBe(false);
});

test('never: bytes within a text that are no UTF-8, which many decoders replace', async () => {
  const wire = await wireOf(['{"a":"', Uint8Array.of(0xff), '"}']);
  expect(wire && provenNoJson(wire)).toBe(false);
});

test('a sample of any length has them', () => {
  const long = { text: 'x'.repeat(15_000), count: 7 };
  expect(noJson(long).length).toBe(noJson({ text: 'x', count: 7 }).length);
});

describe('one step away from an object, of whatever members', () => {
  test.each<[label: string, sample: object, text: string]>([
    ['a comma after the last member', { a: { b: 1 }, c: 2 }, '{"a":{"b":1},"c":2,}'],
    ['a comma after the last member', { a: 1, b: { c: 2 } }, '{"a":1,"b":{"c":2,}}'],
    // The separator is found behind a number as behind a text.
    ['a semicolon between members', { count: 1, text: 'x' }, '{"count":1;"text":"x"}'],
    ['two commas between members', { count: 1, text: 'x' }, '{"count":1,,"text":"x"}'],
    ['no comma between members', { count: 1, text: 'x' }, '{"count":1 "text":"x"}'],
    ['a semicolon between members', { text: 'x', count: 1 }, '{"text":"x";"count":1}'],
    // Another literal stands in place of a number, or of a text where there is none; never of an object.
    ['a member NaN', { text: 'x', count: 1, other: 2, last: 'y' }, '{"text":"x","count":1,"other":NaN,"last":"y"}'],
    ['a member NaN', { text: 'x', last: 'y' }, '{"text":"x","last":NaN}'],
    ['a member NaN', { count: { count: 1 } }, '{"count":{"count":NaN}}'],
  ])('%s: %j', (label, sample, text) => {
    expect(valueText(noJson(sample).find((one) => one.label === label)?.value ?? '')).toBe(text);
  });
});
