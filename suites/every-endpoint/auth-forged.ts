import {
  type Advice,
  type Answered,
  type Bound,
  cause,
  check,
  fail,
  sentHeader,
  series,
  valueText,
  withToken,
} from '../../engine/index.ts';
import type { Family, TesterToken } from '../../fixtures/malformed/forged-token.ts';
import {
  confusedTokens,
  coreConfusions,
  coreForgeries,
  forgedTokens,
  keylessTokens,
  mintedTokens,
  signatureOfAnother,
} from '../../fixtures/malformed/forged-token.ts';
import { why } from '../advice.ts';
import { inAuthBattery } from '../endpoints.ts';
import { spec } from '../statements.ts';
import {
  askWithOtherForgeries,
  decodedOnly,
  forgedBypasses,
  remembered,
} from './auth-forged-bypasses.ts';
import {
  boundaryFor,
  unauthorisedExpected as expected,
  shareOfEndpoint,
  unauthorised,
  unauthorisedOr,
} from './refusals.ts';

const tokens: Readonly<Record<Family | 'forged', string>> = {
  'altered-signature': 'a token with an altered signature',
  'genuine-signature': 'a token with the genuine signature but changed content',
  unsigned: 'a token without a signature',
  'foreign-key': 'a token signed with a foreign key',
  'known-secret': 'a token whose HMAC uses a known secret',
  forged: 'a forged token',
};

const byText = new Map(
  [...forgedTokens, ...mintedTokens, ...keylessTokens, signatureOfAnother].map(
    ({ family, token }) => [`Bearer ${valueText(token)}`, family],
  ),
);

/**
 * Where a server that accepts the forgery finds the key or the algorithm: in the token, or in what
 * it uses if it has no key.
 */
type KeySource = 'token' | 'fallback' | 'none';
interface Facts {
  readonly keyFrom: KeySource;
}
/** By a word of the operation that makes the forgery. */
const keySources: Readonly<Record<string, KeySource>> = {
  'alg-none': 'token',
  alg: 'token',
  'own-key-embedded-jwk': 'token',
  'own-key-jku': 'token',
  'own-key-x5c': 'token',
  'own-key-x5u': 'token',
  'hmac-guess': 'fallback',
  'hmac-minted': 'fallback',
  'kid-traversal': 'fallback',
  kid: 'fallback',
  'own-kid': 'fallback',
  'no-kid': 'fallback',
};

const keyFromToken: Advice<Facts> = {
  suspect:
    'The verifier takes the algorithm or the key from the token: alg none, jwk, jku, x5u, x5c or an unknown kid.',
  look: "Fix the list of algorithms, and take keys from the identity provider's JWKS only.",
  when: [({ keyFrom }) => keyFrom === 'token'],
};
const general: readonly Advice<Facts>[] = [
  remembered,
  {
    suspect:
      'The verifier fails open when a key is missing, an HMAC secret is configured or too many tokens were refused.',
    look: 'Remove fallback keys and secrets, and refuse the token in every error path of the verifier.',
    when: ['not alone', ({ keyFrom }) => keyFrom === 'fallback' || undefined],
  },
  keyFromToken,
  { ...decodedOnly, when: ['alone', ({ keyFrom }) => keyFrom === 'none' || undefined] },
];

const accepted = (family: keyof typeof tokens, advice = general) =>
  cause<Facts>({ title: `${tokens[family]} is accepted`, expected, advice });

export const forged = check({
  id: 'auth/forged',
  level: 'must',
  sameDefectAs: ['auth/missing', 'auth/forged'],
  endpoints: inAuthBattery,
  rule: 'A JWT with an invalid signature gets 401 with an ApiError.',
  section: 'Authentication; Errors; RFC 8725 sections 3.1 and 3.2',
  statement: spec.status401,
  causes: {
    'altered-signature': accepted('altered-signature'),
    'genuine-signature': accepted('genuine-signature', [
      {
        suspect:
          'The result of the verification is cached by the signature alone, or by the last part of the token.',
        look: 'Use the whole token, or its hash, as key of the cache, and check exp in every request.',
        when: [({ keyFrom }) => keyFrom !== 'token'],
      },
      keyFromToken,
      remembered,
    ]),
    unsigned: accepted('unsigned'),
    'foreign-key': accepted('foreign-key'),
    'known-secret': accepted('known-secret'),
    forged: accepted('forged'),
    'other-status': cause<{ readonly change: keyof typeof tokens }>({
      title: ({ change }) => `${tokens[change]} gets a status other than 401`,
      expected,
      advice: why.wrongStatus,
    }),
    ...forgedBypasses,
  },
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
  causes: unauthorised('a token whose HMAC uses the public key', [
    {
      suspect: 'The verifier accepts HMAC algorithms and uses the public key as their secret.',
      look: 'Allow only the asymmetric algorithm of your identity provider, such as RS256, in the call of the verifier.',
    },
    {
      suspect:
        'The JWT library is old and guesses the type of the key from the algorithm in the header.',
      look: 'Update the library, and pass the key as a typed object instead of a PEM, DER or JWK string.',
    },
  ]),
  cases: (bound) => casesOf(bound, boundaryFor(bound, confusedTokens, coreConfusions)),
  judge: (answered) => unauthorisedOr(answered, fail('accepted'), fail('other-status')),
});

function casesOf(bound: Bound, all: readonly TesterToken[]) {
  return series(
    all.map(({ label, token, proof }) => ({
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
export function judgeForged(answered: Answered) {
  const [sent = ''] = sentHeader(answered.request, 'Authorization');
  const family = byText.get(sent) ?? 'forged';
  const words = sent.split(/[^\w-]+/);
  const keyFrom = words.map((word) => keySources[word]).find(Boolean) ?? 'none';
  return unauthorisedOr(
    answered,
    fail(family, { keyFrom }),
    fail('other-status', { change: family }),
  );
}
