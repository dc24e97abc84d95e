import { expect, test } from 'vitest';
import { Overload } from '../../../engine/run/overload.ts';
import { tokenRequest } from '../../../engine/run/well-formed.ts';
import { answered, key } from '../samples.ts';

const at = (status: number, endpoint = 'GET /cash', attempt = 0) =>
  answered({ status }, { ...key(), endpoint, attempt });

/** An endpoint whose last answers that counted had these statuses. */
function having(...statuses: number[]): Overload {
  const overload = new Overload();
  for (const status of statuses) overload.ended(at(status));
  return overload;
}

test('an endpoint that turned three requests away for good is asked no more than twice', () => {
  expect(having(503, 503).asking(at(503)).attempts).toBe(8);
  expect(having(503, 503, 503).asking(at(503)).attempts).toBe(2);
});

test('another endpoint may be there', () => {
  expect(having(503, 503, 503).asking(at(503, 'GET /insights')).attempts).toBe(8);
});

test('whoever served meanwhile is not closed', () => {
  expect(having(503, 503, 200, 503, 503).asking(at(503)).attempts).toBe(8);
});

test('a limit on numbers ends by itself, and a 408 is no matter of load', () => {
  expect(having(503, 503, 503).asking(at(429)).attempts).toBe(12);
  expect(having(429, 429, 429).asking(at(503)).attempts).toBe(8);
  expect(having(503, 503, 503).asking(at(408)).attempts).toBe(8);
});

const ofToken = (status: number) =>
  answered({ status }, { ...key(), endpoint: 'POST {auth_url}' }, tokenRequest('scoped'));

test.each([
  ['an API', at, { attempts: 12, firstMs: 250, longestMs: 16_000 }],
  ['who issues tokens', ofToken, { attempts: 8, firstMs: 1_000, longestMs: 32_000 }],
])('%s that counts by the minute is waited for, once in vain', (_who, of, patient) => {
  const overload = new Overload();
  expect(overload.asking(of(429))).toEqual(patient);
  expect(overload.asking(of(503)).longestMs).toBe(2_000);
  overload.ended(of(429));
  expect(overload.asking(of(429)).longestMs).toBe(2_000);
  overload.ended(at(200, 'GET /insights'));
  expect(overload.asking(of(429)).longestMs).toBe(2_000);
  expect(overload.asking(at(429, 'GET /insights')).longestMs).toBe(16_000);
  overload.ended(of(400));
  expect(overload.asking(of(429))).toEqual(patient);
});

test('both wait for more than a minute', () => {
  for (const of of [at, ofToken]) {
    const { attempts, firstMs, longestMs } = new Overload().asking(of(429));
    const pauses = Array.from({ length: attempts - 1 }, (_, nth) => Math.min(firstMs * 2 ** nth, longestMs));
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(60_000);
  }
});

/** An endpoint whose attempts at one request had these answers. */
function trying(...statuses: number[]): Overload {
  const overload = new Overload();
  statuses.forEach((status, attempt) => {
    overload.attempted(at(status, 'GET /cash', attempt));
  });
  return overload;
}

test('who turned a request away and served it then is asked more often, as luck may have it', () => {
  expect(trying(503, 200).asking(at(503)).attempts).toBe(16);
  expect(trying(503, 503, 403).asking(at(503)).attempts).toBe(16);
  expect(trying(503, 200).asking(at(429)).attempts).toBe(12);
  expect(trying(503, 200).asking(at(503, 'GET /insights')).attempts).toBe(8);
});

test('who serves others, or was not asked for the same again, turns away what it turns away', () => {
  expect(trying(200, 503).asking(at(503)).attempts).toBe(8);
  expect(trying(429, 200).asking(at(503)).attempts).toBe(8);
  const overload = trying(503);
  overload.attempted(answered({ status: 200 }, { ...key(), endpoint: 'GET /cash', index: 7 }));
  expect(overload.asking(at(503)).attempts).toBe(8);
});
