import {
  type Answered,
  type Bound,
  check,
  type Judgement,
  series,
  valueText,
  withToken,
} from '../../engine/index.ts';
import type { Family, ForgedToken } from '../../fixtures/malformed/forged-token.ts';
import {
  confusedTokens,
  coreConfusions,
  coreForgeries,
  forgedTokens,
  keylessTokens,
  mintedTokens,
  signatureOfAnother,
} from '../../fixtures/malformed/forged-token.ts';
import { inAuthBattery } from '../endpoints.ts';
import { spec } from '../statements.ts';
import { askWithOtherForgeries } from './auth-bypasses.ts';
import { boundaryFor, judgeUnauthorised, shareOfEndpoint } from './refusals.ts';

const causes: Readonly<Record<Family, string>> = {
  unverified: 'a token with an altered signature',
  'kept-signature': 'a token with the genuine signature but changed content',
  unsigned: 'a token without a signature',
  'foreign-key': 'a token signed with a foreign key',
  'known-secret': 'a token whose HMAC uses a known secret',
  'key-confusion': 'a token whose HMAC uses the public key',
};

const byText = new Map(
  [...forgedTokens, ...mintedTokens, ...keylessTokens, ...confusedTokens, signatureOfAnother].map(
    ({ family, token }) => [`Bearer ${valueText(token)}`, family],
  ),
);

export const forged = check({
  id: 'auth/forged',
  level: 'must',
  sameDefectAs: ['auth/missing', 'auth/forged'],
  endpoints: inAuthBattery,
  rule: 'A JWT with an invalid signature gets 401 with an ApiError.',
  section: 'Authentication; Errors; RFC 8725 sections 3.1 and 3.2',
  statement: spec.status401,
  advice: [
    {
      suspect:
        'The result of the verification is cached by the signature alone, or by the last part of the token.',
      look: 'Use the whole token, or its hash, as key of the cache, and check exp in every request.',
      when: ['genuine signature'],
    },
    {
      suspect:
        'The code decodes the token without verifying its signature, at least on this route or in some cases.',
      look: 'Search for decode calls and disabled verification, and use one verify function on every route.',
      when: ['alone', '!genuine signature'],
    },
    {
      suspect:
        'The verifier takes the algorithm or the key from the token: alg none, jwk, jku, x5u, x5c or an unknown kid.',
      look: "Fix the list of algorithms, and take keys from the identity provider's JWKS only.",
      when: ['alone', 'key in the token', '!genuine signature'],
    },
    {
      suspect: 'A cache, session or connection remembers that an earlier token was valid.',
      look: 'Cache verified tokens by the whole token, after verification, and nothing by connection or session.',
      when: ['genuine signature', 'not alone', 'same connection', '!altered signature refused'],
    },
    {
      suspect:
        'The verifier fails open when a key is missing, an HMAC secret is configured or too many tokens were refused.',
      look: 'Remove fallback keys and secrets, and refuse the token in every error path of the verifier.',
      when: ['not alone', '!genuine signature'],
    },
  ],
  brokenBy: ['jwt-decoded-not-verified', 'embedded-jwk-trusted', 'session-instead-of-verification'],
  cases: (bound) => {
    const another =
      bound.facts.tokens['token:unscoped']?.form === 'jws' ? [signatureOfAnother] : [];
    const listed = boundaryFor(bound, [...forgedTokens, ...another], coreForgeries);
    return casesOf(bound, [
      ...listed,
      ...shareOfEndpoint(bound, [...mintedTokens, ...keylessTokens]),
    ]);
  },
  judge: judgeForged,
  followUps: askWithOtherForgeries,
});

export const forgedKeyConfusion = check({
  id: 'auth/forged-key-confusion',
  level: 'must',
  sameDefectAs: ['auth/missing', 'auth/forged'],
  when: 'declared',
  endpoints: inAuthBattery,
  needs: ['jwks'],
  rule: "A JWT whose HMAC uses the identity provider's public key gets 401 with an ApiError.",
  section: 'Authentication; RFC 8725 sections 2.1 and 3.1',
  statement: spec.jwt,
  advice: [
    {
      suspect: 'The verifier accepts HMAC algorithms and uses the public key as their secret.',
      look: 'Allow only the asymmetric algorithm of your identity provider, such as RS256, in the call of the verifier.',
    },
    {
      suspect:
        'The JWT library is old and guesses the type of the key from the algorithm in the header.',
      look: 'Update the library, and pass the key as a typed object instead of a PEM, DER or JWK string.',
    },
  ],
  brokenBy: ['hmac-with-public-pem', 'hmac-with-trimmed-pem', 'hmac-with-public-der'],
  cases: (bound) => casesOf(bound, boundaryFor(bound, confusedTokens, coreConfusions)),
  judge: judgeForged,
});

function casesOf(bound: Bound, tokens: readonly ForgedToken[]) {
  return series(
    tokens.map(({ label, token, proof }) => ({
      label: `a forged token: ${label}`,
      request: withToken(bound.wellFormed(), token),
      ...(proof ? { proof } : {}),
    })),
  );
}

/**
 * Judges a forged token. The cause depends on the family of the forgery: one defect shows in many
 * forgeries.
 */
export function judgeForged(answered: Answered): Judgement {
  const sent = answered.request.headers.find(([name]) => name.toLowerCase() === 'authorization');
  const family = sent && byText.get(valueText(sent[1]));
  return judgeUnauthorised(answered, family === undefined ? 'a forged token' : causes[family]);
}
