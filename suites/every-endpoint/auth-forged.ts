import {
  type Answered,
  type Bound,
  check,
  concat,
  type Judgement,
  series,
  valueText,
  withHeader,
} from '../../engine/index.ts';
import {
  confusedTokens,
  coreConfusions,
  coreForgeries,
  type Family,
  type ForgedToken,
  forgedTokens,
  mintedTokens,
  signatureOfAnother,
} from '../../fixtures/malformed/forged-token.ts';
import { inAuthBattery } from '../endpoints.ts';
import { askWithOtherForgeries } from './auth-further.ts';
import { boundaryFor, dealt, judgeUnauthorised } from './refusals.ts';

/** What a server that accepts the family does not do. */
const causes: Readonly<Record<Family, string>> = {
  unverified: 'a token whose signature does not verify',
  unsigned: 'a token without a signature',
  'foreign-key': "a token that the tester signed with a key of the tester's",
  'known-secret': 'a token whose HMAC was made with a secret that others know',
  'key-confusion': 'a token whose HMAC was made with the public key',
};

const byText = new Map(
  [...forgedTokens, ...mintedTokens, ...confusedTokens, signatureOfAnother].map(({ family, token }) => [
    `Bearer ${valueText(token)}`,
    family,
  ]),
);

export const forged = check({
  id: 'auth/forged',
  level: 'must',
  endpoints: inAuthBattery,
  rule: 'A JWT that the identity provider did not sign as it stands is answered with 401 and ApiError.',
  section: 'Authentication; Errors; RFC 8725 sections 3.1 and 3.2',
  brokenBy: [
    'jwt-decoded-not-verified',
    'jwt-decoded-on-cash',
    'alg-none-accepted',
    'alg-none-in-other-spellings',
    'empty-signature-accepted',
    'verification-cached-by-signature',
    'embedded-jwk-trusted',
    'jku-trusted',
    'x5c-trusted',
    'jwt-decoded-in-german',
    'unsigned-tokens-of-another-client',
    'session-instead-of-verification',
    'hmac-with-demo-secret',
    'hmac-with-client-secret',
    'hmac-with-audience',
  ],
  cases: (bound) => {
    const another = bound.facts.tokens['token:unscoped']?.form === 'jws' ? [signatureOfAnother] : [];
    const listed = boundaryFor(bound, [...forgedTokens, ...another], coreForgeries);
    return casesOf(bound, [...listed, ...dealt(bound, mintedTokens)]);
  },
  judge: judgeForged,
  further: askWithOtherForgeries,
});

export const forgedKeyConfusion = check({
  id: 'auth/forged-key-confusion',
  level: 'must',
  when: 'declared',
  endpoints: inAuthBattery,
  needs: ['jwks'],
  rule: 'A JWT whose HMAC was made with the public key of the identity provider is answered with 401 and ApiError.',
  section: 'Authentication; RFC 8725 sections 2.1 and 3.1',
  brokenBy: ['hmac-with-public-pem', 'hmac-with-trimmed-pem', 'hmac-with-public-der'],
  cases: (bound) => casesOf(bound, boundaryFor(bound, confusedTokens, coreConfusions)),
  judge: judgeForged,
});

function casesOf(bound: Bound, tokens: readonly ForgedToken[]) {
  return series(
    tokens.map(({ label, token, proof }) => ({
      label: `a forged token: ${label}`,
      request: withHeader(bound.wellFormed(), 'Authorization', concat('Bearer ', token)),
      ...(proof ? { proof } : {}),
    })),
  );
}

/** The cause is that of the family, read off the request: one defect shows in many forgeries. */
export function judgeForged(answered: Answered): Judgement {
  const sent = answered.request.headers.find(([name]) => name.toLowerCase() === 'authorization');
  const family = sent && byText.get(valueText(sent[1]));
  return judgeUnauthorised(answered, family === undefined ? 'a forged token' : causes[family]);
}
