import { describe, expect, test } from 'vitest';
import type { Check } from '../../engine/catalogue/check.ts';
import { type Judgement, type Request, sentHeader, valueText } from '../../engine/index.ts';
import { auth } from '../../suites/every-endpoint/auth.ts';
import { forged } from '../../suites/every-endpoint/auth-forged.ts';
import { conditions } from '../../suites/every-endpoint/auth-further.ts';
import { isApiAnswer } from '../../suites/every-endpoint/error-answers.ts';
import { judgeSpelledOtherwise, spellings } from '../../suites/every-endpoint/spelled-otherwise.ts';
import { user } from '../../suites/every-endpoint/user.ts';
import { answered, type Given } from '../suites/answered.ts';
import { apiError } from '../suites/api-error.ts';
import { asking, boundTo, silence, type Target } from '../suites/asking.ts';

const find = (group: typeof auth, id: string) => group.requirements.find((one) => one.id === id) as Check;
const [missing, userMissing] = [find(auth, 'auth/missing'), find(user, 'user/missing')];
const userUnknown = find(user, 'user/unknown');
const cash = { data: [{ currency: 'EUR', amount: 12.5, at: '08:00' }] };

/** The causes of what is asked further; every request that `answer` says nothing of is refused. */
async function further(
  check: Check,
  answer: (of: Question) => Given | ReturnType<typeof silence> | undefined,
  { control = {}, ...changes }: Parameters<typeof boundTo>[1] & { readonly control?: Given } = {},
) {
  const asked: Question[] = [];
  const target: Target = (step, path, nth, request) => {
    const one = {
      step,
      path,
      nth,
      request,
      hasToken: has(request, 'Authorization'),
      hasUser: has(request, 'x-user-id'),
    };
    asked.push(one);
    return answer(one) ?? apiError(401);
  };
  const bound = boundTo('cash', { depth: 'standard', ...changes });
  const judged = (await check.further?.(bound, asking(target), answered({ body: cash, ...control }))) ?? [];
  return { asked, causes: judged.flatMap(causeOf), kinds: judged.map(({ kind }) => kind) };
}

interface Question {
  readonly step: string;
  readonly path: string;
  readonly nth: number;
  readonly request: Request;
  readonly hasToken: boolean;
  readonly hasUser: boolean;
}

const has = (request: Request, name: string) => sentHeader(request, name).length > 0;
const causeOf = (judgement: Judgement) => (judgement.kind === 'violated' ? [judgement.cause] : []);
const isPlain = ({ path }: Question) => path === '/cash';

describe('who refuses all of it', () => {
  test('is accused of nothing, and asked for each thing once', async () => {
    const { kinds, asked } = await further(missing, ({ hasToken }) => (hasToken ? { body: cash } : undefined));
    expect(new Set(kinds)).toEqual(new Set(['held']));
    expect(asked).toHaveLength(2 + 1 + 2 + 1 + spellings.length);
    expect((await further(userMissing, () => undefined)).asked).toHaveLength(4 + 1);
  });

  test('is not asked at depth quick, nor where something is written', async () => {
    const address = boundTo('address').endpoint;
    const facts = { tokens: { 'token:scoped': { form: 'jws' as const } }, refusedTokens: {}, guideIds: [] };
    for (const check of [missing, userMissing, userUnknown, forged]) {
      for (const changes of [{ depth: 'quick' as const }, { endpoint: address }]) {
        expect(await further(check, () => undefined, { ...changes, facts })).toEqual({
          asked: [],
          causes: [],
          kinds: [],
        });
      }
    }
  });

  test('silence and load shedding say nothing', async () => {
    const refusing = (given: Given | ReturnType<typeof silence>) =>
      further(missing, ({ hasToken }) => (hasToken ? { body: cash } : given));
    expect((await refusing(silence('timeout'))).kinds).toEqual([]);
    expect((await refusing({ status: 429 })).kinds).toEqual(['held']);
  });
});

describe('another user', () => {
  const isSecond = ({ request }: Question) => sentHeader(request, 'x-user-id')[0] === '{{user:second}}';
  const open = (times: number) => {
    let left = times;
    return (of: Question) => {
      if (!isSecond(of)) return undefined;
      return of.hasToken || left-- > 0 ? { body: cash } : undefined;
    };
  };

  test('who is served without a token twice has a way of his own past the guard', async () => {
    const cause = 'a request without an Authorization header is accepted for another user';
    expect((await further(missing, open(9))).causes).toEqual([cause]);
    expect((await further(missing, open(1))).causes).toEqual([]);
  });

  test('who is unknown shows nothing', async () => {
    const unknown = await further(missing, (of) => (isSecond(of) && !of.hasToken ? { body: cash } : undefined));
    expect(new Set(unknown.kinds)).toEqual(new Set(['held']));
    expect(unknown.asked.filter(isSecond)).toHaveLength(1);
  });

  test('is nobody where an endpoint knows no users', async () => {
    const facts = { tokens: { 'token:scoped': { form: 'jws' as const } }, refusedTokens: {}, guideIds: [] };
    const endpoint = { ...boundTo('cash').endpoint, user: 'none' as const };
    const [without, withForged] = [
      await further(missing, open(9), { endpoint, facts }),
      await further(forged, open(9), { endpoint, facts }),
    ];
    expect([...without.asked, ...withForged.asked].filter(isSecond)).toEqual([]);
    expect(new Set(without.kinds)).toEqual(new Set(['held']));
    expect(withForged.kinds).toEqual([]);
  });

  test('has forged tokens of his own, and so has another client', async () => {
    const jws = { form: 'jws' as const };
    const facts = { tokens: { 'token:scoped': jws, 'token:unscoped': jws }, refusedTokens: {}, guideIds: [] };
    const token = ({ request }: Question) => sentHeader(request, 'Authorization')[0] ?? '';
    const all = await further(forged, () => ({ body: cash }), { facts });
    expect(new Set(all.causes)).toEqual(
      new Set([
        'a forged token is accepted for another user',
        'a forged token is accepted of another client',
        'a forged token is accepted on the connection of the genuine one',
      ]),
    );
    const refused = await further(forged, (of) => (token(of).includes('|') ? undefined : { body: cash }), { facts });
    expect(refused.kinds).toEqual(['held', 'held', 'held', 'held', 'held', 'held']);
    expect(refused.asked.map(token).filter((one) => one.includes('|'))).toEqual([
      'Bearer {{token:scoped|signature-altered}}',
      'Bearer {{token:scoped|alg-none:none}}',
      'Bearer {{token:unscoped|signature-altered}}',
      'Bearer {{token:unscoped|alg-none:none}}',
      'Bearer {{token:scoped|signature-altered}}',
      'Bearer {{token:scoped|alg-none:none}}',
    ]);
    const unknown = await further(forged, () => undefined, { facts });
    expect(unknown.asked.filter(isSecond)).toHaveLength(1);
    const opaque = { ...facts, tokens: { 'token:scoped': { form: 'opaque' as const } } };
    expect((await further(forged, () => ({ body: cash }), { facts: opaque })).asked).toEqual([]);
  });
});

describe('conditions', () => {
  const cause = 'a conditional request is answered without an Authorization header';
  const answering = (name: string, status: number) =>
    further(missing, ({ request }) => (has(request, name) ? { status } : undefined), {
      control: {
        headers: [
          ['ETag', 'W/"a-1"'],
          ['Last-Modified', 'Tue, 01 Jul 2025 08:00:00 GMT'],
        ],
      },
    });

  test('that are answered without a token are answered before the guard', async () => {
    expect((await answering('If-None-Match', 304)).causes).toEqual([cause, cause]);
    expect((await answering('If-Modified-Since', 304)).causes).toEqual([cause]);
    expect((await answering('If-Modified-Since', 200)).causes).toEqual([cause]);
    expect((await answering('If-None-Match', 412)).causes).toEqual([]);
  });

  test('are those of the control, as far as they can be sent', () => {
    const of = (...headers: readonly (readonly [string, string])[]) =>
      conditions(answered({ headers })).map(([, value]) => valueText(value));
    expect(conditions(undefined)).toEqual([['If-None-Match', '*']]);
    expect(of(['ETag', '"{{token:scoped}}"'], ['Last-Modified', 'yesterday'])).toEqual(['*']);
    expect(of(['ETag', '"\u00e9"'])).toEqual(['*']);
    expect(of(['ETag', '""'])).toEqual(['*', '""']);
  });
});

describe('another spelling of the path', () => {
  const cause = 'a path that is spelled otherwise is served without an Authorization header';
  const spelledAs = async (isServed: (of: Question) => unknown) => {
    const { causes } = await further(missing, (of) => {
      if (isPlain(of)) return of.hasToken ? { body: cash } : undefined;
      const body = isServed(of);
      return body === undefined ? undefined : { body };
    });
    return causes;
  };

  test.each(['/cash/', '//cash', '/CASH', '/./cash', '/%63ash', '/cash;m2m=1', '/cash?'])(
    '%s that gives what the path gives goes round the guard',
    async (path) => {
      expect(await spelledAs((of) => (of.path === path ? cash : undefined))).toEqual([cause]);
    },
  );

  test('what is refused, or is something else, goes round nothing', async () => {
    expect(await spelledAs(({ hasToken }) => (hasToken ? cash : undefined))).toEqual([]);
    expect(await spelledAs(() => ({ service: 'm2m', version: '1.0.0' }))).toEqual([]);
    expect(await spelledAs(({ hasToken }) => (hasToken ? cash : { data: [] }))).toEqual([]);
    expect(await spelledAs(({ hasToken }) => (hasToken ? undefined : cash))).toEqual([]);
    expect(await spelledAs(() => '<html></html>')).toEqual([]);
  });

  test('it has to come twice', async () => {
    let left = 1;
    expect(await spelledAs(({ hasToken }) => (hasToken || left-- > 0 ? cash : undefined))).toEqual([]);
  });

  test('what varies is left out, and what says nothing is nobody’s', async () => {
    const run = (bodyOf: (nth: number) => unknown) =>
      further(
        missing,
        ({ nth, ...of }) => (isPlain({ nth, ...of }) && !of.hasToken ? undefined : { body: bodyOf(nth) }),
        {
          control: { body: bodyOf(99) },
        },
      );
    expect((await run((nth) => ({ data: [{ currency: 'EUR', amount: 12, at: nth }] }))).causes).toContain(cause);
    expect((await run((nth) => ({ currency: 'EUR', amount: nth }))).causes).not.toContain(cause);
    expect((await run(() => ({ data: [] }))).causes).not.toContain(cause);
  });

  test.each(['a', 'b', 'c', 'd', 'e'])(
    'a long text, such as one of %s alone, says as much as a short one',
    async (letter) => {
      const body = { title: 'Cash', content: letter.repeat(300) };
      const { causes } = await further(missing, () => ({ body }), { control: { body } });
      expect(causes).toContain(cause);
    },
  );

  test('goes round the look for x-user-id as well', async () => {
    const { causes } = await further(userMissing, (of) =>
      of.path === '//cash' || (isPlain(of) && of.request.connection === undefined) ? { body: cash } : undefined,
    );
    expect(causes).toEqual(['a path that is spelled otherwise is served without x-user-id']);
  });

  test('is no path of the API whose errors would have a form', () => {
    const of = (step: string) => isApiAnswer(answered({ status: 404, body: '<h1>', step }));
    expect([of('further-spelled-dot'), of('further-second')]).toEqual([false, true]);
    expect([of('spelled-dot'), of('second')]).toEqual([false, true]);
  });

  test('is not asked for where there is no answer of the path itself to compare with', async () => {
    const asked: string[] = [];
    const ask = asking((step) => {
      asked.push(step);
      return { body: cash };
    });
    const lacking = { lacking: (request: Request) => request, cause, expected: '401' };
    const judged = await judgeSpelledOtherwise(ask, boundTo('cash').wellFormed(), undefined, spellings, lacking);
    expect([judged, asked]).toEqual([[], []]);
  });
});

describe('a connection that a good request came over', () => {
  const facts = { tokens: { 'token:scoped': { form: 'jws' as const } }, refusedTokens: {}, guideIds: [] };
  const isGood = ({ request, hasToken }: Question) =>
    hasToken &&
    !sentHeader(request, 'Authorization')[0]?.includes('|') &&
    sentHeader(request, 'x-user-id')[0] === '{{user:first}}';
  const rows = [
    [missing, 'token:cash', 'the token of an earlier request on the connection is accepted'],
    [forged, 'forged:cash', 'a forged token is accepted on the connection of the genuine one'],
    [userMissing, 'user:cash', 'the user is taken from an earlier request on the connection'],
    [userUnknown, 'unknown:cash', 'an unknown user is accepted when asked for again'],
  ] as const;

  test.each(rows)('%o: what is served on it, twice, is a finding', async (check, connection, cause) => {
    const trusting = (times: number) => {
      let left = times;
      return (of: Question) =>
        isGood(of) || (of.request.connection === connection && left-- > 0) ? { body: cash } : undefined;
    };
    const found = await further(check, trusting(9), { facts });
    expect(new Set(found.causes)).toEqual(new Set([cause]));
    expect(found.asked.find((of) => of.request.connection === connection)).toSatisfy(isGood);
    expect((await further(check, trusting(1), { facts })).causes).toEqual([]);
    const closed = await further(check, () => undefined, { facts });
    expect(closed.asked.filter((of) => of.request.connection === connection)).toHaveLength(1);
  });
});

describe('cookies that were set', () => {
  const facts = { tokens: { 'token:scoped': { form: 'jws' as const } }, refusedTokens: {}, guideIds: [] };
  const control: Given = { headers: [['Set-Cookie', 'SID=1']] };
  const cookie = ({ request }: Question) => sentHeader(request, 'Cookie')[0];
  const rows = [
    [missing, 'a cookie that an earlier answer set is accepted instead of a token', '{{cookies:token:cash}}'],
    [userMissing, 'the user is taken from a cookie that an earlier answer set', '{{cookies:user:cash}}'],
    [forged, 'a forged token is accepted with a cookie that an earlier answer set', '{{cookies:forged:cash}}'],
  ] as const;

  test.each(rows)('%o are sent back once', async (check, cause, sent) => {
    const isSound = (of: Question) =>
      of.hasUser && (sentHeader(of.request, 'Authorization')[0] ?? '|').indexOf('|') < 0;
    const first = (of: Question) =>
      isSound(of) && isPlain(of) && sentHeader(of.request, 'x-user-id')[0] === '{{user:first}}';
    const open = await further(check, (of) => (first(of) || cookie(of) ? { body: cash } : undefined), {
      control,
      facts,
    });
    expect(new Set(open.causes)).toEqual(new Set([cause]));
    expect(new Set(open.asked.map(cookie))).toEqual(new Set([undefined, sent]));
    expect(open.asked.find(({ request }) => request.keeps)?.step).toBe('cookies');
    const closed = await further(check, (of) => (first(of) ? { body: cash } : undefined), { control, facts });
    expect(closed.causes).toEqual([]);
    expect(closed.asked.filter(cookie).length).toBeGreaterThan(0);
    const unkept = await further(check, () => undefined, { control, facts });
    expect(unkept.asked.filter(cookie)).toEqual([]);
  });
});
