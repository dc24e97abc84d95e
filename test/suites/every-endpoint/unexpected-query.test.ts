import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange, Judgement } from '../../../engine/index.ts';
import { robustness } from '../../../suites/every-endpoint/robustness.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, silence, type Target } from '../asking.ts';
import { boundAs, recorded, scenarioOf } from '../recorded.ts';

const unexpected = scenarioOf(robustness, 'robustness/unexpected-query');

async function run(target: Target, name = 'cash') {
  const { steps, judgements } = await recorded((ask) => unexpected.run(boundTo(name), ask), target);
  const count = (kind: Judgement['kind']) => judgements.filter((judgement) => judgement.kind === kind).length;
  const last = judgements.at(-1);
  return {
    steps,
    judgements,
    counts: [count('violated'), count('unanswered')],
    told: last?.kind === 'observed' ? last.value : '',
  };
}

const list = (...ids: readonly string[]): Given => ({ body: { data: ids.map((id) => ({ id })) } });
const isQuery = (path: string) => path.includes('?');
const hasParameter = (path: string) => /\?.*[^&]/.test(path);
/** A target that responds so to queries with a parameter, otherwise with a list of two. */
const shorter: Target = (_step, path) => (hasParameter(path) ? list('a') : list('a', 'b'));
/** The same, but without paths in other spellings. */
const strict =
  (target: Target): Target =>
  (step, ...rest) =>
    step.startsWith('spelled') ? apiError(404) : target(step, ...rest);
const bodies =
  (bodyOf: (path: string, nth: number, step: string) => unknown): Target =>
  (step, path, nth) => ({ body: bodyOf(path, nth, step) });

describe('the controls', () => {
  test.each<[string, Given | Exchange]>([
    ['refused', apiError(403)],
    ['not answered', silence('closed')],
  ])('%s at first end it; afterwards they leave all open', async (_what, given) => {
    expect(await run(() => given)).toMatchObject({ steps: ['control'], counts: [0, 1] });
    expect((await run((step) => (step === 'control-after' ? given : list('a')))).counts).toEqual([0, 1]);
    const duringRepetition = await run((step, ...rest) =>
      /^again-\d+-6$/.test(step) ? given : shorter(step, ...rest),
    );
    expect(duringRepetition.counts).toEqual([0, 3]);
  });
});

/** In the order and without the empty pairs, as caches normalise a query. */
const inOrder = (path: string) => {
  const pairs = [...new URLSearchParams(path.replace(/^[^?]*\??/, ''))].filter(([name, value]) => name || value);
  return `${path.split('?')[0]}?${new URLSearchParams(pairs.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
};
/** Contains the pairs in order; `isKept` leaves some out. */
const digest = (isKept: (value: string) => boolean) =>
  bodies((path) => {
    const pairs = [...new URLSearchParams(path.split('?')[1])].filter(([, value]) => isKept(value));
    return { total: 7, key: `k-${Buffer.from(pairs.map(String).sort().join('/')).toString('hex')}` };
  });
const node = (path: string) => [...path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1009, 7) % 3;
const orders = [list('a', 'b', 'c'), list('b', 'c', 'a'), list('c', 'a', 'b')] as const;
const isOdd = (step: string) => /^(?:query-0|again-0-(?!8$)\d+)$/.test(step);

describe('is no finding', () => {
  test.each<[string, Target]>([
    ['an ignored query', () => list('a', 'b')],
    ['a refused query', (_step, path) => (isQuery(path) ? apiError(400) : list('a'))],
    ['content that varies', bodies((_path, nth) => ({ data: [{ id: 'a', price: nth }], at: nth }))],
    ['a list in any order', (_step, _path, nth) => orders[nth % 3] ?? list()],
    ['a single change', (_step, _path, nth) => (nth < 5 ? list('a', 'b') : list('a'))],
    ['a difference once', (step) => (step === 'query-0' ? list('a') : list('a', 'b'))],
    ['a known parameter', (_step, path) => (/[?&](?:limit|page|%24filter)=/.test(path) ? list('a') : list('a', 'b'))],
    [
      'what varies later',
      bodies((_path, _nth, step) => ({ price: step === 'query-0' ? 2 : step === 'again-0-6' ? 3 : 1 })),
    ],
    ['what varies and cannot be compared', bodies((_path, nth) => `${'['.repeat(5_000)}${nth}`)],
    [
      'a member that is named anew each time',
      bodies((_path, nth) => ({ data: { [`at-${nth}`]: 'a' }, servedAt: nth })),
    ],
    ['a digest of the query', digest(() => true)],
    ['a digest of the query without empty values', digest((value) => value !== '')],
    ['the node that a hash of the URL selects', bodies((path) => ({ node: node(path), data: ['a'] }))],
    [
      'a replica that lags during all repetitions',
      bodies((path, _nth, step) => ({
        total: (isQuery(path) ? !/^again-\d+-8$/.test(step) : step.endsWith('-caught-up')) ? 8 : 7,
      })),
    ],
  ])('%s', async (_what, target) => {
    expect((await run(target)).counts).toEqual([0, 0]);
  });
});

describe('is a finding, reported three times at most', () => {
  const gone = (path: string) => (isQuery(path) ? {} : { total: 1 });
  const rows = (path: string) => (/=\d/.test(path.replace(/m2m-fresh=.*/, '')) ? list('a') : list('a', 'b'));
  const merged = bodies((path) => ({ a: 1, ...Object.fromEntries(new URLSearchParams(path.split('?')[1])) }));

  test.each<[string, Target, string?]>([
    ['a shorter list', shorter],
    ['a redirect', (_step, path) => (isQuery(path) ? { status: 302 } : list('a'))],
    ['another string that is no JSON', bodies((path) => (hasParameter(path) ? 'a' : 'b'))],
    ['an empty list, by URL', (_step, path) => list(...(isQuery(path) ? [] : ['a']))],
    ['a member less, by URL', bodies((path) => ({ data: ['a'], ...gone(path) }))],
    ['another status, by URL', (_step, path) => ({ status: isQuery(path) ? 206 : 200, ...list('a') })],
    ['another value beside one that varies', bodies((path, nth) => ({ at: nth, total: hasParameter(path) ? 0 : 7 }))],
    ['what other new queries do not show', (_step, path) => rows(path)],
    ['what other new queries do not show, on a strict path', strict((_step, path) => rows(path))],
    ['a repeated parameter', strict(merged)],
    ['the end of the list', strict((_step, path) => list(...(hasParameter(path) ? ['b', 'c'] : ['a', 'b', 'c'])))],
    [
      'another order of the guides',
      strict((_step, path) => list(...(hasParameter(path) ? ['b', 'a'] : ['a', 'b']))),
      'guides',
    ],
    [
      'a shorter list beside a node',
      bodies((path) => ({ node: node(path), data: hasParameter(path) ? ['a'] : ['a', 'b'] })),
    ],
  ])('%s', async (_what, target, name) => {
    expect((await run(target, name)).counts).toEqual([3, 0]);
  });

  test('and is repeated between controls', async () => {
    const again = (await run(shorter)).steps.filter((step) => step.startsWith('again'));
    expect(again).toHaveLength(111);
    expect(again.filter((step) => step.endsWith('-20'))).toHaveLength(3);
  });
});

describe('leaves open', () => {
  test('a list of which one element is replaced, if no other path is served', async () => {
    const target: Target = (_step, path) => list(...(hasParameter(path) ? ['d', 'b', 'c'] : ['a', 'b', 'c']));
    expect((await run(strict(target))).counts).toEqual([0, 3]);
  });

  test('a difference that shows half the time', async () => {
    const half = await run((step) => (step === 'query-0' || step === 'again-0-5' ? list('a') : list('a', 'b')));
    expect(half.counts).toEqual([0, 1]);
  });

  test('a difference that comes and goes while a control gets no response', async () => {
    const { counts } = await run((step, path) =>
      step.endsWith('-caught-up-3')
        ? silence('closed')
        : { body: { servedBy: isQuery(path) && isOdd(step) ? 'b' : 'a' } },
    );
    expect(counts).toEqual([0, 1]);
  });

  test('a query that gets a 5xx, which is a finding of http/no-server-error', async () => {
    const { counts } = await run((_step, path) => (isQuery(path) ? { status: 500 } : list('a')));
    expect(counts[0]).toBe(0);
    expect(counts[1]).toBeGreaterThan(10);
  });

  test.each([
    ['%zz', 0],
    ['limit', 1],
  ])('a closed connection if the request target is a URI: %s', async (part, open) => {
    const { counts } = await run((_step, path, _nth, request) =>
      path.includes(part) ? { ...silence('closed'), request } : list('a'),
    );
    expect(Math.min(1, counts[1] ?? 0)).toBe(open);
  });
});

describe('a cache that normalises the query', () => {
  /** Keeps the first response for each URL. */
  const kept = (show: (count: number) => Given, keyOf = inOrder): Target => {
    const all = new Map<string, Given>();
    return (_step, path) => {
      const given = all.get(keyOf(path)) ?? show(all.size);
      all.set(keyOf(path), given);
      return given;
    };
  };
  const edited = (count: number): Given => list(...(count === 0 ? ['a'] : ['b', 'a']));
  const moving = (count: number): Given => ({ body: { data: ['a'], rate: Math.floor(count / 3) } });
  const elsewhere =
    (given: Given): Target =>
    (step, ...rest) =>
      step.startsWith('spelled') ? given : cache(step, ...rest);
  const cache = kept(edited);
  const aged =
    (name: string, value: string): Target =>
    (_step, path) => {
      const isNew = inOrder(path).split('?')[1] !== '';
      const field = isNew ? (['Cache-Control', 'max-age=60'] as const) : ([name, value] as const);
      return { ...edited(isNew ? 1 : 0), headers: [['Content-Type', 'application/json'], field] };
    };

  test.each<[string, number[], number, Target]>([
    ['content that was edited, which new URLs show too', [0, 0], 4, kept(edited)],
    [
      'content that was edited, by any query',
      [0, 0],
      4,
      (_step, path) => list(...(isQuery(path) ? ['a', 'b'] : ['a'])),
    ],
    ['content that moves', [0, 0], 4, kept(moving)],
    ['content that moves, kept by route', [0, 0], 4, kept(moving, (path) => (isQuery(path) ? inOrder(path) : ''))],
    ['edited content and refused URLs', [0, 3], 1, elsewhere(apiError(404))],
    ['edited content and URLs that show something else', [0, 3], 1, elsewhere({ body: { a: 1 } })],
    ['a copy with an age', [0, 3], 1, aged('Age', '7')],
    ['a copy with a shorter lifetime', [0, 3], 1, aged('Cache-Control', 'max-age=53')],
  ])('%s: %j', async (_what, counts, observed, target) => {
    const { judgements, ...judged } = await run(target);
    expect(judged.counts).toEqual(counts);
    expect(judgements.filter(({ kind }) => kind === 'observed')).toHaveLength(observed);
  });
});

describe('replicas that differ are no finding', () => {
  const byReplica = async (replica: (nth: number) => number) =>
    (await run(bodies((_path, nth) => ({ total: 7, servedBy: replica(nth) })))).counts;

  test.each([2, 3, 4, 5])('%d in turn, whichever gets the first request', async (period) => {
    for (let phase = 0; phase < period; phase++)
      expect(await byReplica((nth) => (nth + phase) % period)).toEqual([0, 0]);
  });

  test.each([2, 3, 4])('%d by chance', async (replicas) => {
    const choices = fc.array(fc.nat(replicas - 1), { minLength: 200, maxLength: 200 });
    for (const chosen of fc.sample(choices, { seed: 5, numRuns: 20 }))
      expect(await byReplica((nth) => chosen[nth] ?? 0)).toEqual([0, 0]);
  });

  test('one that lags for a while', async () => {
    for (let end = 30; end < 80; end += 3)
      expect(await byReplica((nth) => (nth < end && nth % 2 === 1 ? 1 : 0))).toEqual([0, 0]);
  });

  test.each([
    ['-caught-up-39', [0, 0]],
    ['never', [0, 3]],
  ])('one that gets few requests, if it shows without a query, however late: %s', async (shown, counts) => {
    const seldom = await run(
      bodies((path, _nth, step) => ({
        servedBy: (isQuery(path) ? !/^again-\d+-8$/.test(step) : step.endsWith(shown)) ? 'b' : 'a',
      })),
    );
    expect(seldom.counts).toEqual(counts);
    expect(seldom.steps.filter((step) => step.includes('caught-up'))).toHaveLength(3 * 40);
  });
});

test.each<[string, Target]>([
  ['n queries ignored', () => list('a')],
  [
    'n ignored, n refused with 400, 422',
    (step, path) => {
      const chosen = [list('a'), apiError(422), apiError(400)][Number(step.split('-')[1]) % 3];
      return isQuery(path) ? (chosen ?? {}) : list('a');
    },
  ],
  ['n ignored, n refused with 400', (_step, path) => (isQuery(path) ? apiError(400) : list('a'))],
])('reports what happens to the queries: %s', async (expected, target) => {
  expect((await run(target)).told.replace(/\d+ (ignored|queries|refused)/g, 'n $1')).toBe(expected);
});

test('reports the number of queries that get a response', async () => {
  const refused = await run((_step, path) => (isQuery(path) ? apiError(400) : list('a')));
  expect(refused.told).toBe(`0 ignored, ${refused.judgements.length - 1} refused with 400`);
  const silent = await run((step) => (step === 'query-0' ? silence('closed') : list('a')));
  expect(silent.told).toBe(`${silent.judgements.length - 2} queries ignored`);
});

test('every endpoint that reads is requested', () => {
  const reads = ['guides', 'guide', 'insights', 'summaries', 'notifications', 'cash', 'portfolios'];
  const isRequested = (bound = boundTo('cash')) => unexpected.endpoints?.(bound.endpoint);
  expect([...reads, 'address', 'orders'].filter((name) => isRequested(boundTo(name)))).toEqual(reads);
  for (const changes of [{ safety: 'write' }, { method: 'POST' }, { origin: 'token' }] as const)
    expect(isRequested(boundAs('cash', changes))).toBe(false);
});
