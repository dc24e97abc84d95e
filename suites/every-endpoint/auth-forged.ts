import {
  type Advice,
  type Answered,
  type Ask,
  type Bound,
  check,
  type Exchange,
  fail,
  forSecond,
  isServed,
  onSameConnection,
  type Recipe,
  type Request,
  sentHeader,
  series,
  symbol,
  valueText,
  withToken,
} from '../../engine/index.ts';
import { boundaryFor, shareOfEndpoint } from '../../fixtures/malformed/cases.ts';
import {
  confusedTokens,
  coreConfusions,
  coreForgeries,
  type Family,
  forgedTokens,
  keylessTokens,
  mintedTokens,
  signatureOfAnother,
  type TesterToken,
} from '../../fixtures/malformed/forged-token.ts';
import { why } from '../advice.ts';
import { inAuthBattery } from '../endpoints.ts';
import { expect401, unauthorised, unauthorisedOr } from '../refusals.ts';
import { spec } from '../statements.ts';
import { judgeBypasses, withItsCookies } from './bypass-attempts.ts';

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

/** What a forgery makes the server look for: a key or algorithm in the token, or another key. */
const keySources = {
  token: /^(?:alg|alg-none|own-key-(?:embedded-jwk|jku|x5[cu]))$/,
  fallback: /^(?:hmac-(?:guess|minted)|kid|kid-traversal|own-kid|no-kid)$/,
};
interface Facts {
  /** Where a server that accepts the forgery finds them. */
  keyFrom: keyof typeof keySources | 'none';
}

const decodedOnly: Advice = {
  suspect:
    'The code decodes the token without verifying its signature, at least here or in some cases.',
  look: 'Search for decode calls and disabled verification, and verify in one function.',
};
const remembered: Advice = {
  suspect: 'A cache, session or connection remembers that an earlier token was valid.',
  look: 'Cache verified tokens by the whole token, and nothing by connection or session.',
  when: ['not alone', 'same connection'],
};
const keyFromToken: Advice<Facts> = {
  suspect:
    'The verifier takes the algorithm or the key from the token: alg none, jwk, jku, x5u or kid.',
  look: "Fix the list of algorithms, and take keys from the identity provider's JWKS only.",
  when: [({ keyFrom }) => keyFrom === 'token'],
};
const general: readonly Advice<Facts>[] = [
  remembered,
  {
    suspect: 'The verifier fails open: without a key, with an HMAC secret, or after many refusals.',
    look: 'Remove fallback keys and secrets, and refuse the token in every error path.',
    when: ['not alone', ({ keyFrom }) => keyFrom === 'fallback' || undefined],
  },
  keyFromToken,
  { ...decodedOnly, when: ['alone', ({ keyFrom }) => keyFrom === 'none' || undefined] },
];

const accepted = (family: keyof typeof tokens, advice = general) =>
  expect401<Facts>(`${tokens[family]} is accepted`, ...advice);

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
          'The result of the verification is cached by the signature or the end of the token.',
        look: 'Use the whole token, or its hash, as cache key, and check exp in every request.',
        when: [({ keyFrom }) => keyFrom !== 'token'],
      },
      keyFromToken,
      remembered,
    ]),
    unsigned: accepted('unsigned'),
    'foreign-key': accepted('foreign-key'),
    'known-secret': accepted('known-secret'),
    forged: accepted('forged'),
    'other-status': expect401<{ change: keyof typeof tokens }>(
      ({ change }) => `${tokens[change]} gets a status other than 401`,
      why.wrongStatus,
    ),
    'accepted-for-other-user': expect401(
      'a forged token is accepted for another user',
      decodedOnly,
      remembered,
    ),
    'accepted-of-other-client': expect401(
      'a forged token of another client is accepted',
      decodedOnly,
      remembered,
    ),
    'accepted-with-cookie': expect401(
      'a forged token is accepted with a cookie from an earlier response',
      remembered,
    ),
    'accepted-on-connection': expect401(
      'a forged token is accepted after the genuine one on the same connection',
      remembered,
    ),
  },
  cases: (bound) => {
    const isJws = bound.facts.tokens['token:unscoped']?.form === 'jws';
    const all = isJws ? [...forgedTokens, signatureOfAnother] : forgedTokens;
    return casesOf(bound, [
      ...boundaryFor(bound, all, coreForgeries),
      ...shareOfEndpoint(bound, [...mintedTokens, ...keylessTokens]),
    ]);
  },
  judge: judgeForged,
  followUps: askWithOtherForgeries,
});

export const forgedKeyConfusion = check({
  ...unauthorised('a token whose HMAC uses the public key', [
    {
      suspect: 'The verifier accepts HMAC algorithms and uses the public key as their secret.',
      look: 'Allow only the asymmetric algorithm of your identity provider, such as RS256.',
    },
    {
      suspect: 'The JWT library guesses the type of the key from the algorithm in the header.',
      look: 'Update the library, and pass the key as a typed object, not as PEM, DER or JWK text.',
    },
  ]),
  id: 'auth/forged-key-confusion',
  level: 'must',
  sameDefectAs: ['auth/missing', 'auth/forged'],
  when: 'declared',
  needs: ['jwks'],
  rule: "A JWT whose HMAC uses the identity provider's public key gets 401 with an ApiError.",
  section: 'Authentication; RFC 8725 sections 2.1 and 3.1',
  statement: spec.jwt,
  cases: (bound) => casesOf(bound, boundaryFor(bound, confusedTokens, coreConfusions)),
});

const casesOf = (bound: Bound, all: readonly TesterToken[]) =>
  series(
    all.map(({ label, token, proof }) => ({
      label,
      field: 'a forged token',
      request: withToken(bound.wellFormed(), token),
      ...(proof ? { proof } : {}),
    })),
  );

/** One defect shows in many forgeries of a family. */
export function judgeForged(answered: Answered) {
  const [sent = ''] = sentHeader(answered.request, 'Authorization');
  const family = byText.get(sent) ?? 'forged';
  const sourceOf = (word: string) =>
    (['token', 'fallback'] as const).find((source) => keySources[source].test(word));
  const keyFrom =
    sent
      .split(/[^\w-]+/)
      .map(sourceOf)
      .find(Boolean) ?? 'none';
  return unauthorisedOr(
    answered,
    fail(family, { keyFrom }),
    fail('other-status', { change: family }),
  );
}

const operations = ['signature-altered', 'alg-none:none'] as const;

const causes = {
  second: 'accepted-for-other-user',
  unscoped: 'accepted-of-other-client',
  session: 'accepted-with-cookie',
  connection: 'accepted-on-connection',
} as const;

/** Sends forgeries for the second user, in a session, on one connection, and of another client. */
async function askWithOtherForgeries(bound: Bound, ask: Ask, control: Answered | undefined) {
  const { endpoint, depth, facts } = bound;
  if (endpoint.safety !== 'read' || depth === 'quick') return [];
  const judge = (
    who: keyof typeof causes,
    request: Request,
    { token = 'token:scoped', recipe }: { token?: string; recipe?: Recipe<Exchange> } = {},
  ) =>
    judgeBypasses(
      ask,
      ...operations.map((operation) => ({
        step: `${who}-${operation}`,
        request: withToken(request, symbol(token, operation)),
        cause: causes[who],
        ...(recipe ? { recipe } : {}),
      })),
    );
  const isJws = (token: string) => facts.tokens[token]?.form === 'jws';
  const own = bound.wellFormed();
  const ofOther = async () =>
    isJws('token:unscoped') ? judge('unscoped', own, { token: 'token:unscoped' }) : [];
  if (!isJws('token:scoped')) return ofOther();
  const judged = [];
  const second = forSecond(own);
  if (endpoint.user !== 'none' && isServed(await ask('second-control', second)))
    judged.push(...(await judge('second', second)));
  judged.push(...(await ofOther()));
  const behind = { ...own, connection: `forged:${endpoint.name}` };
  const before = await ask('connection-control', behind);
  if (isServed(before))
    judged.push(...(await judge('connection', behind, { recipe: onSameConnection(before) })));
  const cookied = await withItsCookies(ask, behind.connection, own, control);
  if (cookied) judged.push(...(await judge('session', cookied.add(own), cookied)));
  return judged;
}
