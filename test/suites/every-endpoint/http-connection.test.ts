import { describe, expect, test } from 'vitest';
import {
  type Bound,
  type Exchange,
  type Request,
  sentHeader,
  summarize,
  type Unanswered,
} from '../../../engine/index.ts';
import { largeBodies, largeRequests } from '../../../fixtures/malformed/large-input.ts';
import { rawViolations } from '../../../fixtures/malformed/raw-http.ts';
import { http, judgeLost } from '../../../suites/every-endpoint/http.ts';
import { judgeLarge, judgeRaw } from '../../../suites/every-endpoint/http-connection.ts';
import { answered, type Given } from '../answered.ts';
import { boundTo, causeOf, exchangeOf, silence } from '../asking.ts';
import { monitorOf, recorded, scenarioOf } from '../recorded.ts';
import { saidBy } from '../said.ts';

type Response = Given | Exchange;
const base = boundTo('guides').wellFormed();

/** Runs a scenario against a target that responds with 400 to all but the well-formed request. */
const struck = (
  id: string,
  target: (step: string) => Response | undefined = () => undefined,
  changes: Partial<Bound> = {},
) =>
  recorded(
    (ask) => scenarioOf(http, id).run(boundTo('guides', changes), ask),
    (step) => target(step) ?? { status: /^(case|small)/.test(step) ? 400 : 200 },
  );

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

describe('http/protocol-violations', () => {
  const id = 'http/protocol-violations';
  const harmless = rawViolations.filter((violation) => !violation.desync);
  const once =
    (kind: string) =>
    (why: Parameters<typeof silence>[0]): [string, Response] => [kind, silence(why, 1)];
  const allPass = harmless.map(() => 'pass');
  const desync = { allow: { writes: false, orders: false, desync: true } };

  test('sends the well-formed request after each violation, on a connection of its own', async () => {
    const { steps, sent, kinds, request } = await struck(id);
    expect(kinds).toEqual(allPass);
    expect(steps).toEqual([
      'control',
      ...harmless.flatMap((_, nth) => [`case-${nth}`, `next-${nth}`]),
    ]);
    expect(new Set(sent.map((one) => one.request.wire))).toEqual(new Set(['raw']));
    expect(request('next-0')).toEqual(request('control'));
  });

  const raw = { wire: 'raw', purpose: 'own' };
  test('sends violations that could desynchronise a proxy only if allowed', async () => {
    const { request, kinds } = await struck(id, undefined, desync);
    expect(kinds).toHaveLength(rawViolations.length);
    expect(harmless.length).toBeLessThan(rawViolations.length);
    expect(request('case-0')).toEqual({
      ...base,
      ...raw,
      headers: [...base.headers, ['X-Probe', 'a\0b']],
    });
    const method = rawViolations.findIndex((one) => one.method === 'GE T');
    expect(request(`case-${method}`)).toEqual({ ...base, ...raw, method: 'GE T' });
    const bodied = rawViolations.findIndex(({ body }) => body === '{}\r\n');
    expect(request(`case-${bodied}`)).toMatchObject({ body: '{}\r\n' });
  });

  test.each([
    [411, 'pass'],
    [413, 'pass'],
    [200, 'fail'],
  ])('an invalid Content-Length gets %i: %s', async (status, kind) => {
    const { kinds } = await struck(id, (step) =>
      step.startsWith('case') ? { status } : undefined,
    );
    const ofLengths = harmless.flatMap(({ label }, nth) =>
      /not a number|negative/.test(label) ? [kinds[nth]] : [],
    );
    expect(ofLengths).toEqual([kind, kind]);
  });

  test.each<[string, Response]>([
    ['refused', { status: 401 }],
    ['not answered', silence('closed')],
  ])('sends nothing if the control is %s', async (_what, given) => {
    const { steps, kinds } = await struck(id, (step) => (step === 'control' ? given : undefined));
    expect([steps, kinds]).toEqual([['control'], ['inconclusive']]);
  });

  test.each<[string, Response]>([
    ...[500, 400].map((status): [string, Response] => ['fail', { status }]),
    ...[429, 503].map((status): [string, Response] => ['inconclusive', { status }]),
    ...(['closed', 'refused-connection'] as const).map((why): [string, Response] => [
      'fail',
      silence(why),
    ]),
    ...(['invalid-http', 'oversized', 'target-down'] as const).map(once('fail')),
    ...(['stopped', 'not-recorded', 'no-credential', 'unresolved-name'] as const).map(
      once('inconclusive'),
    ),
    ['inconclusive', silence('closed', 2)],
  ])('%s if the next request gets %j every time', async (kind, given) => {
    const { kinds, judgements } = await struck(id, (step) =>
      /^next-1(-repeated(-\d)?)?$/.test(step) ? given : undefined,
    );
    expect(kinds).toEqual(allPass.with(1, kind));
    if (kind !== 'fail') return;
    expect(judgements[1]).toMatchObject({ exchange: { key: { step: 'case-1' } } });
    expect(saidBy(scenarioOf(http, id), judgements[1])).toEqual({
      title: 'the next request on a new connection fails',
      expected: `after ${harmless[1]?.label}, a success for the well-formed request`,
      actual: summarize(exchangeOf(given)),
    });
  });

  test.each([
    [/^case-1$/, 500],
    [/^next-1$/, 500],
    [/^next-1$/, 403],
    [/^next-1(-repeated(-2)?)?$/, 403],
  ])('repeats a violation to rule out chance: %s gets %i', async (at, status) => {
    const { request, steps, kinds } = await struck(id, (step) =>
      at.test(step) ? { status } : undefined,
    );
    expect(kinds).toEqual(allPass);
    expect(request('case-1-repeated')).toEqual(request('case-1'));
    expect(steps.includes('case-1-repeated-3')).toBe(at.test('next-1-repeated'));
  });

  test.each<[string, RegExp, readonly string[]]>([
    ['is not reproduced', /^case-1$/, allPass.with(1, 'pass')],
    ['is reproduced', /^case-1(-repeated)?$/, allPass.with(1, 'fail')],
    ['meets all', /^case/, ['fail']],
  ])('silence that %s', async (_what, at, expected) => {
    const { kinds, steps } = await struck(id, (step) =>
      at.test(step) ? silence('timeout') : undefined,
    );
    expect(kinds).toEqual(expected);
    expect(steps.filter((step) => step.includes('repeated-2'))).toEqual([]);
  });

  test('pauses before a repetition, from the end of the last response', async () => {
    const ended = Date.now() - 350 + 30;
    const { sent } = await struck(id, (step) => {
      if (step === 'next-1-repeated') return { status: 403, at: ended };
      return step === 'next-1' ? { status: 403 } : undefined;
    });
    // A timer may fire a millisecond early.
    expect(
      (sent.find(({ step }) => step === 'case-1-repeated-2')?.at ?? 0) + 2,
    ).toBeGreaterThanOrEqual(ended + 350);
  });

  test('fails if the server is gone, whatever the repetition gets', async () => {
    const { kinds } = await struck(id, (step) => {
      if (step === 'next-1') return silence('refused-connection');
      return step.includes('repeated') ? silence('target-down', 1) : undefined;
    });
    expect(kinds[1]).toBe('fail');
  });
});

describe('http/large-input', () => {
  const id = 'http/large-input';
  const first = largeRequests.length;

  test.each([
    ['pass', [431, 413, 200], 'closed'],
    ['fail', [500], 'closed'],
    ['inconclusive', [503], 'timeout'],
  ] as const)('%s: %j', (kind, statuses, silent) => {
    for (const status of statuses) expect(judgeLarge(answered({ status }), 'x').kind).toBe(kind);
    if (kind !== 'fail') expect(judgeLarge(silence(silent), 'x').kind).toBe(kind);
  });

  test('sends large headers, request targets and bodies, and a small body before each large one', async () => {
    const { steps, kinds, request } = await struck(id);
    expect(kinds).toEqual(Array(first + largeBodies.length).fill('pass'));
    expect(request('case-0')).toEqual({
      ...base,
      purpose: 'own',
      headers: [...base.headers, ['X-Probe', 'x'.repeat(65_536)]],
    });
    expect(sentHeader(request('case-0'), 'x-probe')[0]).toHaveLength(65_536);
    expect(request('case-1').headers).toHaveLength(base.headers.length + 500);
    expect(request(`case-${first}`)).toMatchObject({
      method: 'PATCH',
      body: largeBodies[0]?.large,
    });
    expect(request(`small-${first}`)).toMatchObject({
      method: 'PATCH',
      body: largeBodies[0]?.small,
    });
    expect(steps).not.toContain('small-0');
  });

  test('sends no body if the run does not cover the address', async () => {
    const { kinds, sent } = await struck(id, undefined, { covers: (name) => name === 'guides' });
    expect(kinds).toHaveLength(first);
    expect(sent.every(({ request }) => request.method === 'GET')).toBe(true);
  });

  test('sends no large body if the small one causes a 5xx, but does if it gets no response', async () => {
    const small = (given: Response) =>
      struck(id, (step) => (step === `small-${first}` ? given : undefined));
    const { kinds, steps } = await small({ status: 500 });
    expect(kinds.slice(first, first + 2)).toEqual(['inconclusive', 'pass']);
    expect(steps.filter((step) => [`case-${first}`, `next-${first}`].includes(step))).toEqual([]);
    expect((await small(silence('closed'))).kinds[first]).toBe('pass');
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
