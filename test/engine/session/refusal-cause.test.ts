import { describe, expect, onTestFinished, test } from 'vitest';
import { outcomeDifferences } from '../../../cli/certificate/recompute.ts';
import {
  type Compose,
  override,
  Refusal,
  startReference,
  unauthorised,
  type Visit,
} from '../../../fixtures/reference/index.ts';
import { certifyTarget, fullConfigFor, judgedAgain, withOutcome } from './in-process.ts';

// A token or a user that is refused after each request of one kind, and never without it, is a defect of the target.
// If another client requests tokens, there is no such kind.

const only = [
  'orders/*',
  'address/malformed-json',
  'address/wrong-*',
  'cash/*',
  'auth/missing',
  'robustness/still-alive',
];

/** Refuses the token for which `nameOf` names a request that was malformed for this endpoint. */
const ending =
  (endpoint: string, nameOf: (visit: Visit) => string): Compose =>
  (parts) => {
    const ended = new Set<string>();
    return {
      ...parts,
      verify: (visit, token) => {
        if (ended.has(nameOf(visit))) throw new Refusal(unauthorised('Session ended', 'invalid_token'));
        return parts.verify(visit, token);
      },
      respond: (visit, response) => {
        if (visit.endpoint === endpoint && [400, 422].includes(response.status)) ended.add(nameOf(visit));
        return parts.respond(visit, response);
      },
    };
  };

const tokenOf = ({ request: { headers } }: Visit) => `${headers.get('authorization')}`;
const sessionOf = (visit: Visit) => `${tokenOf(visit)} ${visit.request.headers.get('x-user-id')}`;
const causes = [
  ['a malformed order revokes the token', ending('orders', tokenOf)],
  ['a malformed address ends the session of the user', ending('address', sessionOf)],
] as const;

describe('a request of one kind that ends the token or the session is a finding with that request', () => {
  test.each(causes)('%s', { timeout: 120_000 }, async (what, compose) => {
    const reference = await startReference({ compose });
    onTestFinished(() => reference.close());
    const { result, evidence } = await certifyTarget(fullConfigFor(reference, { only }));
    const found = result.failures.filter(({ requirement }) => requirement === 'robustness/still-alive');
    expect(withOutcome(result, 'fail')).toEqual(['robustness/still-alive']);
    expect(found.map(({ cause }) => cause)).toEqual([
      'requests of one kind make the target refuse the token or the user',
    ]);
    expect(found[0]?.response?.status).toBe(401);
    const sent = found[0]?.second?.request;
    expect(`${sent?.method} ${sent?.url}`).toMatch(what.includes('order') ? /^POST .+orders$/ : /^PATCH .+address$/);
    expect(found[0]?.actual).toMatch(/after each of \d+ requests of this kind, and never without one: /);
    expect(result.notices.join()).not.toMatch(/something else requests tokens/);
    expect(outcomeDifferences(await judgedAgain(evidence), result)).toEqual([]);
  });
});

/** Numbers in [0, 1) that are the same in every run (Numerical Recipes, section 7.1). */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test.each([1, 2, 3])(
  'another client that revokes the token at random times is none of the target’s defects: seed %i',
  {
    timeout: 120_000,
  },
  async (seed) => {
    const next = drawn(seed);
    let latest = '';
    const revoked = new Set<string>();
    const reference = await startReference({
      compose: override('verify', (original) => async (visit, token) => {
        if (revoked.has(token)) throw new Refusal({ status: 401, message: 'Bearer token invalid' });
        const claims = await original(visit, token);
        if (token !== latest) latest = token;
        else if (revoked.size < 6 && next() < 0.03) revoked.add(token);
        return claims;
      }),
    });
    onTestFinished(() => reference.close());
    const { result, evidence } = await certifyTarget(fullConfigFor(reference, { only }));
    expect(revoked.size).toBeGreaterThan(2);
    expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
    expect(result.notices.join()).toMatch(/something else requests tokens for the same client/);
    expect(outcomeDifferences(await judgedAgain(evidence), result)).toEqual([]);
  },
);
