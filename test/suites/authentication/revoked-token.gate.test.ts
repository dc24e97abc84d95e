import { expect, test } from 'vitest';
import { override, Refusal, unauthorised } from '../../../fixtures/reference/index.ts';
import { variants } from '../../../fixtures/variants/index.ts';
import { simulate } from '../../simulation/simulate.ts';

/** A whole run takes its time on a busy machine. */
const slow = { timeout: 240_000 };

/** Certifies an API that refuses the tokens for which `isRevoked` returns true. */
const revoking = (isRevoked: (id: unknown) => boolean) =>
  simulate({
    compose: override('verify', (original) => async (visit, token) => {
      const claims = await original(visit, token);
      if (isRevoked(claims.jti))
        throw new Refusal(unauthorised('Bearer token invalid', 'invalid_token'));
      return claims;
    }),
  });

test('a token that another client revoked causes a notice, and no finding', slow, async () => {
  const compose = variants.find(({ id }) => id === 'token-revoked-from-elsewhere')?.compose ?? [];
  const { result } = await simulate({ compose });
  const told =
    /refused with a token that had been accepted before.*Configure a client that only this run uses/;
  expect(result).toMatchObject({
    failures: [],
    verdict: 'conformant',
    notices: [expect.stringMatching(told)],
  });
});

test('a token that is revoked before its first use is renewed', slow, async () => {
  const used = new Set<unknown>();
  const { result } = await revoking((id) => used.add(id).size === 1);
  expect(result).toMatchObject({ failures: [], verdict: 'conformant' });
});

test('an API that accepts no token after a while is not conformant', slow, async () => {
  let served = 0;
  const { result } = await revoking(() => ++served > 300);
  expect(result.verdict).toBe('non-conformant');
});
