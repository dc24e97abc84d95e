import { describe, expect, test } from 'vitest';
import type { Exchange, Request, Unanswered } from '../../../engine/index.ts';
import { http, judgeLost } from '../../../suites/every-endpoint/http.ts';
import { judgeLarge, judgeRaw } from '../../../suites/every-endpoint/http-connection.ts';
import { answered, type Given } from '../answered.ts';
import { boundTo, causeOf, silence } from '../asking.ts';
import { monitorOf } from '../recorded.ts';

describe('a protocol violation', () => {
  test.each<
    [string, 'repair' | 'refuse' | 'framing', readonly number[], ReturnType<typeof silence>?]
  >([
    ['pass', 'repair', [400, 200, 501], silence('closed')],
    ['server-error', 'repair', [500, 502]],
    ['pass', 'refuse', [400, 405, 505], silence('invalid-http')],
    ['served', 'refuse', [200]],
    ['server-error', 'refuse', [500]],
    ['inconclusive', 'refuse', [503]],
    ['pass', 'framing', [400], silence('closed')],
    ['unknown-length', 'framing', [200, 401, 500]],
    ['never-ended', 'framing', [], silence('timeout')],
    ['never-ended', 'repair', [], silence('timeout')],
    ['inconclusive', 'refuse', [], silence('timeout', 2)],
  ])('%s if the rule is %s: %j', (cause, allowed, statuses, silent) => {
    const exchanges = [
      ...statuses.map((status) => answered({ status })),
      ...(silent ? [silent] : []),
    ];
    for (const exchange of exchanges)
      expect(causeOf(judgeRaw(exchange, { label: 'x', allowed }))).toBe(cause);
  });

  test.each([301, 308])('in the request line may be redirected with %i', (status) => {
    const moved = answered({ status, headers: [['Location', '/T%20/cash']] });
    const kindOf = (exchange: Exchange, method?: string) =>
      judgeRaw(exchange, { label: 'x', allowed: 'refuse', ...(method && { method }) }).kind;
    const kinds = [kindOf(moved, 'GE T'), kindOf(moved), kindOf(answered(), 'GE T')];
    expect(kinds).toEqual(['pass', 'fail', 'fail']);
  });
});

describe('http/large-input', () => {
  test.each([
    ['pass', [431, 413, 200], 'closed'],
    ['fail', [500], 'closed'],
    ['inconclusive', [503], 'timeout'],
  ] as const)('%s: %j', (kind, statuses, silent) => {
    for (const status of statuses) expect(judgeLarge(answered({ status }), 'x').kind).toBe(kind);
    if (kind !== 'fail') expect(judgeLarge(silence(silent), 'x').kind).toBe(kind);
  });
});

const lost = (why: Unanswered['answer']['lost'], given: Given = {}) =>
  causeOf(judgeLost({ ...answered(given), answer: { lost: why, detail: 'it ended' } }));

test.each<[string | undefined, Unanswered['answer']['lost'], string, Given?]>([
  ['closed', 'closed', 'a well-formed request'],
  ['timeout', 'timeout', 'a well-formed request'],
  ['invalid-http', 'invalid-http', 'a well-formed request'],
  [undefined, 'stopped', 'a well-formed request'],
  [undefined, 'withheld', 'a well-formed request'],
  [undefined, 'no-credential', 'a well-formed request'],
  [undefined, 'refused-connection', 'a well-formed request'],
  [undefined, 'closed', 'raw bytes', { request: { wire: 'raw' } }],
  [undefined, 'closed', 'the key set', { request: { origin: 'jwks' } }],
  [undefined, 'closed', 'no URI', { request: { path: '/cash?m2m=%zz' } }],
  [undefined, 'closed', 'text beyond ASCII', { request: { headers: [['x-user-id', 'é']] } }],
  [
    undefined,
    'closed',
    'bytes beyond ASCII',
    { request: { headers: [['x-user-id', new Uint8Array([0xff])]] } },
  ],
  [undefined, 'closed', 'an unknown path', { request: { purpose: 'off-route' } }],
  ['timeout', 'timeout', 'an unknown path', { request: { purpose: 'off-route' } }],
  [
    'closed',
    'closed',
    'an unknown method',
    { requirement: 'errors/method', request: { purpose: 'off-route' } },
  ],
])('%s: %s for %s', (cause, why, _what, given) => {
  expect(lost(why, given)).toBe(cause);
});

test.each<[boolean, string, Partial<Request>]>([
  [true, 'a folder above', { path: '/learning-guides/..%2f..%2fetc' }],
  [true, 'a folder above in Windows', { path: '/learning-guides/..%5C' }],
  [true, 'a quote of SQL', { headers: [['x-user-id', "' OR '1'='1"]] }],
  [true, 'an end of SQL', { body: `{"city":"'; --"}` }],
  [true, 'markup', { path: '/cash?m2m=%3Cb%3E' }],
  [
    true,
    'a secret in angle brackets',
    { headers: [['x', ['<', { symbol: 'token:scoped' }, '>']]] },
  ],
  [true, 'a template', { body: `{"city":"$\u007b7*7}"}` }],
  [true, 'another template', { body: '{"city":"#{7*7}"}' }],
  [true, 'an operator of a document database', { headers: [['x-user-id', '{"$gt":""}']] }],
  [true, 'a NUL in the path', { path: '/learning-guides/a%00' }],
  [true, 'a prototype', { body: '{"__proto__":{}}' }],
  [true, 'a constructor', { path: '/cash?constructor[m2m]=1' }],
  [false, 'a NUL in a string', { body: '{"city":"a\\u0000b"}' }],
  [false, 'a lone surrogate', { body: '{"city":"\\ud800"}' }],
  [false, 'an apostrophe', { body: `{"city":"L'Aquila, d'or"}` }],
  [false, 'symbols', { headers: [['x-user-id', { symbol: 'user:first' }]] }],
  [false, 'a percent sign that encodes nothing', { path: '/cash?m2m=%zz' }],
  [false, 'depth', { body: '[[[[[[1]]]]]]' }],
])('a firewall may drop (%s) %s', (mayDrop, _what, request) => {
  expect(lost('timeout', { request })).toBe(mayDrop ? undefined : 'timeout');
});

test.each<[boolean, Given]>([
  [true, { status: 500 }],
  [false, { request: { wire: 'raw' } }],
  [false, { request: { headers: [['x', 'é']] } }],
  [false, { request: { origin: 'jwks' } }],
])('http/answers passes on a response (%s): %j', (expected, given) => {
  const { matches, judge } = monitorOf(http, 'http/answers');
  expect(matches(answered(given))).toBe(expected);
  expect(judge?.(answered(given), boundTo('guides'))).toEqual({ kind: 'pass' });
});
