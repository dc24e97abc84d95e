import { expect, test } from 'vitest';
import type { LostWhy } from '../../engine/exchange/exchange.ts';
import type { Request } from '../../engine/exchange/request.ts';
import { isLostByTarget, isProvenSilence } from '../../engine/judging/silence.ts';
import { get, key, lost } from '../engine/samples.ts';

const silent = (why: LostWhy, attempt = 2, changes: Partial<Request> = {}) =>
  lost(why, { ...key(), attempt }, { ...get(), ...changes });

test.each<[boolean, LostWhy, number]>([
  [true, 'closed', 2],
  [true, 'timeout', 3],
  [true, 'refused-connection', 2],
  [false, 'closed', 1],
  [true, 'target-down', 0],
  [false, 'invalid-http', 2],
  [false, 'stopped', 2],
])('proven silence %s: %s at attempt %d', (expected, why, attempt) => {
  expect(isProvenSilence(silent(why, attempt))).toBe(expected);
});

test.each<[boolean, LostWhy, number, boolean, Partial<Request>]>([
  [true, 'closed', 2, false, {}],
  [true, 'timeout', 2, true, { method: 'PATCH' }],
  [false, 'timeout', 1, true, {}],
  [false, 'closed', 2, true, { origin: 'token' }],
  [true, 'invalid-http', 2, true, {}],
  [false, 'invalid-http', 1, true, {}],
  [false, 'invalid-http', 2, false, {}],
  [false, 'invalid-http', 2, true, { method: 'PATCH' }],
  [false, 'refused-connection', 2, true, {}],
  [false, 'target-down', 2, true, {}],
  [false, 'oversized', 2, true, {}],
])('lost by the target %s: %s at attempt %d, direct %s, %j', (expected, why, attempt, isDirect, changes) => {
  expect(isLostByTarget(silent(why, attempt, changes), isDirect)).toBe(expected);
});
