import { expect, test } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import {
  type Compose,
  override,
  Refusal,
  unauthorised,
} from '../../../fixtures/reference/index.ts';
import { simulate } from '../../simulation/simulate.ts';
import { fullConfigFor } from './in-process.ts';

/**
 * Certifies a reference. Counts its token requests with right credentials, and those with wrong
 * strings.
 */
async function countedRun(config: Partial<Config>, ...compose: readonly Compose[]) {
  const count = { right: 0, wrong: 0 };
  let tookS = 0;
  const counting = override('readTokenRequest', (original) => async (visit) => {
    const { scoped, unscoped } = visit.world.clients;
    tookS = (visit.parts.now() - visit.world.startedAt) / 1_000;
    const body = await original(visit);
    const { client_id, client_secret } = body;
    if ([scoped, unscoped].some(({ id, secret }) => client_id === id && client_secret === secret))
      count.right++;
    else if ([client_id, client_secret].every((one) => typeof one === 'string')) count.wrong++;
    return body;
  });
  const { result } = await simulate({
    compose: [counting, ...compose],
    configured: fullConfigFor,
    config,
  });
  return { ...count, result, tookS };
}

function expectFew(right: number, wrong: number): void {
  expect(right).toBeLessThanOrEqual(40);
  expect(wrong).toBeLessThanOrEqual(8);
}

test.each(['quick', 'deep'] as const)(
  'a run at depth %s sends few token requests',
  async (depth) => {
    const only = ['token/*', 'auth/missing', 'cash/*'];
    const { right, wrong } = await countedRun({ depth, only });
    expectFew(right, wrong);
    expect(Math.min(right, wrong)).toBeGreaterThan(5);
  },
);

test('a run sends few token requests to a target that refuses every token', async () => {
  const refusing = override(
    'verify',
    () => () => Promise.reject(new Refusal(unauthorised('Bearer token invalid'))),
  );
  const { right, wrong, result } = await countedRun(
    { claim: ['authentication', 'cash'] },
    refusing,
  );
  expectFew(right, wrong);
  expect(result.verdict).not.toBe('conformant');
});

test('a token that lives for a second is not renewed more than once a second', async () => {
  const shortLived = override('tokenLifetime', () => () => 1);
  const { right, tookS } = await countedRun({ claim: ['cash'], concurrency: 2 }, shortLived);
  // Besides the requests of the checks, the run renews two tokens, each at most once a second.
  expect(right).toBeLessThanOrEqual(40 + 2 * (tookS + 1));
});
