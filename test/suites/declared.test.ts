import { describe, expect, test } from 'vitest';
import type { Check, Scenario } from '../../engine/catalogue/check.ts';
import { type Bound, type Endpoint, jsonBody, type Request, valueText } from '../../engine/index.ts';
import { referenceProfile } from '../../fixtures/profiles/reference.ts';
import { declared, isDelivered, judgeDeclaredSchema } from '../../suites/every-endpoint/declared.ts';
import { answered, type Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo } from './asking.ts';

const found = (id: string) => declared.requirements.find((one) => one.id === `declared/${id}`);

function endpoint(changes: Partial<Endpoint> = {}): Endpoint {
  const id = 'GET /things/{id}';
  const { endpoint: base } = boundTo('cash');
  return { ...base, id, name: id, path: '/things/{id}', mayBeAbsent: true, source: 'declared', ...changes };
}

function bound(changes: Partial<Endpoint> = {}): Bound {
  const made = endpoint(changes);
  const request: Request = { ...boundTo('cash').wellFormed(), method: made.method, path: '/things/7' };
  return {
    ...boundTo('cash'),
    endpoint: made,
    wellFormed: () => (made.sample === undefined ? request : { ...request, body: jsonBody(made.sample) }),
  };
}

describe('declared/ok', () => {
  const judged = async (given: Given, changes?: Partial<Endpoint>) =>
    (
      await (found('ok') as Scenario).run(
        bound(changes),
        asking(() => given),
      )
    ).map(({ kind }) => kind);

  test.each<[string, Given, Partial<Endpoint>]>([
    ['held', { status: 200 }, {}],
    ['held', { status: 204 }, {}],
    ['held', { status: 201 }, { statuses: [200, 201] }],
    ['violated', { status: 200 }, { statuses: [201] }],
    ['violated', apiError(400), {}],
    ['violated', apiError(401), {}],
    ['violated', { status: 302 }, {}],
    ['violated', { status: 404, body: 'nothing here' }, {}],
    ['violated', apiError(403), { scopes: ['a:b'] }],
    ['unanswered', apiError(403), {}],
    ['unanswered', apiError(404), {}],
    ['unanswered', apiError(422), { sample: {} }],
    ['violated', apiError(422), {}],
    ['unanswered', { status: 500 }, {}],
    ['unanswered', { status: 503 }, {}],
  ])('%s: %j with %j', async (kind, given, changes) => {
    expect(await judged(given, changes)).toEqual([kind]);
  });
});

describe('declared/schema', () => {
  const responseSchema = { type: 'object', required: ['data'], properties: { data: { type: 'array' } } };
  const kind = (given: Given, changes: Partial<Endpoint> = {}) =>
    judgeDeclaredSchema(answered(given), bound({ responseSchema, ...changes })).kind;

  test.each<[string, Given, Partial<Endpoint>]>([
    ['held', { body: { data: [], more: 1 } }, {}],
    ['violated', { body: { data: {} } }, {}],
    ['violated', { body: [] }, {}],
    ['violated', { body: '' }, {}],
    ['unanswered', { body: '<html>' }, {}],
    ['unanswered', { body: { data: {} } }, { statuses: [201] }],
  ])('%s: %j with %j', (expected, given, changes) => {
    expect(kind(given, changes)).toBe(expected);
  });

  const exchange = (
    path: string,
    changes: Partial<Request> = {},
    requirement = 'cash/ok',
    step = 'request',
    status = 200,
  ) => {
    const one = answered({ status, request: { ...bound().wellFormed(), path, ...changes }, requirement, step });
    return { ...one, key: { ...one.key, endpoint: 'GET /things/{id}' } };
  };

  test.each([
    ['the declared request', true, exchange('/things/7')],
    [
      'without a user',
      true,
      exchange('/things/7', { headers: [['Authorization', ['Bearer ', { symbol: 'token:scoped' }]]] }),
    ],
    ['with a query', false, exchange('/things/7?a=1')],
    ['another path, as of a read-back', false, exchange('/things')],
    ['another method', false, exchange('/things/7', { method: 'POST' })],
    ['another token', false, exchange('/things/7', { headers: [['Authorization', 'Bearer x']] })],
    [
      'a malformed user',
      false,
      exchange('/things/7', {
        headers: [
          ['Authorization', ['Bearer ', { symbol: 'token:scoped' }]],
          ['x-user-id', 'x'],
        ],
      }),
    ],
    ['a malformed body', false, exchange('/things/7', {}, 'declared/malformed-body', 'case')],
    ['the control of a malformed body', true, exchange('/things/7', {}, 'declared/malformed-body', 'control')],
    ['no content', false, exchange('/things/7', {}, 'cash/ok', 'request', 204)],
    ['a refusal', false, exchange('/things/7', {}, 'cash/ok', 'request', 400)],
  ] as const)('is judged: %s %s', (_what, expected, one) => {
    expect(isDelivered(one)).toBe(expected);
  });

  test('concerns only endpoints with a schema', () => {
    const { endpoints } = found('schema') as Check;
    expect(endpoints?.(endpoint())).toBe(false);
    expect(endpoints?.(endpoint({ responseSchema }))).toBe(true);
    expect(endpoints?.(endpoint({ responseSchema: true }))).toBe(false);
  });
});

describe('declared/malformed-body', () => {
  const row = found('malformed-body') as Check;

  test('sends what contradicts, with fresh texts in it, and nothing where nothing can', () => {
    const user = referenceProfile.endpoints.find(({ path }) => path === '/users');
    if (typeof user?.requestSchema !== 'object') throw new TypeError('the profile declares how users are created');
    const { boundary } = row.cases(bound({ sample: user.sample, requestSchema: user.requestSchema, safety: 'write' }));
    expect(boundary.length).toBeGreaterThan(40);
    const bodies = boundary.map(({ request }) => valueText(request.body ?? ''));
    expect(bodies.filter((body) => body.includes('{{unique}}')).length).toBeGreaterThan(20);
    expect(row.cases(bound({ sample: {}, requestSchema: {} })).boundary).toEqual([]);
  });

  test('concerns only endpoints with a schema and a sample of their request', () => {
    expect(row.endpoints?.(endpoint({ sample: {} }))).toBe(false);
    expect(row.endpoints?.(endpoint({ requestSchema: {} }))).toBe(false);
    expect(row.endpoints?.(endpoint({ sample: {}, requestSchema: { type: 'object' } }))).toBe(true);
    // What says nothing leaves nothing to be refused.
    expect(row.endpoints?.(endpoint({ sample: {}, requestSchema: { description: 'anything' } }))).toBe(false);
  });

  test.each([
    ['held', 400],
    ['held', 422],
    ['violated', 201],
    ['unanswered', 500],
  ])('%s by %i', (kind, status) => {
    expect(row.judge(answered({ status }), undefined, bound()).kind).toBe(kind);
  });
});
