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
