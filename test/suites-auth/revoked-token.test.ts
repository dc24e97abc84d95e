import { expect, test } from 'vitest';
import { override, Refusal, unauthorised } from '../../fixtures/reference/index.ts';
import { variants } from '../../fixtures/variants/index.ts';
import { certify, judgedAgain, outcomeLines } from '../kernel/in-process.ts';

const compose = variants.find(({ id }) => id === 'token-revoked-from-elsewhere')?.compose ?? [];

test('a token that a colleague had revoked accuses nobody, is told of, and judged alike from evidence', async () => {
  const { result, evidence } = await certify({}, { compose });
  expect(result.failures).toEqual([]);
  expect(result.verdict).toBe('conformant');
  expect(result.notices).toEqual([
    expect.stringMatching(/refused with a token that had been accepted before.*Give the run a client of its own/),
  ]);
  const again = await judgedAgain(evidence);
  expect(outcomeLines(again)).toEqual(outcomeLines(result));
  expect(again.notices).toEqual(result.notices);
});

test('a token that was revoked before it was used is had again', async () => {
  const first = new Set<unknown>();
  const revoked = override('verify', (original) => async (visit, token) => {
    const claims = await original(visit, token);
    if (first.size === 0) first.add(claims.jti);
    if (first.has(claims.jti)) throw new Refusal(unauthorised('Bearer token invalid', 'invalid_token'));
    return claims;
  });
  const { result } = await certify({}, { compose: revoked });
  expect(result.failures).toEqual([]);
  expect(result.verdict).toBe('conformant');
});

test('an API that takes no token any more after a while is at fault', async () => {
  let served = 0;
  const forgets = override('verify', (original) => async (visit, token) => {
    const claims = await original(visit, token);
    if (++served > 300) throw new Refusal(unauthorised('Bearer token invalid', 'invalid_token'));
    return claims;
  });
  const { result } = await certify({}, { compose: forgets });
  expect(result.verdict).toBe('non-conformant');
});
