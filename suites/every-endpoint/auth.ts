import type { Advice, Answered, Bound } from '../../engine/index.ts';
import {
  check,
  concat,
  disguisedError,
  fail,
  generated,
  headerLines,
  httpDate,
  Inconclusive,
  inconclusive,
  isServerError,
  isSuccess,
  pass,
  say,
  series,
  suite,
  symbol,
  withHeader,
  withToken,
} from '../../engine/index.ts';
import {
  anyMalformedAuthorization,
  coreAuthorizations,
  furtherAuthorizations,
  malformedAuthorizations,
  provenMalformedAuthorization,
} from '../../fixtures/malformed/authorization.ts';
import { why } from '../advice.ts';
import { caseOf } from '../case-of.ts';
import { inAuthBattery } from '../endpoints.ts';
import { spec, standard } from '../statements.ts';
import { encoding } from './auth-encoding.ts';
import { foreignKeysFetched } from './auth-foreign-keys.ts';
import { forged, forgedKeyConfusion } from './auth-forged.ts';
import { missing } from './auth-missing.ts';
import { beforeEffects, challenge } from './auth-refusals.ts';
import {
  boundaryFor,
  countsFor,
  shareOfEndpoint,
  unauthorised,
  unauthorisedOr,
} from './refusals.ts';

const undecodable: Advice = {
  suspect:
    'A token that cannot be decoded ends in a catch block that lets the request pass or responds with 400.',
  look: 'Make the guard respond with 401 to every exception of the verifier.',
  when: ['4xx'],
};

/** Tokens: missing, malformed, forged, expired. */
export const auth = suite('auth', [
  missing,
  check({
    id: 'auth/malformed',
    level: 'must',
    sameDefectAs: ['auth/missing'],
    endpoints: inAuthBattery,
    rule: 'An Authorization header without Bearer credentials, or without a JWT, gets 401 with an ApiError.',
    section: 'Authentication; Endpoints: common request headers',
    statement: spec.everyRequest,
    causes: unauthorised(
      'a malformed Authorization header',
      [
        {
          suspect:
            'The code splits, searches or decodes the header and never checks that the scheme is Bearer.',
          look: 'Match the whole header against the scheme, spaces and one token, and refuse everything else with 401.',
        },
        {
          suspect: 'The code repairs the token: it removes spaces, brackets or extra parts.',
          look: 'Pass the token to the verifier unchanged, and require exactly the parts of a JWT.',
        },
        undecodable,
        ...why.connectionState,
      ],
      [undecodable],
    ),
    cases: (bound) => {
      const toCase = caseOf('Authorization: ', provenMalformedAuthorization, (value) =>
        withHeader(bound.wellFormed(), 'Authorization', value),
      );
      return series(
        [
          ...boundaryFor(bound, malformedAuthorizations, coreAuthorizations),
          ...shareOfEndpoint(bound, furtherAuthorizations),
        ].map(toCase),
        generated({
          arbitrary: anyMalformedAuthorization,
          counts: countsFor(bound, [3, 10, 900]),
          toCase,
        }),
      );
    },
    judge: (answered) => unauthorisedOr(answered, fail('accepted'), fail('other-status')),
  }),
  encoding,
  forged,
  forgedKeyConfusion,
  foreignKeysFetched,
  check({
    id: 'auth/expired',
    level: 'must',
    sameDefectAs: ['auth/missing'],
    endpoints: inAuthBattery,
    needs: ['expired-token'],
    rule: 'A token that expired over five minutes ago gets 401 with an ApiError.',
    section: 'Authentication; Errors',
    statement: spec.tokensExpire,
    causes: unauthorised('an expired token', [
      {
        suspect: 'The check of exp is disabled or missing on this route.',
        look: 'Search the options of the verifier for ignored expiry, and use the same options on every route.',
        when: ['alone', '!not alone'],
      },
      {
        suspect:
          'The tolerance for clock differences is hours instead of seconds, or the age is computed from iat.',
        look: 'Set the leeway to 60 seconds at most, and compare exp with the clock.',
      },
      {
        suspect: 'A cache of verified tokens outlives the token, or is keyed by client.',
        look: 'Check exp in every request, also if the signature is in the cache.',
        when: ['not alone', 'same connection'],
      },
    ]),
    cases: (bound) =>
      series([
        {
          label: 'an expired token',
          request: withToken(bound.wellFormed(), symbol('token:expired')),
        },
      ]),
    judge: (answered, _control, bound) => {
      requireSuitable(bound, 'token:expired', earliest(answered));
      return unauthorisedOr(answered, fail('accepted'), fail('other-status'));
    },
  }),
  check({
    id: 'auth/other-audience',
    level: 'should',
    sameDefectAs: ['auth/missing'],
    endpoints: inAuthBattery,
    needs: ['other-audience-token'],
    rule: 'A valid token for another audience gets 401 or 403.',
    section: 'Authentication; RFC 7519 section 4.1.3; RFC 8725 section 3.9',
    statement: standard['RFC 7519, section 4.1.3'],
    causes: {
      accepted: {
        title: 'a token for another audience is accepted',
        expected: 'status 401 or 403',
        advice: [
          {
            suspect:
              'The verifier runs without an expected audience, or the setting is missing on this route.',
            look: 'Pass the exact audience to the verifier in the one place that all routes use.',
            when: ['alone', '!not alone'],
          },
          {
            suspect:
              'The audience is compared by prefix or domain, or replaced by another claim such as azp.',
            look: 'Compare aud with your identifier exactly, and use other claims only in addition.',
          },
          {
            suspect: 'The result of the audience check is cached by client.',
            look: 'Cache it by the whole token, or not at all.',
            when: ['not alone'],
          },
        ],
      },
      'other-status': {
        title: 'a token for another audience gets a status other than 401 or 403',
        expected: 'status 401 or 403',
        advice: why.wrongStatus,
      },
    },
    cases: (bound) =>
      series([
        {
          label: 'a token for another audience',
          request: withToken(bound.wellFormed(), symbol('token:other-audience')),
        },
      ]),
    judge: (answered, _control, bound) => {
      requireSuitable(bound, 'token:other-audience', answered.sentAt);
      const { status } = answered.answer;
      if (status === 401 || status === 403) return pass();
      if (isServerError(answered)) return inconclusive(say`the response is ${status}`);
      return isSuccess(answered) ? fail('accepted') : fail('other-status');
    },
  }),
  check({
    id: 'auth/scheme-case',
    level: 'should',
    endpoints: inAuthBattery,
    rule: 'The scheme Bearer is accepted in lower case and in upper case.',
    section: 'RFC 9110 section 11.1',
    statement: standard['RFC 9110, section 11.1'],
    advice: [
      {
        suspect: 'The code compares the header with "Bearer " case-sensitively.',
        look: 'Compare the scheme without case, in every guard and gateway policy that reads the header.',
      },
      {
        suspect: 'The code lists some spellings of the scheme and lacks others.',
        look: 'Replace the list by one comparison that ignores case.',
      },
    ],
    causes: {
      'case-sensitive': {
        title: 'the scheme Bearer is case-sensitive',
        expected: 'the response that the same request gets with Bearer',
      },
    },
    cases: (bound) =>
      series(
        ['bearer', 'BEARER'].map((scheme) => ({
          label: `the scheme spelled ${scheme}`,
          request: withHeader(
            bound.wellFormed(),
            'Authorization',
            concat(`${scheme} `, symbol('token:scoped')),
          ),
        })),
      ),
    judge: (answered, control) => {
      if (control && disguisedError(control) !== undefined)
        return inconclusive(say`the well-formed request gets an ApiError with a success status`);
      const stated = disguisedError(answered);
      if (isSuccess(answered) && stated === undefined) return pass();
      const status = stated ?? answered.answer.status;
      // With any other status, the scheme is not the reason.
      if (![400, 401, 403].includes(status)) return inconclusive(say`the response is ${status}`);
      return fail('case-sensitive');
    },
  }),
  challenge,
  beforeEffects,
]);

/**
 * Returns when the request was sent, by the slower clock: that of the run, or that of the target
 * (from Date).
 */
function earliest(answered: Answered): number {
  const dates = headerLines(answered, 'date').map(httpDate);
  return Math.min(
    answered.sentAt,
    ...dates.filter((date) => date !== undefined).map((date) => date * 1000),
  );
}

/** Throws `Inconclusive` if the operator's token is unsuitable according to its claims. */
function requireSuitable(
  { facts, target }: Bound,
  name: 'token:expired' | 'token:other-audience',
  at: number,
): void {
  const given = facts.tokens[name]?.claims;
  const genuine = facts.tokens['token:scoped']?.claims;
  if (!given || !genuine) return;
  const expiry = Number(given['exp']) * 1000;
  const [audiences, own] = [audiencesOf(given), audiencesOf(genuine)];
  if (name === 'token:expired') {
    const isAlike =
      given['iss'] === genuine['iss'] && isWithin(own, audiences) && isWithin(audiences, own);
    if (!isAlike)
      throw new Inconclusive(
        say`M2M_EXPIRED_TOKEN has another issuer or audience than the run's own token`,
      );
    if (expiry + 300_000 <= at) return;
    throw new Inconclusive(say`M2M_EXPIRED_TOKEN did not expire over five minutes ago`);
  }
  // A token that is also for this API must be accepted (RFC 7519 section 4.1.3).
  const isForThisToo = own.length === 0 ? audiences.length === 0 : isWithin(own, audiences);
  if (isForThisToo || (target.audience !== undefined && audiences.includes(target.audience))) {
    throw new Inconclusive(say`M2M_OTHER_AUDIENCE_TOKEN has the audience of this API`);
  }
  if (expiry < at) throw new Inconclusive(say`M2M_OTHER_AUDIENCE_TOKEN has expired`);
}

/** Returns the audiences: a string, or a list in any order (RFC 7519 section 4.1.3). */
function audiencesOf({ aud }: Readonly<Record<string, unknown>>): readonly unknown[] {
  return aud === undefined ? [] : [aud].flat();
}

const isWithin = (some: readonly unknown[], all: readonly unknown[]) =>
  some.every((one) => all.includes(one));
