import { describe, expect, test } from 'vitest';
import { scope, scopeWords } from '../../../suites/every-endpoint/scope.ts';
import { judgeSufficient, judgeWithoutScope } from '../../../suites/every-endpoint/scope-guides.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, causeOf, silence } from '../asking.ts';
import { headersFor } from '../notification-settings/groups.ts';
import { checkOf, monitorOf } from '../recorded.ts';

const listing: Given = { body: { data: [] } };
const forbidden = apiError(403);

describe('scope/guides-required', () => {
  test.each([
    [403, 'pass', 'pass'],
    [200, 'fail', 'fail'],
    [401, 'fail', 'inconclusive'],
    [404, 'fail', 'inconclusive'],
    [500, 'inconclusive', 'inconclusive'],
    [503, 'inconclusive', 'inconclusive'],
    [429, 'inconclusive', 'inconclusive'],
  ])('%i: %s if another endpoint knows the token, otherwise %s', (status, known, unknown) => {
    expect(judgeWithoutScope(answered({ status }), true).kind).toBe(known);
    expect(judgeWithoutScope(answered({ status }), false).kind).toBe(unknown);
    expect(judgeWithoutScope(silence('closed'), true).kind).toBe('inconclusive');
  });
});

test('scope/forged-scope needs a token that is accepted, or refused with 403', () => {
  const { accepts } = checkOf(scope, 'scope/forged-scope');
  expect([200, 403, 401, 404].map((status) => accepts?.(answered({ status })))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('scope/declared applies to endpoints for which the profile declares scopes', () => {
  const { endpoints } = scope.requirements.find(({ id }) => id === 'scope/declared') ?? {};
  const { endpoint } = boundTo('guide');
  expect([endpoint, { ...endpoint, scopes: ['a'] }].map((one) => endpoints?.(one))).toEqual([
    false,
    true,
  ]);
});

describe('scope/guides-sufficient', () => {
  const sufficient = monitorOf(scope, 'scope/guides-sufficient');
  const refused = 'refused';

  test.each<[string, Given]>([
    ['pass', listing],
    [refused, apiError(401)],
    [refused, forbidden],
    ['inconclusive', apiError(404)],
    ['inconclusive', { status: 500 }],
    ['inconclusive', apiError(401, 'User not found')],
  ])('%s: %j', (expected, given) => {
    expect(causeOf(judgeSufficient(answered(given)))).toBe(expected);
  });

  const forSecond = { headers: headersFor('second') };
  test.each<[boolean, Given]>([
    [true, { body: {} }],
    [true, forbidden],
    [true, { ...apiError(401), requirement: 'scope/guides-sufficient' }],
    [false, apiError(401)],
    [false, apiError(404)],
    [false, { ...forbidden, request: forSecond }],
    [true, { body: {}, request: forSecond }],
    [false, { body: {}, request: { path: '/cash' } }],
  ])('judges (%s) %j', (expected, given) => {
    expect(sufficient.matches(answered(given))).toBe(expected);
  });
});

test.each<[boolean, string, unknown]>([
  [true, 'a string', 'read:guides read:cash'],
  [true, 'a string with several spaces', 'read:guides   read:cash'],
  [true, 'a string with commas', 'a, read:cash,b'],
  [true, 'a list', ['a', 'read:cash']],
  [true, 'a list with what is no string', [7, null, {}, 'read:cash']],
  [true, 'a URL of the API', 'https://api.example/read:cash'],
  [false, 'another one', 'read:guides'],
  [false, 'nothing', undefined],
  [false, 'one that begins alike', 'read:cash-flow'],
  [false, 'a number', 7],
  [false, 'objects', [{ name: 'read:cash' }, null]],
])('a token contains the scope, %s: its claim is %s', (expected, _what, claim) => {
  const isScope = (word: string) => word === 'read:cash' || word.endsWith('/read:cash');
  expect(scopeWords(claim)?.some(isScope) ?? false).toBe(expected);
});
