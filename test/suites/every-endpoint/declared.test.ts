import { describe, expect, test } from 'vitest';
import type { Check, Monitor } from '../../../engine/catalogue/check.ts';
import { type Bound, type Endpoint, jsonBody, type Request } from '../../../engine/index.ts';
import {
  declared,
  isDelivered,
  judgeDeclaredSchema,
} from '../../../suites/every-endpoint/declared.ts';
import { answered, type Given } from '../answered.ts';
import { boundTo, causeOf, requirementOf } from '../asking.ts';
import { saidBy } from '../said.ts';

function endpoint(changes: Partial<Endpoint> = {}): Endpoint {
  const id = 'GET /things/{id}';
  const { endpoint: base } = boundTo('cash');
  return {
    ...base,
    id,
    name: id,
    path: '/things/{id}',
    mayBeAbsent: true,
    source: 'declared',
    ...changes,
  };
}

function bound(changes: Partial<Endpoint> = {}): Bound {
  const made = endpoint(changes);
  const request: Request = {
    ...boundTo('cash').wellFormed(),
    method: made.method,
    path: '/things/7',
  };
  const body = made.sample === undefined ? {} : { body: jsonBody(made.sample) };
  return { ...boundTo('cash'), endpoint: made, wellFormed: () => ({ ...request, ...body }) };
}

describe('declared/schema', () => {
  const responseSchema = {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'array' } },
  };

  test.each<[string, Partial<Endpoint>, ...bodies: unknown[]]>([
    ['pass', {}, { data: [], more: 1 }],
    ['fail', {}, { data: {} }, [], ''],
    ['inconclusive', {}, '<html>'],
    ['inconclusive', { statuses: [201] }, { data: {} }],
    ['inconclusive', { responseSchema: true }, { data: {} }],
    ['inconclusive', { responseSchema: null } as object, { data: {} }],
  ])('%s with %j', (kind, changes, ...bodies) => {
    for (const body of bodies) {
      expect(
        judgeDeclaredSchema(answered({ body }), bound({ responseSchema, ...changes })).kind,
      ).toBe(kind);
    }
  });

  test('says which places violate the schema, and what is wrong in the first one', () => {
    const judgement = judgeDeclaredSchema(answered({ body: {} }), bound({ responseSchema }));
    expect(judgement).toMatchObject({
      cause: 'other-schema',
      facts: { found: { value: 'missing' } },
    });
    expect(saidBy(requirementOf<Monitor>(declared, 'schema'), judgement)).toMatchObject({
      title: 'a response does not conform to the schema in the profile',
      actual: '/data: expected a member, found none',
    });
    const empty = judgeDeclaredSchema(answered({ body: '' }), bound({ responseSchema }));
    expect(causeOf(empty)).toBe('no-content');
  });

  const bearer = 'Bearer {{token:scoped}}';
  const headers = (token: string, user: string, ...more: Request['headers']): Given => ({
    request: { headers: [['Authorization', token], ['x-user-id', user], ...more] },
  });
  test.each<[boolean, string, Given]>([
    [true, 'the declared request', {}],
    [true, 'several spaces', headers('bearer   {{token:scoped}}', '{{user:second}}')],
    [true, 'no user', { request: { headers: [['Authorization', bearer]] } }],
    [false, 'a 204', { status: 204 }],
    [false, 'a 205', { status: 205 }],
    [false, 'a refusal', { status: 400 }],
    [false, 'raw bytes', { request: { wire: 'raw' } }],
    [false, 'another method', { request: { method: 'POST' } }],
    [false, 'another path', { request: { path: '/things/7/more' } }],
    [false, 'a query', { request: { path: '/things/7?a=1' } }],
    [false, 'no token', { request: { headers: [] } }],
    [false, 'two tokens', headers(bearer, '{{user:first}}', ['Authorization', bearer])],
    [false, 'text before the token', headers(`x ${bearer}`, '{{user:first}}')],
    [false, 'text after the token', headers(`${bearer} x`, '{{user:first}}')],
    [false, 'text before the user', headers(bearer, 'x{{user:first}}')],
    [false, 'text after the user', headers(bearer, '{{user:first}}x')],
    [false, 'a foreign user', headers(bearer, '{{user:foreign}}')],
  ])('is judged (%s): %s', (expected, _what, given) => {
    const one = answered({ body: {}, ...given, request: { path: '/things/7', ...given.request } });
    expect(isDelivered({ ...one, key: { ...one.key, endpoint: 'GET /things/{id}' } })).toBe(
      expected,
    );
  });

  test('concerns endpoints with a schema', () => {
    const { endpoints } = requirementOf<Check>(declared, 'schema');
    const all = [{}, { responseSchema }, { responseSchema: true }].map((changes) =>
      endpoints?.(endpoint(changes)),
    );
    expect(all).toEqual([false, true, false]);
  });
});

describe('declared/malformed-body', () => {
  const row = requirementOf<Check>(declared, 'malformed-body');

  test.each([
    [false, { sample: {} }],
    [false, { requestSchema: {} }],
    [true, { sample: {}, requestSchema: { type: 'object' } }],
    // A schema without constraints leaves nothing to refuse.
    [false, { sample: {}, requestSchema: { description: 'anything' } }],
  ])(
    'concerns endpoints with a sample and a schema of the request, %s: %j',
    (expected, changes) => {
      expect(row.endpoints?.(endpoint(changes))).toBe(expected);
    },
  );

  test.each([
    ['{"a":', 'not-json'],
    ['{}', 'against-schema'],
  ])(
    'passes with a refusal, and is inconclusive with a 5xx; if %s is accepted: %s',
    (body, cause) => {
      const causes = [400, 422, 201, 500].map((status) =>
        causeOf(row.judge(answered({ status, request: { body } }), undefined, bound())),
      );
      expect(causes).toEqual(['pass', 'pass', cause, 'inconclusive']);
    },
  );
});
