import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { type Bound, type Exchange, isAnswered, sentHeader } from '../../engine/index.ts';
import { token } from '../../suites/authentication/token.ts';
import { answered, type Given } from '../suites/answered.ts';
import { apiError } from '../suites/api-error.ts';
import { asking, boundTo, silence } from '../suites/asking.ts';

const scenario = (id: string) => token.requirements.find((one) => one.id === id) as Scenario;

/** An answer of the token endpoint in which that token came. */
function issued(symbol: string, given: Given = { body: {} }): Exchange {
  return { ...answered(given), facts: { echoes: [], tokens: { [symbol]: { form: 'jws', header: {}, claims: {} } } } };
}

async function judged(
  id: string,
  target: (step: string, isForeign: boolean) => Given | Exchange,
  changes: Partial<Bound> = {},
) {
  const steps: string[] = [];
  const ask = asking((step, _path, _nth, request) => {
    steps.push(step);
    const came = target(step, sentHeader(request, 'authorization').join().includes('foreign-audience'));
    return 'answer' in came ? { ...came, key: { ...came.key, step } } : came;
  });
  const judgements = await scenario(id).run(boundTo('token', changes), ask);
  return { steps, judgements, kinds: judgements.map(({ kind }) => kind) };
}

const unclear: readonly [string, Given | Exchange][] = [
  ['silence', silence('closed')],
  ['load shedding', { status: 429 }],
  ['a failure', { status: 500 }],
];

describe('token/renewal', () => {
  const renewed = (answers: Readonly<Record<string, Given | Exchange>>, changes?: Partial<Bound>) =>
    judged(
      'token/renewal',
      (step) => answers[step] ?? (step.startsWith('renew') ? issued('token:scoped') : { body: {} }),
      changes,
    );

  test('held where the new token is accepted as the first one was', async () => {
    const { kinds, steps } = await renewed({});
    expect(kinds).toEqual(['held', 'held']);
    expect(steps).toEqual(['before-notifications', 'before-guides', 'renew', 'after-notifications', 'after-guides']);
  });

  test('the first endpoint that accepts the token is the one to compare with', async () => {
    const { kinds, steps } = await renewed({
      'before-notifications': apiError(403),
      'before-summaries': silence('closed'),
    });
    expect(kinds).toEqual(['held']);
    expect(steps.slice(0, 3)).toEqual(['before-notifications', 'before-summaries', 'before-guides']);
    expect((await renewed({}, { covers: (name) => name === 'cash' })).steps[0]).toBe('before-cash');
    const nothing = { covers: () => false };
    expect((await renewed({}, nothing)).judgements).toMatchObject([{ kind: 'unanswered' }]);
    expect((await renewed({}, { ...nothing, claim: ['authentication'] })).judgements).toMatchObject([
      { kind: 'not-run', blocksNothing: true },
    ]);
    const ofOrders = { covers: (name: string) => name === 'orders' };
    expect((await renewed({}, ofOrders)).judgements).toMatchObject([{ kind: 'not-run', blocksNothing: true }]);
    const ofAddress = { covers: (name: string) => name === 'address' };
    expect((await renewed({}, ofAddress)).steps[0]).toBe('before-address');
  });

  test('a refusal under a status of success accepts nothing', async () => {
    const disguised = { ...apiError(403), status: 200 };
    const refusals = Object.fromEntries(
      ['before', 'after', 'later-0', 'after-again'].map((step) => [`${step}-notifications`, disguised]),
    );
    const { kinds, steps } = await renewed(refusals);
    expect(kinds).toEqual(['held', 'held']);
    expect(steps.slice(0, 3)).toEqual(['before-notifications', 'before-summaries', 'before-guides']);
  });

  test('where none accepts it beforehand nothing is asked for', async () => {
    const refused = await judged('token/renewal', () => apiError(401));
    expect(refused.kinds).toEqual(['unanswered']);
    expect(refused.steps).not.toContain('renew');
  });

  test.each<[string, Given | Exchange]>([
    ['a refusal', apiError(401)],
    ['a body without a token', { body: {} }],
    ['a refusal that holds a token', issued('token:scoped', { status: 400 })],
    ['a token of another kind', issued('token:other')],
  ])('no token is issued by %s', async (_what, renew) => {
    expect((await renewed({ renew })).judgements).toMatchObject([
      { kind: 'violated', cause: 'asking again yields no token' },
    ]);
  });

  test.each(unclear)('%s in place of a token is open', async (_what, renew) => {
    expect((await renewed({ renew })).kinds).toEqual(['unanswered']);
  });

  test.each([401, 403])('a renewed token that is refused with %i is a finding the second time', async (status) => {
    const onCash = (answers: Readonly<Record<string, Given | Exchange>>) =>
      renewed(answers, { covers: (name) => name === 'cash' });
    const refusals = { 'after-cash': apiError(status), 'later-3-cash': apiError(status) };
    const both = { ...refusals, 'after-again-cash': apiError(status) };
    expect((await onCash(both)).judgements).toMatchObject([{ cause: 'a renewed token is refused' }]);
    expect((await onCash(refusals)).kinds).toEqual(['unanswered']);
  });

  test('a renewed token that is accepted from some moments on works', async () => {
    const { judgements, steps } = await renewed({ 'after-notifications': apiError(401) });
    expect(judgements).toMatchObject([{ kind: 'held', note: 'known a moment after it was issued' }, { kind: 'held' }]);
    expect(steps).not.toContain('renew-again-notifications');
  });

  test('a token that is refused is given time to be known before it is used again, and so is the next one', async () => {
    const spread = 2_500;
    const asked = new Map<string, number>();
    const refused = ['after-cash', 'later-0-cash', 'after-again-cash'];
    const justBefore = () => Date.now() - spread + 25;
    await judged(
      'token/renewal',
      (step) => {
        asked.set(step, Date.now());
        if (step.startsWith('renew')) return issued('token:scoped', { body: {}, at: justBefore() });
        return refused.includes(step) ? { ...apiError(401), at: justBefore() } : { body: {} };
      },
      { covers: (name) => name === 'cash' },
    );
    const between = (one: string, other: string) => (asked.get(other) ?? 0) - (asked.get(one) ?? 0);
    expect(between('after-cash', 'later-0-cash')).toBeGreaterThanOrEqual(20);
    expect(between('renew-again-cash', 'after-again-cash')).toBeGreaterThanOrEqual(20);
  });

  test('the guides are not asked for where they are not covered', async () => {
    const { kinds, steps } = await renewed({}, { covers: (name) => name === 'notifications' });
    expect(kinds).toEqual(['held']);
    expect(steps).toEqual(['before-notifications', 'renew', 'after-notifications']);
  });

  test('a renewed token has to carry the scope of the guides, where the first one did', async () => {
    const refusals = {
      'after-guides': apiError(403),
      'later-0-guides': apiError(403),
      'after-again-guides': apiError(403),
    };
    expect((await renewed(refusals)).judgements).toMatchObject([
      { kind: 'held' },
      { kind: 'violated', actual: expect.stringContaining('403') },
    ]);
    expect((await renewed({ ...refusals, 'before-guides': apiError(403) })).kinds).toEqual(['held']);
  });

  test.each<[string, Given | Exchange]>([...unclear, ['another refusal', apiError(404)]])(
    '%s with a renewed token is open',
    async (_what, after) => {
      expect((await renewed({ 'after-notifications': after })).kinds).toEqual(['unanswered', 'held']);
    },
  );
});

describe('token/renewal of tokens that are issued in turn', () => {
  interface Served {
    /** Whether the token that was issued then is refused at that use. */
    readonly refuses?: (nth: number, use: number) => boolean;
    readonly body?: object;
    readonly next?: Given | Exchange;
    /** What is served by the former token. */
    readonly former?: Given | Exchange;
  }

  const issuing = ({
    refuses = () => false,
    body = { expires_in: 3600 },
    next,
    former = { body: {}, at: Date.now() },
  }: Served) =>
    judged(
      'token/renewal',
      (step) => {
        if (step === 'renew') return issued('token:scoped', { body, at: Date.now() });
        if (/^next-\d$/.test(step)) return next ?? issued(`token:${step}`);
        if (step.endsWith('-former')) return former;
        const [, nth, use] = /^next-(\d)-used-(\d)$/.exec(step) ?? [];
        return nth !== undefined && refuses(Number(nth), Number(use)) ? { ...apiError(401), at: 0 } : { body: {} };
      },
      { covers: (name) => name === 'cash' },
    );

  test('the next one is accepted, and the run’s own is looked after', async () => {
    const { kinds, steps } = await issuing({});
    expect(kinds).toEqual(['held']);
    expect(steps.slice(-4)).toEqual(['after-cash', 'next-0', 'next-0-used-0', 'former']);
  });

  test('every second one is refused: a finding, shown by its use', async () => {
    const { judgements, steps } = await issuing({ refuses: (nth) => nth % 2 === 0 });
    expect(judgements.at(-1)).toMatchObject({
      cause: 'a further token is refused, while the one before it is still accepted',
      exchange: { key: { step: 'next-0-used-0' } },
    });
    expect(steps.at(-1)).toBe('former');
  });

  test.each<[string, Served, string[]]>([
    ['one of them is refused', { refuses: (nth) => nth === 0 }, ['held', 'unanswered']],
    ['each is accepted a moment later', { refuses: (_nth, use) => use === 0 }, ['held']],
    ['each is accepted by some', { refuses: (_nth, use) => use !== 4 }, ['held']],
    ['the former one is refused as well', { refuses: () => true, former: apiError(401) }, ['held']],
    ['the next one does not come', { refuses: () => true, next: { status: 429 } }, ['held']],
    ['another token comes', { refuses: () => true, next: issued('token:other') }, ['held']],
    ['tokens are too short-lived', { refuses: () => true, body: { expires_in: 59 } }, ['held']],
    ['nobody says how long they last', { refuses: () => true, body: {} }, ['held']],
  ])('%s: no finding', async (_what, served, expected) => {
    expect((await issuing(served)).kinds).toEqual(expected);
  });

  test('a refused one is left alone until nobody remembers that it was unknown', async () => {
    const asked = new Map<string, number>();
    await judged(
      'token/renewal',
      (step) => {
        asked.set(step, Date.now());
        if (step === 'renew') return issued('token:scoped', { body: { expires_in: 3600 } });
        if (/^next-\d$/.test(step)) return issued(`token:${step}`);
        return step === 'next-0-used-0' ? { ...apiError(401), at: Date.now() - 11_000 + 25 } : { body: {} };
      },
      { covers: (name) => name === 'cash' },
    );
    expect((asked.get('next-0-used-1') ?? 0) - (asked.get('next-0-used-0') ?? 0)).toBeGreaterThanOrEqual(20);
  });

  test('the former token is served at the first attempt, and soon: else the run has another one by then', async () => {
    const late = answered({ body: {}, at: Date.now() + 60_000 });
    const second = answered({ body: {} });
    const again = { ...second, key: { ...second.key, attempt: 1 } };
    for (const former of [late, again]) {
      expect((await issuing({ refuses: () => true, former })).kinds).toEqual(['held']);
    }
  });
});

describe('token/wrong-audience', () => {
  const foreign = (asked: Given | Exchange, used: Given | Exchange = apiError(401)) =>
    judged('token/wrong-audience', (step, isForeign) => {
      if (step === 'other-audience') return asked;
      return isForeign ? used : { body: {} };
    });

  test('no token, and one that the API refuses, are held', async () => {
    expect((await foreign(apiError(403))).judgements).toMatchObject([{ kind: 'held', note: expect.any(String) }]);
    for (const status of [401, 403]) {
      const { kinds, steps } = await foreign(issued('token:foreign-audience'), apiError(status));
      expect(kinds).toEqual(['held']);
      expect(steps.slice(-2)).toEqual(['use', 'restore']);
    }
  });

  test('one that the API accepts is a finding, shown by its use', async () => {
    const { judgements } = await foreign(issued('token:foreign-audience'), { body: {} });
    const [judgement] = judgements;
    expect(judgement).toMatchObject({ kind: 'violated', exchange: { key: { step: 'use' } } });
    expect(judgement?.kind === 'violated' && judgement.exchange && isAnswered(judgement.exchange)).toBe(true);
  });

  test.each(unclear)('%s is open, when asked for and when used', async (_what, given) => {
    expect((await foreign(given)).kinds).toEqual(['unanswered']);
    expect((await foreign(issued('token:foreign-audience'), given)).kinds).toEqual(['unanswered']);
  });

  test('the token of the run is asked for anew afterwards', async () => {
    expect((await foreign(apiError(403))).steps.at(-1)).toBe('restore');
    const refused = await judged('token/wrong-audience', () => apiError(401));
    expect(refused.kinds).toEqual(['unanswered']);
    expect(refused.steps).not.toContain('other-audience');
  });
});
