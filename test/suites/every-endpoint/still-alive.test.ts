import { expect, test } from 'vitest';
import type { Exchange } from '../../../engine/index.ts';
import { judgeEnd } from '../../../suites/every-endpoint/robustness.ts';
import { answered } from '../answered.ts';
import { silence } from '../asking.ts';

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
