import { describe, expect, test } from 'vitest';
import type { Check, Scenario } from '../../engine/catalogue/check.ts';
import { type Bound, type Exchange, sentHeader } from '../../engine/index.ts';
import { judgeSufficient, scope } from '../../suites/every-endpoint/scope.ts';
import { answered, type Given } from '../suites/answered.ts';
import { apiError } from '../suites/api-error.ts';
import { asking, boundTo, silence } from '../suites/asking.ts';

const requirement = (id: string) => scope.requirements.find((one) => one.id === id);

interface Target {
  readonly name?: string;
  /** What the well-formed request gets. */
  readonly control?: (step: string) => Given | Exchange;
  /** What the token without the scope gets, by step. */
  readonly refusal?: (step: string) => Given | Exchange;
  /** And elsewhere. */
  readonly elsewhere?: Given | Exchange;
  readonly changes?: Partial<Bound>;
}

async function judged(id: string, { name = 'guides', changes, ...target }: Target) {
  const { control = () => ({ body: {} }), refusal = () => apiError(403), elsewhere = { body: {} } } = target;
  const steps: string[] = [];
  const ask = asking((step, _path, _nth, request) => {
    steps.push(step);
    if (!sentHeader(request, 'authorization').join().includes('unscoped')) return control(step);
    return step.startsWith('witness') ? elsewhere : refusal(step);
  });
  const judgements = await (requirement(id) as Scenario).run(boundTo(name, changes), ask);
  return { steps, judgements, kinds: judgements.map(({ kind }) => kind) };
}

describe('scope/guides-required', () => {
  const required = (target: Target) => judged('scope/guides-required', target);

  test('a 403 is enough, and qualified where nobody else knows the token', async () => {
    expect((await required({})).judgements).toEqual([{ kind: 'held' }]);
    expect((await required({ elsewhere: apiError(401) })).judgements).toMatchObject([
      { kind: 'held', note: expect.stringContaining('not isolated') },
    ]);
    expect((await required({ changes: { covers: () => false } })).judgements).toMatchObject([
      { kind: 'held', note: expect.any(String) },
    ]);
  });

  test.each([
    ['with a query', 'spelled-query'],
    ['with a slash at the end', 'spelled-slash'],
  ])('a guard that is passed %s counts, where what comes is the listing', async (_how, spelled) => {
    const body = { data: [{ id: 'a', title: 'Bonds' }] };
    const refusal = (given: Given) => (step: string) => (step.startsWith(spelled) ? given : apiError(403));
    const passed = { changes: { depth: 'standard' as const }, control: () => ({ body }) };
    expect((await required({ ...passed, refusal: refusal({ body }) })).judgements).toMatchObject([
      { kind: 'held' },
      { kind: 'violated', cause: 'a path that is spelled otherwise is served to a token without the scope' },
    ]);
    expect((await required({ ...passed, refusal: refusal({ body: { data: [] } }) })).kinds).toEqual(['held']);
    expect((await required(passed)).kinds).toEqual(['held']);
  });

  test('witnesses are asked until one knows the token, never the endpoint itself', async () => {
    const last = ['second-control', 'second-case', 'connection-good', 'connection'];
    const required = async (target: Target) => {
      const { steps } = await judged('scope/guides-required', target);
      return { steps: steps.filter((step) => !step.includes('round')) };
    };
    expect((await required({})).steps).toEqual(['control', 'case', 'witness-notifications', ...last]);
    expect((await required({ elsewhere: silence('closed') })).steps).toEqual([
      ...['control', 'case'],
      ...['notifications', 'summaries', 'cash', 'portfolios', 'insights'].map((name) => `witness-${name}`),
      ...last,
    ]);
  });

  test('a second user who is let in, twice, is a finding; one whom nobody knows is none', async () => {
    const letIn = (step: string): Given => (step.startsWith('second') ? { body: { data: [] } } : apiError(403));
    const { judgements } = await required({ refusal: letIn });
    expect(judgements).toMatchObject([
      { kind: 'held' },
      { kind: 'violated', exchange: { key: { step: 'second-again' } } },
    ]);
    const once = await required({ refusal: (step) => (step === 'second-case' ? letIn(step) : apiError(403)) });
    expect(once.kinds).toEqual(['held']);
    const unknown = (step: string): Given => (step === 'second-control' ? apiError(404) : { body: {} });
    expect((await required({ refusal: letIn, control: unknown })).kinds).toEqual(['held']);
  });

  test.each<[string, Given | Exchange]>([
    ['refused', apiError(401)],
    ['silent', silence('closed')],
  ])('without a control, %s, nothing is asked', async (_what, given) => {
    expect(await required({ control: () => given })).toMatchObject({ kinds: ['unanswered'], steps: ['control'] });
  });

  test('being let in is a finding that shows twice, with its exchange', async () => {
    const { judgements, steps } = await required({ refusal: () => ({ body: { data: [] } }) });
    expect(judgements).toMatchObject([{ kind: 'violated', exchange: { key: { step: 'case' } } }]);
    expect(steps.at(-1)).toBe('again');
    const once = await required({ refusal: (step) => (step === 'case' ? { body: {} } : apiError(403)) });
    expect(once.kinds).toEqual(['unanswered']);
    const later = await required({ refusal: (step) => (step === 'again' ? apiError(403) : { body: {} }) });
    expect(later.kinds).toEqual(['violated']);
  });

  test.each<[string, Given | Exchange]>([
    ['refused', apiError(401)],
    ['silent', silence('closed')],
  ])(
    'a control that is %s afterwards leaves another refusal open, and not that it was let in',
    async (_what, given) => {
      const control = (step: string) => (step === 'control-after' ? given : { body: {} });
      expect((await required({ control, refusal: () => apiError(404) })).kinds).toEqual(['unanswered']);
      expect((await required({ control, refusal: () => ({ body: {} }) })).kinds).toEqual(['violated']);
    },
  );

  test('another refusal is one where the token is known', async () => {
    expect((await required({ refusal: () => apiError(404) })).judgements).toMatchObject([
      { kind: 'violated', exchange: { key: { step: 'case' } } },
    ]);
    expect((await required({ refusal: () => apiError(404), elsewhere: apiError(404) })).kinds).toEqual(['unanswered']);
    expect((await required({ refusal: () => ({ status: 500 }) })).kinds).toEqual(['unanswered']);
    expect((await required({ refusal: () => ({ status: 429 }) })).kinds).toEqual(['unanswered']);
  });
});

describe('scope/declared', () => {
  const declared = (
    claims: Readonly<Record<string, unknown>> | undefined,
    target: Target = {},
    scopes = ['read:cash'],
    further: object = {},
  ) => {
    const { endpoint } = boundTo(target.name ?? 'cash');
    const facts = {
      tokens: {
        'token:scoped': { form: 'jws', header: {}, claims: { scope: 'service:nbg read:cash more' } },
        'token:unscoped': { form: 'jws', header: {}, ...(claims && { claims }) },
      },
      refusedTokens: {},
      guideIds: [],
      ...further,
    } as never;
    return judged('scope/declared', {
      name: 'cash',
      ...target,
      changes: { endpoint: { ...endpoint, scopes }, facts },
    });
  };

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['another one', { scope: 'read:guides' }],
    ['none', {}],
    ['one that begins alike', { scope: 'read:cash-flow' }],
    ['one in a claim of another kind', { scope: 7, other: 'read:cash' }],
    ['roles that are no texts', { roles: [{ name: 'read:cash' }, null] }],
  ])('a token that holds %s is to be refused', async (_what, claims) => {
    expect((await declared(claims)).steps).toContain('case');
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['in scope', { scope: 'read:guides read:cash' }],
    ['after several spaces', { scope: 'read:guides   read:cash' }],
    ['between commas', { scope: 'a, read:cash,b' }],
    ['in a list', { scp: ['a', 'read:cash'] }],
    ['in a list, after what is no text', { scp: [7, null, {}, 'read:cash'] }],
    ['as permission', { permissions: ['read:cash'] }],
    ['as role', { roles: ['read:cash'] }],
    ['in scopes', { scopes: 'read:cash' }],
    ['behind the address of the API', { scope: 'https://api.example/read:cash' }],
  ])('one that holds it %s shows nothing', async (_what, claims) => {
    expect(await declared(claims)).toMatchObject({ kinds: ['unanswered'], steps: [] });
  });

  const elsewhere = (roles: readonly string[]) => ({ form: 'jws', header: {}, claims: { realm_access: { roles } } });
  const withRoles = {
    'token:scoped': elsewhere(['service:nbg', 'read:cash']),
    'token:unscoped': elsewhere(['read:cash']),
  };

  test('of scopes in a claim of the issuer’s own making nothing is known, unless the token answer tells', async () => {
    const letIn = { refusal: () => ({ body: {} }) };
    const kindsOf = async (tokens: object, statedScopes?: object) =>
      (await declared(undefined, letIn, ['read:cash'], { tokens, ...(statedScopes && { statedScopes }) })).kinds;
    const all = 'service:nbg read:cash';
    expect(await kindsOf(withRoles)).toEqual(['unanswered']);
    expect(await kindsOf(withRoles, { 'token:scoped': 'profile', 'token:unscoped': 'profile' })).toEqual([
      'unanswered',
    ]);
    expect(await kindsOf(withRoles, { 'token:scoped': all, 'token:unscoped': 'read:cash' })).toEqual(['unanswered']);
    expect(await kindsOf(withRoles, { 'token:scoped': all, 'token:unscoped': 'other' })).toEqual(['violated']);
    expect(await kindsOf(withRoles, { 'token:scoped': all })).toEqual(['unanswered']);
  });

  describe('where nobody can tell whether the token holds them', () => {
    const unknown = (target: Target) => declared(undefined, target);

    test('a 403 to it alone is enough, and qualified', async () => {
      expect((await unknown({})).judgements).toEqual([
        { kind: 'held', note: expect.stringContaining('cannot be told') },
      ]);
    });

    test.each<[string, Target]>([
      ['to be let in', { refusal: () => ({ body: {} }) }],
      ['another refusal', { refusal: () => apiError(404) }],
      ['a 403 of a token that nobody knows', { elsewhere: apiError(403) }],
      ['a 403 now and then', { refusal: (step) => (step.startsWith('case') ? apiError(403) : { body: {} }) }],
      ['a 403 where the control is refused too', { control: () => apiError(403) }],
    ])('%s shows nothing', async (_what, target) => {
      expect((await unknown(target)).kinds).toEqual(['unanswered']);
    });

    test('what changes something is not asked', async () => {
      expect(await unknown({ name: 'address' })).toMatchObject({ kinds: ['unanswered'], steps: [] });
    });
  });

  test('one scope that it lacks is enough', async () => {
    expect((await declared({ scope: 'read:cash' }, {}, ['read:cash', 'more'])).steps).toContain('case');
  });

  test('of a token that cannot be read, only that it lacks service:nbg is known', async () => {
    const { judgements } = await declared(undefined, {}, ['service:nbg']);
    expect(judgements).toEqual([{ kind: 'held' }]);
    const without = await judged('scope/declared', { name: 'cash' });
    expect(without).toMatchObject({ kinds: ['unanswered'], steps: [] });
  });

  test('the endpoint itself is no witness', async () => {
    const { steps } = await declared({}, { elsewhere: apiError(401) });
    expect(steps.filter((step) => step.startsWith('witness'))).not.toContain('witness-cash');
  });

  test('an order is not sent again', async () => {
    const { steps, kinds } = await declared({}, { name: 'orders', refusal: () => ({ status: 201, body: {} }) });
    expect(kinds).toEqual(['violated']);
    expect(steps).not.toContain('again');
  });
});

test('scope/forged-scope needs a token that is known, and refused for its scope at most', () => {
  const { accepts } = requirement('scope/forged-scope') as Check;
  expect([200, 403, 401, 404].map((status) => accepts?.(answered({ status })))).toEqual([true, true, false, false]);
});

test.each<[string, Given]>([
  ['held', { status: 200 }],
  ['violated', apiError(401)],
  ['violated', apiError(403)],
  ['unanswered', apiError(404)],
  ['unanswered', { status: 500 }],
  ['unanswered', apiError(401, 'User not found')],
])('scope/guides-sufficient, %s', (kind, given) => {
  expect(judgeSufficient(answered(given)).kind).toBe(kind);
});
