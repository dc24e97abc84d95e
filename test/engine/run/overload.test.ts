import { expect, test } from 'vitest';
import { Overload } from '../../../engine/run/overload.ts';
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
  expect(having(503, 503).attempts(at(503))).toBe(8);
  expect(having(503, 503, 503).attempts(at(503))).toBe(2);
});

test('another endpoint may be there', () => {
  expect(having(503, 503, 503).attempts(at(503, 'GET /insights'))).toBe(8);
});

test('whoever served meanwhile is not closed', () => {
  expect(having(503, 503, 200, 503, 503).attempts(at(503))).toBe(8);
});

test('a limit on numbers ends by itself, and a 408 is no matter of load', () => {
  expect(having(503, 503, 503).attempts(at(429))).toBe(8);
  expect(having(429, 429, 429).attempts(at(503))).toBe(8);
  expect(having(503, 503, 503).attempts(at(408))).toBe(8);
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
  expect(trying(503, 200).attempts(at(503))).toBe(16);
  expect(trying(503, 503, 403).attempts(at(503))).toBe(16);
  expect(trying(503, 200).attempts(at(429))).toBe(8);
  expect(trying(503, 200).attempts(at(503, 'GET /insights'))).toBe(8);
});

test('who serves others, or was not asked for the same again, turns away what it turns away', () => {
  expect(trying(200, 503).attempts(at(503))).toBe(8);
  expect(trying(429, 200).attempts(at(503))).toBe(8);
  const overload = trying(503);
  overload.attempted(answered({ status: 200 }, { ...key(), endpoint: 'GET /cash', index: 7 }));
  expect(overload.attempts(at(503))).toBe(8);
});
