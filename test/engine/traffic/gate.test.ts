import { expect, test } from 'vitest';
import { systemClock } from '../../../engine/clock.ts';
import type { Exchange, Lost } from '../../../engine/exchange/exchange.ts';
import type { Request } from '../../../engine/index.ts';
import { Gate } from '../../../engine/traffic/gate.ts';
import { answered, config, get, key, lost } from '../samples.ts';

const patch: Request = { ...get('/address'), method: 'PATCH' };
const restoring: Request = { ...patch, purpose: 'restore' };
const refusal: Lost = { lost: 'no-credential', detail: 'the token expired' };

/**
 * Returns a gate whose run ends in a minute, and a function that returns its decision on a request.
 */
function gateWith({
  refused,
  isDue = false,
}: {
  readonly refused?: Lost;
  readonly isDue?: boolean;
} = {}) {
  const tokens = { refusal: () => refused, isDue: () => isDue, spend: () => undefined };
  const gate = new Gate(systemClock, config(), systemClock.now() + 60_000, tokens);
  return { gate, decide: (request = get()) => gate.decide(request, systemClock.now()) };
}

function away(status: number, request: Request, retryAfter?: string): Exchange {
  const headers: [string, string][] = retryAfter === undefined ? [] : [['Retry-After', retryAfter]];
  return { ...answered({ status, headers }, key(), request), endedAt: systemClock.now() };
}

const stopped = (detail: unknown) => ({ lost: 'stopped', detail });

test('a request goes now, unless its token is due or cannot be renewed', () => {
  expect(gateWith().decide()).toBe('now');
  expect(gateWith({ isDue: true }).decide()).toBe('wait');
  expect(gateWith({ refused: refusal, isDue: true }).decide()).toBe(refusal);
});

test('a Retry-After of a write pauses writes only; one after the deadline withholds them', () => {
  const { gate, decide } = gateWith();
  gate.heard(away(429, patch, '20'));
  expect([decide(patch), decide()]).toEqual(['wait', 'now']);
  gate.heard(away(429, patch, '80'));
  expect([decide(patch), decide()]).toEqual([stopped(expect.stringMatching('Retry-After')), 'now']);
  expect([decide(restoring), gate.stopped]).toEqual(['wait', undefined]);
});

test('a Retry-After of a read that ends after the deadline stops the run', () => {
  const { gate, decide } = gateWith();
  gate.heard(away(503, get(), '80'));
  expect(gate.stopped).toMatch('Retry-After');
  expect(decide()).toEqual(stopped(gate.stopped));
});

test('after a stop, only a request that restores the address goes, for a moment', () => {
  const { gate, decide } = gateWith();
  gate.stop('SIGINT');
  gate.stop('another signal');
  expect([decide(patch), decide(restoring)]).toEqual([stopped('SIGINT'), 'now']);
  expect(gate.decide(restoring, systemClock.now() + 4_100)).toEqual(stopped('SIGINT'));
});

test('after 24 requests without a response the target is down, until it responds', () => {
  const { gate } = gateWith();
  for (let nth = 0; nth < 24; nth++) {
    expect(gate.breaks(get())).toBeUndefined();
    gate.heard(lost('timeout', key(), get()));
  }
  expect(gate.breaks(get())).toMatchObject({ lost: 'target-down' });
  expect(gate.breaks({ ...get(), origin: 'token' })).toBeUndefined();
  gate.heard(away(500, get()));
  expect(gate.breaks(get())).toBeUndefined();
});
