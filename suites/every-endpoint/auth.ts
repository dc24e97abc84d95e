import type { Answered, Bound, Judgement, Value } from '../../engine/index.ts';
import {
  check,
  concat,
  disguisedError,
  failed,
  generated,
  headerLines,
  httpDate,
  Inconclusive,
  inconclusive,
  isServerError,
  isSuccess,
  pass,
  series,
  suite,
  summarize,
  symbol,
  valueText,
  withHeader,
  withoutHeader,
  withQuery,
  withToken,
} from '../../engine/index.ts';
import {
  anyMalformedAuthorization,
  coreAuthorizations,
  furtherAuthorizations,
  malformedAuthorizations,
  provenMalformedAuthorization,
} from '../../fixtures/malformed/authorization.ts';
import { saysElsewhere, tokenElsewhere } from '../../fixtures/malformed/other-places.ts';
import { why } from '../advice.ts';
import { caseOf } from '../case-of.ts';
import { inAuthBattery } from '../endpoints.ts';
import { spec, standard } from '../statements.ts';
import { askWithoutToken } from './auth-bypasses.ts';
import { encoding } from './auth-encoding.ts';
import { foreignKeysFetched } from './auth-foreign-keys.ts';
import { forged, forgedKeyConfusion } from './auth-forged.ts';
import { beforeEffects, challenge } from './auth-refusals.ts';
import {
  boundaryFor,
  countsFor,
  judgeLetIn,
  judgeUnauthorised,
  shareOfEndpoint,
  unauthorisedExpected,
} from './refusals.ts';

const token = symbol('token:scoped');
/** A server may refuse a longer request target for its length, so must checks stay within 2 KiB. */
const longestTarget = 2_000;

/** Statuses with which a server can refuse a query parameter. */
const ofTheQuery: ReadonlySet<number> = new Set([400, 404, 422]);

/** Tokens: missing, malformed, forged, expired. */
export const auth = suite('auth', [
  check({
    id: 'auth/missing',
    level: 'must',
    endpoints: inAuthBattery,
    rule: 'A request without an Authorization header gets 401 with an ApiError, even if its query, another header or its body contains the token.',
    section: 'Authentication; Errors',
    statement: spec.everyRequest,
    advice: [
      {
        suspect:
          'The route or a cache runs before the guard, or outside the group that the guard protects.',
        look: 'List the routes with their middleware, and put the guard before the cache and on the whole API.',
        when: ['alone', '!sent elsewhere'],
      },
      {
        suspect:
          'The guard also takes a token from the query, a cookie, the body, another header or an earlier request.',
        look: 'Configure the guard to read Authorization of this request only, and remove its other token sources.',
        when: ['sent elsewhere'],
      },
      ...why.guardByPath,
      ...why.wrongStatus,
    ],
    brokenBy: ['guard-forgotten-on-portfolios', 'missing-token-403', 'token-from-query'],
    cases: (bound) => {
      const request = withoutHeader(bound.wellFormed(), 'Authorization');
      const inQuery = (name: string, value: Value) => ({
        label: `in the query parameter ${name}`,
        request: withQuery(request, name, value),
        proof: (wire: { readonly path: string }) => wire.path.length <= longestTarget,
      });
      const elsewhere = [
        inQuery('access_token', token),
        inQuery('token', token),
        inQuery('authorization', concat('Bearer ', token)),
        ...(bound.depth === 'quick' ? [] : tokenElsewhere(request)),
      ];
      const named = elsewhere.map((one) => ({
        ...one,
        label: `no Authorization header, and the token ${one.label}`,
      }));
      return series([{ label: 'no Authorization header', request }, ...named]);
    },
    judge: judgeMissing,
    followUps: askWithoutToken,
  }),
  check({
    id: 'auth/malformed',
    level: 'must',
    sameDefectAs: ['auth/missing'],
    endpoints: inAuthBattery,
    rule: 'An Authorization header without Bearer credentials, or without a JWT, gets 401 with an ApiError.',
    section: 'Authentication; Endpoints: common request headers',
    statement: spec.everyRequest,
    advice: [
      {
        suspect:
          'The code splits, searches or decodes the header and never checks that the scheme is Bearer.',
        look: 'Match the whole header against the scheme, spaces and one token, and refuse everything else with 401.',
      },
      {
        suspect: 'The code repairs the token: it removes spaces, brackets or extra parts.',
        look: 'Pass the token to the verifier unchanged, and require exactly the parts of a JWT.',
      },
      {
        suspect:
          'A token that cannot be decoded ends in a catch block that lets the request pass or responds with 400.',
        look: 'Make the guard respond with 401 to every exception of the verifier.',
      },
    ],
    brokenBy: ['authorization-split-at-space', 'authorization-bare-token', 'malformed-token-400'],
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
    judge: (answered) => judgeUnauthorised(answered, 'a malformed Authorization header'),
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
    advice: [
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
      ...why.wrongStatus,
    ],
    brokenBy: ['expiry-not-checked', 'expiry-with-day-of-leeway'],
    cases: (bound) =>
      series([
        {
          label: 'an expired token',
          request: withToken(bound.wellFormed(), symbol('token:expired')),
        },
      ]),
    judge: (answered, _control, bound) => {
      requireSuitable(bound, 'token:expired', earliest(answered));
      return judgeUnauthorised(answered, 'an expired token');
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
      ...why.wrongStatus,
    ],
    brokenBy: ['audience-not-checked', 'audience-by-domain'],
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
      if (isServerError(answered)) return inconclusive(`the response is ${status}`);
      const cause = isSuccess(answered)
        ? 'a token for another audience is accepted'
        : 'a token for another audience gets a status other than 401 or 403';
      return failed(cause, 'status 401 or 403', summarize(answered));
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
    brokenBy: ['scheme-case-sensitive', 'scheme-uppercase-refused'],
    cases: (bound) =>
      series(
        ['bearer', 'BEARER'].map((scheme) => ({
          label: `the scheme spelled ${scheme}`,
          request: withHeader(bound.wellFormed(), 'Authorization', concat(`${scheme} `, token)),
        })),
      ),
    judge: (answered, control) => {
      if (control && disguisedError(control) !== undefined)
        return inconclusive('the well-formed request gets an ApiError with a success status');
      const stated = disguisedError(answered);
      if (isSuccess(answered) && stated === undefined) return pass();
      const status = stated ?? answered.answer.status;
      // With any other status, the scheme is not the reason.
      if (![400, 401, 403].includes(status)) return inconclusive(`the response is ${status}`);
      const expected = 'the response that the same request gets with Bearer';
      return failed('the scheme Bearer is case-sensitive', expected, summarize(answered));
    },
  }),
  challenge,
  beforeEffects,
]);

/**
 * Judges a request without Authorization. A server that looks for the token elsewhere may refuse
 * with another status. A server that does not know the query parameter may refuse that first.
 */
export function judgeMissing(answered: Answered): Judgement {
  const { request, answer } = answered;
  if (!saysElsewhere(request, 'token:scoped')) {
    if (valueText(request.path).includes('{{token:scoped') && ofTheQuery.has(answer.status))
      return pass();
    return judgeUnauthorised(answered, 'a request without an Authorization header');
  }
  return judgeLetIn(
    answered,
    'a token outside the Authorization header is accepted',
    unauthorisedExpected,
  );
}

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
        "M2M_EXPIRED_TOKEN has another issuer or audience than the run's own token",
      );
    if (expiry + 300_000 <= at) return;
    throw new Inconclusive('M2M_EXPIRED_TOKEN did not expire over five minutes ago');
  }
  // A token that is also for this API must be accepted (RFC 7519 section 4.1.3).
  const isForThisToo = own.length === 0 ? audiences.length === 0 : isWithin(own, audiences);
  if (isForThisToo || (target.audience !== undefined && audiences.includes(target.audience))) {
    throw new Inconclusive('M2M_OTHER_AUDIENCE_TOKEN has the audience of this API');
  }
  if (expiry < at) throw new Inconclusive('M2M_OTHER_AUDIENCE_TOKEN has expired');
}

/** Returns the audiences: a string, or a list in any order (RFC 7519 section 4.1.3). */
function audiencesOf({ aud }: Readonly<Record<string, unknown>>): readonly unknown[] {
  return aud === undefined ? [] : [aud].flat();
}

const isWithin = (some: readonly unknown[], all: readonly unknown[]) =>
  some.every((one) => all.includes(one));
