import { expect, test } from 'vitest';
import type { Exchange, LostWhy } from '../../../engine/exchange/exchange.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import { type Attempts, pauseAskedFor, retryAfterMs, sendPolitely } from '../../../engine/run/polite.ts';
import { answered, get, key, lost } from '../samples.ts';

type Scripted = number | LostWhy | readonly [status: number, retryAfter: string];

/** Answers one attempt after the other as scripted, the last one for ever. */
function scripted(script: readonly Scripted[], mayWait = true) {
  const asked: { attempt: number; fresh: boolean }[] = [];
  const waits: number[] = [];
  const attempts: Attempts = {
    wait: async (ms) => {
      waits.push(ms);
      return mayWait;
    },
    once: async (of, request, _proof, fresh): Promise<Exchange> => {
      const next = script[Math.min(asked.length, script.length - 1)] ?? 200;
      asked.push({ attempt: of.attempt, fresh });
      if (typeof next === 'string') return lost(next, of, request);
      const [status, retryAfter] = typeof next === 'number' ? [next, undefined] : next;
      return answered({ status, ...(retryAfter ? { headers: [['Retry-After', retryAfter]] } : {}) }, of, request);
    },
  };
  const send = (repeatable = true, request = get()) => sendPolitely(attempts, key(), request, undefined, repeatable);
  return { send, asked, waits };
}

const outcomeOf = ({ answer }: Exchange) => ('lost' in answer ? answer.lost : answer.status);

test('an answer is an answer at the first attempt', async () => {
  const { send, asked } = scripted([500, 200]);
  expect(outcomeOf(await send())).toBe(500);
  expect(asked).toEqual([{ attempt: 0, fresh: false }]);
});

test('a 429 with Retry-After is asked again after as long as it says', async () => {
  const { send, waits } = scripted([[429, '3'], 200]);
  expect(outcomeOf(await send())).toBe(200);
  expect(waits).toEqual([3_000]);
});

test('a 503 without Retry-After is asked again at growing distances, eight times in all', async () => {
  const { send, asked, waits } = scripted([503]);
  expect(outcomeOf(await send())).toBe(503);
  expect(asked.map(({ attempt }) => attempt)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(waits).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000, 2_000]);
});

test('who says in whole seconds that it is over at once is asked after a moment, and a longer one each time', async () => {
  const { send, waits } = scripted([[429, '0'], [503, '0'], [429, '1'], 200]);
  expect(outcomeOf(await send())).toBe(200);
  expect(waits).toEqual([250, 500, 1_000]);
});

test('a request that came too late on its connection is sent again on others, an order is not', async () => {
  const { send, asked } = scripted([408, 200]);
  expect(outcomeOf(await send())).toBe(200);
  expect(asked.map(({ fresh }) => fresh)).toEqual([false, true]);
  const ordered = scripted([408, 200]);
  expect(outcomeOf(await ordered.send(false))).toBe(408);
  expect(ordered.asked).toHaveLength(1);
});

test('a 408 that stays is asked for eight times, and is the answer to bytes that are no request', async () => {
  const { send, asked } = scripted([408]);
  expect(outcomeOf(await send())).toBe(408);
  expect(asked).toHaveLength(8);
  const raw = scripted([408, 200]);
  expect(outcomeOf(await raw.send(true, { ...get(), wire: 'raw' }))).toBe(408);
});

test('a 408 with an ApiError is an answer of the application', async () => {
  const error = { status: 408, error: { message: 'Deadline exceeded', description: null }, responseId: 'r-1' };
  const once: Attempts['once'] = async (of, request) =>
    answered({ status: 408, body: JSON.stringify(error) }, of, request);
  const wait = () => Promise.reject(new Error('it is not asked again'));
  expect(outcomeOf(await sendPolitely({ once, wait }, key(), get(), undefined, true))).toBe(408);
});

test.each(['closed', 'refused-connection', 'timeout', 'invalid-http'] as const)(
  'a request that is lost (%s) is sent three times in all, again on a fresh connection',
  async (why) => {
    const { send, asked } = scripted([why]);
    expect(outcomeOf(await send())).toBe(why);
    expect(asked.map(({ fresh }) => fresh)).toEqual([false, true, true]);
  },
);

test('who closes a new connection too has a moment before the last attempt, but not to start again after raw bytes', async () => {
  const { send, waits } = scripted(['closed']);
  await send();
  expect(waits).toEqual([20, 300]);
  const raw = scripted(['closed']);
  await raw.send(true, { ...get(), wire: 'raw' });
  expect(raw.waits).toEqual([20, 40]);
  const refused = scripted(['refused-connection']);
  await refused.send();
  expect(refused.waits).toEqual([20, 40]);
});

test.each(['withheld', 'no-credential', 'stopped', 'oversized', 'tls', 'not-recorded'] as const)(
  'what another attempt does not cure (%s) is not sent again',
  async (why) => {
    const { send, asked } = scripted([why]);
    expect(outcomeOf(await send())).toBe(why);
    expect(asked).toHaveLength(1);
  },
);

test.each([
  ['one that changes something', { method: 'PATCH' }],
  ['bytes that are no HTTP', { wire: 'raw' }],
  ['one to the token endpoint', { origin: 'token' }],
] as const)('an answer that is no HTTP is not asked for again by %s', async (_what, changes) => {
  const { send, asked } = scripted(['invalid-http']);
  await send(true, { ...get(), ...changes });
  expect(asked).toHaveLength(1);
});

test.each([
  ['closed', [503, 'closed']],
  ['timeout', [429, 'timeout', 429, 'timeout']],
] as const)('who sheds load and is silent (%s) in between is not proven to be silent', async (_why, script) => {
  const { send } = scripted(script);
  expect(outcomeOf(await send())).toBe(script[script.length - 2]);
});

test('who answers after all has answered', async () => {
  expect(outcomeOf(await scripted([429, 'closed', 404]).send())).toBe(404);
});

test.each([['closed'], ['timeout']] as const)('an order is sent once, whatever comes of it (%s)', async (came) => {
  const { send, asked } = scripted([came, 200]);
  expect(outcomeOf(await send(false))).toBe(came);
  expect(asked).toEqual([{ attempt: 0, fresh: true }]);
});

test('an order on a connection that others share goes over it, and is sent once as well', async () => {
  const { send, asked } = scripted(['closed', 200]);
  expect(outcomeOf(await send(false, { ...get(), connection: 'body:orders' }))).toBe('closed');
  expect(asked).toEqual([{ attempt: 0, fresh: false }]);
});

test('an order that the target said it cannot take now is sent again, and no longer once its fate is unknown', async () => {
  const { send, asked } = scripted([429, 503, 'closed', 200]);
  expect(outcomeOf(await send(false))).toBe(503);
  expect(asked).toHaveLength(3);
});

test.each(['not-recorded', 'stopped'] as const)(
  'an attempt that did not take place (%s) changes nothing',
  async (why) => {
    expect(outcomeOf(await scripted([429, why]).send())).toBe(429);
  },
);

test('without time left, what came first stays', async () => {
  const { send, asked } = scripted([[503, '100000'], 200], false);
  expect(outcomeOf(await send())).toBe(503);
  expect(asked).toHaveLength(1);
});

test('every attempt has a key of its own', async () => {
  const keys = new Set<string>();
  const once: Attempts['once'] = async (of, request) => {
    keys.add(keyText(of));
    return answered(503, of, request);
  };
  await sendPolitely({ once, wait: async () => true }, key(), get(), undefined, true);
  expect(keys.size).toBe(8);
});

test.each([
  [undefined, undefined],
  ['0', 0],
  ['120', 120_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
  ['Friday, 01-Jan-99 00:01:00 GMT', 915_148_859_000],
  ['Thu Jan  1 00:01:00 1970', 59_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['5, 5', 5_000],
  ['5,7 , 6', 7_000],
  ['5, soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['in 5 minutes', undefined],
  ['', undefined],
])('Retry-After %j is %s ms', (value, ms) => {
  expect(retryAfterMs(value, 1_000)).toBe(ms);
});

test('a date in Retry-After is one of the clock that Date tells', () => {
  const until: [string, string] = ['Retry-After', 'Thu, 01 Jan 2099 00:00:05 GMT'];
  const now: [string, string] = ['Date', 'Thu, 01 Jan 2099 00:00:00 GMT'];
  expect(pauseAskedFor(answered({ status: 503, headers: [until, now] }))).toBe(5_000);
  expect(pauseAskedFor(answered({ status: 503, headers: [until, ['Date', 'today']] }))).toBeGreaterThan(1e9);
});

test('where an endpoint is closed, one repetition is enough', async () => {
  const asked: number[] = [];
  const attempts: Attempts = {
    wait: async () => true,
    shed: () => ({ attempts: 2, firstMs: 250, longestMs: 2_000 }),
    once: async (of, request) => {
      asked.push(of.attempt);
      return answered({ status: 503 }, of, request);
    },
  };
  expect(outcomeOf(await sendPolitely(attempts, key(), get(), undefined, true))).toBe(503);
  expect(asked).toEqual([0, 1]);
});
