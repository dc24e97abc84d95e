import { expect, test } from 'vitest';
import { tokenRequest } from '../../../engine/catalogue/well-formed.ts';
import { Backoff } from '../../../engine/traffic/backoff.ts';
import { pauseAskedFor, retryAfterMs } from '../../../engine/traffic/retry-after.ts';
import { answered, key } from '../samples.ts';

const at = (status: number, endpoint = 'GET /cash', attempt = 0) =>
  answered({ status }, { ...key(), endpoint, attempt });
const elsewhere = (status: number) => at(status, 'GET /insights');

test.each<[statuses: number[], next: ReturnType<typeof at>, attempts: number]>([
  [[503, 503], at(503), 8],
  [[503, 503, 503], at(503), 2],
  [[503, 503, 503], elsewhere(503), 8],
  [[503, 503, 200, 503, 503], at(503), 8],
  [[503, 503, 503], at(429), 12],
  [[429, 429, 429], at(503), 8],
  [[503, 503, 503], at(408), 8],
])('the attempts at an endpoint whose requests ended with %j', (statuses, next, attempts) => {
  const backoff = new Backoff();
  for (const status of statuses) backoff.ended(at(status));
  expect(backoff.schedule(next).attempts).toBe(attempts);
});

test.each<[statuses: number[], next: ReturnType<typeof at>, attempts: number]>([
  [[503, 200], at(503), 16],
  [[503, 503, 403], at(503), 16],
  [[503, 200], at(429), 12],
  [[503, 200], elsewhere(503), 8],
  [[200, 503], at(503), 8],
])(
  'the attempts at an endpoint whose attempts at one request got %j',
  (statuses, next, attempts) => {
    const backoff = new Backoff();
    for (const [attempt, status] of statuses.entries())
      backoff.attempted(at(status, 'GET /cash', attempt));
    expect(backoff.schedule(next).attempts).toBe(attempts);
  },
);

test('a success of another request does not show that failures are random', () => {
  const backoff = new Backoff();
  backoff.attempted(at(503));
  backoff.attempted(answered(200, { ...key(), index: 7 }));
  expect(backoff.schedule(at(503)).attempts).toBe(8);
});

const ofToken = (status: number) =>
  answered({ status }, { ...key(), endpoint: 'POST {auth_url}' }, tokenRequest('scoped'));

test.each([
  ['the API', at, { attempts: 12, firstMs: 250, longestMs: 16_000 }],
  ['the token endpoint', ofToken, { attempts: 8, firstMs: 1_000, longestMs: 32_000 }],
])(
  'a limit per minute of %s is waited for, but not again if that did not help',
  (_who, of, patient) => {
    const backoff = new Backoff();
    expect(backoff.schedule(of(429))).toEqual(patient);
    backoff.ended(of(429));
    backoff.ended(elsewhere(200));
    expect(backoff.schedule(of(429)).longestMs).toBe(2_000);
    expect(backoff.schedule(elsewhere(429)).longestMs).toBe(16_000);
    backoff.ended(of(400));
    expect(backoff.schedule(of(429))).toEqual(patient);
  },
);

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
  expect(
    pauseAskedFor(answered({ status: 503, headers: [until, ['Date', 'today']] })),
  ).toBeGreaterThan(1e9);
});
