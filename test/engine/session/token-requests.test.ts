import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import { concat, symbol } from '../../../engine/exchange/value.ts';
import { tokenRequest } from '../../../engine/run/well-formed.ts';
import { liveTransport } from '../../../engine/wire/live.ts';
import { mostGrants, mostProvoked } from '../../../engine/wire/token-budget.ts';
import { Vault } from '../../../engine/wire/vault.ts';
import {
  type Compose,
  composed,
  override,
  Refusal,
  startReference,
  unauthorised,
} from '../../../fixtures/reference/index.ts';
import { scopeIsGate } from '../../scope.ts';
import { config, get, key } from '../samples.ts';
import { certifyTarget, fullConfigFor } from './in-process.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** Certifies a reference, and counts at its token endpoint: credentials that are right, and all else. */
async function countedRun(compose: Compose | undefined, changes: Partial<Config>) {
  const count = { right: 0, wrong: 0 };
  const counting: Compose = override('readTokenRequest', (original) => async (visit) => {
    const { scoped, unscoped } = reference.clients;
    count.wrong++;
    const body = await original(visit);
    const isRight = [scoped, unscoped].some(
      ({ id, secret }) => body['client_id'] === id && body['client_secret'] === secret,
    );
    if (isRight) count.wrong--;
    if (isRight) count.right++;
    return body;
  });
  const reference = await startReference({ compose: compose ? composed(counting, compose) : counting });
  closers.push(() => reference.close());
  const { result } = await certifyTarget(fullConfigFor(reference, changes));
  return { ...count, result };
}

describe('requests for tokens', () => {
  test.runIf(scopeIsGate).each(['quick', 'standard', 'deep'] as const)(
    'a run at depth %s sends few of them',
    async (depth) => {
      const { right, wrong } = await countedRun(undefined, { depth, only: ['token/*', 'auth/missing', 'cash/*'] });
      expect({ right, wrong, few: right <= 27 && wrong <= 25 }).toEqual({ right, wrong, few: true });
      expect(Math.min(right, wrong)).toBeGreaterThan(5);
    },
  );

  test('a target that refuses every token is not asked for others', async () => {
    const refusing = override('verify', () => () => Promise.reject(new Refusal(unauthorised('Bearer token invalid'))));
    const { right, wrong, result } = await countedRun(refusing, { claim: ['authentication', 'portfolios', 'learn'] });
    expect({ right, wrong, few: right <= 27 && wrong <= 25 }).toEqual({ right, wrong, few: true });
    expect(result.verdict).not.toBe('conformant');
  });

  test('a token that lives for a second is not renewed more than once a second', async () => {
    const began = performance.now();
    const { right } = await countedRun(
      override('tokenLifetime', () => () => 1),
      { claim: ['portfolios', 'learn', 'cash'], concurrency: 2 },
    );
    // Beside what the checks ask for, two tokens, each once a second at most.
    expect(right).toBeLessThanOrEqual(27 + 2 * ((performance.now() - began) / 1_000 + 1));
  });
});

/** For a machine that does other things as well. */
const leniencyMs = 1_000;

/** A transport to a server that issues tokens of that life, and the number of requests for one. */
async function issuer(lifetimeS: number) {
  let asked = 0;
  let issuedAt = 0;
  const isValid = (authorization: string | undefined) =>
    authorization === `Bearer token-${asked}-of-the-run` && Date.now() < issuedAt + lifetimeS * 1_000 + leniencyMs;
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    if (request.url !== '/token') {
      return void response.writeHead(isValid(request.headers.authorization) ? 200 : 401).end('{}');
    }
    asked++;
    issuedAt = Date.now();
    response.end(JSON.stringify({ access_token: `token-${asked}-of-the-run`, expires_in: lifetimeS }));
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const vault = new Vault();
  vault.set('client:scoped:id', 'id', 'plain');
  vault.set('client:scoped:secret', 'client-secret-of-a-test', 'secret');
  vault.set('audience', 'audience', 'plain');
  const { target, ...rest } = config();
  const settings = { ...rest, target: { ...target, baseUrl: `${origin}/api`, authUrl: `${origin}/token` } };
  const transport = (changes: Partial<Config> = {}) => {
    const live = liveTransport({ ...settings, ...changes }, 'a-run', '0.0.0', vault, {}, () => {});
    closers.push(live.close);
    return live;
  };
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { transport, asked: () => asked };
}

const lostOf = ({ answer }: Exchange) => ('lost' in answer ? `${answer.lost}: ${answer.detail}` : answer.status);
const bearer = { ...get('/cash'), headers: [['Authorization', concat('Bearer ', symbol('token:scoped'))]] } as const;

describe('the most that a run sends to the token endpoint', () => {
  const { yields: _nobody, ...provoking } = tokenRequest('scoped');
  test.each([
    ['in earnest', tokenRequest('scoped'), mostGrants],
    ['that provoke a refusal', provoking, mostProvoked],
  ] as const)('requests %s', async (_what, request, most) => {
    const { transport, asked } = await issuer(3_600);
    const live = transport();
    const answers: unknown[] = [];
    for (let nth = 0; nth < most + 5; nth++) {
      answers.push(lostOf(await live.once(key('token', nth, 'run/setup'), request, undefined, false)));
    }
    expect(asked()).toBe(most);
    expect(new Set(answers.slice(most))).toEqual(
      new Set([`no-credential: a run sends no more than ${most} such requests to the token endpoint`]),
    );
  });

  test('then a token that has expired is the reason why nothing is asked', async () => {
    const { transport, asked } = await issuer(1);
    const live = transport();
    const ask = (nth: number) => live.once(key('token', nth, 'run/setup'), tokenRequest('scoped'), undefined, false);
    for (let nth = 0; nth < mostGrants; nth++) await ask(nth);
    await sleep(1_100);
    expect(lostOf(await live.once(key('case', 0), bearer, undefined, false))).toBe(
      `no-credential: token:scoped expired and could not be renewed: a run sends no more than ${mostGrants} such requests to the token endpoint`,
    );
    expect(asked()).toBe(mostGrants);
  });
});

test('a token that runs out while requests wait for their turn is renewed before they are sent', async () => {
  const { transport } = await issuer(2);
  const live = transport({ rate: 2, concurrency: 8 });
  const sent = [await live.once(key('token', 0, 'run/setup'), tokenRequest('scoped'), undefined, false)];
  await Promise.all(
    Array.from({ length: 8 }, async (_, nth) => sent.push(await live.once(key('case', nth), bearer, undefined, false))),
  );
  expect(sent.map(lostOf).filter((status) => status !== 200)).toEqual([]);
});
