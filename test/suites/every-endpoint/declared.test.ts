import { describe, expect, test } from 'vitest';
import type { Check, Scenario } from '../../../engine/catalogue/check.ts';
import { type Bound, type Endpoint, jsonBody, type Request, valueText } from '../../../engine/index.ts';
import { referenceProfile } from '../../../fixtures/profiles/reference.ts';
import { declared, isDelivered, judgeDeclaredSchema } from '../../../suites/every-endpoint/declared.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, judgedBy, requirementOf } from '../asking.ts';

function endpoint(changes: Partial<Endpoint> = {}): Endpoint {
  const id = 'GET /things/{id}';
  const { endpoint: base } = boundTo('cash');
  return { ...base, id, name: id, path: '/things/{id}', mayBeAbsent: true, source: 'declared', ...changes };
}

function bound(changes: Partial<Endpoint> = {}): Bound {
  const made = endpoint(changes);
  const request: Request = { ...boundTo('cash').wellFormed(), method: made.method, path: '/things/7' };
  const body = made.sample === undefined ? {} : { body: jsonBody(made.sample) };
  return { ...boundTo('cash'), endpoint: made, wellFormed: () => ({ ...request, ...body }) };
}

test.each<[string, Partial<Endpoint>, readonly Given[]]>([
  ['held', {}, [{ status: 200 }, { status: 204 }]],
  ['held', { statuses: [200, 201] }, [{ status: 201 }]],
  ['violated', { statuses: [201] }, [{ status: 200 }]],
  ['violated', {}, [apiError(400), apiError(401), apiError(422), { status: 302 }, { status: 404, body: 'none here' }]],
  ['violated', { scopes: ['a:b'] }, [apiError(403)]],
  ['unanswered', {}, [apiError(403), apiError(404), { status: 500 }, { status: 503 }]],
  ['unanswered', { sample: {} }, [apiError(422)]],
])('declared/ok is %s with %j by %j', async (kind, changes, all) => {
  for (const given of all) {
    const { kinds } = await judgedBy(requirementOf<Scenario>(declared, 'ok'), () => given, bound(changes));
    expect(kinds, JSON.stringify(given)).toEqual([kind]);
  }
});

describe('declared/schema', () => {
  const responseSchema = { type: 'object', required: ['data'], properties: { data: { type: 'array' } } };

  test.each<[string, Partial<Endpoint>, ...bodies: unknown[]]>([
    ['held', {}, { data: [], more: 1 }],
    ['violated', {}, { data: {} }, [], ''],
    ['unanswered', {}, '<html>'],
    ['unanswered', { statuses: [201] }, { data: {} }],
  ])('%s with %j', (kind, changes, ...bodies) => {
    for (const body of bodies) {
      expect(judgeDeclaredSchema(answered({ body }), bound({ responseSchema, ...changes })).kind).toBe(kind);
    }
  });

  const token = ['Authorization', ['Bearer ', { symbol: 'token:scoped' }]] as const;
  test.each<[boolean, string, Partial<Request>, Given?]>([
    [true, 'the declared request', {}],
    [true, 'without a user', { headers: [token] }],
    [false, 'with a query', { path: '/things/7?a=1' }],
    [false, 'another path, as of a read-back', { path: '/things' }],
    [false, 'another method', { method: 'POST' }],
    [false, 'another token', { headers: [['Authorization', 'Bearer x']] }],
    [false, 'a malformed user', { headers: [token, ['x-user-id', 'x']] }],
    [false, 'a malformed body', {}, { requirement: 'declared/malformed-body', step: 'case' }],
    [true, 'the control of a malformed body', {}, { requirement: 'declared/malformed-body', step: 'control' }],
    [false, 'no content', {}, { status: 204 }],
    [false, 'a refusal', {}, { status: 400 }],
  ])('is judged, %s: %s', (expected, _what, request, given) => {
    const one = answered({
      requirement: 'cash/ok',
      step: 'request',
      ...given,
      request: { ...bound().wellFormed(), ...request },
    });
    expect(isDelivered({ ...one, key: { ...one.key, endpoint: 'GET /things/{id}' } })).toBe(expected);
  });

  test('concerns endpoints with a schema', () => {
    const { endpoints } = requirementOf<Check>(declared, 'schema');
    const all = [{}, { responseSchema }, { responseSchema: true }].map((changes) => endpoints?.(endpoint(changes)));
    expect(all).toEqual([false, true, false]);
  });
});

describe('declared/malformed-body', () => {
  const row = requirementOf<Check>(declared, 'malformed-body');

  test('sends what contradicts the schema, with fresh texts in it, and nothing if nothing can', () => {
    const user = referenceProfile.endpoints.find(({ path }) => path === '/users');
    if (typeof user?.requestSchema !== 'object') throw new TypeError('the profile declares how users are created');
    const { boundary } = row.cases(bound({ sample: user.sample, requestSchema: user.requestSchema, safety: 'write' }));
    expect(boundary.length).toBeGreaterThan(40);
    const isFresh = ({ request }: (typeof boundary)[number]) => valueText(request.body ?? '').includes('{{unique}}');
    expect(boundary.filter(isFresh).length).toBeGreaterThan(20);
    expect(row.cases(bound({ sample: {}, requestSchema: {} })).boundary).toEqual([]);
  });

  test.each([
    [false, { sample: {} }],
    [false, { requestSchema: {} }],
    [true, { sample: {}, requestSchema: { type: 'object' } }],
    // What says nothing leaves nothing to be refused.
    [false, { sample: {}, requestSchema: { description: 'anything' } }],
  ])('concerns endpoints with a sample and a schema of the request, %s: %j', (expected, changes) => {
    expect(row.endpoints?.(endpoint(changes))).toBe(expected);
  });

  test('is held by a refusal, violated by a success, and open after a failure', () => {
    const kinds = [400, 422, 201, 500].map((status) => row.judge(answered({ status }), undefined, bound()).kind);
    expect(kinds).toEqual(['held', 'held', 'violated', 'unanswered']);
  });
});
