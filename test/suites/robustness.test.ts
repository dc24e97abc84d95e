import { expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { judgeEnd, robustness } from '../../suites/every-endpoint/robustness.ts';
import { answered } from './answered.ts';
import { asking, boundTo, silence, type Target } from './asking.ts';

const unexpected = robustness.requirements.find(({ id }) => id === 'robustness/unexpected-query') as Scenario;
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
  ['held', 404, 404],
])('at the end, %s: %i at the start and then %i', (kind, before, after) => {
  expect(judgeEnd(answered({ status: after }), { endpoint: 'guides', status: before }).kind).toBe(kind);
});
