import { expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { type Bound, type Exchange, sentHeader } from '../../engine/index.ts';
import { judgeEnd, robustness } from '../../suites/every-endpoint/robustness.ts';
import { answered, type Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence, type Target } from './asking.ts';

const unexpected = robustness.requirements.find(({ id }) => id === 'robustness/unexpected-query') as Scenario;
const stillAlive = robustness.requirements.find(({ id }) => id === 'robustness/still-alive') as Scenario;
const list = (...names: readonly string[]) => ({
  body: { data: names.map((id) => ({ id, title: `Title of ${id}` })) },
});

async function run(target: Target) {
  const judgements = await unexpected.run(boundTo('cash'), asking(target));
  return {
    violated: judgements.filter(({ kind }) => kind === 'violated').length,
    unanswered: judgements.filter(({ kind }) => kind === 'unanswered').length,
    observed: judgements.flatMap((judgement) => (judgement.kind === 'observed' ? [judgement.value] : [])),
  };
}

test('ignored or refused, which of the two is observed', async () => {
  expect(await run(() => list('a', 'b'))).toEqual({
    violated: 0,
    unanswered: 0,
    observed: [expect.stringMatching(/ignored$/)],
  });
  const refused = await run((_step, path) => (path.includes('?') ? { status: 400, body: {} } : list('a')));
  expect(refused).toMatchObject({ violated: 0, observed: [expect.stringContaining('refused with 400')] });
});

test('content that lives is no difference', async () => {
  expect(await run((_step, _path, nth) => ({ body: { data: [{ id: 'a', price: nth }], at: nth } }))).toMatchObject({
    violated: 0,
  });
});

test('a list that comes in another order each time is no difference', async () => {
  const orders = [list('a', 'b', 'c'), list('b', 'c', 'a'), list('c', 'a', 'b')] as const;
  expect(await run((_step, _path, nth) => orders[nth % 3] ?? list())).toMatchObject({ violated: 0 });
});

test('a single change while the run lasts is no finding', async () => {
  expect(await run((_step, _path, nth) => (nth < 5 ? list('a', 'b') : list('a')))).toMatchObject({ violated: 0 });
});

test('names that a server may have given a meaning are its own affair', async () => {
  const target: Target = (_step, path) => (/[?&](?:limit|page|%24filter)=/.test(path) ? list('a') : list('a', 'b'));
  expect(await run(target)).toMatchObject({ violated: 0 });
});

test('a query that changes content or status is a finding, told a few times only', async () => {
  const shorter = await run((_step, path) => (/\?.*[^&]/.test(path) ? list('a') : list('a', 'b')));
  expect(shorter.violated).toBe(3);
  const redirected = await run((_step, path) => (path.includes('?') ? { status: 302 } : list('a')));
  expect(redirected.violated).toBe(3);
});

test('a 5xx is of http/no-server-error', async () => {
  const broken = await run((_step, path) => (path.includes('?') ? { status: 500 } : list('a')));
  expect(broken).toMatchObject({ violated: 0 });
  expect(broken.unanswered).toBeGreaterThan(10);
});

test('a digest of the query in order, without what has no value, is no finding: some queries are one with none', async () => {
  const steps: string[] = [];
  const target: Target = (step, path) => {
    steps.push(step);
    const pairs = [...new URLSearchParams(path.split('?')[1])].filter(([, value]) => value !== '');
    const digest = Buffer.from(pairs.map(String).sort().join('/')).toString('hex');
    return { body: { total: 7, key: `k-${digest}` } };
  };
  expect(await run(target)).toMatchObject({ violated: 0, unanswered: 0 });
  expect(steps.filter((step) => step.startsWith('again'))).toEqual([]);
});

test('a request without the query that is refused while a finding is repeated leaves that open', async () => {
  const target: Target = (step, path) => {
    if (/^again-\d+-6$/.test(step)) return apiError(403);
    return path.includes('?') ? list('a') : list('a', 'b');
  };
  expect(await run(target)).toMatchObject({ violated: 0, unanswered: 3 });
});

test('a difference that comes and goes is open also where not all is answered that asks for it without the query', async () => {
  const target: Target = (step, path) => {
    if (step.endsWith('-caught-up-3')) return silence('closed');
    const isOdd = path.includes('?') && /^(?:query-0|again-0-(?!8$)\d+)$/.test(step);
    return { body: { total: 7, servedBy: isOdd ? 'b' : 'a' } };
  };
  expect(await run(target)).toMatchObject({ violated: 0, unanswered: 1 });
});

test.each([
  ['held', answered({ status: 200 })],
  ['violated', answered({ status: 404 })],
  ['violated', answered({ status: 500 })],
  ['unanswered', answered({ status: 401 })],
  ['unanswered', answered({ status: 503 })],
  ['violated', silence('closed')],
  ['violated', silence('refused-connection')],
  ['violated', silence('timeout')],
  ['unanswered', silence('stopped')],
  ['violated', silence('target-down', 1)],
  ['unanswered', silence('unresolved-name')],
  ['unanswered', silence('not-recorded')],
  // The run was stopped before it was asked again.
  ['unanswered', silence('closed', 2)],
])('at the end, %s', (kind, exchange) => {
  expect(judgeEnd(exchange, { endpoint: 'guides', status: 200 }).kind).toBe(kind);
});

test.each([
  ['violated', 200, 204],
  ['violated', 404, 400],
  ['unanswered', 404, 200],
  ['unanswered', 401, 200],
  ['unanswered', 429, 200],
  ['unanswered', 503, 200],
  ['unanswered', 429, 404],
  ['unanswered', 503, 404],
  // What was no success at the start is no measure of one.
  ['unanswered', 300, 200],
  ['unanswered', 101, 200],
  ['held', 404, 404],
])('at the end, %s: %i at the start and then %i', (kind, before, after) => {
  expect(judgeEnd(answered({ status: after }), { endpoint: 'guides', status: before }).kind).toBe(kind);
});

/** What robustness/still-alive says where the first request got that status at the start. */
async function end(target: Target, status: number, writes = false) {
  const facts: Bound['facts'] = { tokens: {}, refusedTokens: {}, guideIds: [], start: { endpoint: 'guides', status } };
  const allow = { writes, orders: false, desync: false };
  const [judgement] = await stillAlive.run(boundTo('cash', { facts, allow }), asking(target));
  return judgement?.kind;
}

test.each<[string, string, number, Given | Exchange]>([
  ['violated', 'is not found any more', 200, apiError(404)],
  ['violated', 'is forbidden by something in front', 200, { status: 403, body: '<h1>Forbidden</h1>' }],
  ['violated', 'is not answered any more', 200, silence('closed')],
  ['held', 'is forbidden as at the start', 403, apiError(403)],
])('at the end, %s: after writes the first user %s, and the second is served', async (kind, _what, start, first) => {
  const target: Target = (_step, _path, _nth, request) =>
    sentHeader(request, 'x-user-id')[0] === '{{user:second}}' ? list('a') : first;
  expect(await end(target, start, true)).toBe(kind);
});

test('a target that is away is given a second, and each time one more', async () => {
  const wait = 15;
  const asked: number[] = [];
  const target: Target = () => {
    asked.push(performance.now());
    return { ...silence('refused-connection'), endedAt: Date.now() - asked.length * 1_000 + wait };
  };
  expect(await end(target, 200)).toBe('violated');
  const pauses = asked.slice(1).map((at, nth) => at - (asked[nth] ?? 0));
  expect(pauses).toHaveLength(4);
  expect(Math.min(...pauses)).toBeGreaterThan(wait - 3);
});

test('at the end nothing is asked, and nothing open, where the claim has nothing to ask at the start', async () => {
  const claimed = (changes: Partial<Bound>) =>
    stillAlive.run(
      boundTo('cash', changes),
      asking(() => list('a')),
    );
  const nothing = await claimed({ covers: () => false, claim: ['authentication'] });
  expect(nothing).toMatchObject([{ kind: 'not-run', blocksNothing: true }]);
  expect(await claimed({ claim: ['authentication'] })).toMatchObject([{ kind: 'unanswered' }]);
});
