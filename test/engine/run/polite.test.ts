import { expect, test } from 'vitest';
import type { Exchange, LostWhy } from '../../../engine/exchange/exchange.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import type { Request } from '../../../engine/exchange/request.ts';
import { type Attempts, pauseAskedFor, retryAfterMs, sendPolitely } from '../../../engine/run/polite.ts';
import { answered, get, key, lost } from '../samples.ts';

type Scripted = number | LostWhy | readonly [status: number, retryAfter: string];

interface Given {
  readonly isOrder?: true;
  readonly hasNoTime?: true;
  readonly request?: Partial<Request>;
  readonly shed?: NonNullable<Attempts['shed']>;
}

/** Sends to a target that responds as scripted. The last response repeats. */
async function sent(script: readonly Scripted[], { isOrder, hasNoTime, request, shed }: Given = {}) {
  const keys: string[] = [];
  const fresh: boolean[] = [];
  const waits: number[] = [];
  const attempts: Attempts = {
    wait: async (ms) => {
      waits.push(ms);
      return !hasNoTime;
    },
    once: async (of, sending, _proof, isFresh): Promise<Exchange> => {
      const next = script[Math.min(keys.length, script.length - 1)] ?? 200;
      keys.push(keyText(of));
      fresh.push(isFresh);
      if (typeof next === 'string') return lost(next, of, sending);
      const [status, retryAfter] = typeof next === 'number' ? [next, undefined] : next;
      return answered({ status, ...(retryAfter ? { headers: [['Retry-After', retryAfter]] } : {}) }, of, sending);
    },
    ...(shed && { shed }),
  };
  const { answer } = await sendPolitely(attempts, key(), { ...get(), ...request }, undefined, !isOrder);
  expect(keys).toEqual(keys.map((_, attempt) => keyText({ ...key(), attempt })));
  return { came: 'lost' in answer ? answer.lost : answer.status, attempts: keys.length, fresh, waits };
}

const growing = [250, 500, 1_000, 2_000, 2_000, 2_000, 2_000];
const raw: Given = { request: { wire: 'raw' } };
const isOrder = { isOrder: true } as const;
const onShared = { isOrder: true, request: { connection: 'body:orders' } } as const;
const patience = { attempts: 2, firstMs: 250, longestMs: 2_000 };

type Expected = Partial<Awaited<ReturnType<typeof sent>>>;
type Row = [what: string, script: readonly Scripted[], expected: Expected, given?: Given];

test.each<Row>([
  ['a response is not repeated', [500, 200], { came: 500, fresh: [false] }],
  ['Retry-After of a 429 is obeyed', [[429, '3'], 200], { came: 200, waits: [3_000] }],
  ['a 503 is repeated at growing distances', [503], { came: 503, attempts: 8, waits: growing }],
  ['a short Retry-After grows', [[429, '0'], [503, '0'], [429, '1'], 200], { came: 200, waits: growing.slice(0, 3) }],
  ['a 408 is repeated on another connection', [408, 200], { came: 200, fresh: [false, true] }],
  ['a 408 of an order is not repeated', [408, 200], { came: 408, attempts: 1 }, isOrder],
  ['a 408 that stays is repeated eight times', [408], { came: 408, attempts: 8 }],
  ['a 408 to bytes that are no request is a response', [408, 200], { came: 408 }, raw],
  ['a connection that is closed twice is tried later', ['closed'], { fresh: [false, true, true], waits: [20, 300] }],
  ['raw bytes are tried at once', ['closed'], { came: 'closed', waits: [20, 40] }, raw],
  ['a refused connection is tried at once', ['refused-connection'], { fresh: [false, true, true], waits: [20, 40] }],
  ...(['closed', 'refused-connection', 'timeout', 'invalid-http'] as const).map(
    (came): Row => [`${came} is tried three times`, [came], { came, fresh: [false, true, true] }],
  ),
  ...(['withheld', 'no-credential', 'stopped', 'oversized', 'tls', 'not-recorded'] as const).map(
    (came): Row => [`${came} is not repeated`, [came], { came, attempts: 1 }],
  ),
  ...([{ method: 'PATCH' }, { wire: 'raw' }, { origin: 'token' }] as const).map(
    (request): Row => [`invalid HTTP: ${JSON.stringify(request)}`, ['invalid-http'], { attempts: 1 }, { request }],
  ),
  ['load shedding before a closed connection counts', [503, 'closed'], { came: 503 }],
  ['load shedding before a timeout counts', [429, 'timeout', 429, 'timeout'], { came: 429 }],
  ['a response after all counts', [429, 'closed', 404], { came: 404 }],
  ['a closed order is not repeated', ['closed', 200], { came: 'closed', fresh: [true] }, isOrder],
  ['an order on a shared connection is sent once on it', ['closed', 200], { came: 'closed', fresh: [false] }, onShared],
  ['an order is repeated until its fate is unknown', [429, 503, 'closed', 200], { came: 503, attempts: 3 }, isOrder],
  ['an attempt that was stopped changes nothing', [429, 'stopped'], { came: 429 }],
  ['without time the first response stays', [[503, '100000'], 200], { came: 503, attempts: 1 }, { hasNoTime: true }],
  ['an endpoint that is closed gets one repetition', [503], { came: 503, attempts: 2 }, { shed: () => patience }],
])('%s', async (_what, script, expected, given) => {
  expect(await sent(script, given)).toMatchObject(expected);
});

test('a 408 with an ApiError is a response of the application', async () => {
  const error = { status: 408, error: { message: 'Deadline exceeded', description: null }, responseId: 'r-1' };
  const once: Attempts['once'] = async (of, request) =>
    answered({ status: 408, body: JSON.stringify(error) }, of, request);
  const wait = () => Promise.reject(new Error('it is not sent again'));
  expect((await sendPolitely({ once, wait }, key(), get(), undefined, true)).answer).toMatchObject({ status: 408 });
});

test.each<[value: string | undefined, ms: number | undefined]>([
  [undefined, undefined],
  ['0', 0],
  ['120', 120_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
  ['Friday, 01-Jan-99 00:01:00 GMT', 915_148_859_000],
  ['Thu Jan  1 00:01:00 1970', 59_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['5,7 , 6', 7_000],
  ...['5, soon', '-5', '1.5', 'soon', ''].map((value): [string, undefined] => [value, undefined]),
])('Retry-After %j is %s ms', (value, ms) => {
  expect(retryAfterMs(value, 1_000)).toBe(ms);
});

test('a date in Retry-After is relative to Date', () => {
  const until: [string, string] = ['Retry-After', 'Thu, 01 Jan 2099 00:00:05 GMT'];
  const now: [string, string] = ['Date', 'Thu, 01 Jan 2099 00:00:00 GMT'];
  expect(pauseAskedFor(answered({ status: 503, headers: [until, now] }))).toBe(5_000);
  expect(pauseAskedFor(answered({ status: 503, headers: [until, ['Date', 'today']] }))).toBeGreaterThan(1e9);
});
