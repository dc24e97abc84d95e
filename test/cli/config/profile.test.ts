import { describe, expect, test } from 'vitest';
import { type Profile, problems } from '../../../engine/index.ts';
import { violations } from '../../../engine/schema/validate.ts';
import resultSchema from '../../../schemas/result.schema.json' with { type: 'json' };
import { enough, type Given, over, resolving, users } from './given.ts';

async function profileOf(profile: object, given: Given = {}): Promise<Profile> {
  const resolved = await resolving({ env: enough, config: { profile }, ...given });
  return resolved.embedded ? resolved.partial.profile : resolved.config.profile;
}

const creates = {
  area: 'users',
  method: 'POST',
  path: '/users/{kind}',
  parameters: { kind: 'a b' },
  safety: 'write',
};

const reads = { area: 'users', method: 'GET', path: '/users/me' };
const sample = { email: '{{unique}}@example.com' };
const schema = { properties: { email: { type: 'string', format: 'email' } } };
const more = { scopes: ['users:write'], takesUser: false };
const declaredTwice = { area: 'test', method: 'HEAD', path: '/test', scopes: ['a'] };

test.each<[what: string, profile: object, expected: object]>([
  [
    'is a flat row',
    {
      endpoints: [
        {
          ...creates,
          ...more,
          request: { sample, schema },
          response: { schema: true, statuses: [201] },
        },
      ],
    },
    [{ ...creates, ...more, sample, requestSchema: schema, responseSchema: true, statuses: [201] }],
  ],
  [
    'also has what the profile states by its id',
    {
      endpoints: [declaredTwice],
      scopes: { 'HEAD /test': ['b', 'a'] },
      successStatus: { 'HEAD /test': 204 },
    },
    [
      {
        ...declaredTwice,
        parameters: {},
        scopes: ['a', 'b'],
        takesUser: true,
        statuses: [204],
        safety: 'read',
      },
    ],
  ],
])('a declared endpoint %s', async (_what, profile, expected) => {
  expect((await profileOf(profile)).endpoints).toEqual(expected);
});

test.each([
  ['GET', 'write'],
  ['POST', 'read'],
  ['POST', 'order'],
])('a declared %s can have the safety %s, whatever is allowed', async (method, safety) => {
  const declared = { area: 'test', method, path: '/test', safety };
  expect((await profileOf({ endpoints: [declared] })).endpoints).toMatchObject([declared]);
});

const site = 'https://example.com';

describe('a schema', () => {
  test('in a file is read relative to the configuration, and becomes part of the profile', async () => {
    const profile = {
      responseSchemas: { 'GET /cash': 'schemas/cash.json' },
      endpoints: [
        { area: 'test', method: 'GET', path: '/test', response: { schema: './schemas/test.json' } },
      ],
    };
    const files = {
      'conformance/harness.config.json': JSON.stringify({ profile }),
      'conformance/schemas/cash.json': '\uFEFF{ "type": "object" }',
      'conformance/schemas/test.json': 'false',
    };
    const flags = { config: 'conformance/harness.config.json' };
    const { responseSchemas, endpoints } = await profileOf(
      {},
      { config: undefined as never, flags, files },
    );
    expect(responseSchemas).toEqual({ 'GET /cash': { type: 'object' } });
    expect(endpoints).toMatchObject([{ responseSchema: false }]);
  });

  test.each([
    [
      'unknown keywords and formats',
      { format: 'iban', example: 'a', id: 'b', discriminator: { propertyName: 'c' } },
    ],
    [
      'types left out, as in most',
      { properties: { a: { minimum: 1 } }, required: ['a'], items: { pattern: 'x' } },
    ],
    [
      'own references',
      { $id: `${site}/a`, $defs: { b: { $id: `${site}/b`, type: ['object', 'null'] } }, $ref: 'b' },
    ],
    ['a reference to the whole', { type: 'object', properties: { child: { $ref: '#' } } }],
    ['the same $id again', { $id: `${site}/a`, type: 'object' }],
    ['a dialect that is named', { $schema: 'https://json-schema.org/draft/2020-12/schema' }],
  ])('can have %s, and is used to judge', async (_name, schema) => {
    const { responseSchemas } = await profileOf({ responseSchemas: { 'GET /cash': schema } });
    expect(responseSchemas['GET /cash']).toEqual(schema);
    expect(problems(responseSchemas['GET /cash'] ?? false, { a: 1 })).toEqual([]);
  });

  test('that forbids everything expects nothing', async () => {
    const { responseSchemas } = await profileOf({ responseSchemas: { 'GET /cash': false } });
    expect(problems(responseSchemas['GET /cash'] ?? true, 'a')).toMatchObject([
      { expected: 'nothing' },
    ]);
  });
});

test('the result can contain every member of a profile', async () => {
  const profile = await profileOf({
    guidePath: '/guides/{id}',
    guideOrder: [users[0], users[1]],
    malformedUserStatus: 400,
    successStatus: { 'PATCH /users/me/address': 204 },
    responseSchemas: { 'GET /cash': true, 'GET /portfolios': { type: 'object' } },
    scopes: { 'GET /cash': ['service:cash'] },
    addresses: [{ line1: 'a', city: 'b', postalCode: 1, countryCode: 'MT' }],
    order: { isin: 'US0378331005', side: 'buy', amount: 25 },
    addressReadBack: { endpoint: 'GET /users/me' },
    userCreation: { endpoint: 'POST /users/{kind}', id: '/id' },
    endpoints: [reads, { ...creates, request: { sample: [null] } }],
    absentMethods: ['DELETE'],
    waivers: [{ id: 'auth/expired', reason: 'none can be had' }],
  });
  expect(Object.keys(profile).sort()).toEqual(
    Object.keys(resultSchema.properties.profile.properties).sort(),
  );
  expect(violations(resultSchema.properties.profile, profile, 'all')).toEqual([]);
});

test.each([
  ['en-GB', 'en-us', true],
  ['zh-hant', 'ZH-Hans', true],
  ['en', 'de', false],
])('%s and %s are the same language: %s', async (first, second, same) => {
  const config = { users: { languages: { first, second } } };
  const resolved = await resolving({ ...over({ M2M_SECOND_USER_ID: users[1] }), config });
  expect(resolved).toMatchObject({ config: { users: { sameLanguage: same } } });
});
