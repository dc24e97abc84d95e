import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { conforms } from '../../engine/schema/conforms.ts';
import { endpoints } from '../../suites/endpoints.ts';
import { workspace } from './workspace.ts';

type Node = { readonly [name: string]: unknown };
const { call, read, write } = workspace();

async function describeApi(args = 'openapi'): Promise<Node> {
  const { code, stdout, stderr } = await call(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Node;
}

/** Returns the objections of two independent validators. */
async function objections(description: Node): Promise<unknown[]> {
  const source = JSON.stringify(description);
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The specification names no licence, and without a configuration the server is at example.com.
    rules: { 'info-license': 'off', 'no-server-example.com': 'off' },
  });
  const linted = await lintFromString({ source, config });
  const { valid, errors } = await new Validator().validate(JSON.parse(source));
  return [
    ...linted.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    ...(valid ? [] : [errors].flat()),
  ];
}

/** Returns every media type with an example, with its path. */
function examplesOf(
  description: Node,
): (readonly [place: string, schema: object, example: unknown])[] {
  const found: (readonly [string, object, unknown])[] = [];
  const visit = (node: unknown, place: string) => {
    if (typeof node !== 'object' || node === null) return;
    const { schema, example } = node as Node;
    if (typeof schema === 'object' && schema !== null && example !== undefined)
      found.push([place, schema, example]);
    for (const [name, member] of Object.entries(node))
      if (name !== 'example') visit(member, `${place}/${name}`);
  };
  visit(description['paths'], '');
  return found;
}

/**
 * Validates all examples against their schemas. Drops the keyword `example`, which JSON Schema does
 * not define.
 */
function wrongExamples(description: Node): string[] {
  const { schemas = {} } = (description['components'] ?? {}) as { schemas?: object };
  return examplesOf(description).flatMap(([place, schema, example]) => {
    const text = JSON.stringify({ ...schema, $defs: schemas }, (name, value) =>
      name === 'example' ? undefined : value,
    );
    const problems = conforms(
      JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')),
      example,
    );
    return problems.map((problem) => `${place}: ${problem}`);
  });
}

const operationsOf = (description: Node) =>
  new Map(
    Object.entries(description['paths'] as Record<string, Record<string, Node>>).flatMap(
      ([path, item]) =>
        Object.entries(item).map(
          ([method, operation]) =>
            [`${method.toUpperCase()} ${path}` as string, operation] as const,
        ),
    ),
  );

describe('the description of the specified API', () => {
  let description: Node;
  beforeAll(async () => {
    description = await describeApi();
  });

  test('contains every endpoint of the specification, and two validators accept it', async () => {
    expect(await objections(description)).toEqual([]);
    const specified: string[] = endpoints.map(({ id }) =>
      id === 'POST {auth_url}' ? 'POST /oauth/token' : id,
    );
    expect([...operationsOf(description).keys()].sort()).toEqual(specified.sort());
  });

  test('has an example for every success and every body, each valid against its schema', () => {
    expect(wrongExamples(description)).toEqual([]);
    const places = examplesOf(description).map(([place]) => place);
    expect(places.filter((place) => place.includes('/responses/200/content')).length).toBe(
      endpoints.length,
    );
    expect(places.filter((place) => place.includes('/requestBody/')).length).toBe(3);
  });

  test('states what a request needs, and marks what the specification does not say', () => {
    const byId = operationsOf(description);
    expect(byId.get('GET /learn/learning-guides')).toMatchObject({
      security: [{ clientCredentials: ['service:nbg'] }, { bearer: [] }],
      parameters: [{ $ref: '#/components/parameters/UserId' }],
      responses: {
        200: { headers: { 'Cache-Control': { required: true, example: 'max-age=1800' } } },
      },
    });
    const tokenUrl = 'https://auth.example.com/oauth/token';
    expect(description['components']).toMatchObject({
      parameters: {
        UserId: { name: 'x-user-id', required: true, schema: { pattern: '^[a-f0-9]{24}$' } },
      },
      securitySchemes: { clientCredentials: { flows: { clientCredentials: { tokenUrl } } } },
    });
    const token = { servers: [{ url: 'https://auth.example.com' }], security: [] };
    expect(byId.get('POST /oauth/token')).toMatchObject(token);
    for (const id of ['GET /cash', 'PATCH /users/me/address'])
      expect(JSON.stringify(byId.get(id))).toMatch(
        /does not define its response|neither status nor body/,
      );
  });

  test('is the same if it is written to a file', async () => {
    expect(await call('openapi --out openapi.json')).toMatchObject({ code: 0, stdout: '' });
    expect(JSON.parse(read('openapi.json'))).toEqual(description);
    write('openapi.json', 'mine');
    expect((await call('openapi --out openapi.json')).code).toBe(2);
    expect(read('openapi.json')).toBe('mine');
    expect((await call('openapi --out openapi.json --force')).code).toBe(0);
    expect(JSON.parse(read('openapi.json'))).toEqual(description);
  });
});

test('a configuration adds its endpoints and URLs, and needs no secrets', async () => {
  const object = (required: readonly string[], properties: object) => ({
    type: 'object',
    required,
    properties,
  });
  const isin = { type: 'string', minLength: 12, maxLength: 12 };
  const related = { type: 'array', items: { $ref: '#/$defs/link' } };
  const product = {
    ...object(['isin', 'related'], { isin, related }),
    $defs: { link: object(['isin'], { isin }) },
  };
  const path = '/investment-products/{isin}';
  const reading = {
    area: 'investment-products',
    method: 'GET',
    path,
    parameters: { isin: 'US0378331005' },
  };
  const order = object(['amount'], { amount: { type: 'number' }, reference: { type: 'string' } });
  const request = { sample: { amount: 5, reference: 'run {{unique}}' }, schema: order };
  const writing = {
    area: 'savings-orders',
    method: 'POST',
    path: '/savings-orders',
    safety: 'write',
    request,
  };
  write('harness.config.json', {
    target: {
      baseUrl: 'https://api.acme.test/m2m',
      authUrl: 'https://id.acme.test/token?tenant=acme',
    },
    profile: {
      scopes: { 'GET /cash': ['service:cash'] },
      responseSchemas: { 'GET /cash': object(['data'], { data: {} }) },
      endpoints: [
        { ...reading, takesUser: false, response: { schema: product } },
        { ...writing, response: { statuses: [201] } },
      ],
    },
  });
  const description = await describeApi();
  expect(await objections(description)).toEqual([]);
  expect(wrongExamples(description)).toEqual([]);
  expect(description['servers']).toEqual([{ url: 'https://api.acme.test/m2m' }]);
  expect(Object.fromEntries(operationsOf(description))).toMatchObject({
    'POST /token': {
      servers: [{ url: 'https://id.acme.test' }],
      parameters: [{ name: 'tenant', in: 'query', example: 'acme' }],
    },
    'GET /cash': { security: [{ clientCredentials: ['service:cash'] }, { bearer: [] }] },
    'GET /investment-products/{isin}': {
      'x-declared': true,
      tags: ['investment-products'],
      parameters: [{ name: 'isin', in: 'path', example: 'US0378331005' }],
    },
    'POST /savings-orders': {
      'x-declared': true,
      requestBody: {
        content: { 'application/json': { example: { amount: 5, reference: 'run example' } } },
      },
      responses: { 201: {} },
    },
  });
});
