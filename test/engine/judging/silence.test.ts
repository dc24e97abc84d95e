import { expect, test } from 'vitest';
import type { LostWhy } from '../../../engine/exchange/exchange.ts';
import type { Request } from '../../../engine/exchange/request.ts';
import { isProvenSilence, mayBeLostByTarget } from '../../../engine/judging/silence.ts';
import { get, key, lost } from '../samples.ts';

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

test.each<[boolean, LostWhy, boolean, Partial<Request>]>([
  [true, 'closed', false, {}],
  [true, 'timeout', true, { method: 'PATCH' }],
  [false, 'closed', true, { origin: 'token' }],
  [true, 'invalid-http', true, {}],
  [false, 'invalid-http', false, {}],
  [false, 'invalid-http', true, { method: 'PATCH' }],
  [false, 'refused-connection', true, {}],
  [false, 'target-down', true, {}],
  [false, 'oversized', true, {}],
])(
  'the target may have lost the request %s: %s, direct %s, %j',
  (expected, why, isDirect, changes) => {
    expect(mayBeLostByTarget(silent(why, 0, changes), isDirect)).toBe(expected);
  },
);
