import { describe, expect, test } from 'vitest';
import { type Compose, composed, override, Refusal, unauthorised } from '../../fixtures/reference/index.ts';
import { runMini } from './mini.ts';

/** Only the token that a client was issued last is good: the specification does not say that it is not so. */
const revoking: Compose = (parts) => {
  const latest = new Map<unknown, unknown>();
  return {
    ...parts,
    sign: async (visitParts, world, claims) => {
      latest.set(claims.sub, claims.jti);
      return parts.sign(visitParts, world, claims);
    },
    verify: async (visit, token) => {
      const claims = await parts.verify(visit, token);
      if (latest.get(claims.sub) === claims.jti) return claims;
      throw new Refusal(unauthorised('Bearer token revoked', 'invalid_token'));
    },
  };
};

const audienceOptional = override('checkAudience', (original) => (visit, request) => {
  if (request['audience'] !== undefined) original(visit, request);
});

/** Refuses an unknown user before it looks at the scope, and with a status of its own. */
const unknownIsForbidden = override('unknownUser', (original) => (visit) => {
  return visit.endpoint === 'summaries' ? original(visit) : { status: 403, message: 'User unknown' };
});

describe('nobody is accused who does it otherwise, and rightly', () => {
  test.each([
    ['the reference', []],
    ['earlier tokens are revoked', revoking],
    ['earlier tokens are revoked, and the audience may be missing', composed(revoking, audienceOptional)],
    ['an unknown user is refused with 403', unknownIsForbidden],
  ])('%s', async (_name, compose) => {
    const { failed, inconclusive, part } = await runMini({ compose });
    expect(part.harnessErrors).toEqual([]);
    expect(failed).toEqual([]);
    expect(inconclusive.filter((line) => !line.startsWith('user/foreign-client'))).toEqual([]);
  });

  test('two users whose data differ nowhere leave isolation not run, with the reason', async () => {
    const { part } = await runMini({
      compose: override(
        'findUser',
        () =>
          ({ world }) =>
            [...world.users.values()][0],
      ),
    });
    const isolation = Object.values(part.tallies).find(({ requirement }) => requirement === 'user/isolation');
    expect(isolation?.notRun).toContain('HARNESS_SECOND_USER_ID');
  });
});
