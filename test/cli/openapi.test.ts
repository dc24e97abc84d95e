import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { conforms } from '../../engine/schema/conforms.ts';
import { endpoints } from '../../suites/endpoints.ts';
import { command, emptyFolder } from './command.ts';

type Node = { readonly [name: string]: unknown };

let folder: ReturnType<typeof emptyFolder>;

beforeEach(() => {
  folder = emptyFolder();
});

afterEach(() => {
  folder.remove();
});

async function described(args: readonly string[] = [], variables: Record<string, string> = {}): Promise<Node> {
  const { code, stdout, stderr } = await command(folder.path, ['openapi', ...args], variables);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Node;
}

/** What two validators of other makes object to. */
async function objections(description: Node): Promise<unknown[]> {
  const source = JSON.stringify(description);
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The specification names no licence, and the address of a target that is not configured is one of example.com.
    rules: { 'info-license': 'off', 'no-server-example.com': 'off' },
  });
  const linted = await lintFromString({ source, config });
  const { valid, errors } = await new Validator().validate(JSON.parse(source));
  return [...linted.map(({ ruleId, message }) => `${ruleId}: ${message}`), ...(valid ? [] : [errors].flat())];
}

/** Every media type of the description that has an example, by its place. */
function examplesOf(description: Node): (readonly [place: string, schema: object, example: unknown])[] {
  const found: (readonly [string, object, unknown])[] = [];
  const visit = (node: unknown, place: string) => {
    if (typeof node !== 'object' || node === null) return;
    const { schema, example } = node as Node;
    if (typeof schema === 'object' && schema !== null && example !== undefined) found.push([place, schema, example]);
    for (const [name, member] of Object.entries(node)) if (name !== 'example') visit(member, `${place}/${name}`);
  };
  visit(description['paths'], '');
  return found;
}

/** The problems of all examples with their schemas. */
function wrongExamples(description: Node): string[] {
  return examplesOf(description).flatMap(([place, schema, example]) => {
    // `example` is a word of OpenAPI, not of JSON Schema.
    const text = JSON.stringify({ ...schema, components: description['components'] }, (name, value) =>
      ['example', 'securitySchemes', 'parameters'].includes(name) ? undefined : value,
    );
    return conforms(relaxed(JSON.parse(text)), example).map((problem) => `${place}: ${problem}`);
  });
}

/** A strict compiler refuses what it does not know: the components move to where schemas may stand. */
function relaxed({ components, ...schema }: Node): object {
  const { schemas = {} } = (components ?? {}) as { schemas?: object };
  const text = JSON.stringify({ ...schema, $defs: schemas });
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as object;
}

const operationsOf = (description: Node) =>
  Object.entries(description['paths'] as Record<string, Record<string, Node>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ id: `${method.toUpperCase()} ${path}`, operation })),
  );

describe('openapi', () => {
  test('describes every endpoint of the specification, to the liking of two validators', async () => {
    const description = await described();
    expect(await objections(description)).toEqual([]);
    const ids = operationsOf(description).map(({ id }) => id);
    const specified = endpoints.map(({ id }) => (id === 'POST {auth_url}' ? 'POST /oauth/token' : id));
    expect(ids.sort()).toEqual(specified.sort());
  });

  test('has an example for every success and for every body, and each conforms', async () => {
    const description = await described();
    expect(wrongExamples(description)).toEqual([]);
    const places = examplesOf(description).map(([place]) => place);
    expect(places.filter((place) => place.includes('/responses/200/content')).length).toBe(endpoints.length);
    expect(places.filter((place) => place.includes('/requestBody/')).length).toBe(3);
  });

  test('says what a request needs, and what the specification does not show', async () => {
    const description = await described();
    const byId = new Map(operationsOf(description).map(({ id, operation }) => [id, operation]));
    const guides = byId.get('GET /learn/learning-guides');
    expect(guides).toMatchObject({
      security: [{ clientCredentials: ['service:nbg'] }, { bearer: [] }],
      parameters: [{ $ref: '#/components/parameters/UserId' }],
      responses: { 200: { headers: { 'Cache-Control': { required: true, example: 'max-age=1800' } } } },
    });
    expect(description).toMatchObject({
      components: {
        parameters: { UserId: { name: 'x-user-id', required: true, schema: { pattern: '^[a-f0-9]{24}$' } } },
        securitySchemes: {
          clientCredentials: { flows: { clientCredentials: { tokenUrl: 'https://auth.example.com/oauth/token' } } },
        },
      },
    });
    expect(byId.get('POST /oauth/token')).toMatchObject({
      servers: [{ url: 'https://auth.example.com' }],
      security: [],
    });
    expect(JSON.stringify(byId.get('GET /cash'))).toMatch(/not shown/);
    expect(JSON.stringify(byId.get('PATCH /users/me/address'))).toMatch(/not shown/);
  });

  test('adds what a configuration declares, and takes its addresses, without needing its secrets', async () => {
    const isin = { type: 'string', minLength: 12, maxLength: 12 };
    const config = {
      target: { baseUrl: 'https://api.acme.test/m2m', authUrl: 'https://id.acme.test/token?tenant=acme' },
      profile: {
        scopes: { 'GET /cash': ['service:cash'] },
        responseSchemas: { 'GET /cash': { type: 'object', required: ['data'], properties: { data: {} } } },
        endpoints: [
          {
            area: 'investment-products',
            method: 'GET',
            path: '/investment-products/{isin}',
            parameters: { isin: 'US0378331005' },
            takesUser: false,
            response: {
              schema: {
                type: 'object',
                required: ['isin', 'related'],
                properties: {
                  isin,
                  related: { type: 'array', items: { $ref: '#/$defs/link' } },
                },
                $defs: { link: { type: 'object', required: ['isin'], properties: { isin } } },
              },
            },
          },
          {
            area: 'savings-orders',
            method: 'POST',
            path: '/savings-orders',
            safety: 'write',
            request: {
              sample: { amount: 5, reference: 'run {{unique}}' },
              schema: {
                type: 'object',
                required: ['amount'],
                properties: { amount: { type: 'number' }, reference: { type: 'string' } },
              },
            },
            response: { statuses: [201] },
          },
        ],
      },
    };
    writeFileSync(join(folder.path, 'harness.config.json'), JSON.stringify(config));
    const description = await described();
    expect(await objections(description)).toEqual([]);
    expect(wrongExamples(description)).toEqual([]);
    const operations = new Map(operationsOf(description).map(({ id, operation }) => [id, operation]));
    expect(description['servers']).toEqual([{ url: 'https://api.acme.test/m2m' }]);
    expect(operations.get('POST /token')).toMatchObject({
      servers: [{ url: 'https://id.acme.test' }],
      parameters: [{ name: 'tenant', in: 'query', example: 'acme' }],
    });
    expect(operations.get('GET /cash')).toMatchObject({
      security: [{ clientCredentials: ['service:cash'] }, { bearer: [] }],
    });
    expect(operations.get('GET /investment-products/{isin}')).toMatchObject({
      'x-declared': true,
      tags: ['investment-products'],
      parameters: [{ name: 'isin', in: 'path', example: 'US0378331005' }],
    });
    expect(operations.get('POST /savings-orders')).toMatchObject({
      'x-declared': true,
      requestBody: { content: { 'application/json': { example: { amount: 5, reference: 'run example' } } } },
      responses: { 201: {} },
    });
  });

  test('--out writes the same to a file', async () => {
    const { code, stdout } = await command(folder.path, ['openapi', '--out', 'openapi.json']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(JSON.parse(readFileSync(join(folder.path, 'openapi.json'), 'utf8'))).toEqual(await described());
  });

  test('a file that cannot be written is one clear error', async () => {
    const { code, stderr } = await command(folder.path, ['openapi', '--out', 'no/such/folder/openapi.json']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'no/such/folder/openapi.json cannot be written (ENOENT). Name another file with --out.\n',
    });
    expect(existsSync(join(folder.path, 'no'))).toBe(false);
  });

  test('a broken configuration is one clear error', async () => {
    const { code, stdout, stderr } = await command(folder.path, ['openapi', '--config', 'missing.ts']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/missing\.ts/);
  });
});
