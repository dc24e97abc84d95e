import { describe, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import type { Compose } from '../../../fixtures/reference/index.ts';
import {
  composed,
  override,
  Refusal,
  startReference,
  unauthorised,
} from '../../../fixtures/reference/index.ts';
import { scopeIsGate } from '../../scope.ts';
import { certifyTarget, fullConfigFor } from './in-process.ts';

/**
 * Certifies a reference. Counts its token requests with right credentials, and those with wrong
 * strings.
 */
async function countedRun(compose: Compose | undefined, changes: Partial<Config>) {
  const count = { right: 0, wrong: 0 };
  const counting: Compose = override('readTokenRequest', (original) => async (visit) => {
    const { scoped, unscoped } = reference.clients;
    const body = await original(visit);
    const { client_id, client_secret } = body;
    if ([scoped, unscoped].some(({ id, secret }) => client_id === id && client_secret === secret))
      count.right++;
    else if ([client_id, client_secret].every((one) => typeof one === 'string')) count.wrong++;
    return body;
  });
  const reference = await startReference({
    compose: compose ? composed(counting, compose) : counting,
  });
  onTestFinished(() => reference.close());
  const { result } = await certifyTarget(fullConfigFor(reference, changes));
  return { ...count, result };
}

function expectFew(right: number, wrong: number): void {
  expect(right).toBeLessThanOrEqual(40);
  expect(wrong).toBeLessThanOrEqual(8);
}

describe('requests for tokens', () => {
  test.runIf(scopeIsGate).each(['quick', 'deep'] as const)(
    'a run at depth %s sends few of them',
    async (depth) => {
      const { right, wrong } = await countedRun(undefined, {
        depth,
        only: ['token/*', 'auth/missing', 'cash/*'],
      });
      expectFew(right, wrong);
      expect(Math.min(right, wrong)).toBeGreaterThan(5);
    },
  );

  test('a run sends few of them to a target that refuses every token', async () => {
    const refusing = override(
      'verify',
      () => () => Promise.reject(new Refusal(unauthorised('Bearer token invalid'))),
    );
    const { right, wrong, result } = await countedRun(refusing, {
      claim: ['authentication', 'cash'],
    });
    expectFew(right, wrong);
    expect(result.verdict).not.toBe('conformant');
  });

  test.runIf(scopeIsGate)(
    'a token that lives for a second is not renewed more than once a second',
    async () => {
      const began = performance.now();
      const shortLived = override('tokenLifetime', () => () => 1);
      const { right } = await countedRun(shortLived, { claim: ['cash'], concurrency: 2 });
      // Besides the requests of the checks, the run renews two tokens, each at most once a second.
      expect(right).toBeLessThanOrEqual(40 + 2 * ((performance.now() - began) / 1_000 + 1));
    },
  );
});
