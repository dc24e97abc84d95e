import { describe, expect, test } from 'vitest';
import type { Check } from '../../../engine/catalogue/check.ts';
import { alone, mannerOf } from '../../../engine/catalogue/recipe.ts';
import { type Exchange, type Request, sentHeader, valueText } from '../../../engine/index.ts';
import { spellings } from '../../../fixtures/malformed/path-spelling.ts';
import { auth } from '../../../suites/every-endpoint/auth.ts';
import { forged } from '../../../suites/every-endpoint/auth-forged.ts';
import { conditions } from '../../../suites/every-endpoint/auth-missing.ts';
import { user } from '../../../suites/every-endpoint/user.ts';
import { answered, type Given, withHeaders } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, silence } from '../asking.ts';
import { boundAs, checkOf, factsOf, jws, recorded, userOf } from '../recorded.ts';

const [missing, userMissing] = [checkOf(auth, 'auth/missing'), checkOf(user, 'user/missing')];
const userUnknown = checkOf(user, 'user/unknown');
const checks = { missing, userMissing, userUnknown, forged };
const cash = { data: [{ currency: 'EUR', amount: 12.5, at: '08:00' }] };
const served: Given = { body: cash };
const facts = factsOf({ 'token:scoped': jws() });

interface Asked {
  readonly request: Request;
}
interface Question extends Asked {
  readonly path: string;
  readonly nth: number;
  readonly hasToken: boolean;
}

/** Runs `further` of a check. If `answer` returns nothing, the target refuses the request. */
async function further(
  check: Check,
  answer: (of: Question) => Given | Exchange | undefined,
  { control = {}, ...changes }: Parameters<typeof boundTo>[1] & { readonly control?: Given } = {},
) {
  const bound = boundTo('cash', { depth: 'standard', facts, ...changes });
  return recorded(
    async (ask) => check.followUps?.(bound, ask, answered({ ...served, ...control })) ?? [],
    (_step, path, nth, request) => {
      return (
        answer({ path, nth, request, hasToken: has(request, 'Authorization') }) ?? apiError(401)
      );
    },
  );
}

/** How the recipes of the violations send their requests. */
const mannersOf = ({ judgements }: Awaited<ReturnType<typeof further>>) =>
  new Set(
    judgements.flatMap((one) => (one.kind === 'fail' ? [mannerOf(one.recipe ?? alone)] : [])),
  );

const has = (request: Request, name: string) => sentHeader(request, name).length > 0;
const tokenOf = (request: Request) => sentHeader(request, 'Authorization')[0] ?? '';
const isSecond = ({ request }: Asked) => userOf(request) === 'second';
/** Reports whether the request contains the genuine token and the first user's id. */
const isGood = ({ request }: Asked) =>
  /Bearer [^|]+$/.test(tokenOf(request)) &&
  sentHeader(request, 'x-user-id')[0] === '{{user:first}}';
const isPlain = ({ path }: Question) => path === '/cash';

/** Returns a condition that is true only for the first `times` matching requests. */
function first<T>(times: number, isMeant: (of: T) => boolean): (of: T) => boolean {
  let left = times;
  return (of) => isMeant(of) && left-- > 0;
}

describe('a server that refuses every incomplete request', () => {
  test('passes, and gets each request once', async () => {
    const { kinds, sent } = await further(missing, ({ hasToken }) =>
      hasToken ? served : undefined,
    );
    expect(new Set(kinds)).toEqual(new Set(['pass']));
    expect(sent).toHaveLength(1 + 2 + 1 + 2 + 1 + spellings.length);
    expect((await further(userMissing, () => undefined)).sent).toHaveLength(1 + 4 + 1);
  });

  const all = Object.values(checks);
  test.each(all)(
    'gets at most HEAD at depth quick, and nothing on an endpoint that writes: $id',
    async (check) => {
      const quick = await further(check, () => undefined, { depth: 'quick' });
      const methods = check === missing || check === userMissing ? ['HEAD'] : [];
      expect([quick.kinds, quick.sent.map(({ request }) => request.method)]).toEqual([
        methods.map(() => 'pass'),
        methods,
      ]);
      const { endpoint } = boundTo('address');
      expect(await further(check, () => undefined, { endpoint })).toMatchObject({
        sent: [],
        judgements: [],
      });
    },
  );

  test('causes no finding with timeouts and load shedding', async () => {
    const refusing = (given: Given | Exchange) =>
      further(missing, ({ hasToken }) => (hasToken ? served : given));
    expect((await refusing(silence('timeout'))).kinds).toEqual([]);
    expect((await refusing({ status: 429 })).kinds).toEqual(['pass']);
  });
});

// lightblue-platform/lightblue-core#26: HEAD without a token was served.
describe('HEAD without a required header', () => {
  const isHead = ({ request }: Asked) => request.method === 'HEAD';
  const lacks = (check: Check, { request, hasToken }: Question) =>
    check === missing ? !hasToken : !has(request, 'x-user-id');
  /**
   * Returns what a server without another defect is accused of, if it answers HEAD in these two
   * ways.
   */
  async function causesOf(
    check: Check,
    lacking: Given | Exchange,
    whole: Given | Exchange,
    times = 9,
  ) {
    const isLetIn = first<Question>(times, (of) => lacks(check, of));
    const answer = (of: Question) => {
      if (!isHead(of)) return lacks(check, of) ? undefined : served;
      return lacks(check, of) ? (isLetIn(of) ? lacking : apiError(401)) : whole;
    };
    return (await further(check, answer, { depth: 'quick' })).causes;
  }
  const empty: Given = { status: 200 };
  const isServed = ['head-accepted', 'head-accepted'];
  const isOther = 'head-other-status';

  test.each<[string, Given | Exchange, Given | Exchange, readonly (string | undefined)[]]>([
    ['served as with them', empty, empty, isServed],
    ['served, but not to a well-formed request', empty, { status: 405 }, []],
    ['refused with 401', { status: 401 }, empty, []],
    ['refused with 403', { status: 403 }, empty, [isOther, undefined]],
    ['not known: 405', { status: 405 }, { status: 405 }, []],
    ['not known: 404', { status: 404 }, { status: 404 }, []],
    ['not known: 501', { status: 501 }, { status: 501 }, []],
    ['not known: closed', silence('closed'), silence('closed'), []],
    ['rejected by a rate limit', { status: 429 }, empty, []],
    ['answered with 503', { status: 503 }, empty, []],
    ['answered with 500', { status: 500 }, empty, []],
  ])('%s', async (_what, lacking, whole, [token, user]) => {
    expect(await causesOf(missing, lacking, whole)).toEqual(token === undefined ? [] : [token]);
    expect(await causesOf(userMissing, lacking, whole)).toEqual(user === undefined ? [] : [user]);
  });

  test('counts only if it is served twice', async () => {
    for (const check of [missing, userMissing])
      expect(await causesOf(check, empty, empty, 1)).toEqual([]);
  });
});

describe('the second user', () => {
  const open = (times: number) => {
    const isLetIn = first<Question>(times, ({ hasToken }) => !hasToken);
    return (of: Question) => (isSecond(of) && (of.hasToken || isLetIn(of)) ? served : undefined);
  };

  test('leads to a finding when served without a token twice', async () => {
    const cause = 'accepted-for-other-user';
    expect((await further(missing, open(9))).causes).toEqual([cause]);
    expect((await further(missing, open(1))).causes).toEqual([]);
  });

  test('shows nothing when unknown', async () => {
    const unknown = await further(missing, (of) =>
      isSecond(of) && !of.hasToken ? served : undefined,
    );
    expect(new Set(unknown.kinds)).toEqual(new Set(['pass']));
    expect(unknown.sent.filter(isSecond)).toHaveLength(1);
    expect((await further(forged, () => undefined)).sent.filter(isSecond)).toHaveLength(1);
  });

  test.each([
    ['missing', ['pass']],
    ['forged', []],
  ] as const)('is not requested on an endpoint without users: %s', async (check, kinds) => {
    const { endpoint } = boundAs('cash', { user: 'none' });
    const { sent, ...judged } = await further(checks[check], open(9), { endpoint });
    expect(sent.filter(isSecond)).toEqual([]);
    expect([...new Set(judged.kinds)]).toEqual(kinds);
  });

  test('and another client are tried with forged tokens', async () => {
    const both = { facts: factsOf({ 'token:scoped': jws(), 'token:unscoped': jws() }) };
    const causes = [
      'accepted-for-other-user',
      'accepted-of-other-client',
      'accepted-on-connection',
    ];
    const all = await further(forged, () => served, both);
    expect([...new Set(all.causes)]).toEqual(causes);
    const refused = await further(
      forged,
      ({ request }) => (tokenOf(request).includes('|') ? undefined : served),
      both,
    );
    expect(refused.kinds).toEqual(Array(6).fill('pass'));
    expect(
      refused.sent.map(({ request }) => tokenOf(request)).filter((one) => one.includes('|')),
    ).toEqual(
      ['scoped', 'unscoped', 'scoped'].flatMap((of) => [
        `Bearer {{token:${of}|signature-altered}}`,
        `Bearer {{token:${of}|alg-none:none}}`,
      ]),
    );
    const opaque = factsOf({ 'token:scoped': { form: 'opaque' } });
    expect((await further(forged, () => served, { facts: opaque })).sent).toEqual([]);
  });
});

describe('conditional requests', () => {
  const cause = 'conditional-accepted';
  const [tag, date] = ['W/"a-1"', 'Tue, 01 Jul 2025 08:00:00 GMT'];
  const control = { headers: Object.entries({ ETag: tag, 'Last-Modified': date }) };

  test.each<[string, number, readonly string[]]>([
    ['If-None-Match', 304, [cause, cause]],
    ['If-Modified-Since', 304, [cause]],
    ['If-Modified-Since', 200, [cause]],
    ['If-None-Match', 412, []],
  ])('%s without a token that gets %i: %j', async (name, status, causes) => {
    const answer = ({ request }: Question) => (has(request, name) ? { status } : undefined);
    expect((await further(missing, answer, { control })).causes).toEqual(causes);
  });

  test.each<[Readonly<Record<string, string>>, readonly string[]]>([
    [{ ETag: tag, 'Last-Modified': date }, ['*', tag, date]],
    [{ ETag: '"{{token:scoped}}"', 'Last-Modified': 'yesterday' }, ['*']],
    [{ ETag: '"\u00e9"' }, ['*']],
    [{ ETag: '""' }, ['*', '""']],
  ])('repeat the validators of the control that a request can contain: %j', (headers, values) => {
    expect(conditions(withHeaders(headers)).map(([, value]) => valueText(value))).toEqual(values);
    expect(conditions(undefined)).toEqual([['If-None-Match', '*']]);
  });
});

describe('another spelling of the path', () => {
  const cause = 'spelling-served';
  const spelledAs = async (bodyOf: (of: Question) => unknown) => {
    const { causes } = await further(missing, (of) => {
      const body = isPlain(of) ? (of.hasToken ? cash : undefined) : bodyOf(of);
      return body === undefined ? undefined : { body };
    });
    return causes;
  };

  const others = ['/cash/', '//cash', '/CASH', '/./cash', '/%63ash', '/cash;m2m=1', '/cash?'];
  test.each(others)('%s that returns the data of the path bypasses the guard', async (path) => {
    expect(await spelledAs((of) => (of.path === path ? cash : undefined))).toEqual([cause]);
  });

  test.each<[string, (of: Question) => unknown]>([
    ['is refused without a token', ({ hasToken }) => (hasToken ? cash : undefined)],
    ['is another resource', () => ({ service: 'm2m', version: '1.0.0' })],
    ['is empty without a token', ({ hasToken }) => (hasToken ? cash : { data: [] })],
    ['is refused with a token', ({ hasToken }) => (hasToken ? undefined : cash)],
    ['is a page', () => '<html></html>'],
  ])('bypasses nothing if it %s', async (_what, bodyOf) => {
    expect(await spelledAs(bodyOf)).toEqual([]);
  });

  test('bypasses nothing if it is served once', async () => {
    const isLetIn = first<Question>(1, () => true);
    expect(await spelledAs((of) => (of.hasToken || isLetIn(of) ? cash : undefined))).toEqual([]);
  });

  test.each<[boolean, string, (nth: number) => unknown]>([
    [
      true,
      'contains a value that varies',
      (nth) => ({ data: [{ currency: 'EUR', amount: 12, at: nth }] }),
    ],
    [false, 'is nothing but a value that varies', (nth) => ({ currency: 'EUR', amount: nth })],
    [false, 'is empty', () => ({ data: [] })],
    [true, 'contains a long string', () => ({ title: 'Cash', content: 'a'.repeat(300) })],
    [
      true,
      'contains a long string of another letter',
      () => ({ title: 'Cash', content: 'e'.repeat(300) }),
    ],
  ])('counts (%s) if the response %s', async (isFound, _what, bodyOf) => {
    const answer = (of: Question) =>
      isPlain(of) && !of.hasToken ? undefined : { body: bodyOf(of.nth) };
    const { causes } = await further(missing, answer, { control: { body: bodyOf(99) } });
    expect(causes.includes(cause)).toBe(isFound);
  });

  test('can bypass the check of x-user-id too', async () => {
    const isLetIn = ({ request }: Asked) =>
      request.method === 'GET' && request.connection === undefined;
    const { causes } = await further(userMissing, (of) =>
      of.path === '//cash' || (isPlain(of) && isLetIn(of)) ? served : undefined,
    );
    expect(causes).toEqual(['spelling-served']);
  });
});

test.each([
  ['missing', 'token:cash', 'accepted-on-connection'],
  ['forged', 'forged:cash', 'accepted-on-connection'],
  ['userMissing', 'user:cash', 'accepted-on-connection'],
  ['userUnknown', 'unknown:cash', 'accepted-later'],
] as const)(
  '%s: a request that is served twice after a good one is a finding',
  async (of, connection, cause) => {
    const check = checks[of];
    const isOnIt = ({ request }: Asked) => request.connection === connection;
    const trusting = (times: number) => {
      const isTrusted = first<Question>(times, isOnIt);
      return (of: Question) => (isGood(of) || isTrusted(of) ? served : undefined);
    };
    const found = await further(check, trusting(9));
    expect(new Set(found.causes)).toEqual(new Set([cause]));
    expect(found.sent.find(isOnIt)).toSatisfy(isGood);
    expect(mannersOf(found)).toEqual(new Set(['same-connection']));
    expect((await further(check, trusting(1))).causes).toEqual([]);
    expect((await further(check, () => undefined)).sent.filter(isOnIt)).toHaveLength(1);
  },
);

test.each([
  ['missing', 'accepted-with-cookie', '{{cookies:token:cash}}'],
  ['userMissing', 'accepted-with-cookie', '{{cookies:user:cash}}'],
  ['forged', 'accepted-with-cookie', '{{cookies:forged:cash}}'],
] as const)('%s: cookies that a response set are sent back once', async (of, cause, value) => {
  const check = checks[of];
  const control: Given = { headers: [['Set-Cookie', 'SID=1']] };
  const cookie = (request: Request) => sentHeader(request, 'Cookie')[0];
  const isSound = (of: Question) => isGood(of) && isPlain(of);
  const open = await further(
    check,
    (of) => (isSound(of) || cookie(of.request) ? served : undefined),
    { control },
  );
  expect(new Set(open.causes)).toEqual(new Set([cause]));
  expect(mannersOf(open)).toEqual(new Set(['in-sequence']));
  expect(new Set(open.sent.map(({ request }) => cookie(request)))).toEqual(
    new Set([undefined, value]),
  );
  expect(open.sent.find(({ request }) => request.keeps)?.step).toBe('cookies');
  const closed = await further(check, (of) => (isSound(of) ? served : undefined), { control });
  expect(closed.causes).toEqual([]);
  expect(closed.sent.filter(({ request }) => cookie(request)).length).toBeGreaterThan(0);
  const unkept = await further(check, () => undefined, { control });
  expect(unkept.sent.filter(({ request }) => cookie(request))).toEqual([]);
});
