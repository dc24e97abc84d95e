import {
  type Answered,
  cause,
  fail,
  fromTarget,
  headerLines,
  inconclusive,
  monitor,
  ofHarness,
  pass,
  say,
  tooDeep,
} from '../../engine/index.ts';
import { spec, standard } from '../statements.ts';
import { common, factsOf, isEnding, isGrant, member } from './token-grant.ts';

export const jwt = monitor({
  ...common,
  id: 'token/jwt',
  level: 'must',
  rule: 'access_token is a JWT in compact form, signed (JWS) or encrypted (JWE).',
  section: 'Authentication: the token is an identity-provider-issued JWT',
  statement: spec.jwt,
  advice: [
    {
      suspect: 'Without a configured audience, the authorization server issues opaque tokens.',
      look: 'Set the token format of this audience to JWT.',
    },
    {
      suspect: 'The code encodes the parts with base64 and padding, or adds text to the token.',
      look: 'Build the token with a JWT library, and do not change it.',
    },
    {
      suspect: 'The signing algorithm is missing or none, or the payload is detached.',
      look: 'Configure a signing key and an algorithm such as RS256.',
    },
  ],
  causes: {
    'not-jwt': cause<{ problem: string }>({
      title: 'the access token is not a JWT',
      expected:
        'a JWS (three base64url parts with a signature) or a JWE (five parts), ' +
        'with a JSON header that has an alg',
      actual: ({ problem }) => `not a JWT: ${problem}`,
    }),
  },
  matches: (answered) => isGrant(answered) && factsOf(answered) !== undefined,
  judge: (answered) => {
    const token = factsOf(answered);
    if (token?.form !== 'opaque') return pass();
    if (token.problem?.endsWith(tooDeep))
      return inconclusive(say`the token was not read: ${token.problem}`);
    return fail('not-jwt', { problem: ofHarness(token.problem ?? 'its form is unknown') });
  },
});

export const expiryClaim = monitor({
  ...common,
  id: 'token/expiry-claim',
  level: 'should',
  rule: 'A signed token has an exp claim that agrees with expires_in within 60 seconds.',
  section: 'Authentication; RFC 7519 section 4.1.4; RFC 6749 section 5.1',
  statement: standard['RFC 6749, section 5.1, expires_in'],
  causes: {
    'no-exp': cause<{ value?: string | undefined }>({
      title: 'the token has no numeric exp claim',
      expected: 'a numeric exp claim',
      actual: ({ value }) => (value === undefined ? 'no exp' : `exp ${value}`),
      advice: [
        {
          suspect: 'The expiry is in a claim with another name, or is a string.',
          look: 'Set exp to a number where the token is built.',
        },
      ],
    }),
    'other-lifetime': cause<{ seconds: number; left: number }>({
      title: 'exp and expires_in disagree',
      expected: ({ seconds }) =>
        `exp ${seconds} seconds after the Date of the response, plus or minus 60`,
      actual: ({ left }) => `exp ${left} seconds after the Date`,
      advice: [
        {
          suspect: 'Two settings state the lifetime, or one is an instant or in milliseconds.',
          look: 'Compute exp (seconds since 1970) and expires_in from one lifetime in seconds.',
        },
        {
          suspect: 'The clock or the time zone of the server is wrong.',
          look: 'Set the clock, and compute with UTC only.',
        },
      ],
    }),
  },
  matches: (answered) => isGrant(answered) && factsOf(answered)?.form === 'jws',
  judge: judgeExpiryClaim,
});

/** Compares exp with the Date of the response, because the clock of the harness may be wrong. */
export function judgeExpiryClaim(answered: Answered) {
  const facts = factsOf(answered);
  if (facts && !facts.claims)
    return inconclusive(say`the claims of the token are too deep or too long to read`);
  const exp = facts?.claims?.['exp'];
  if (exp === undefined) return fail('no-exp', {});
  if (typeof exp !== 'number')
    return fail('no-exp', { value: fromTarget(JSON.stringify(exp).slice(0, 200)) });
  const seconds = member(answered, 'expires_in');
  // If the response has several Dates, one of them has to fit.
  const times = headerLines(answered, 'date').map((date) => Date.parse(date));
  const dates = times.filter((date) => !Number.isNaN(date));
  if (typeof seconds !== 'number' || (seconds <= 0 && !isEnding(answered))) {
    return inconclusive(say`the response has no positive expires_in`);
  }
  if (dates.length === 0) return inconclusive(say`the response has no Date header to compare with`);
  const left = dates.map((date) => exp - date / 1000);
  if (left.some((one) => Math.abs(one - seconds) <= 60)) return pass();
  return fail('other-lifetime', { seconds, left: Math.round(left[0] ?? 0) });
}
