import { expect, test } from 'vitest';
import { emptyProfile, judgePositive, outOfReach, type Profile } from '../../../engine/index.ts';
import { answered, type Given } from '../../suites/answered.ts';
import { apiError } from '../../suites/api-error.ts';
import { boundTo } from '../../suites/asking.ts';

const kinds = (given: Given, pinned: Partial<ReturnType<typeof boundTo>['endpoint']> = {}) => {
  const bound = boundTo('cash');
  return judgePositive(answered(given), { ...bound, endpoint: { ...bound.endpoint, ...pinned } }).map(
    ({ kind }) => kind,
  );
};
const schema = { type: 'object', required: ['data'] };

test.each<[readonly string[], Given, Parameters<typeof kinds>[1]]>([
  [['held', 'observed'], { body: [] }, {}],
  [['held', 'observed'], { status: 204, body: '' }, {}],
  [['held', 'observed'], { status: 201, body: {} }, { statuses: [200, 201] }],
  [['violated'], { status: 200, body: {} }, { statuses: [201] }],
  [['held', 'observed'], { body: { data: 1 } }, { responseSchema: schema }],
  [['violated', 'observed'], { body: {} }, { responseSchema: schema }],
  [['violated', 'observed'], { body: '' }, { responseSchema: schema }],
  [['held', 'observed'], { status: 204, body: '' }, { responseSchema: schema }],
  [['held', 'observed'], { status: 205, body: '' }, { responseSchema: schema }],
  [['unanswered'], { body: '<html>' }, { responseSchema: schema }],
  [['unanswered'], apiError(404), {}],
  [['violated'], apiError(400), {}],
  [['unanswered'], { status: 500 }, {}],
])('%j: %j, pinned %j', (expected, given, pinned) => {
  expect(kinds(given, pinned)).toEqual(expected);
});

test.each<[string, number, Partial<Profile>, RegExp | undefined]>([
  ['address', 422, {}, /profile\.addresses/],
  ['orders', 409, {}, /profile\.order\b/],
  ['orders', 404, { order: { isin: 'x' } }, /profile\.order\b/],
  ['orders', 400, {}, undefined],
  ['guides', 422, {}, undefined],
  ['cash', 409, {}, undefined],
  ['cash', 404, {}, /may not exist/],
  ['address', 403, {}, /declares no scopes/],
  ['address', 403, { scopes: { 'PATCH /users/me/address': ['a'] } }, undefined],
  ['guides', 403, {}, undefined],
])('%s refused with %i', (name, status, profile, expected) => {
  const bound = { ...boundTo(name), profile: { ...emptyProfile, ...profile } };
  const why = outOfReach(answered(apiError(status)), bound);
  if (expected) expect(why).toMatch(expected);
  else expect(why).toBeUndefined();
});

test('without ApiError no refusal is excused', () => {
  expect(outOfReach(answered({ status: 422, body: 'no' }), boundTo('address'))).toBeUndefined();
});
