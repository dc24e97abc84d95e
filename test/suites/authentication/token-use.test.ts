import { describe, expect, test } from 'vitest';
import { type Bound, type Exchange, sentHeader } from '../../../engine/index.ts';
import { token } from '../../../suites/authentication/token.ts';
import { inWords } from '../../in-words.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, silence } from '../asking.ts';
import { firstAdvice } from '../first-advice.ts';
import { factsOf, jws, recorded, scenarioOf } from '../recorded.ts';

type Response = Given | Exchange;
const ok: Given = { body: {} };
const onCash = { covers: (name: string) => name === 'cash' };

function issued(symbol: string, given: Given = ok): Exchange {
  return { ...answered(given), facts: { echoes: [], tokens: { [symbol]: jws({}) } } };
}

function judged(
  id: string,
  target: (step: string, isForeign: boolean) => Response,
  changes: Partial<Bound> = {},
) {
  return recorded(
    (ask) => scenarioOf(token, id).run(boundTo('token', changes), ask),
    (step, _path, _nth, request) => {
      const came = target(
        step,
        sentHeader(request, 'authorization').join().includes('foreign-audience'),
      );
      return 'answer' in came ? { ...came, key: { ...came.key, step } } : came;
    },
  );
}

/** Returns the milliseconds from one step to another. */
function between({ sent }: Awaited<ReturnType<typeof judged>>, one: string, other: string): number {
  const at = (step: string) => sent.find((request) => request.step === step)?.at ?? Number.NaN;
  return at(other) - at(one);
}

const unclear: readonly [string, Response][] = [
  ['no response', silence('closed')],
  ['load shedding', { status: 429 }],
  ['a failure', { status: 500 }],
];

describe('token/renewal', () => {
  type Responses = Readonly<Record<string, Response>>;
  const renewed = (responses: Responses, changes?: Partial<Bound>) =>
    judged(
      'token/renewal',
      (step) => responses[step] ?? (step.startsWith('renew') ? issued('token:scoped') : ok),
      changes,
    );
  const all = (response: Response, ...steps: readonly string[]): Responses =>
    Object.fromEntries(steps.map((step) => [step, response]));

  test('passes if the new token is accepted wherever the first one was', async () => {
    const { kinds, steps } = await renewed({});
    expect(kinds).toEqual(['pass', 'pass']);
    expect(steps).toEqual([
      'before-notifications',
      'before-guides',
      'renew',
      'after-notifications',
      'after-guides',
    ]);
  });

  const disguised = { ...apiError(403), status: 200 };
  const uses = ['before', 'after', 'later-0', 'after-again'].map((step) => `${step}-notifications`);
  test.each<[string, string[], Responses]>([
    [
      'refused',
      ['pass'],
      { 'before-notifications': apiError(403), 'before-summaries': silence('closed') },
    ],
    ['refused under a 200', ['pass', 'pass'], all(disguised, ...uses)],
  ])('skips an endpoint where the first token is %s', async (_what, expected, responses) => {
    const { kinds, steps } = await renewed(responses);
    expect(kinds).toEqual(expected);
    expect(steps.slice(0, 3)).toEqual([
      'before-notifications',
      'before-summaries',
      'before-guides',
    ]);
  });

  test.each([
    ['cash', ['pass'], 'before-cash'],
    ['address', ['pass'], 'before-address'],
    ['notifications', ['pass'], 'before-notifications'],
  ])('uses %s if the run covers nothing else', async (covered, kinds, first) => {
    const only = await renewed({}, { covers: (name) => name === covered });
    expect(only).toMatchObject({
      kinds,
      steps: [first, 'renew', first.replace('before', 'after')],
    });
  });

  test.each<[string, object, Partial<Bound>]>([
    ['nothing', { kind: 'inconclusive' }, { covers: () => false }],
    [
      'tokens alone',
      { kind: 'not-run', blocksNothing: true },
      { covers: () => false, claim: ['authentication'] },
    ],
    [
      'orders alone',
      { kind: 'not-run', blocksNothing: true },
      { covers: (name) => name === 'orders' },
    ],
  ])('is not judged if the run covers %s', async (_what, expected, changes) => {
    expect((await renewed({}, changes)).judgements).toMatchObject([expected]);
  });

  test('does not renew a token that no endpoint accepts', async () => {
    const { kinds, steps } = await judged('token/renewal', () => apiError(401));
    expect(kinds).toEqual(['inconclusive']);
    expect(steps).not.toContain('renew');
  });

  const noToken = { kind: 'fail', cause: 'no-token' };
  test.each<[string, object, Response]>([
    ['a refusal', noToken, apiError(401)],
    ['a body without a token', noToken, ok],
    ['a refusal that contains a token', noToken, issued('token:scoped', { status: 400 })],
    ['a token of another kind', noToken, issued('token:other')],
    ...unclear.map(([what, response]): [string, object, Response] => [
      what,
      { kind: 'inconclusive' },
      response,
    ]),
  ])('%s in place of a token: %j', async (_what, expected, renew) => {
    expect((await renewed({ renew })).judgements).toMatchObject([expected]);
  });

  test.each([401, 403])(
    'a renewed token that is refused with %i twice is a finding',
    async (status) => {
      const refusals = all(apiError(status), 'after-cash', 'later-3-cash');
      const both = await renewed(
        { ...refusals, ...all(apiError(status), 'after-again-cash') },
        onCash,
      );
      expect(both.causes).toEqual(['refused']);
      expect((await renewed(refusals, onCash)).kinds).toEqual(['inconclusive']);
    },
  );

  test('passes with a note if the renewed token is accepted a moment later', async () => {
    const { judgements, steps } = await renewed(all(apiError(401), 'after-notifications'));
    const note = 'the API accepted the token shortly after it was issued';
    expect(inWords(judgements)).toMatchObject([{ kind: 'pass', note }, { kind: 'pass' }]);
    expect(steps).not.toContain('renew-again-notifications');
  });

  test('a refused token, and the next one, get time to become known before they are used again', async () => {
    const justBefore = () => Date.now() - 2_500 + 25;
    const refused = ['after-cash', 'later-0-cash', 'after-again-cash'];
    const run = await judged(
      'token/renewal',
      (step) => {
        if (step.startsWith('renew')) return issued('token:scoped', { ...ok, at: justBefore() });
        return refused.includes(step) ? { ...apiError(401), at: justBefore() } : ok;
      },
      onCash,
    );
    expect(between(run, 'after-cash', 'later-0-cash')).toBeGreaterThanOrEqual(20);
    expect(between(run, 'renew-again-cash', 'after-again-cash')).toBeGreaterThanOrEqual(20);
  });

  test('a renewed token needs the scope of the guides if the first one had it', async () => {
    const refusals = all(apiError(403), 'after-guides', 'later-0-guides', 'after-again-guides');
    expect((await renewed(refusals)).judgements).toMatchObject([
      { kind: 'pass' },
      { kind: 'fail', exchange: { answer: { status: 403 } } },
    ]);
    expect((await renewed({ ...refusals, 'before-guides': apiError(403) })).kinds).toEqual([
      'pass',
    ]);
  });

  const claims = { iat: 1_000, nbf: 1_000, scope: 'service:nbg' };
  test.each<[what: string, renewed: object, first: RegExp]>([
    ['becomes valid an hour later', { ...claims, nbf: 4_600 }, /nbf or iat in the future/],
    ['has another scope', { ...claims, scope: '' }, /lacks the scope/],
    ['has the same claims', claims, /no second token/],
  ])('says first what is wrong with a refused token that %s', async (_what, its, first) => {
    const refusals = all(apiError(401), 'after-guides', 'later-0-guides', 'after-again-guides');
    const tokens = { 'token:scoped': jws(its) };
    const renew = { ...answered(ok), facts: { echoes: [], tokens } };
    const facts = factsOf({ 'token:scoped': jws(claims) });
    const { judgements } = await renewed({ ...refusals, renew }, { facts });
    expect(firstAdvice(scenarioOf(token, 'token/renewal'), judgements[1])).toMatch(first);
  });

  const others = [...unclear, ['another refusal', apiError(404)] as const];
  test.each(others)('%s to a renewed token is not judged', async (_what, after) => {
    expect((await renewed({ 'after-notifications': after })).kinds).toEqual([
      'inconclusive',
      'pass',
    ]);
  });
});

describe('token/renewal of tokens that are issued in turn', () => {
  interface Served {
    /** Reports whether the API refuses the `nth` new token at that use. */
    readonly refuses?: (nth: number, use: number) => boolean;
    readonly body?: object;
    readonly next?: Response;
    /** The response to the previous token. */
    readonly former?: Response;
    /** Returns the time at which a refusal ended. */
    readonly refusedAt?: () => number;
  }

  const issuing = ({
    refuses,
    body = { expires_in: 3600 },
    next,
    former,
    refusedAt = () => 0,
  }: Served) =>
    judged(
      'token/renewal',
      (step) => {
        if (step === 'renew') return issued('token:scoped', { body, at: Date.now() });
        if (/^next-\d$/.test(step)) return next ?? issued(`token:${step}`);
        if (step.endsWith('-former')) return former ?? { ...ok, at: Date.now() };
        const [, nth, use] = /^next-(\d)-used-(\d)$/.exec(step) ?? [];
        return nth && refuses?.(Number(nth), Number(use))
          ? { ...apiError(401), at: refusedAt() }
          : ok;
      },
      onCash,
    );

  test('passes if the next token is accepted, and uses the previous one last', async () => {
    const { kinds, steps } = await issuing({});
    expect(kinds).toEqual(['pass']);
    expect(steps.slice(-4)).toEqual(['after-cash', 'next-0', 'next-0-used-0', 'former']);
  });

  test('is violated if every second token is refused, and cites its use', async () => {
    const { judgements, steps } = await issuing({ refuses: (nth) => nth % 2 === 0 });
    expect(judgements.at(-1)).toMatchObject({
      cause: 'refused-beside',
      exchange: { key: { step: 'next-0-used-0' } },
    });
    expect(steps.at(-1)).toBe('former');
  });

  const always = () => true;
  const second = answered(ok);
  const repeated = { ...second, key: { ...second.key, attempt: 1 } };
  test.each<[string, Served, string[]]>([
    ['one of them is refused', { refuses: (nth) => nth === 0 }, ['pass', 'inconclusive']],
    ['each is accepted a moment later', { refuses: (_nth, use) => use === 0 }, ['pass']],
    ['each is accepted by some', { refuses: (_nth, use) => use !== 4 }, ['pass']],
    ['the former one is refused too', { refuses: always, former: apiError(401) }, ['pass']],
    [
      'the former one is served much later',
      { refuses: always, former: { ...ok, at: Date.now() + 60_000 } },
      ['pass'],
    ],
    ['the former one is served when repeated', { refuses: always, former: repeated }, ['pass']],
    ['there is no next one', { refuses: always, next: { status: 429 } }, ['pass']],
    ['another token comes', { refuses: always, next: issued('token:other') }, ['pass']],
    ['tokens are too short-lived', { refuses: always, body: { expires_in: 59 } }, ['pass']],
    ['the lifetime is unknown', { refuses: always, body: {} }, ['pass']],
  ])('is not violated if %s', async (_what, served, expected) => {
    expect((await issuing(served)).kinds).toEqual(expected);
  });

  test('a refused token is not used again while replicas may remember that it was unknown', async () => {
    const run = await issuing({
      refuses: (nth, use) => nth + use === 0,
      refusedAt: () => Date.now() - 11_000 + 25,
    });
    expect(between(run, 'next-0-used-0', 'next-0-used-1')).toBeGreaterThanOrEqual(20);
  });
});

describe('token/wrong-audience', () => {
  const foreign = (asked: Response, used: Response = apiError(401)) =>
    judged('token/wrong-audience', (step, isForeign) =>
      step === 'other-audience' ? asked : isForeign ? used : ok,
    );
  const granted = issued('token:foreign-audience');

  test('passes with a note if no token is issued', async () => {
    const { judgements, steps } = await foreign(apiError(403));
    expect(inWords(judgements)).toMatchObject([{ kind: 'pass', note: expect.any(String) }]);
    expect(steps.at(-1)).toBe('restore');
  });

  test.each([401, 403])('passes if the API refuses the token with %i', async (status) => {
    const { kinds, steps } = await foreign(granted, apiError(status));
    expect([kinds, steps.slice(-2)]).toEqual([['pass'], ['use', 'restore']]);
  });

  test('is violated if the API accepts the token, and cites its use', async () => {
    expect((await foreign(granted, ok)).judgements).toMatchObject([
      { kind: 'fail', exchange: { key: { step: 'use' }, answer: { status: 200 } } },
    ]);
  });

  test.each(unclear)('%s is not judged, at issuance and at use', async (_what, given) => {
    expect((await foreign(given)).kinds).toEqual(['inconclusive']);
    expect((await foreign(granted, given)).kinds).toEqual(['inconclusive']);
  });

  test('requests no token for another audience if the first one is refused', async () => {
    const { kinds, steps } = await judged('token/wrong-audience', () => apiError(401));
    expect(kinds).toEqual(['inconclusive']);
    expect(steps).not.toContain('other-audience');
  });
});
