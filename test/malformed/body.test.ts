import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conforms, valueText, type WireForm } from '../../engine/index.ts';
import {
  anyContradiction,
  bodyOf,
  contradictions,
  contradicts,
  provenContradiction,
  type WrongBody,
} from '../../fixtures/malformed/body.ts';
import { anyCountryCode, countryCodes, isNoCountryCode } from '../../fixtures/malformed/country-code.ts';
import { referenceProfile } from '../../fixtures/profiles/reference.ts';
import { otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import { sampleOrder } from '../../fixtures/samples/order.ts';
import addressUpdate from '../../schemas/address-update-open.schema.json' with { type: 'json' };
import orderSchema from '../../schemas/order-open.schema.json' with { type: 'json' };
import { onTheWire } from './on-the-wire.ts';

/** One of everything, referred to, composed and nested. */
const everything = {
  type: 'object',
  required: ['name', 'tags', 'owner', 'size'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 12, pattern: '^[a-z0-9{}-]+$' },
    note: { type: 'string', maxLength: 20 },
    kind: { enum: ['a', 'b'] },
    version: { const: 2 },
    size: { allOf: [{ type: 'number', minimum: 1 }, { maximum: 10 }, { multipleOf: 0.5 }] },
    ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    count: { type: 'integer' },
    tags: { type: 'array', minItems: 2, maxItems: 4, uniqueItems: true, items: { $ref: '#/$defs/tag' } },
    owner: { $ref: '#/$defs/person' },
    when: { type: 'string', format: 'date-time' },
    mail: { type: 'string', format: 'email' },
    open: true,
  },
  $defs: {
    tag: { type: 'object', required: ['key'], properties: { key: { type: 'string' } }, additionalProperties: false },
    person: { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } },
  },
};
const sample = {
  name: 'b-{{unique}}',
  kind: 'a',
  version: 2,
  size: 2.5,
  ratio: 0.5,
  count: 3,
  tags: [{ key: 'x' }, { key: 'y' }],
  owner: { id: '3f2b8c1e-5d47-4a9b-8c6d-0e1f2a3b4c5d' },
  when: '2024-02-29T12:00:00Z',
  mail: 'a@example.com',
  open: 'anything',
};
const [roomy, named] = [
  { ...everything, properties: { ...everything.properties, name: { ...everything.properties.name, maxLength: 40 } } },
  ({ kind, path }: WrongBody) => `${path.join('/')} ${kind}`,
];

describe('contradictions of a schema', () => {
  const all = () => contradictions(roomy, sample);

  test('every class appears at its place', () => {
    const found = new Set(all().bodies.map(named));
    for (const expected of [
      ' type',
      ' missing',
      ' unexpected',
      ' added',
      'name type',
      'name pattern',
      'name shorter',
      'name longer',
      'kind enum',
      'version enum',
      'size type',
      'size below',
      'size above',
      'size scalar',
      'size multiple',
      'ratio below',
      'ratio above',
      'count type',
      'tags type',
      'tags fewer',
      'tags more',
      'tags unique',
      'tags/0 type',
      'tags/1 missing',
      'tags/1 unexpected',
      'tags/1/key type',
      'owner missing',
      'owner/id type',
      'owner/id format',
      'when format',
      'when impossible',
      'mail format',
    ]) {
      expect(found, expected).toContain(expected);
    }
  });

  test('members that the sample leaves out are added beyond their bounds', () => {
    const schema = {
      type: 'object',
      properties: {
        priority: { $ref: '#/$defs/priority' },
        step: { type: 'number', multipleOf: 0.5 },
        colour: { enum: ['red', 'green'] },
        due: { type: 'string', format: 'date' },
        note: { type: 'string', minLength: 2, maxLength: 9 },
      },
      maxProperties: 4,
      $defs: { priority: { type: 'integer', minimum: 1, maximum: 5 } },
    };
    const tried = contradictions(schema, { id: 'a' }).bodies.map(({ body }) => Object(body) as Record<string, unknown>);
    const of = (name: string) => tried.map((body) => body[name]);
    expect(of('priority')).toEqual(expect.arrayContaining([0, 6]));
    expect(of('step')).toContain(0.25);
    expect(of('colour')).toContain('m2mx');
    expect(of('due')).toContain('2023-02-29');
    expect(of('note').map((text) => String(text).length)).toEqual(expect.arrayContaining([1, 10]));
    expect(tried.some((body) => Object.keys(body).length === 5)).toBe(true);
  });

  test('the bounds themselves are tried', () => {
    const { bodies } = all();
    const at = (name: string) => bodies.filter(({ path }) => path.join('/') === name).map(({ value }) => value);
    expect(at('ratio')).toEqual(expect.arrayContaining([0, 1]));
    expect(at('size')).toEqual(expect.arrayContaining([0, 11]));
    expect(at('name').map((text) => String(text).length)).toEqual(expect.arrayContaining([1, 41]));
  });

  test('nothing is said of what the schema leaves open', () => {
    expect(all().bodies.filter(({ path }) => path[0] === 'open')).toEqual([]);
  });

  test('each differs from the sample in one place, and really contradicts', () => {
    for (const { body, label, path } of all().bodies) {
      const sent: unknown = JSON.parse(JSON.stringify(body).replaceAll('{{unique}}', '0'.repeat(24)));
      expect(conforms(roomy, sent), label).not.toEqual([]);
      if (path.length === 0) continue;
      const [first] = path;
      for (const [name, member] of Object.entries(sample)) {
        if (name !== first) expect((body as Record<string, unknown>)[name], label).toEqual(member);
      }
    }
  });

  test('the core has a case of each kind and place, before all others', () => {
    const { bodies, core } = all();
    const early = new Set(bodies.slice(0, core).map(named));
    for (const one of bodies) expect(early).toContain(named(one));
    expect(core).toBeLessThan(bodies.length);
  });

  test('the core has each other type in place of a list once', () => {
    const { bodies, core } = all();
    const early = bodies.slice(0, core).filter((one) => named(one) === 'tags type');
    expect(early.map(({ value }) => value)).toEqual(
      expect.arrayContaining([null, { 0: sample.tags[0], 1: sample.tags[1] }, 'm2m', true]),
    );
    expect(early.filter(({ value }) => typeof value === 'string')).toHaveLength(1);
  });

  test('the core has one value that is not listed, of whatever type', () => {
    const { bodies, core } = contradictions({ properties: { agreed: { const: true } } }, { agreed: true });
    const values = (some: readonly WrongBody[]) =>
      some.filter((one) => named(one) === 'agreed enum').map(({ value }) => value);
    expect([values(bodies), values(bodies.slice(0, core))]).toEqual([[-1, 'm2m'], [-1]]);
  });

  test('the core has each member that the sample leaves out once', () => {
    const schema = { properties: { colour: { type: 'string' }, weight: { type: 'number' } } };
    const { bodies, core } = contradictions(schema, {});
    const early = bodies.slice(0, core).filter(({ kind }) => kind === 'added');
    expect(early.flatMap(({ body }) => Object.keys(body as object))).toEqual(['colour', 'weight']);
  });

  test('each is told with its place', () => {
    const { bodies } = all();
    const told = (...place: WrongBody['path']) =>
      bodies.filter(({ path }) => path.join() === place.join()).map(({ label }) => label.split(': ')[0]);
    expect(new Set(told())).toEqual(new Set(['the body']));
    expect(new Set(told('tags', 1, 'key'))).toEqual(new Set(['/tags/1/key']));
  });

  test('placeholders stay placeholders', () => {
    const untouched = all().bodies.find(({ path }) => path[0] === 'size');
    expect(valueText(bodyOf(untouched as WrongBody))).toContain('{{unique}}');
  });
});

test.each<[isProven: boolean, schema: object, body: unknown]>([
  [true, { minLength: 3 }, 'ab'],
  // A server may trim: the former conforms as it stands, the latter trimmed.
  [false, { minLength: 3 }, 'ab '],
  [false, { maxLength: 2 }, 'ab '],
  [true, { maxLength: 2 }, 'abc '],
])('a contradiction is one whether texts are trimmed or not, %j: %j of %j', (isProven, schema, body) => {
  expect(contradicts(schema as Record<string, unknown>, body)).toBe(isProven);
});

describe('generated contradictions', () => {
  const schemas = [
    ['everything', roomy, sample],
    ['the address', addressUpdate, { address: sampleAddress }],
    ['the order', orderSchema, sampleOrder],
    ...referenceProfile.endpoints.flatMap(({ path, requestSchema, sample: declared }) =>
      typeof requestSchema === 'object' ? [[path, requestSchema, declared] as const] : [],
    ),
  ] as const;

  test.each(schemas)('of %s contradict, are of ordinary size, and reach every place', async (_name, schema, whole) => {
    const drawn = fc.sample(anyContradiction(schema, whole), { seed: 3, numRuns: 400 });
    const proof = provenContradiction(schema);
    for (const one of drawn) {
      const wire = await wireOf(bodyOf(one));
      expect(wire && proof(wire), one.label).toBe(true);
      expect(wire?.body?.length).toBeLessThan(16_384);
    }
    const places = new Set(drawn.map(({ path }) => path.join('/')));
    for (const { path } of contradictions(schema, whole).bodies) expect(places).toContain(path.join('/'));
    expect(drawn.filter(({ label }) => label.endsWith('a generated value')).length).toBeGreaterThan(100);
  });

  test('the well-formed body is never proven', async () => {
    for (const [, schema, whole] of schemas) {
      const wire = await wireOf(JSON.stringify(whole).replaceAll('{{unique}}', '0'.repeat(24)));
      expect(wire && provenContradiction(schema)(wire)).toBe(false);
    }
  });
});

describe('the schemas of the specification', () => {
  const scalars = ['text', '', 7, -1.5, true, false, null];

  test.each([...scalars])('%j for a member of the address is left open', (value) => {
    for (const name of Object.keys(sampleAddress)) {
      expect(conforms(addressUpdate, { address: { ...sampleAddress, [name]: value } })).toEqual([]);
    }
  });

  test.each([{}, [], ['x'], { value: 'x' }])('%j for a member contradicts', (value) => {
    for (const name of Object.keys(sampleAddress)) {
      expect(conforms(addressUpdate, { address: { ...sampleAddress, [name]: value } })).not.toEqual([]);
    }
    for (const name of Object.keys(sampleOrder)) {
      expect(conforms(orderSchema, { ...sampleOrder, [name]: value })).not.toEqual([]);
    }
  });

  test.each([{ address: {} }, { address: otherAddress, more: 1 }, { address: { unknown: {} } }])(
    '%j is open',
    (body) => {
      expect(conforms(addressUpdate, body)).toEqual([]);
    },
  );

  test.each([null, [], 'text', 1, true, {}, { address: null }, { address: [] }, { address: 'x' }, sampleAddress])(
    '%j is no update of an address',
    (body) => {
      expect(conforms(addressUpdate, body)).not.toEqual([]);
    },
  );

  test.each(['25', ' 25.00 ', '1e3', '1.000,50', '-3', '', '0x1F', 'Infinity', '-inf', 'NaN', null, true])(
    '%j may be an amount',
    (amount) => {
      expect(conforms(orderSchema, { ...sampleOrder, amount })).toEqual([]);
    },
  );

  test.each(['ten', '25x', 'm2m', 'null', '25 EUR'])('%j is no amount', (amount) => {
    expect(conforms(orderSchema, { ...sampleOrder, amount })).not.toEqual([]);
  });
});

test('country codes are outside the pattern, also when trimmed', async () => {
  const all = [...countryCodes, ...fc.sample(fc.oneof(...anyCountryCode), { seed: 5, numRuns: 300 })];
  for (const { value, label } of all) {
    const wire = await wireOf(JSON.stringify({ address: { ...sampleAddress, countryCode: value } }));
    expect(wire && isNoCountryCode(wire), `${label} ${value}`).toBe(true);
  }
  for (const code of ['DE', ' FR ']) {
    const wire = await wireOf(JSON.stringify({ address: { ...sampleAddress, countryCode: code } }));
    expect(wire && isNoCountryCode(wire)).toBe(false);
  }
});

async function wireOf(body: Parameters<typeof onTheWire>[2]): Promise<WireForm | undefined> {
  return onTheWire(['Content-Type', 'application/json'], {}, body);
}
