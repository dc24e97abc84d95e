import {
  type Advice,
  type Answered,
  type Bound,
  cause,
  check,
  concat,
  disguisedError,
  type Exchange,
  fail,
  fromTarget,
  headerLines,
  httpDate,
  Inconclusive,
  inconclusive,
  isAnswered,
  isServerError,
  isSuccess,
  json,
  notJudged,
  pass,
  type Request,
  say,
  scenario,
  series,
  suite,
  summary,
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
import { caseOf, malformedCases, shareOfEndpoint } from '../../fixtures/malformed/cases.ts';
import { fetchableTokens } from '../../fixtures/malformed/forged-token.ts';
import {
  foreignEncodings,
  furtherEncodings,
  provenForeignEncoding,
} from '../../fixtures/malformed/token-encoding.ts';
import { why } from '../advice.ts';
import { inAuthBattery } from '../endpoints.ts';
import { expecting, oneCase, unauthorised } from '../refusals.ts';
import { spec, standard } from '../statements.ts';
import { forged, forgedKeyConfusion } from './auth-forged.ts';
import { missing } from './auth-missing.ts';
import { beforeEffects, challenge } from './auth-refusals.ts';

const undecodable: Advice = {
  suspect: 'An exception while the token is decoded lets the request pass, or ends in a 400.',
  look: 'Make the guard respond with 401 to every exception of the verifier.',
  when: ['4xx'],
};

export const foreignKeysFetched = scenario({
  id: 'auth/foreign-keys-fetched',
  level: 'should',
  endpoints: inAuthBattery,
  needs: ['listener'],
  rule: "A token that names a stranger's key set or certificate causes no request to it.",
  section: 'RFC 8725 section 3.10; RFC 7515 sections 4.1.2 and 4.1.5',
  statement: standard['RFC 8725, section 3.10'],
  advice: [
    {
      suspect: 'The key resolver fetches the URL in jku or x5u.',
      look: 'Configure a fixed JWKS URL, and ignore jku and x5u.',
    },
    {
      suspect: 'A logger or token inspector resolves the header of the token.',
      look: 'Remove requests from code that reads the header of unverified tokens.',
    },
  ],
  causes: {
    fetched: cause<{ members: readonly string[] }>({
      title: "the target requests a URL that a stranger's token names",
      expected: "no request to the tester's listener",
      actual: ({ members }) => `it requested the URL in ${members.join(' and in ')}`,
    }),
  },
  run: async (bound, ask) => {
    const place = encodeURIComponent(bound.endpoint.id);
    const sent: Exchange[] = [];
    for (const { label, bearer } of fetchableTokens(place)) {
      sent.push(await ask(label, withHeader(bound.wellFormed(), 'Authorization', bearer)));
    }
    // The log of the requests that the target sent to the listener of the run.
    const log: Request = {
      origin: 'listener',
      method: 'GET',
      path: `/log/${place}`,
      headers: [],
      wire: 'http',
      purpose: 'own',
    };
    return [judgeLog(sent, await ask('log', log))];
  },
});

/** auth/forged reports an accepted token. */
export function judgeLog(sent: readonly Exchange[], log: Exchange) {
  if (sent.some((exchange) => isSuccess(exchange)))
    return inconclusive(say`a token with foreign keys is accepted, which auth/forged reports`);
  const lost = sent.find((exchange) => !isAnswered(exchange));
  if (lost) return inconclusive(summary(lost));
  const answer = isAnswered(log) ? json(log) : undefined;
  if (!answer || !('value' in answer) || !Array.isArray(answer.value))
    return inconclusive(summary(log));
  const members = answer.value.map(String);
  return members.length === 0 ? pass() : fail('fetched', { members: fromTarget(members) });
}

const ofExpired = unauthorised('an expired token', [
  {
    suspect: 'The check of exp is disabled or missing on this route.',
    look: 'Remove options that ignore the expiry, and use the same verifier everywhere.',
    when: ['alone', '!not alone'],
  },
  {
    suspect: 'The tolerance for clocks is hours instead of seconds, or iat is used instead of exp.',
    look: 'Set the leeway to 60 seconds at most, and compare exp with the clock.',
  },
  {
    suspect: 'A cache of verified tokens outlives the token, or is keyed by client.',
    look: 'Check exp in every request, also if the signature is in the cache.',
    when: ['not alone', 'same connection'],
  },
]);

const expect401Or403 = expecting('status 401 or 403');

export const auth = suite('auth', [
  missing,
  check({
    ...unauthorised(
      'a malformed Authorization header',
      [
        {
          suspect: 'The code splits or decodes the header without checking for Bearer.',
          look: 'Match the whole header against the scheme, spaces and one token.',
        },
        {
          suspect: 'The code repairs the token: it removes spaces, brackets or extra parts.',
          look: 'Pass the token to the verifier unchanged.',
        },
        undecodable,
        why.connectionState,
      ],
      [undecodable],
    ),
    id: 'auth/malformed',
    level: 'must',
    sameDefectAs: ['auth/missing'],
    rule:
      'An Authorization header without Bearer credentials, or without a JWT, gets 401 with an ' +
      'ApiError.',
    section: 'Authentication; Endpoints: common request headers',
    statement: spec.everyRequest,
    cases: (bound) =>
      malformedCases(
        bound,
        caseOf('Authorization', provenMalformedAuthorization, (value) =>
          withHeader(bound.wellFormed(), 'Authorization', value),
        ),
        malformedAuthorizations,
        coreAuthorizations,
        furtherAuthorizations,
        anyMalformedAuthorization,
      ),
  }),
  check({
    ...unauthorised('a token with characters that are not base64url', [
      {
        suspect:
          'The base64 decoder is lenient: those of Node, Python, PHP and ruby-jwt skip foreign ' +
          'characters, and some accept padding or the other alphabet.',
        look: 'Check the three parts against ^[A-Za-z0-9_-]+$, or decode them strictly.',
      },
      {
        suspect: 'The code trims commas, dots or quotation marks around the token.',
        look: 'Accept only white space around the value of the header.',
      },
    ]),
    id: 'auth/encoding',
    level: 'should',
    sameDefectAs: ['auth/missing', 'auth/malformed'],
    rule: 'A token with characters that are not base64url gets 401.',
    section: 'Authentication; RFC 7515 section 5.2',
    statement: standard['RFC 7515, section 5.2'],
    cases: (bound) =>
      series(
        [...foreignEncodings, ...shareOfEndpoint(bound, furtherEncodings)].map(
          caseOf('Authorization', provenForeignEncoding, (value) =>
            withToken(bound.wellFormed(), value),
          ),
        ),
      ),
  }),
  forged,
  forgedKeyConfusion,
  foreignKeysFetched,
  check({
    ...ofExpired,
    id: 'auth/expired',
    level: 'must',
    sameDefectAs: ['auth/missing'],
    needs: ['expired-token'],
    rule: 'A token that expired over five minutes ago gets 401 with an ApiError.',
    section: 'Authentication; Errors',
    statement: spec.tokensExpire,
    cases: oneCase('an expired token', (bound) =>
      withToken(bound.wellFormed(), symbol('token:expired')),
    ),
    judge: (answered, _control, bound) => {
      requireSuitable(bound, 'token:expired', earliest(answered));
      return ofExpired.judge(answered);
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
      accepted: expect401Or403(
        'a token for another audience is accepted',
        {
          suspect: 'The verifier runs without an expected audience, at least on this route.',
          look: 'Pass the exact audience to the verifier of all routes.',
          when: ['alone', '!not alone'],
        },
        {
          suspect:
            'The audience is compared by prefix or domain, or replaced by a claim such as azp.',
          look: 'Compare aud with your identifier exactly.',
        },
        {
          suspect: 'The result of the audience check is cached by client.',
          look: 'Cache it by the whole token, or not at all.',
          when: ['not alone'],
        },
      ),
      'other-status': expect401Or403(
        'a token for another audience gets a status other than 401 or 403',
        why.wrongStatus,
      ),
    },
    cases: oneCase('a token for another audience', (bound) =>
      withToken(bound.wellFormed(), symbol('token:other-audience')),
    ),
    judge: (answered, _control, bound) => {
      requireSuitable(bound, 'token:other-audience', answered.sentAt);
      const { status } = answered.answer;
      if (status === 401 || status === 403) return pass();
      if (isServerError(answered)) return notJudged(answered);
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
        look: 'Compare the scheme without case in every guard and gateway.',
      },
      {
        suspect: 'The code lists only some spellings of the scheme.',
        look: 'Compare the scheme without case instead.',
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
      if (![400, 401, 403].includes(status)) return notJudged(answered);
      return fail('case-sensitive');
    },
  }),
  challenge,
  beforeEffects,
]);

/** When it was sent, by the slower clock: ours, or the Date of the target. */
function earliest(answered: Answered) {
  const dates = headerLines(answered, 'date').map(httpDate);
  return Math.min(
    answered.sentAt,
    ...dates.filter((date) => date !== undefined).map((date) => date * 1000),
  );
}

/** Throws `Inconclusive` if the claims of the operator's token are unsuitable. */
function requireSuitable(
  { facts, target }: Bound,
  name: 'token:expired' | 'token:other-audience',
  at: number,
) {
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

/** A string, or a list in any order (RFC 7519 section 4.1.3). */
function audiencesOf({ aud }: Readonly<Record<string, unknown>>) {
  return aud === undefined ? [] : [aud].flat();
}

const isWithin = (some: readonly unknown[], all: readonly unknown[]) =>
  some.every((one) => all.includes(one));
