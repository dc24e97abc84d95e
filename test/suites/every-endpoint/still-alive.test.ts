import { expect, test } from 'vitest';
import { type Bound, type Exchange, sentHeader } from '../../../engine/index.ts';
import { judgeEnd, robustness } from '../../../suites/every-endpoint/robustness.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, silence, type Target } from '../asking.ts';
import { factsOf, recorded, scenarioOf, userOf } from '../recorded.ts';
import { saidBy } from '../said.ts';

const stillAlive = scenarioOf(robustness, 'robustness/still-alive');
const { run } = stillAlive;
const ok: Given = { body: {} };

/** Runs robustness/still-alive after a first request that got that status. */
function end(target: Target, status = 200, writes = false, changes: Partial<Bound> = {}) {
  const facts = factsOf({}, { start: { endpoint: 'guides', status } });
  const allow = { writes, orders: false, desync: false };
  return recorded((ask) => run(boundTo('cash', { facts, allow, ...changes }), ask), target);
}

const silent = (reasons: readonly Parameters<typeof silence>[0][]) =>
  reasons.map((why) => silence(why));
// One attempt: the run does not repeat requests to a target that is down. Two: the run was stopped
// before the third.
test.each<[string, readonly Exchange[]]>([
  ['pass', [answered({ status: 200 })]],
  ['fail', [404, 500].map((status) => answered({ status }))],
  ['fail', [...silent(['closed', 'refused-connection', 'timeout']), silence('target-down', 1)]],
  ['inconclusive', [401, 503].map((status) => answered({ status }))],
  [
    'inconclusive',
    [...silent(['stopped', 'unresolved-name', 'not-recorded']), silence('closed', 2)],
  ],
])('a 200 at the start, %s at the end', (kind, exchanges) => {
  for (const exchange of exchanges)
    expect(judgeEnd(exchange, { endpoint: 'guides', status: 200 }).kind).toBe(kind);
});

test.each<[string, number, readonly number[]]>([
  ['fail', 204, [200]],
  ['fail', 400, [404]],
  ['inconclusive', 200, [404, 401, 429, 503, 300, 101]],
  ['inconclusive', 404, [429, 503]],
  ['pass', 404, [404]],
])('%s: %i at the end, %j at the start', (kind, after, starts) => {
  for (const status of starts)
    expect(judgeEnd(answered({ status: after }), { endpoint: 'guides', status }).kind).toBe(kind);
});

test.each<[string, string, number, Given | Exchange, number?]>([
  ['pass', 'refuses the token once', 1, apiError(401)],
  ['inconclusive', 'refuses the token twice', 2, apiError(401)],
  ['pass', 'refused it at the start too', 1, apiError(401), 401],
  ['pass', 'is down for a moment', 4, silence('refused-connection')],
  ['pass', 'is down behind a gateway', 4, { status: 502 }],
  ['fail', 'is down for long', 5, silence('refused-connection')],
])('%s: the target %s', async (kind, _what, times, given, status) => {
  expect((await end((_step, _path, nth) => (nth < times ? given : ok), status)).kinds).toEqual([
    kind,
  ]);
});

test.each([
  [200, 13],
  [404, 10],
])('if the first request gets %i at the end, %i requests are sent', async (status, count) => {
  const { sent, judgements } = await end(() => ({ status, body: {} }));
  expect(sent).toHaveLength(count);
  const ofSecond = sent.filter(
    ({ path, request }) => path === '/daily-summaries' && userOf(request) === 'second',
  );
  expect(ofSecond).toHaveLength(status === 200 ? 1 : 0);
  if (status === 404)
    expect(saidBy(stillAlive, judgements[0])).toEqual({
      title: 'a well-formed request is refused after many requests',
      expected: 'status 200 from guides, as at the start of the run',
      actual: '404 application/json: {}; the same status from 5 of 5 other endpoints',
    });
});

test.each<[string, string, Given | Exchange, Given | Exchange, boolean, number?]>([
  ['fail', 'forbidden, without writes', apiError(403), ok, false],
  ['inconclusive', 'forbidden, and the second user served', apiError(403), ok, true],
  ['fail', 'forbidden, and the second user too', apiError(403), apiError(403), true],
  [
    'inconclusive',
    'forbidden, and the second user gets no response',
    apiError(403),
    silence('closed'),
    true,
  ],
  ['fail', 'not found', apiError(404), ok, true],
  [
    'fail',
    'forbidden by something in front',
    { status: 403, body: '<h1>Forbidden</h1>' },
    ok,
    true,
  ],
  ['fail', 'without a response', silence('closed'), ok, true],
  ['pass', 'forbidden as at the start', apiError(403), ok, true, 403],
])('%s: at the end the first user is %s', async (kind, _what, first, second, writes, start) => {
  const target: Target = (_step, _path, _nth, request) =>
    sentHeader(request, 'x-user-id')[0] === '{{user:second}}' ? second : first;
  expect((await end(target, start, writes)).kinds).toEqual([kind]);
});

test('a target that is down gets a second to restart, and one second more each time', async () => {
  const wait = 15;
  const { sent, kinds } = await end((_step, _path, nth) => {
    return { ...silence('refused-connection'), endedAt: Date.now() - (nth + 1) * 1_000 + wait };
  });
  expect(kinds).toEqual(['fail']);
  expect(sent).toHaveLength(5);
  for (const [nth, { at }] of sent.slice(1).entries())
    expect(at - (sent[nth]?.at ?? 0)).toBeGreaterThan(wait - 3);
});

test.each<[object, string, Partial<Bound>]>([
  [{ kind: 'inconclusive' }, 'got no response', {}],
  [
    { kind: 'not-run', blocksNothing: true },
    'was not covered',
    { covers: () => false, claim: ['authentication'] },
  ],
  [
    { kind: 'inconclusive' },
    'was covered by the claim of tokens alone',
    { claim: ['authentication'] },
  ],
])('%j if the first request %s', async (expected, _what, changes) => {
  const facts = factsOf({});
  expect((await end(() => ok, 200, false, { facts, ...changes })).judgements).toMatchObject([
    expected,
  ]);
});
