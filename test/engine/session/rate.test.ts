import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { faults } from '../../../fixtures/faults/index.ts';
import { override, startReference } from '../../../fixtures/reference/index.ts';
import { scopeIsGate } from '../../scope.ts';
import { config, get } from '../samples.ts';
import { serveBytes } from '../wire/serving.ts';
import { transport } from '../wire/serving-run.ts';
import { certifyTarget, fullConfigFor } from './in-process.ts';

const longestWayMs = 40;

/** Each kind of request that a run sends, by a step or a requirement that has it. */
const kinds = {
  'tokens of both clients': ({ step, index }: Kind) => step === 'token' && index === 1,
  'a token renewed': ({ step }: Kind) => step.startsWith('renew-'),
  'wrong credentials': ({ requirement, step }: Kind) => requirement === 'token/bad-credentials' && step === 'case',
  setup: ({ requirement, step }: Kind) => requirement === 'run/setup' && step === 'listing',
  'cases on the client': ({ wire, step }: Kind) => wire === 'http' && step === 'case',
  'cases on the raw wire': ({ wire, step }: Kind) => wire === 'raw' && step.startsWith('case'),
  repetitions: ({ step }: Kind) => step.startsWith('again-'),
  'positive scenarios': ({ requirement }: Kind) => requirement === 'guides/ok',
  writes: ({ requirement, step }: Kind) => requirement === 'address/accepted' && step !== 'control',
  orders: ({ requirement }: Kind) => requirement.startsWith('order'),
  'the address put back': ({ step }: Kind) => step.startsWith('address-put-back-'),
};

interface Kind {
  readonly requirement: string;
  readonly step: string;
  readonly index: number;
  readonly wire: string;
}

const only = [
  ...['guides/ok', 'auth/missing', 'auth/malformed', 'address/accepted', 'orders/accepted'],
  ...['token/bad-credentials', 'token/issued', 'http/protocol-violations'],
];

/** The most that came within one second, by the clock that noted the times. */
function mostInASecond(times: readonly number[]): number {
  const sorted = [...times].sort((left, right) => left - right);
  let first = 0;
  let most = 0;
  for (const [nth, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) >= 1_000) first++;
    most = Math.max(most, nth - first + 1);
  }
  return most;
}

test.runIf(scopeIsGate)(
  'whatever a run sends, the target counts no more than the rate in any second',
  { timeout: 120_000 },
  async () => {
    const rate = 25;
    const times: number[] = [];
    const headSeen = new WeakSet<Duplex>();
    const forgetful = faults.find(({ breaks }) => breaks[0] === 'auth/missing');
    const reference = await startReference({
      compose: [
        ...(forgetful ? [forgetful.compose] : []),
        // Longer than the pause that a renewal is followed by, and shorter than the run.
        override('tokenLifetime', () => () => 6),
        // Of a request whose head was read, it is what comes after that.
        override('onParserError', (original) => (parts, error, socket) => {
          if (!headSeen.has(socket)) times.push(Date.now());
          return original(parts, error, socket);
        }),
        // Outermost, and before anything is read but the head.
        override('intercept', (original) => (incoming, outgoing) => {
          // On the way for a moment: now a short one, now a long one.
          times.push(Date.now() + ((times.length * 37) % longestWayMs));
          headSeen.add(incoming.socket);
          return original(incoming, outgoing);
        }),
        override('respond', (original) => async (visit, response) => {
          await sleep(longestWayMs);
          return original(visit, response);
        }),
      ],
    });
    onTestFinished(() => reference.close());
    const { evidence } = await certifyTarget(
      fullConfigFor(reference, {
        rate,
        only,
        claim: ['authentication', 'learn', 'users', 'portfolios', 'investment-orders'],
      }),
    );
    const sent = [...evidence.exchanges.values()].map(({ key: of, request }) => ({ ...of, wire: request.wire }));
    const unseen = Object.entries(kinds).filter(([, isOne]) => !sent.some(isOne));
    expect(unseen.map(([kind]) => kind)).toEqual([]);
    expect(times.length).toBeGreaterThan(3 * rate);
    expect(mostInASecond(times)).toBeLessThanOrEqual(rate);
  },
);

test('what the client’s parser does not take is asked again on the raw wire, and counted', async () => {
  const rate = 15;
  const times: number[] = [];
  const { origin } = await serveBytes((socket) =>
    socket.on('data', () => {
      times.push(Date.now());
      socket.end('HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\nETag: "a"\r\n\r\n');
    }),
  );
  const { target, ...rest } = config({ rate });
  await transport({ ...rest, target: { ...target, baseUrl: origin } }).sendAll(rate, get());
  expect(times.length).toBe(2 * rate);
  expect(mostInASecond(times)).toBeLessThanOrEqual(rate);
});
