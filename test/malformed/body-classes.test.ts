import { expect, test } from 'vitest';
import { valueText } from '../../engine/index.ts';
import { oddBodies } from '../../fixtures/malformed/odd-body.ts';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { sampleOrder } from '../../fixtures/samples/order.ts';
import type { SeenCase } from './at-standard.ts';
import { type Class, type Classes, describeClasses } from './classes.ts';

const body = ({ wire }: SeenCase) => Buffer.from(wire.body ?? '', 'latin1').toString('utf8');

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown, length?: number): value is readonly unknown[] =>
  Array.isArray(value) && (length === undefined || value.length === length);
const at = (text: string, ...path: readonly string[]) =>
  path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), JSON.parse(text));

/** What stands in place of the one scalar that is none. */
function structureIn(text: string, ...path: readonly string[]): unknown {
  const members = at(text, ...path);
  return isObject(members)
    ? Object.values(members).find((value) => typeof value === 'object' && value !== null)
    : undefined;
}

const structures = (...path: readonly string[]): Classes => {
  const of =
    (isOf: (structure: unknown) => boolean): Class[0] =>
    (text) =>
      isOf(structureIn(text, ...path));
  return {
    'an object that holds it': [of((one) => isObject(one) && 'value' in one)],
    'an array that holds it': [of((one) => isList(one, 1) && typeof one[0] !== 'object')],
    'an array that holds it twice': [of((one) => isList(one, 2))],
    'an empty object': [of((one) => isObject(one) && Object.keys(one).length === 0)],
    'an empty array': [of((one) => isList(one, 0))],
    'a query operator': [of((one) => isObject(one) && '$ne' in one)],
    'over 64 deep': [of((one) => depthOf(one) > 64)],
    'of over 100 elements': [of((one) => isList(one) && one.length > 100)],
    'with names that every object has': [of((one) => isObject(one) && Object.hasOwn(one, 'toString'))],
  };
};

const members = (names: readonly string[], ...path: readonly string[]): Classes =>
  Object.fromEntries(
    names.map((name): [string, Class] => [`in ${name}`, [(text) => typeof at(text, ...path, name) === 'object']]),
  );

const generated: Classes = {
  'a structure that is generated': [(_text, { label }) => label.endsWith('a generated value'), 0.7],
};

describeClasses(
  'address/wrong-type',
  body,
  {
    ...structures('address'),
    'of over 100 members': [
      (text) => {
        const one = structureIn(text, 'address');
        return isObject(one) && Object.keys(one).length > 100;
      },
    ],
    ...members(Object.keys(sampleAddress), 'address'),
  },
  generated,
);

describeClasses(
  'orders/wrong-type',
  body,
  {
    ...structures(),
    ...members(Object.keys(sampleOrder)),
    'a text that is no number': [(text) => typeof at(text, 'amount') === 'string'],
  },
  generated,
);

const root = (isOf: (value: unknown) => boolean): Class => [(text) => isOf(JSON.parse(text))];
const rootTypes: Classes = {
  null: root((value) => value === null),
  'an empty array': root((value) => isList(value, 0)),
  'an array that holds it': root((value) => isList(value, 1)),
  'an array that holds it twice': root((value) => isList(value, 2)),
  'a text': root((value) => typeof value === 'string' && value !== ''),
  'an empty text': root((value) => value === ''),
  'JSON in a text': root((value) => typeof value === 'string' && value.startsWith('{')),
  zero: root((value) => value === 0),
  true: root((value) => value === true),
};

describeClasses('orders/wrong-shape', body, rootTypes);

describeClasses('address/wrong-shape', body, {
  ...rootTypes,
  'the address itself': root((value) => isObject(value) && 'city' in value),
  'without an address': root((value) => isObject(value) && Object.keys(value).length === 0),
  ...Object.fromEntries(
    Object.entries(rootTypes).map(([name, [isOf]]): [string, Class] => [
      `for address: ${name}`,
      [
        (text, seen, token) => {
          const address = at(text, 'address');
          return address !== undefined && isOf(JSON.stringify(address), seen, token);
        },
      ],
    ]),
  ),
});

const labelled = (label: RegExp, least?: number): Class => {
  const isOf: Class[0] = (_text, seen) => label.test(seen.label);
  return least === undefined ? [isOf] : [isOf, least];
};

describeClasses('address/malformed-json', body, {
  'cut short': labelled(/cut short|half of/, 0.1),
  'a comma too many': labelled(/^(two commas|a comma)/),
  'a separator too few': labelled(/^no (comma|colon)/),
  'another separator': labelled(/^(a semicolon|an equals sign)/),
  'other quotation marks': labelled(/quotation marks/),
  'a number in another notation': labelled(/^a number/),
  'a literal of a programming language': labelled(/^(a member|True)/),
  'a control character within a text': labelled(/within a text$/),
  'an escape that JSON has not': labelled(/escape/),
  'a comment': labelled(/comment/),
  'white space that JSON has not': labelled(/form feed|white space/),
  'something before or after': labelled(/(after|before) the object|two objects|too many|a call/),
  'no JSON at all': labelled(/^(a form|undefined|an object turned|XML|bytes of)/),
  empty: [(text) => text === ''],
  'no UTF-8': labelled(/UTF-8/),
  'with a character missing': labelled(/^one character missing$/, 0.1),
  'with a character twice': labelled(/^one character twice$/, 0.1),
  'with another character': labelled(/^another character$/, 0.1),
});

const code = (text: string) => String(at(text, 'address', 'countryCode'));
const ofCode = (isOf: (value: string) => boolean, least?: number): Class =>
  (least === undefined ? [(text) => isOf(code(text))] : [(text) => isOf(code(text)), least]) satisfies Class;

describeClasses('address/country-code', body, {
  'in lower or mixed case': ofCode((value) => /^[a-zA-Z]{2}$/.test(value), 0.05),
  'one letter longer': ofCode((value) => /^[A-Z]{3}$/.test(value)),
  'longer by another character': ofCode(
    (value) => /^[^A-Z][A-Z]{2}$|^[A-Z][^A-Z][A-Z]$|^[A-Z]{2}[^A-Z]$/.test(value),
    0.05,
  ),
  shorter: ofCode((value) => /^[A-Z]$/.test(value)),
  empty: ofCode((value) => value === ''),
  digits: ofCode((value) => /^\d\d$/.test(value)),
  'the number of the country': ofCode((value) => /^\d{3}$/.test(value)),
  'its name': ofCode((value) => value === 'Germany'),
  'with a region': ofCode((value) => /^[A-Z]{2}-[A-Z]{2}$/.test(value)),
  'two codes': ofCode((value) => /^[A-Z]{2},[A-Z]{2}$/.test(value)),
  'a capital of another alphabet': ofCode((value) => /^\p{Lu}{2}$/u.test(value), 0.05),
  'a compatibility form': ofCode((value) => value.normalize('NFKC') === 'DE'),
  'of over 255 letters': ofCode((value) => value.length > 255, 0.02),
  'in one of two lines': ofCode((value) => /^[A-Z]{2}$/m.test(value), 0.02),
  'with white space inside': ofCode((value) => /\S[^\S\r\n]\S/.test(value)),
});

const contentType = ({ wire }: SeenCase) => wire.header('content-type') ?? 'none';
const types = ['none', 'text/plain', 'application/x-www-form-urlencoded', 'application/json-seq'];
const ofType = (names: readonly string[]): Classes =>
  Object.fromEntries(names.map((name): [string, Class] => [name, [(type) => type.startsWith(name)]]));

describeClasses('orders/content-type', contentType, ofType(types));
describeClasses(
  'address/content-type',
  contentType,
  ofType([...types, 'application/xml', 'application/octet-stream', 'multipart/form-data']),
);

test('bodies that are valid and odd have every class, in each text where columns differ', () => {
  const labels = oddBodies({ address: sampleAddress }).map(({ label }) => label);
  const inEach = ['a NUL', 'a text of 300 characters', 'an emoji of many code points'];
  const texts = Object.entries(sampleAddress).flatMap(([name, value]) => (typeof value === 'string' ? [name] : []));
  expect(labels).toEqual(expect.arrayContaining(inEach.flatMap((what) => texts.map((name) => `${what} in ${name}`))));
  const bodies = oddBodies({ address: sampleAddress }).map(({ value }) => valueText(value));
  const depths = bodies.map((text) => depthOf(JSON.parse(text)));
  for (const limit of [32, 64, 100, 500]) {
    const next = limit * 2;
    expect(
      depths.some((depth) => depth > limit && depth < next + 12),
      `over ${limit} deep`,
    ).toBe(true);
  }
  for (const text of [
    '"__proto__":',
    '"toString":',
    '"constructor":',
    '"":',
    '"m2mTwice":1,"m2mTwice":',
    '\\u001b',
    '7.301928e400',
    ':-0',
  ]) {
    expect(
      bodies.some((odd) => odd.includes(text)),
      text,
    ).toBe(true);
  }
  for (const length of [300, 2_000, 8_000])
    expect(bodies.some((odd) => odd.includes(`"${'x'.repeat(length)}"`))).toBe(true);
  expect(bodies.some((odd) => /"ż{300}"/.test(odd))).toBe(true);
});
