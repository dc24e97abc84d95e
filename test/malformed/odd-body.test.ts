import { expect, test } from 'vitest';
import { valueText } from '../../engine/index.ts';
import { incompleteBodies, oddBodies } from '../../fixtures/malformed/odd-body.ts';

const sample = { person: { name: 'Ada-{{unique}}', tags: ['a', 'b'] }, amount: 25 };
const oddOf = (one: unknown) => oddBodies(one).map(({ label, value }) => ({ label, text: valueText(value) }));

test('every odd body is valid JSON, no two are alike, and none is large or deep', () => {
  const odd = oddOf(sample);
  for (const { text } of odd) expect(() => JSON.parse(text)).not.toThrow();
  expect(new Set(odd.map(({ text }) => text)).size).toBe(odd.length);
  for (const { text } of odd) expect(Buffer.byteLength(text)).toBeLessThan(16_384);
});

test('each differs from the sample in one place', () => {
  const odd = oddOf(sample);
  for (const { label, text } of odd) {
    const value = JSON.parse(text) as typeof sample;
    const changed = [
      value.amount !== sample.amount || Object.is(value.amount, -0),
      value.person.name !== sample.person.name,
      JSON.stringify(value.person.tags) !== JSON.stringify(sample.person.tags),
      Object.keys(value.person).length !== 2,
      // What JSON.parse takes for the prototype is a member all the same.
      Object.hasOwn(value.person, '__proto__') && Object.keys(value.person).length === 2,
    ].filter(Boolean);
    expect(changed.length, label).toBe(label === 'white space around everything' ? 0 : 1);
  }
});

test('texts, numbers and members are there: also in lists', () => {
  const odd = oddOf(sample);
  const labels = odd.map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining([
      'a lone surrogate in name',
      'a NUL in 1',
      'a text of 300 characters in 1',
      'the number 7.301928e400',
      'a member called __proto__',
      'a member of 110 objects in one another',
    ]),
  );
  expect(odd.find(({ label }) => label === 'a lone surrogate in name')?.text).toContain('"\\ud800"');
});

test('the first few, which are all that an order is tried with, hold something of each kind', () => {
  const odd = oddOf(sample);
  expect(odd.slice(0, 6).map(({ label }) => label)).toEqual([
    'a lone surrogate in name',
    'the number 730192846501928374650192837465',
    'a member called __proto__',
    'the number 10000000000',
    'the number 7.301928e400',
    'a NUL in name',
  ]);
});

test.each<[unknown, readonly string[]]>([
  [{ amount: 25, note: null }, ['the number -0', 'a member without a name']],
  [{ name: 'Ada', tags: [] }, ['a NUL in name', 'a member without a name']],
  [
    ['Ada', 25],
    ['a NUL in 0', 'the number -0'],
  ],
  ['Ada', ['a NUL in the whole']],
  [null, []],
])('of %j only what is there is replaced or added to', (one, replaced) => {
  const odd = oddOf(one);
  const telling = /^(a NUL|the number -0|a member without a name)/;
  expect(odd.map(({ label }) => label).filter((label) => telling.test(label))).toEqual(
    expect.arrayContaining([...replaced]),
  );
  expect(odd.filter(({ label }) => telling.test(label))).toHaveLength(replaced.length);
  for (const { label, text } of odd) {
    expect(label).toEqual(expect.any(String));
    expect(Array.isArray(JSON.parse(text))).toBe(Array.isArray(one));
  }
});

test('an incomplete body lacks one member, has null there, or has nothing', () => {
  const bodies = incompleteBodies({ side: 'buy', amount: 25 }).map(({ label, value }) => [label, valueText(value)]);
  expect(bodies).toEqual([
    ['no side', '{"amount":25}'],
    ['side null', '{"side":null,"amount":25}'],
    ['no amount', '{"side":"buy"}'],
    ['amount null', '{"side":"buy","amount":null}'],
    ['an empty object', '{}'],
  ]);
});
