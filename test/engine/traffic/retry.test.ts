import { expect, test } from 'vitest';
import type { Exchange, LostWhy, Proof } from '../../../engine/exchange/exchange.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import type { Request } from '../../../engine/exchange/request.ts';
import type { Attempts } from '../../../engine/traffic/attempts.ts';
import { Backoff } from '../../../engine/traffic/backoff.ts';
import { Retry } from '../../../engine/traffic/retry.ts';
import { answered, get, key, lost } from '../samples.ts';

type Scripted = number | LostWhy | readonly [status: number, retryAfter: string];

interface Given {
  readonly isOrder?: true;
  readonly hasNoTime?: true;
  readonly request?: Partial<Request>;
  readonly backoff?: Backoff;
  readonly proof?: Proof;
  /** Whether each refused token counts as revoked. */
  readonly isRevoked?: true;
}

/** Sends to a target that responds as scripted. The last response repeats. */
async function sent(script: readonly Scripted[], given: Given = {}) {
  const { isOrder, hasNoTime, request, backoff = new Backoff(), proof, isRevoked = false } = given;
  const cleared: number[] = [];
  const keys: string[] = [];
  const fresh: boolean[] = [];
  const waits: number[] = [];
  const attempts: Attempts = {
    wait: async (ms) => {
      waits.push(ms);
      return !hasNoTime;
    },
    isRevoked: async () => isRevoked,
    once: async (of, sending, _proof, isFresh): Promise<Exchange> => {
      const next = script[Math.min(keys.length, script.length - 1)] ?? 200;
      keys.push(keyText(of));
      fresh.push(isFresh);
      if (typeof next === 'string') return lost(next, of, sending);
      const [status, retryAfter] = typeof next === 'number' ? [next, undefined] : next;
      return answered(
        { status, ...(retryAfter ? { headers: [['Retry-After', retryAfter]] } : {}) },
        of,
        sending,
      );
    },
  };
  const retry = new Retry(attempts, {
    backoff,
    cleared: (once) => cleared.push(once.answer.status),
  });
  const { answer } = await retry.send(key(), { ...get(), ...request }, proof, !isOrder);
  expect(keys).toEqual(keys.map((_, attempt) => keyText({ ...key(), attempt })));
  return {
    came: 'lost' in answer ? answer.lost : answer.status,
    attempts: keys.length,
    fresh,
    waits,
    cleared,
  };
}

const growing = [250, 500, 1_000, 2_000, 2_000, 2_000, 2_000];
const raw: Given = { request: { wire: 'raw' } };
const isOrder = { isOrder: true } as const;
const onShared = { isOrder: true, request: { connection: 'body:orders' } } as const;

/** The backoff of an endpoint whose last three requests got 503 in every attempt. */
const closed = new Backoff();
for (let nth = 0; nth < 3; nth++) closed.ended(answered({ status: 503 }));

type Expected = Partial<Awaited<ReturnType<typeof sent>>>;
type Row = [what: string, script: readonly Scripted[], expected: Expected, given?: Given];

test.each<Row>([
  ['a response is not repeated', [404, 200], { came: 404, fresh: [false] }],
  [
    'a 500 that does not come back',
    [500, 404],
    { came: 404, attempts: 4, waits: [100, 300, 900], cleared: [500] },
  ],
  ['a 502 that comes back at last', [502, 200, 200, 502], { came: 502, attempts: 4, cleared: [] }],
  ['a 504 that stays', [504], { came: 504, attempts: 2, cleared: [] }],
  ['load shedding after a 502', [502, 429, 200], { came: 200, attempts: 5, cleared: [502] }],
  ['a 502 at the end of the run', [502, 'stopped'], { came: 'stopped', cleared: [] }],
  ['a 502 when no time is left', [502, 200], { came: 'stopped', attempts: 1 }, { hasNoTime: true }],
  ['a refusal of a proxy', ['proxy', 200], { came: 200, attempts: 2 }],
  [
    'a proxy and a token',
    ['proxy', 200],
    { came: 200 },
    { request: { origin: 'token', yields: 'token:scoped' } },
  ],
  [
    'a proxy and a wrong secret',
    ['proxy', 200],
    { came: 'proxy', attempts: 1 },
    { request: { origin: 'token' } },
  ],
  ['a 501 is not repeated', [501, 200], { came: 501, attempts: 1 }],
  ['a 500 to a malformed request', [500, 200], { came: 500, attempts: 1 }, { proof: () => true }],
  [
    'a 502 to a malformed request',
    [502, 200],
    { came: 200, cleared: [502] },
    { proof: () => true },
  ],
  [
    'a 502 to wrong credentials',
    [502],
    { attempts: 1 },
    { proof: () => true, request: { origin: 'token' } },
  ],
  ['a 502 to an order', [502, 200], { came: 502, attempts: 1 }, { isOrder: true }],
  ['a 502 to raw bytes', [502, 200], { came: 502, attempts: 1 }, { request: { wire: 'raw' } }],
  [
    'a 502 to a repetition',
    [502, 200],
    { came: 502, attempts: 1 },
    { request: { purpose: 'repeat' } },
  ],
  ['Retry-After of a 429 is obeyed', [[429, '3'], 200], { came: 200, waits: [3_000] }],
  ['a 503 is repeated at growing distances', [503], { came: 503, attempts: 8, waits: growing }],
  [
    'a short Retry-After grows',
    [[429, '0'], [503, '0'], [429, '1'], 200],
    { came: 200, waits: growing.slice(0, 3) },
  ],
  ['a 408 is repeated on another connection', [408, 200], { came: 200, fresh: [false, true] }],
  ['a 408 of an order is not repeated', [408, 200], { came: 408, attempts: 1 }, isOrder],
  ['a 408 that stays is repeated eight times', [408], { came: 408, attempts: 8 }],
  ['a 408 to bytes that are no request is a response', [408, 200], { came: 408 }, raw],
  [
    'a connection that is closed twice is tried later',
    ['closed'],
    { fresh: [false, true, true], waits: [20, 300] },
  ],
  ['raw bytes are tried at once', ['closed'], { came: 'closed', waits: [20, 40] }, raw],
  [
    'a refused connection is tried at once',
    ['refused-connection'],
    { fresh: [false, true, true], waits: [20, 40] },
  ],
  ...(['closed', 'refused-connection', 'timeout', 'invalid-http'] as const).map(
    (came): Row => [`${came} is tried three times`, [came], { came, fresh: [false, true, true] }],
  ),
  ...(['withheld', 'no-credential', 'stopped', 'oversized', 'tls', 'not-recorded'] as const).map(
    (came): Row => [`${came} is not repeated`, [came], { came, attempts: 1 }],
  ),
  ...([{ method: 'PATCH' }, { wire: 'raw' }, { origin: 'token' }] as const).map(
    (request): Row => [
      `invalid HTTP: ${JSON.stringify(request)}`,
      ['invalid-http'],
      { attempts: 1 },
      { request },
    ],
  ),
  ['load shedding before a closed connection counts', [503, 'closed'], { came: 503 }],
  ['load shedding before a timeout counts', [429, 'timeout', 429, 'timeout'], { came: 429 }],
  ['a response after all counts', [429, 'closed', 404], { came: 404 }],
  ['a closed order is not repeated', ['closed', 200], { came: 'closed', fresh: [true] }, isOrder],
  [
    'an order on a shared connection is sent once on it',
    ['closed', 200],
    { came: 'closed', fresh: [false] },
    onShared,
  ],
  [
    'an order is repeated until its fate is unknown',
    [429, 503, 'closed', 200],
    { came: 503, attempts: 3 },
    isOrder,
  ],
  ['an attempt that was stopped changes nothing', [429, 'stopped'], { came: 429 }],
  [
    'without time the first response stays',
    [[503, '100000'], 200],
    { came: 503, attempts: 1 },
    { hasNoTime: true },
  ],
  [
    'a token that always counts as replaced',
    [401],
    { came: 401, attempts: 11 },
    { isRevoked: true },
  ],
  [
    'an endpoint that is closed gets one repetition',
    [503],
    { came: 503, attempts: 2 },
    { backoff: closed },
  ],
])('%s', async (_what, script, expected, given) => {
  expect(await sent(script, given)).toMatchObject(expected);
});

test('a 408 with an ApiError is a response of the application', async () => {
  const error = {
    status: 408,
    error: { message: 'Deadline exceeded', description: null },
    responseId: 'r-1',
  };
  const once: Attempts['once'] = async (of, request) =>
    answered({ status: 408, body: JSON.stringify(error) }, of, request);
  const wait = () => Promise.reject(new Error('it is not sent again'));
  expect(
    (await new Retry({ once, wait }).send(key(), get(), undefined, true)).answer,
  ).toMatchObject({ status: 408 });
});
