import { describe, expect, test } from 'vitest';
import type { Bound } from '../../../engine/index.ts';
import { apiError } from '../api-error.ts';
import { boundTo } from '../asking.ts';
import { boundAs, factsOf, jws } from '../recorded.ts';
import { forbidden, type Guard, judgeGuard, listing } from './scope-guard.ts';

type Claims = Readonly<Record<string, unknown>>;
const scoped = jws({ scope: 'service:nbg read:cash more' });

/** Judges scope/declared on an endpoint that demands the scopes; without claims the token cannot be read. */
function declared(claims?: Claims, guard: Guard = {}, scopes = ['read:cash'], name = 'cash', facts = {}) {
  const tokens = { 'token:scoped': scoped, 'token:unscoped': jws(claims) };
  return judgeGuard('scope/declared', guard, boundAs(name, { scopes }, { facts: factsOf(tokens, facts) }));
}

test.each<[string, Claims]>([
  ['another one', { scope: 'read:guides' }],
  ['none', {}],
  ['one that begins alike', { scope: 'read:cash-flow' }],
  ['one in a claim of another kind', { scope: 7, other: 'read:cash' }],
  ['roles that are no strings', { roles: [{ name: 'read:cash' }, null] }],
])('a token that contains %s must be refused', async (_what, claims) => {
  expect((await declared(claims)).steps).toContain('case');
});

test.each<[string, Claims]>([
  ['in scope', { scope: 'read:guides read:cash' }],
  ['after several spaces', { scope: 'read:guides   read:cash' }],
  ['between commas', { scope: 'a, read:cash,b' }],
  ['in a list', { scp: ['a', 'read:cash'] }],
  ['in a list, after what is no string', { scp: [7, null, {}, 'read:cash'] }],
  ['as permission', { permissions: ['read:cash'] }],
  ['as role', { roles: ['read:cash'] }],
  ['in scopes', { scopes: 'read:cash' }],
  ['behind the URL of the API', { scope: 'https://api.example/read:cash' }],
])('a token that contains the scope %s is not used', async (_what, claims) => {
  expect(await declared(claims)).toMatchObject({ kinds: ['inconclusive'], steps: [] });
});

const both = 'service:nbg read:cash';
test.each<[string, Bound['facts']['statedScopes']]>([
  ['inconclusive', undefined],
  ['inconclusive', { 'token:scoped': 'profile', 'token:unscoped': 'profile' }],
  ['inconclusive', { 'token:scoped': both, 'token:unscoped': 'read:cash' }],
  ['fail', { 'token:scoped': both, 'token:unscoped': 'other' }],
  ['inconclusive', { 'token:scoped': both }],
])(
  '%s: scopes in a private claim are unknown unless the token response states them: %j',
  async (kind, statedScopes) => {
    const withRoles = (...roles: readonly string[]) => jws({ realm_access: { roles } });
    const tokens = { 'token:scoped': withRoles('service:nbg', 'read:cash'), 'token:unscoped': withRoles('read:cash') };
    const facts = { tokens, ...(statedScopes && { statedScopes }) };
    const { kinds } = await declared(undefined, { refusal: () => listing }, undefined, undefined, facts);
    expect(kinds).toEqual([kind]);
  },
);

describe('if it is unknown whether the token contains the scope', () => {
  test('a 403 to that token alone passes, with a note', async () => {
    const note = expect.stringContaining('do not show whether');
    expect((await declared()).judgements).toEqual([{ kind: 'pass', note }]);
  });

  test.each<[string, Guard]>([
    ['a success', { refusal: () => listing }],
    ['another refusal', { refusal: () => apiError(404) }],
    ['a 403 to a token that no endpoint knows', { elsewhere: forbidden }],
    ['a 403 now and then', { refusal: (step) => (step.startsWith('case') ? forbidden : listing) }],
    ['a 403 to the control too', { control: () => forbidden }],
  ])('%s shows nothing', async (_what, guard) => {
    expect((await declared(undefined, guard)).kinds).toEqual(['inconclusive']);
  });

  test('nothing is sent to an endpoint that writes', async () => {
    expect(await declared(undefined, {}, undefined, 'address')).toMatchObject({ kinds: ['inconclusive'], steps: [] });
  });
});

test('a token is used if it lacks one of the scopes', async () => {
  expect((await declared({ scope: 'read:cash' }, {}, ['read:cash', 'more'])).steps).toContain('case');
});

test('a token that cannot be read counts as one without service:nbg', async () => {
  expect((await declared(undefined, {}, ['service:nbg'])).judgements).toEqual([{ kind: 'pass' }]);
  expect(await judgeGuard('scope/declared', {}, boundTo('cash'))).toMatchObject({ kinds: ['inconclusive'], steps: [] });
});

test('the endpoint itself is not requested to show that the token is known', async () => {
  const { steps } = await declared({}, { elsewhere: apiError(401) });
  expect(steps.filter((step) => step.startsWith('witness'))).not.toContain('witness-cash');
});

test('an order is not sent again', async () => {
  const { steps, kinds } = await declared({}, { refusal: () => ({ status: 201, body: {} }) }, undefined, 'orders');
  expect(kinds).toEqual(['fail']);
  expect(steps).not.toContain('again');
});
