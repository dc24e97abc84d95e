import { describe, expect, test } from 'vitest';
import { override } from '../../../fixtures/reference/index.ts';
import { variants } from '../../../fixtures/variants/index.ts';
import { certify, judgedAgain, outcomeLines } from '../../engine/session/in-process.ts';

// wso2/api-manager#773: the identity provider returns its cached token with the seconds left, down
// to 0.

const cached = variants.find(({ id }) => id === 'token-handed-out-down-to-zero') ?? expect.fail();
const tokenOnly = { claim: ['cash'], depth: 'quick' } as const;

/**
 * Certifies an identity provider with a cache, and returns its values of `expires_in` with the
 * outcomes.
 */
async function certifyCaching(
  change = (answer: Readonly<Record<string, unknown>>, _isRepeat: boolean) => answer,
) {
  const seen = new Set<unknown>();
  const stated: { readonly isRepeat: boolean; readonly seconds: unknown }[] = [];
  const changing = override('tokenAnswer', (original) => (visit, token, claims) => {
    const isRepeat = seen.has(token);
    seen.add(token);
    const answer = change(original(visit, token, claims), isRepeat);
    stated.push({ isRepeat, seconds: answer['expires_in'] });
    return answer;
  });
  const { result, evidence } = await certify(tokenOnly, { compose: [cached.compose, changing] });
  expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
  return { result, stated };
}

describe('a token that an identity provider hands out again until it ends', {
  timeout: 120_000,
}, () => {
  test('is not accused when 0 seconds are left, and the run goes on', async () => {
    const { result, stated } = await certifyCaching();
    expect(stated).toContainEqual({ isRepeat: true, seconds: 0 });
    expect(result.failures.map(({ message }) => message)).toEqual([]);
    expect(result.verdict).toBe('conformant');
    const observed = result.observations.filter(
      ({ requirement }) => requirement === 'token/lifetime',
    );
    expect(observed.map(({ value }) => value)).toContainEqual(
      expect.stringMatching(/^expires_in [01] for a token that/),
    );
  });

  test.each([0, -1, '1', 0.5])('is found if the first response states %j', async (seconds) => {
    const { result } = await certifyCaching((answer, isRepeat) =>
      isRepeat ? answer : { ...answer, expires_in: seconds },
    );
    expect(result.failures.map(({ requirement }) => requirement)).toContain(
      typeof seconds === 'string' ? 'token/issued' : 'token/expires-in',
    );
  });
});
