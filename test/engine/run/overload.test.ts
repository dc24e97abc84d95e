import { expect, test } from 'vitest';
import { Overload } from '../../../engine/run/overload.ts';
import { answered, key } from '../samples.ts';

const at = (status: number, endpoint = 'GET /cash') => answered({ status }, { ...key(), endpoint });

/** An endpoint whose last answers that counted had these statuses. */
function having(...statuses: number[]): Overload {
  const overload = new Overload();
  for (const status of statuses) overload.ended(at(status));
  return overload;
}

test('an endpoint that turned three requests away for good is asked no more than twice', () => {
  expect(having(503, 503).mayPass(at(503))).toBe(true);
  expect(having(503, 503, 503).mayPass(at(503))).toBe(false);
});

test('another endpoint may be there', () => {
  expect(having(503, 503, 503).mayPass(at(503, 'GET /insights'))).toBe(true);
});

test('whoever served meanwhile is not closed', () => {
  expect(having(503, 503, 200, 503, 503).mayPass(at(503))).toBe(true);
});

test('a limit on numbers ends by itself, and a 408 is no matter of load', () => {
  expect(having(503, 503, 503).mayPass(at(429))).toBe(true);
  expect(having(429, 429, 429).mayPass(at(503))).toBe(true);
  expect(having(503, 503, 503).mayPass(at(408))).toBe(true);
});
