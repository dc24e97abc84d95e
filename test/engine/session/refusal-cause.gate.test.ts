import { expect, test } from 'vitest';
import { outcomeDifferences } from '../../../cli/certificate/recompute.ts';

import {
  type Compose,
  override,
  Refusal,
  unauthorised,
} from '../../../fixtures/reference/index.ts';
import { simulate } from '../../simulation/simulate.ts';
import { fullConfigFor, judgedAgain, withOutcome } from './in-process.ts';

// A token or a user that is refused each time after a request, and never without it, is a defect of
// the target. If another client requests tokens, there is no such request.

const only = [
  'orders/*',
  'address/malformed-json',
  'address/wrong-*',
  'cash/*',
  'auth/missing',
  'robustness/still-alive',
];

const run = (compose: Compose | [], more: readonly string[] = [], seed = 7) =>
  simulate({ compose, configured: fullConfigFor, config: { only: [...only, ...more], seed } });

test('an endpoint that the operator declares may end a token, as a logout does', async () => {
  const ended = new Set<string | null>();
  const logout: Compose = (parts) => ({
    ...parts,
    verify: (visit, token) => {
      if (ended.has(visit.request.headers.get('authorization')))
        throw new Refusal(unauthorised('Session ended', 'invalid_token'));
      return parts.verify(visit, token);
    },
    respond: (visit, response) => {
      if (visit.endpoint === 'deposit' && response.ok)
        ended.add(visit.request.headers.get('authorization'));
      return parts.respond(visit, response);
    },
  });
  const { result } = await run(logout, ['declared/*']);
  expect(ended.size).toBeGreaterThan(1);
  expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
});

test('if no token and no user was refused for a while, the run sends nothing more', async () => {
  const { evidence } = await run([]);
  expect([...evidence.exchanges.keys()].filter((key) => key.includes('|refusal-'))).toEqual([]);
});

test.each([1, 2, 3])(
  'another client that revokes the token at random times is none of the target’s defects: seed %i',
  async (seed) => {
    let latest = '';
    const revoked = new Set<string>();
    const revoking = override('verify', (original, { random }) => async (visit, token) => {
      if (revoked.has(token)) throw new Refusal({ status: 401, message: 'Bearer token invalid' });
      const claims = await original(visit, token);
      if (token !== latest) latest = token;
      else if (revoked.size < 6 && random() < 0.03) revoked.add(token);
      return claims;
    });
    const { result, evidence } = await run(revoking, [], seed);
    expect(revoked.size).toBeGreaterThan(2);
    expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
    expect(result.notices.join()).toMatch(/something else requests tokens for the same client/);
    expect(outcomeDifferences(await judgedAgain(evidence), result)).toEqual([]);
  },
);
