import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { type Answered, type Exchange, type Judgement, type Request, sentHeader } from '../../engine/index.ts';
import { robustness } from '../../suites/every-endpoint/robustness.ts';
import { judgeQuery, otherValues } from '../../suites/every-endpoint/without-query.ts';
import { answered, type Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence, type Target } from './asking.ts';

const unexpected = robustness.requirements.find(({ id }) => id === 'robustness/unexpected-query') as Scenario;
const stillAlive = robustness.requirements.find(({ id }) => id === 'robustness/still-alive') as Scenario;

async function run(target: Target, name = 'cash') {
  const steps: string[] = [];
  const ask = asking((step, ...rest) => {
    steps.push(step);
    return target(step, ...rest);
  });
  const judgements = await unexpected.run(boundTo(name), ask);
  const of = (kind: Judgement['kind']) => judgements.filter((judgement) => judgement.kind === kind);
  return { steps, judgements, of };
}

const list = (...ids: readonly string[]): Given => ({ body: { data: ids.map((id) => ({ id })) } });
const isQuery = (path: string) => path.includes('?');
const hasParameter = (path: string) => /\?.*[^&]/.test(path);

describe('the controls of robustness/unexpected-query', () => {
  test.each<[string, Given | Exchange]>([
    ['refused', apiError(403)],
    ['silent', silence('closed')],
  ])('%s at first, nothing else is sent', async (_what, given) => {
    const { steps, judgements } = await run(() => given);
    expect(steps).toEqual(['control']);
    expect(judgements).toMatchObject([{ kind: 'unanswered' }]);
  });

  test.each<[string, Given | Exchange]>([
    ['refused', apiError(403)],
    ['silent', silence('closed')],
  ])('%s afterwards, all is open', async (_what, given) => {
    const { judgements } = await run((step) => (step === 'control-after' ? given : list('a')));
    expect(judgements).toMatchObject([{ kind: 'unanswered' }]);
  });

  test('one that fails while a finding is repeated leaves that open', async () => {
    const { of } = await run((step, path) =>
      /^again-\d+-6$/.test(step) ? silence('closed') : isQuery(path) ? list('a') : list('a', 'b'),
    );
    expect(of('violated')).toEqual([]);
    expect(of('unanswered')).toHaveLength(3);
  });
});

test.each<[string, string, number]>([
  ['is no URI is cut off', '%zz', 0],
  ['is one is cut off', 'limit', 1],
])('a target that %s', async (_what, part, open) => {
  const cutOff = (request: Request) => ({ ...silence('closed'), request });
  const { of } = await run((_step, path, _nth, request) => (path.includes(part) ? cutOff(request) : list('a')));
  expect(Math.min(1, of('unanswered').length)).toBe(open);
});

describe('a query that is answered otherwise', () => {
  test('is asked again between controls, three times at most', async () => {
    const { steps, of } = await run((_step, path) => (hasParameter(path) ? list('a') : list('a', 'b')));
    const again = steps.filter((step) => step.startsWith('again'));
    expect(again).toHaveLength(111);
    expect(again.filter((step) => step.endsWith('-20'))).toHaveLength(3);
    expect(of('violated')).toHaveLength(3);
  });

  test('once is none where it is answered as always again, and open where that is so half the time', async () => {
    const { of } = await run((step) => (step === 'query-0' ? list('a') : list('a', 'b')));
    expect([of('violated').length, of('unanswered').length]).toEqual([0, 0]);
    const half = await run((step) => (step === 'query-0' || step === 'again-0-5' ? list('a') : list('a', 'b')));
    expect([half.of('violated').length, half.of('unanswered').length]).toEqual([0, 1]);
  });

  test('as the content turns out to vary without it is no finding', async () => {
    const { of, judgements } = await run((step) => ({
      body: { price: step === 'query-0' ? 2 : step === 'again-0-6' ? 3 : 1 },
    }));
    expect([of('violated').length, of('unanswered').length]).toEqual([0, 0]);
    expect(judgements[0]).toEqual({ kind: 'held' });
  });

  test('in what cannot be compared is none where that varies anyway', async () => {
    const { of, judgements } = await run((_step, _path, nth) => ({ body: `${'['.repeat(5_000)}${nth}` }));
    expect([of('violated').length, of('unanswered').length]).toEqual([0, 0]);
    expect(judgements[0]).toEqual({ kind: 'held' });
  });

  test('in a text that is no JSON is a finding', async () => {
    expect((await run((_step, path) => ({ body: hasParameter(path) ? 'a' : 'b' }))).of('violated')).toHaveLength(3);
  });

  test('by address alone, as by a cache that the content was edited behind, is none', async () => {
    const cached: Target = (_step, path) => list(...(isQuery(path) ? ['a', 'b'] : ['a']));
    const { of, steps } = await run(cached);
    expect([of('violated').length, of('unanswered').length]).toEqual([0, 0]);
    expect(of('observed')).toHaveLength(4);
    expect(steps.filter((step) => step.endsWith('-bare-0'))).toHaveLength(3);
  });

  test('by address is a finding where nothing is left, or a member is gone', async () => {
    const emptied: Target = (_step, path) => list(...(isQuery(path) ? [] : ['a']));
    expect((await run(emptied)).of('violated')).toHaveLength(3);
    const without: Target = (_step, path) => ({ body: { data: ['a'], ...(isQuery(path) ? {} : { total: 1 }) } });
    expect((await run(without)).of('violated')).toHaveLength(3);
  });

  test('by address with another status is a finding', async () => {
    const given = (path: string): Given => ({ status: isQuery(path) ? 206 : 200, ...list('a') });
    expect((await run((_step, path) => given(path))).of('violated')).toHaveLength(3);
  });

  test('in members that each answer names anew is none', async () => {
    let nth = 0;
    const named = await run(() => ({ body: { data: { [`at-${nth++}`]: 'a' }, servedAt: nth } }));
    expect(named.of('violated')).toEqual([]);
    expect(named.of('unanswered')).toEqual([]);
  });

  test('in what no control varies in is a finding, whatever else does', async () => {
    const target: Target = (_step, path, nth) => ({ body: { at: nth, total: hasParameter(path) ? 0 : 7 } });
    expect((await run(target)).of('violated')).toHaveLength(3);
  });
});

/** As caches leave a query: sorted, without empty pairs. */
const inOrder = (path: string) => {
  const pairs = [...new URLSearchParams(path.replace(/^[^?]*\??/, ''))].filter(([name, value]) => name || value);
  return `${path.split('?')[0]}?${new URLSearchParams(pairs.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
};

describe('a cache that goes by the query in order', () => {
  /** What was shown at first stays there, at each address. */
  const kept = (show: (asked: number) => Given, addressOf = inOrder): Target => {
    const all = new Map<string, Given>();
    return (_step, path) => {
      const address = addressOf(path);
      const given = all.get(address) ?? show(all.size);
      all.set(address, given);
      return given;
    };
  };
  const edited = (asked: number): Given => list(...(asked === 0 ? ['a'] : ['b', 'a']));
  const kinds = async (target: Target) => {
    const { of } = await run(target);
    return [of('violated').length, of('unanswered').length, of('observed').length];
  };

  test('of content that was edited since is no finding, as other addresses without a query show', async () => {
    expect(await kinds(kept(edited))).toEqual([0, 0, 4]);
  });

  test('of content that moves is no finding, wherever it is served', async () => {
    const moving = (asked: number): Given => ({ body: { data: ['a'], rate: Math.floor(asked / 3) } });
    expect(await kinds(kept(moving))).toEqual([0, 0, 4]);
    const byRoute = kept(moving, (path) => (isQuery(path) ? inOrder(path) : ''));
    expect(await kinds(byRoute)).toEqual([0, 0, 4]);
  });

  test('leaves open what was edited where no other address is served', async () => {
    const cache = kept(edited);
    const strict: Target = (step, ...rest) => (step.startsWith('spelled') ? apiError(404) : cache(step, ...rest));
    expect(await kinds(strict)).toEqual([0, 3, 1]);
    const page: Target = (step, ...rest) => (step.startsWith('spelled') ? { body: { a: 1 } } : cache(step, ...rest));
    expect(await kinds(page)).toEqual([0, 3, 1]);
  });

  test.each<[string, string, string]>([
    ['age', 'Age', '7'],
    ['lifetime', 'Cache-Control', 'max-age=53'],
  ])('leaves it open where all addresses of the path share a copy that tells its %s', async (_what, name, value) => {
    const type = ['Content-Type', 'application/json'] as const;
    const target: Target = (_step, path) => {
      const isNew = inOrder(path).split('?')[1] !== '';
      const lifetime = ['Cache-Control', 'max-age=60'] as const;
      return { ...edited(isNew ? 1 : 0), headers: isNew ? [type, lifetime] : [type, [name, value]] };
    };
    expect(await kinds(target)).toEqual([0, 3, 1]);
  });
});

describe('what only looks as an edit', () => {
  const found = async (target: Target) => (await run(target)).of('violated').length;
  const rows = (path: string) => (/=\d/.test(path.replace(/m2m-fresh=.*/, '')) ? list('a') : list('a', 'b'));

  test('is a finding where other queries that are new do not show it, or addresses without one', async () => {
    expect(await found((_step, path) => rows(path))).toBe(3);
    const strict: Target = (step, path) => (step.startsWith('spelled') ? apiError(404) : rows(path));
    expect(await found(strict)).toBe(3);
    expect(await found((_step, path) => (hasParameter(path) ? list('a') : list('a', 'b')))).toBe(3);
  });

  test('is a finding where it repeats a parameter', async () => {
    const strict =
      (show: (path: string) => Given): Target =>
      (step, path) =>
        step.startsWith('spelled') ? apiError(404) : show(path);
    const merged = (path: string) => ({
      body: { a: 1, ...Object.fromEntries(new URLSearchParams(path.split('?')[1])) },
    });
    expect(await found(strict(merged))).toBe(3);
  });

  test('is a finding where a list has only become shorter, or is in another order', async () => {
    const of =
      (ids: readonly string[]): Target =>
      (step, path) =>
        step.startsWith('spelled') ? apiError(404) : list(...(hasParameter(path) ? ids : ['a', 'b', 'c']));
    expect(await found(of(['b', 'c']))).toBe(3);
    expect((await run(of(['c', 'b', 'a']), 'guides')).of('violated')).toHaveLength(3);
    expect(await found(of(['d', 'b', 'c']))).toBe(0);
  });

  test('is a finding beside nodes that a hash of the address chooses', async () => {
    const node = (path: string) => [...path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1009, 7) % 3;
    const target: Target = (_step, path) => ({
      body: { node: node(path), data: hasParameter(path) ? ['a'] : ['a', 'b'] },
    });
    expect(await found(target)).toBe(3);
    expect(await found((_step, path) => ({ body: { node: node(path), data: ['a'] } }))).toBe(0);
  });
});

test('a digest of the query in order is no finding: some queries are one to whoever puts them in order', async () => {
  const digest: Target = (_step, path) => ({
    body: { total: 7, key: `k-${inOrder(path).length}-${inOrder(path)}`.replace(/[?&=]/g, '') },
  });
  const { of, judgements } = await run(digest);
  expect([of('violated').length, of('unanswered').length, judgements[0]?.kind]).toEqual([0, 0, 'held']);
});

describe('replicas that differ', () => {
  const asked = async (replica: (nth: number) => number) =>
    (await run((_step, _path, nth) => ({ body: { total: 7, servedBy: replica(nth) } }))).judgements.filter(
      ({ kind }) => kind !== 'held' && kind !== 'observed',
    );

  test.each([2, 3, 4, 5])('%d in turn, wherever the first request comes to: no finding', async (period) => {
    for (let phase = 0; phase < period; phase++) expect(await asked((nth) => (nth + phase) % period)).toEqual([]);
  });

  test('by chance, of two to four: no finding in 210 runs', async () => {
    for (const replicas of [2, 3, 4]) {
      const runs = fc.sample(fc.array(fc.nat(replicas - 1), { minLength: 200, maxLength: 200 }), {
        seed: 5,
        numRuns: 70,
      });
      for (const chosen of runs) expect(await asked((nth) => chosen[nth] ?? 0)).toEqual([]);
    }
  });

  test('one that lags for a while: no finding', async () => {
    for (let until = 30; until < 80; until++) {
      const lag = (nth: number) => (nth < until && nth % 2 === 1 ? 1 : 0);
      expect(await asked(lag)).toEqual([]);
    }
  });

  test('one that lags for as long as all is repeated: no finding', async () => {
    const target: Target = (step, path) => {
      const isNew = isQuery(path) ? !/^again-\d+-8$/.test(step) : step.endsWith('-caught-up');
      return { body: { total: isNew ? 8 : 7 } };
    };
    const { judgements } = await run(target);
    expect(judgements.filter(({ kind }) => kind !== 'held' && kind !== 'observed')).toEqual([]);
  });

  test('one to which few requests go: no finding where it shows without the query as well, however late', async () => {
    const seldom = (shownAt: string): Target => {
      return (step, path) => {
        const isOdd = isQuery(path) ? !/^again-\d+-8$/.test(step) : step.endsWith(shownAt);
        return { body: { total: 7, servedBy: isOdd ? 'b' : 'a' } };
      };
    };
    const late = await run(seldom('-caught-up-39'));
    expect([late.of('violated').length, late.of('unanswered').length]).toEqual([0, 0]);
    const never = await run(seldom('never'));
    expect([never.of('violated').length, never.of('unanswered').length]).toEqual([0, 3]);
    expect(never.steps.filter((step) => step.includes('caught-up'))).toHaveLength(3 * 40);
  });
});

describe('what tells of the answer itself', () => {
  const now = 1_700_000_000_000;
  const of = (without: unknown, value: unknown, others: readonly unknown[] = []) => {
    const given = (at: unknown) => answered({ body: { total: 7, meta: at }, request: { path: '/cash?m2m=abc' } });
    const control = answered({ body: { total: 7, meta: without }, request: { path: '/cash' } });
    const values = others.map((other) => otherValues(control, given(other)));
    return judgeQuery(given(value), control, new Set(), 'm2m=abc', values).kind;
  };
  const moment = (ms: number) => new Date(now + ms).toISOString();

  test.each<[string, unknown, unknown, (readonly unknown[])?]>([
    ['the moment as text', moment(-9000), moment(0)],
    ['the moment in milliseconds', now - 9000, now],
    ['the moment in seconds', now / 1000 - 9, now / 1000],
    ['the address of the request', '/cash', '/cash?m2m=abc'],
    ['the whole address', 'https://api.example/v1/cash', 'https://api.example/v1/cash?m2m=abc'],
    ['a reference that is the query alone', '', '?m2m=abc'],
    ['such a reference in another spelling', '?', '?m2m=%61bc'],
    ['an address inside, another spelling', 'http://balances.svc/v1/b', 'http://balances.svc/v1/b?m2m=%61bc'],
    ['an address with a query of its own', '/v1/cash?', '/v1/cash?m2m=abc&m2m=abc'],
    ['a link to the next page', 'http://api.svc/l/?page=2', 'http://api.svc/l/?m2m=%61bc&page=2'],
    ['a reference to the next page', '?page=2', '?page=2&m2m=abc'],
    ['another id each time', 'r-0', 'r-4', ['r-1', 'r-2', 'r-3', 'r-4']],
  ])('is no difference: %s', (_what, without, value, others) => {
    expect(of(without, value, others)).toBe('held');
    expect(
      of(
        { in: without },
        { in: value },
        others?.map((one) => ({ in: one })),
      ),
    ).toBe('held');
  });

  test.each<[string, unknown, unknown, (readonly unknown[])?]>([
    ['a moment long ago', moment(-1e8), moment(0)],
    ['another number', 7, 8],
    ['the value of the query', 'cash', 'abc', ['abc', 'def', 'ghi', 'jkl']],
    ['the query without its mark', 'cash', 'm2m=abc', ['m2m=abc', 'm2m=def', 'm2m=ghi', 'm2m=jkl']],
    ['a reference that is another query', '', '?m2m=def'],
    ['an address with another query', '/v1/b', '/v1/b?m2m=abd'],
    ['a link to another page', '/v1/b?page=2', '/v1/b?m2m=abc&page=3'],
    ['a reference to another page', '?page=2', '?m2m=abc&page=3'],
    ['another address', '/v1/cash', '/v1/other?m2m=abc'],
    ['a text with the query', 'cash', 'cash?m2m=abc'],
    ['the same other one each time', 'r-0', 'r-4', ['r-4', 'r-4', 'r-4', 'r-4']],
    ['a moment an hour ago', moment(-3_600_000), moment(0)],
    ['few of their own, one without', 'r-0', 'r-4', ['r-1', null, 'r-3', 'r-4']],
    ['few of their own', 'r-0', 'r-3', ['r-1', 'r-2', 'r-3']],
    ['a longer list', ['r-0'], ['r-4', 'r-5'], [['r-1'], ['r-2'], ['r-3'], ['r-4', 'r-5']]],
    ['nothing', 'r-0', null, ['r-1', 'r-2', 'r-3', 'r-4']],
  ])('is told from %s', (_what, without, value, others) => {
    expect(of(without, value, others)).toBe('violated');
  });

  test('in another order of a list is none either', () => {
    const list = (at: string, ...ids: string[]) => ({ body: { at, data: ids }, request: { path: '/cash' } });
    const kind = (one: string, other: string) =>
      judgeQuery(answered(list(one, 'b', 'a')), answered(list(other, 'a', 'b')), new Set(), 'm2m=1').kind;
    expect(kind(moment(0), moment(-9000))).toBe('held');
    expect(kind('a', 'b')).toBe('violated');
  });
});

describe('the answer to a query', () => {
  const control = answered({ body: { data: [{ id: 'a', 'x/y': [1, 2] }], total: 7 } });
  const judged = (given: Given | Exchange, query = 'm2m=1', varying: readonly string[] = []) =>
    judgeQuery('answer' in given ? given : answered(given), control, new Set(varying), query);

  test.each<[string, string, Given | Exchange]>([
    ['held', 'the same', { body: { data: [{ id: 'a', 'x/y': [1, 2] }], total: 7 } }],
    ['held', 'a refusal', apiError(400)],
    ['unanswered', 'silence', silence('timeout')],
    ['unanswered', 'load shedding', { status: 429 }],
    ['unanswered', 'load shedding', { status: 503 }],
    ['unanswered', 'a failure', { status: 500 }],
    ['violated', 'another status of success', { status: 206, body: {} }],
    ['violated', 'a redirect', { status: 302 }],
    ['violated', 'no content', { body: '' }],
    ['violated', 'no JSON', { body: 'text' }],
  ])('%s: %s', (kind, _what, given) => {
    expect(judged(given).kind).toBe(kind);
  });

  test.each<[string, unknown]>([
    ['/total is absent instead of 7', { data: [{ id: 'a', 'x/y': [1, 2] }] }],
    ['/total is null instead of 7', { data: [{ id: 'a', 'x/y': [1, 2] }], total: null }],
    ['/data is an array of 0 instead of an array of 1', { data: [], total: 7 }],
    ['/data/0/x~1y is an array of 1 instead of an array of 2', { data: [{ id: 'a', 'x/y': [1] }], total: 7 }],
    ['/data/0/id is "b" instead of "a"', { data: [{ id: 'b', 'x/y': [1, 2] }], total: 7 }],
    ['/toString is 1 instead of absent', { data: [{ id: 'a', 'x/y': [1, 2] }], total: 7, toString: 1 }],
  ])('is told by the first place that differs: %s', (actual, body) => {
    expect(judged({ body })).toMatchObject({
      cause: 'a query changes the content',
      actual: expect.stringContaining(actual),
    });
  });

  test('of a long value the beginning is told', () => {
    const judgement = judged({ body: { data: [{ id: 'x'.repeat(200), 'x/y': [1, 2] }], total: 7 } });
    expect(judgement.kind === 'violated' && judgement.actual.length).toBeLessThan(120);
  });

  test('what varies anyway is no difference, in any element of a list', () => {
    const changed = { body: { data: [{ id: 'b', 'x/y': [1, 2] }], total: 7 } };
    expect(judged(changed, 'm2m=1', ['/data/*/id']).kind).toBe('held');
    expect(judged(changed, 'm2m=1', ['/total']).kind).toBe('violated');
    const numbered = { body: { 10: 'a', a1: 'b' } };
    const of = (varying: readonly string[]) =>
      judgeQuery(answered({ body: { 10: 'x', a1: 'b' } }), answered(numbered), new Set(varying), 'm2m=1').kind;
    expect(of(['/*'])).toBe('held');
  });

  test('one name that may mean something is enough', () => {
    const shorter = { body: {} };
    expect(judged(shorter, 'm2m=1&limit=1').kind).toBe('held');
    expect(judged(shorter, 'limit=1&m2m=1').kind).toBe('held');
    expect(judged(shorter, 'unlimited=1').kind).toBe('violated');
    expect(judged({ status: 206, body: {} }, 'limit=1').kind).toBe('held');
    expect(judged({ status: 204, body: '' }, 'page=9').kind).toBe('held');
    expect(judged({ status: 302 }, 'page=9').kind).toBe('violated');
  });

  test('too long to be compared leaves it open', () => {
    const [long, short] = [100_001, 100].map((length) => answered({ body: Array(length).fill(0) }));
    const longer = answered({ body: Array(100_001).fill(1) });
    const judgedAs = (one?: Answered, other?: Answered) =>
      one && other && judgeQuery(one, other, new Set(), 'm2m=1').kind;
    expect([judgedAs(long, short), judgedAs(short, long), judgedAs(long, longer)]).toEqual(Array(3).fill('unanswered'));
    expect(long && [...otherValues(long, longer).keys()]).toEqual(['']);
  });

  test('a text that is no JSON is compared as a whole', () => {
    const text = (body: string) => answered({ body });
    const kinds = [text('a'), text('b')].map((one) => judgeQuery(one, text('a'), new Set(), 'm2m=1').kind);
    expect(kinds).toEqual(['held', 'violated']);
  });
});

test('what was done with the queries is told', async () => {
  const told = async (target: Target) => {
    const last = (await run(target)).judgements.at(-1);
    return last?.kind === 'observed' ? last.value.replace(/\d+ (ignored|queries|refused)/g, 'n $1') : last?.kind;
  };
  expect(await told(() => list('a'))).toBe('n queries ignored');
  const refused = (step: string) => Number(step.split('-')[1]) % 3;
  expect(
    await told((step, path) =>
      isQuery(path) ? ([list('a'), apiError(422), apiError(400)][refused(step)] ?? {}) : list('a'),
    ),
  ).toBe('n ignored, n refused with 400, 422');
  const all = (await run((_step, path) => (isQuery(path) ? apiError(400) : list('a')))).judgements;
  expect(all.at(-1)).toMatchObject({ value: `0 ignored, ${all.length - 1} refused with 400` });
  const silent = (await run((step) => (step === 'query-0' ? silence('closed') : list('a')))).judgements;
  expect(silent.at(-1)).toMatchObject({ value: `${silent.length - 2} queries ignored` });
});

test('robustness/still-alive asks for what was answered at the start', async () => {
  const ask = asking(() => ({ status: 200, body: {} }));
  expect(await stillAlive.run(boundTo('cash'), ask)).toMatchObject([{ kind: 'unanswered' }]);
  const facts = { tokens: {}, refusedTokens: {}, guideIds: [], start: { endpoint: 'guides', status: 200 } };
  expect(await stillAlive.run(boundTo('cash', { facts }), ask)).toMatchObject([{ kind: 'held' }]);
});

test.each([
  ['held', 1, {}],
  ['unanswered', 2, {}],
  ['held', 1, { start: 401 }],
] as const)(
  'robustness/still-alive, %s: of a token that is refused %i times at the end: %j',
  async (kind, times, given) => {
    const start = { endpoint: 'guides', status: 200, ...('start' in given ? { status: given.start } : {}) };
    const ask = asking((_step, _path, nth) => (nth < times ? apiError(401) : { body: {} }));
    const facts = { tokens: {}, refusedTokens: {}, guideIds: [], start };
    expect(await stillAlive.run(boundTo('cash', { facts }), ask)).toMatchObject([{ kind }]);
  },
);

test.each<[string, Given | Exchange, number, string]>([
  ['away for a moment', silence('refused-connection'), 4, 'held'],
  ['told by a gateway to be away', { status: 502 }, 4, 'held'],
  ['away for long', silence('refused-connection'), 5, 'violated'],
])('robustness/still-alive, a target that is %s', async (_what, given, times, kind) => {
  const ask = asking((_step, _path, nth) => (nth < times ? given : { body: {} }));
  const facts = { tokens: {}, refusedTokens: {}, guideIds: [], start: { endpoint: 'guides', status: 200 } };
  expect(await stillAlive.run(boundTo('cash', { facts }), ask)).toMatchObject([{ kind }]);
});

test.each([
  [200, 13],
  [404, 5],
])('where the first request gets %i at the end, %i are asked', async (status, count) => {
  const asked: string[] = [];
  const ask = asking((_step, path, _nth, request) => {
    asked.push(`${path} ${sentHeader(request, 'x-user-id')}`);
    return { status, body: {} };
  });
  const facts = { tokens: {}, refusedTokens: {}, guideIds: [], start: { endpoint: 'guides', status: 200 } };
  await stillAlive.run(boundTo('cash', { facts }), ask);
  expect(asked).toHaveLength(count);
  expect(asked.filter((one) => one === '/daily-summaries {{user:second}}')).toHaveLength(status === 200 ? 1 : 0);
});

test.each<[string, string, boolean, Given | Exchange]>([
  ['violated', 'without writes', false, list('a')],
  ['unanswered', 'after writes, when the second is served', true, list('a')],
  ['violated', 'after writes, as is the second', true, apiError(403)],
  ['unanswered', 'after writes, when the second is not answered', true, silence('closed')],
])('%s: the first user is forbidden at the end %s', async (kind, _when, writes, second) => {
  const ask = asking((_step, _path, _nth, request) =>
    `${sentHeader(request, 'x-user-id')}` === '{{user:second}}' ? second : apiError(403),
  );
  const facts = { tokens: {}, refusedTokens: {}, guideIds: [], start: { endpoint: 'guides', status: 200 } };
  const allow = { writes, orders: false, desync: false };
  expect(await stillAlive.run(boundTo('cash', { facts, allow }), ask)).toMatchObject([{ kind }]);
});

test('every endpoint that reads is asked', () => {
  const { endpoints } = unexpected;
  const names = [
    'guides',
    'guide',
    'insights',
    'summaries',
    'notifications',
    'cash',
    'portfolios',
    'address',
    'orders',
  ];
  const asked = names.filter((name) => endpoints?.(boundTo(name).endpoint));
  expect(asked).toEqual(names.slice(0, 7));
  const { endpoint } = boundTo('cash');
  expect(endpoints?.({ ...endpoint, safety: 'write' })).toBe(false);
  expect(endpoints?.({ ...endpoint, method: 'POST' })).toBe(false);
  expect(endpoints?.({ ...endpoint, origin: 'token' })).toBe(false);
});

describe('a list in another order', () => {
  const of = (path: string, body: unknown) => answered({ body, request: { path } });
  const kinds = (path: string, one: unknown, other: unknown) =>
    judgeQuery(of(path, other), of(path, one), new Set(), 'm2m=1').kind;
  const [list, reversed] = [{ data: [{ id: 'a' }, { id: 'b' }] }, { data: [{ id: 'b' }, { id: 'a' }] }];

  test('is a difference of the guides alone, whose order is configured', () => {
    expect(kinds('/cash', list, reversed)).toBe('held');
    expect(kinds('/learn/learning-guides', list, reversed)).toBe('violated');
  });

  test('is one where something else differs, too', () => {
    expect(kinds('/cash', list, { ...reversed, total: 1 })).toBe('violated');
    expect(kinds('/cash', list, 'text')).toBe('violated');
    expect(kinds('/cash', 'text', list)).toBe('violated');
    expect(kinds('/cash', 'text', 'another')).toBe('violated');
  });
});
