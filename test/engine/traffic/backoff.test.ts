import { expect, test } from 'vitest';
import { tokenRequest } from '../../../engine/catalogue/well-formed.ts';
import { Backoff } from '../../../engine/traffic/backoff.ts';
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
])('the attempts at an endpoint whose attempts at one request got %j', (statuses, next, attempts) => {
  const backoff = new Backoff();
  for (const [attempt, status] of statuses.entries()) backoff.attempted(at(status, 'GET /cash', attempt));
  expect(backoff.schedule(next).attempts).toBe(attempts);
});

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
])('a limit per minute of %s is waited for, but not again if that did not help', (_who, of, patient) => {
  const backoff = new Backoff();
  expect(backoff.schedule(of(429))).toEqual(patient);
  backoff.ended(of(429));
  backoff.ended(elsewhere(200));
  expect(backoff.schedule(of(429)).longestMs).toBe(2_000);
  expect(backoff.schedule(elsewhere(429)).longestMs).toBe(16_000);
  backoff.ended(of(400));
  expect(backoff.schedule(of(429))).toEqual(patient);
});
