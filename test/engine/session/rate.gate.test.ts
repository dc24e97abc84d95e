import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { faults } from '../../../fixtures/faults/index.ts';
import { override } from '../../../fixtures/reference/index.ts';
import { simulate } from '../../simulation/simulate.ts';
import { config, get } from '../samples.ts';
import { traffic } from '../traffic/serving-run.ts';
import { serveBytes } from '../wire/serving.ts';
import { fullConfigFor } from './in-process.ts';

const longestWayMs = 40;

/** Each kind of request that a run sends, by requirement, step, index and wire. */
const kinds = {
  'tokens of both clients': / token 1 /,
  'a token renewed': / renew-/,
  'wrong credentials': /^token\/bad-credentials case /,
  setup: /^run\/setup listing /,
  'cases on the client': / case \d+ http$/,
  'cases on the raw wire': / case\S* \d+ raw$/,
  repetitions: / again-/,
  'positive scenarios': /^guides\/ok /,
  writes: /^address\/accepted (?!control )/,
  orders: /^order/,
  'the address put back': / address-put-back-/,
};

const only = [
  ...['guides/ok', 'auth/missing', 'auth/malformed', 'address/accepted', 'orders/accepted'],
  ...['token/bad-credentials', 'token/issued', 'http/protocol-violations'],
];

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

test('whatever a run sends, no second has more requests than the rate', async () => {
  const rate = 25;
  const times: number[] = [];
  const headSeen = new WeakSet<Duplex>();
  const forgetful = faults.find(({ breaks }) => breaks[0] === 'auth/missing');
  const { evidence } = await simulate({
    configured: fullConfigFor,
    config: {
      rate,
      only,
      claim: ['authentication', 'learn', 'users', 'portfolios', 'investment-orders'],
    },
    compose: [
      ...(forgetful ? [forgetful.compose] : []),
      // Longer than the pause after a renewal, and shorter than the run.
      override('tokenLifetime', () => () => 6),
      // If `intercept` has already counted the request, the error is about the bytes after it.
      override('onParserError', (original) => (parts, error, socket) => {
        if (!headSeen.has(socket)) times.push(parts.now());
        return original(parts, error, socket);
      }),
      // Counts the request as soon as its headers have arrived.
      override('intercept', (original, { now }) => (incoming, outgoing) => {
        // Simulates a varying delay on the network.
        times.push(now() + ((times.length * 37) % longestWayMs));
        headSeen.add(incoming.socket);
        return original(incoming, outgoing);
      }),
      override('respond', (original) => async (visit, response) => {
        await visit.parts.sleep(longestWayMs);
        return original(visit, response);
      }),
    ],
  });
  const sent = [...evidence.exchanges.values()].map(
    ({ key, request }) => `${key.requirement} ${key.step} ${key.index} ${request.wire}`,
  );
  const unseen = Object.entries(kinds).filter(
    ([, pattern]) => !sent.some((one) => pattern.test(one)),
  );
  expect(unseen.map(([kind]) => kind)).toEqual([]);
  expect(times.length).toBeGreaterThan(3 * rate);
  expect(mostInASecond(times)).toBeLessThanOrEqual(rate);
});

test('a request whose response the client cannot parse is sent again on the raw wire, and counts twice', async () => {
  const rate = 15;
  const times: number[] = [];
  const { origin } = await serveBytes((socket) =>
    socket.on('data', () => {
      times.push(Date.now());
      socket.end('HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\nETag: "a"\r\n\r\n');
    }),
  );
  const { target, ...rest } = config({ rate });
  await traffic({ ...rest, target: { ...target, baseUrl: origin } }).sendAll(rate, get());
  expect(times.length).toBe(2 * rate);
  expect(mostInASecond(times)).toBeLessThanOrEqual(rate);
});
