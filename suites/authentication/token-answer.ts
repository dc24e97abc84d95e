import type { Answered, Bound, Json, Judgement, TokenFacts } from '../../engine/index.ts';
import {
  elsewhereInWords,
  failed,
  header,
  headerLines,
  inconclusive,
  isServerError,
  isSuccess,
  isUnread,
  jsonObject,
  kindOf,
  listedIn,
  mayEndNow,
  mediaType,
  monitor,
  observed,
  pass,
  sentHeader,
  summarize,
  tooDeep,
  withoutQuoted,
} from '../../engine/index.ts';
import { named } from '../endpoints.ts';
import { scopeWords } from '../every-endpoint/lacking-scopes.ts';
import { spec, standard } from '../statements.ts';

/**
 * The common members of the requirements on the token endpoint. Without a client, they are not-run.
 */
export const common = { endpoints: named('token'), needs: ['token-endpoint'] } as const;
const answerSection = 'Endpoints: Token issuance';
const scopeOfGuides = 'service:nbg';

/**
 * Whether it is the response to a client's JSON request. The engine also sends a form, for its own
 * purposes.
 */
function isIssuance({ request }: Answered, ...symbols: readonly string[]): boolean {
  const asJson = sentHeader(request, 'content-type').includes('application/json');
  return (
    request.origin === 'token' &&
    asJson &&
    request.yields !== undefined &&
    symbols.includes(request.yields)
  );
}

const isScoped = (answered: Answered) => isIssuance(answered, 'token:scoped');
/**
 * Reports whether a JSON object grants a token to either client. The narrower requirements judge
 * these.
 */
const isGrant = (answered: Answered) =>
  isIssuance(answered, 'token:scoped', 'token:unscoped') &&
  isSuccess(answered) &&
  jsonObject(answered) !== undefined;

const member = (answered: Answered, name: string): Json | undefined => jsonObject(answered)?.[name];
function typeOf(answered: Answered): string | undefined {
  const type = member(answered, 'token_type');
  return typeof type === 'string' ? type : undefined;
}

const shown = (value: Json | undefined) =>
  value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200);
const membersOf = (body: { [name: string]: Json }) =>
  `the members ${Object.keys(body).join(', ').slice(0, 500)}`;

/** Requirements that provoke refusals. An identity provider may then lock the client out. */
const provoking: ReadonlySet<string> = new Set([
  'token/bad-credentials',
  'token/bad-grant',
  'token/missing-fields',
  'token/malformed-body',
  'token/json-extensions',
  'token/wrong-audience',
]);

const factsOf = (answered: Answered): TokenFacts | undefined =>
  answered.facts.tokens[answered.request.yields ?? ''];
const isRepeated = (answered: Answered): boolean => factsOf(answered)?.isRepeated === true;
/** Whether a cached token is handed out with the 0 seconds that it has left. */
const isEnding = (answered: Answered): boolean =>
  member(answered, 'expires_in') === 0 && mayEndNow(answered, factsOf(answered));

export const jwt = monitor({
  ...common,
  id: 'token/jwt',
  level: 'must',
  rule: 'access_token is a JWT in compact form, signed (JWS) or encrypted (JWE).',
  section: 'Authentication: the token is an identity-provider-issued JWT',
  statement: spec.jwt,
  advice: [
    {
      suspect:
        'The authorization server issues opaque tokens unless an API or audience is configured.',
      look: 'Set the token format to JWT for this audience in the authorization server.',
    },
    {
      suspect: 'The code encodes the parts with base64 and padding, or adds text to the token.',
      look: 'Build the token with a JWT library only, and remove code that changes it afterwards.',
    },
    {
      suspect: 'The signing algorithm is missing or none, or the payload is detached.',
      look: 'Configure a signing key and an algorithm such as RS256, and allow no others.',
    },
  ],
  brokenBy: ['opaque-token', 'unsigned-tokens'],
  matches: (answered) => isGrant(answered) && factsOf(answered) !== undefined,
  judge: (answered) => {
    const token = factsOf(answered);
    if (token?.form !== 'opaque') return pass();
    if (token.problem?.endsWith(tooDeep))
      return inconclusive(`the token was not read: ${token.problem}`);
    const expected =
      'a JWS (three base64url parts with a signature) or a JWE (five parts), with a JSON header that has an alg';
    return failed(
      'the access token is not a JWT',
      expected,
      `not a JWT: ${token.problem ?? 'its form is unknown'}`,
    );
  },
});

/** Requirements on the token response, without `noStore`. */
export const answerRequirements = [
  monitor({
    ...common,
    id: 'token/issued',
    level: 'must',
    rule: 'The token request of the scoped client gets a JSON object with access_token, token_type, expires_in and scope.',
    section: answerSection,
    statement: spec.tokenResponse,
    advice: [
      {
        suspect:
          'A number is sent as text: expires_in comes from a template, a form value or a cache.',
        look: 'Convert the lifetime to a JSON integer before serialising it, also in responses from a cache.',
        when: ['string', '!missing', '!null'],
      },
      {
        suspect: 'The response omits scope, or sends it as an array.',
        look: 'Configure the authorization server to return scope as one string, even if it equals the requested scope.',
        when: ['missing', 'array', '!string', '!null'],
      },
      {
        suspect: 'A gateway or serialiser renames the members, or wraps them in another object.',
        look: 'Compare the raw JSON with RFC 6749, section 5.1, and remove naming policies and wrappers from this endpoint.',
        when: ['missing', 'wrapped', '!string', '!null', '!array'],
      },
      {
        suspect: 'The token endpoint accepts only form-encoded requests.',
        look: 'Enable JSON bodies for the token endpoint, or translate them in the gateway.',
        when: ['4xx', '5xx', '!2xx'],
      },
    ],
    brokenBy: ['token-scope-as-list', 'token-scope-omitted', 'token-in-camel-case'],
    matches: (answered) =>
      isScoped(answered) && (isSuccess(answered) || !provoking.has(answered.key.requirement)),
    judge: judgeIssued,
  }),
  monitor({
    ...common,
    id: 'token/type-bearer',
    level: 'must',
    rule: 'token_type is Bearer, compared case-insensitively.',
    section: `${answerSection}; RFC 6749 section 7.1`,
    statement: spec.tokenResponse,
    advice: [
      {
        suspect: 'token_type contains the format of the token or an internal enum value.',
        look: 'Set token_type to the constant Bearer, and keep the format of the token out of it.',
      },
      {
        suspect: 'A gateway policy builds the token response from its own constants.',
        look: "Check the gateway's policy for token generation, and override token_type there.",
      },
    ],
    brokenBy: ['token-type-jwt', 'token-type-bearer-token'],
    matches: (answered) => isGrant(answered) && typeOf(answered) !== undefined,
    judge: (answered) => {
      const type = typeOf(answered);
      if (type?.toLowerCase() === 'bearer') return pass();
      return failed('token_type is not Bearer', 'token_type "Bearer"', `token_type ${shown(type)}`);
    },
  }),
  monitor({
    ...common,
    id: 'token/type-bearer-case',
    level: 'should',
    rule: 'token_type is spelled exactly Bearer.',
    section: answerSection,
    statement: spec.tokenResponse,
    advice: [
      {
        suspect: 'The authorization server or its library writes the constant in lowercase.',
        look: 'Override token_type in the token response, or in the gateway if the server cannot change it.',
      },
      {
        suspect: 'A serialiser writes enum values in lowercase.',
        look: 'Exempt token_type from the naming policy for enum values.',
      },
    ],
    brokenBy: ['token-type-lowercase'],
    after: ['token/type-bearer'],
    matches: isGrant,
    judge: (answered) => {
      const type = member(answered, 'token_type');
      if (type === 'Bearer') return pass();
      return failed(
        'token_type is Bearer in another case',
        'token_type "Bearer"',
        `token_type ${shown(type)}`,
      );
    },
  }),
  monitor({
    ...common,
    id: 'token/expires-in',
    level: 'must',
    sameDefectAs: ['token/issued'],
    rule: 'expires_in is an integer number of seconds greater than 0.',
    section: `${answerSection}; Authentication`,
    statement: spec.tokenResponse,
    advice: [
      {
        suspect:
          'expires_in is a string, because a form value, a template or a cache stores it as text.',
        look: 'Convert the lifetime to an integer before serialising it.',
        when: ['string', '!fraction', '!zero or less'],
      },
      {
        suspect: 'The code computes expires_in from the clock, which leaves a fraction.',
        look: 'Round the remaining lifetime down to whole seconds, also if the token comes from a cache.',
        when: ['fraction', '!string'],
      },
      {
        suspect: 'A sentinel such as -1 or 0 stands for an unlimited lifetime.',
        look: 'Set a real lifetime for each client in the configuration.',
        when: ['zero or less', '!string', '!fraction'],
      },
    ],
    brokenBy: ['expires-in-as-text', 'expires-in-fractional', 'expires-in-minus-one'],
    // An identity provider may cache a token, and return the seconds that it has left.
    matches: (answered) =>
      isGrant(answered) &&
      (member(answered, 'expires_in') ?? null) !== null &&
      !isRepeated(answered) &&
      !isEnding(answered),
    judge: (answered) => {
      const seconds = member(answered, 'expires_in');
      if (Number.isInteger(seconds) && Number(seconds) > 0) return pass();
      const expected = 'an integer expires_in greater than 0, such as 3600';
      const symptom = typeof seconds === 'number' ? 'not a positive integer' : kindOf(seconds);
      return failed(`expires_in is ${symptom}`, expected, `expires_in ${shown(seconds)}`);
    },
  }),
  monitor({
    ...common,
    id: 'token/lifetime',
    level: 'observe',
    rule: 'Reports the lifetime of an access token.',
    section: 'Limits: access token lifetime',
    statement: spec.tokensExpire,
    advice: [
      {
        suspect: 'The lifetime is a setting of the client or the API in the authorization server.',
        look: 'Check the access token lifetime in the settings of the client and the API.',
      },
      {
        suspect: 'The token comes from a cache, so a part of its lifetime is over.',
        look: 'Check whether the token endpoint caches tokens, and for how long.',
      },
    ],
    matches: (answered) => isGrant(answered) && member(answered, 'expires_in') !== undefined,
    judge: (answered) => {
      const whose = isRepeated(answered) ? ' for a token that the run has seen' : '';
      return observed(`expires_in ${shown(member(answered, 'expires_in'))}${whose}`);
    },
  }),
  jwt,
  monitor({
    ...common,
    id: 'token/expiry-claim',
    level: 'should',
    rule: 'A signed token has an exp claim that agrees with expires_in within 60 seconds.',
    section: 'Authentication; RFC 7519 section 4.1.4; RFC 6749 section 5.1',
    statement: standard['RFC 6749, section 5.1, expires_in'],
    advice: [
      {
        suspect:
          'expires_in and exp come from two settings, or one of them is an instant or in milliseconds.',
        look: 'Compute both from one lifetime in seconds: exp as seconds since 1970, expires_in as the remaining time.',
      },
      {
        suspect: 'The expiry is in a claim with another name.',
        look: 'Set the registered claim exp in the code that builds the token.',
      },
      {
        suspect: 'The clock or the time zone of the server is wrong.',
        look: 'Compare the Date header with the real time, and compute with UTC only.',
      },
    ],
    brokenBy: ['expires-in-as-epoch', 'exp-in-milliseconds', 'exp-a-day-off'],
    matches: (answered) => isGrant(answered) && factsOf(answered)?.form === 'jws',
    judge: judgeExpiryClaim,
  }),
  monitor({
    ...common,
    id: 'token/scope-granted',
    level: 'must',
    rule: 'The scope in the token response of the scoped client contains the space-separated word service:nbg.',
    section: `${answerSection}; Authentication; RFC 6749 section 3.3`,
    statement: standard['RFC 6749, section 3.3'],
    advice: [
      {
        suspect: 'The code joins the scopes with a comma or without a separator.',
        look: 'Join the granted scopes with one space where the response is built.',
      },
      {
        suspect: 'The server shortens or renames scopes, so the prefix is missing.',
        look: 'Return the scopes exactly as they are registered, with their prefix.',
      },
      {
        suspect: 'The client has no grant for service:nbg.',
        look: 'Check the permissions of this client in the authorization server.',
      },
    ],
    brokenBy: ['token-scope-comma-separated', 'token-scope-without-namespace'],
    matches: (answered) =>
      isScoped(answered) && isGrant(answered) && typeof member(answered, 'scope') === 'string',
    judge: (answered) => {
      const scope = member(answered, 'scope');
      if (String(scope).split(' ').includes(scopeOfGuides)) return pass();
      return failed(
        'the scope lacks service:nbg',
        `a scope with the word ${scopeOfGuides}`,
        `scope ${shown(scope)}`,
      );
    },
  }),
  monitor({
    id: 'token/scope-withheld',
    level: 'must',
    ...common,
    needs: [...common.needs, 'unscoped-client'],
    rule: 'If the token response of a client without service:nbg has a scope, it does not contain service:nbg.',
    section: `${answerSection}; Authentication`,
    statement: standard['RFC 6749, section 3.3, granted scope'],
    advice: [
      {
        suspect: 'The response lists all scopes of the API instead of the scopes of the client.',
        look: 'Compute scope from the grants of the authenticated client, for the token and the response alike.',
      },
      {
        suspect: 'A default scope contains service:nbg for every client.',
        look: 'Remove service:nbg from the default scopes, and grant it to single clients.',
      },
      {
        suspect: 'Scopes of earlier requests remain in a list that all requests share.',
        look: 'Create the list of scopes for each request, and copy defaults before you add to them.',
        when: ['not alone'],
      },
    ],
    brokenBy: ['scope-granted-to-everybody', 'scope-announced-to-everybody'],
    matches: (answered) => isIssuance(answered, 'token:unscoped') && isSuccess(answered),
    judge: (answered) => {
      const scope = member(answered, 'scope');
      if (!scopeWords(scope).includes(scopeOfGuides)) return pass();
      return failed(
        'the scope contains service:nbg',
        `a scope without ${scopeOfGuides}`,
        `scope ${shown(scope)}`,
      );
    },
  }),
] as const;

/** Judges presence and types. The narrower requirements judge values. */
export function judgeIssued(answered: Answered, bound: Bound): Judgement {
  if (!isSuccess(answered)) {
    if (isServerError(answered)) return inconclusive(`the response is ${answered.answer.status}`);
    // Wrong credentials are the operator's mistake, unless the same client got a token before.
    if (bound.facts.tokens['token:scoped'] === undefined) {
      const why = 'the token request was refused; check M2M_CLIENT_ID and M2M_CLIENT_SECRET';
      return inconclusive(`${why}: ${summarize(answered)}`);
    }
    const wanted = 'a 2xx with a token, because the same client got one earlier in this run';
    return failed('the token request is refused', wanted, summarize(answered));
  }
  const body = jsonObject(answered);
  const expected = 'a JSON object with access_token, token_type, expires_in and scope';
  if (!body) {
    if (isUnread(answered)) return inconclusive('the body is too deep or too long to read');
    const actual = `${mediaType(answered) ?? 'no media type'}, not a JSON object`;
    return failed('the token response is not a JSON object', expected, actual);
  }
  for (const name of ['access_token', 'token_type', 'scope', 'expires_in'] as const) {
    const value = body[name];
    const type = name === 'expires_in' ? 'number' : 'string';
    if (typeof value === type && (value !== '' || name === 'scope')) continue;
    const symptom = value === undefined ? 'missing' : value === '' ? 'empty' : kindOf(value);
    const where =
      value === undefined
        ? [membersOf(body), ...elsewhereInWords(body, [`/${name}`])].join('; ')
        : '';
    const wanted = `${expected}; ${name} is ${type === 'number' ? 'an integer' : 'a string'}`;
    return failed(`${name} is ${symptom}`, wanted, where || `${name} is ${shown(value)}`);
  }
  return pass();
}

/** Compares exp with the Date of the response, because the clock of the harness may be wrong. */
export function judgeExpiryClaim(answered: Answered): Judgement {
  const facts = factsOf(answered);
  if (facts && !facts.claims)
    return inconclusive('the claims of the token are too deep or too long to read');
  const exp = facts?.claims?.['exp'];
  if (typeof exp !== 'number') {
    const actual = exp === undefined ? 'no exp' : `exp ${JSON.stringify(exp).slice(0, 200)}`;
    return failed('the token has no numeric exp claim', 'a numeric exp claim', actual);
  }
  const seconds = member(answered, 'expires_in');
  // If the response has several Dates, one of them has to fit.
  const times = headerLines(answered, 'date').map((date) => Date.parse(date));
  const dates = times.filter((date) => !Number.isNaN(date));
  if (typeof seconds !== 'number' || (seconds <= 0 && !isEnding(answered))) {
    return inconclusive('the response has no positive expires_in');
  }
  if (dates.length === 0) return inconclusive('the response has no Date header to compare with');
  const left = dates.map((date) => exp - date / 1000);
  if (left.some((one) => Math.abs(one - seconds) <= 60)) return pass();
  const expected = `exp ${seconds} seconds after the Date of the response, plus or minus 60`;
  return failed(
    'exp and expires_in disagree',
    expected,
    `exp ${Math.round(left[0] ?? 0)} seconds after the Date`,
  );
}

export const noStore = monitor({
  ...common,
  id: 'token/no-store',
  level: 'should',
  rule: 'A response with a token has Cache-Control: no-store.',
  section: 'RFC 6749 section 5.1',
  statement: standard['RFC 6749, section 5.1'],
  advice: [
    {
      suspect: 'The token endpoint sets no Cache-Control, or another directive such as no-cache.',
      look: 'Set Cache-Control: no-store on every response of the token endpoint.',
    },
    {
      suspect: 'A global policy, a gateway or a CDN overwrites the header with its default.',
      look: 'Compare the headers at the service with those at the client, and exempt the token endpoint from the policy.',
      when: ['proxy'],
    },
    {
      suspect:
        'A cache returns a copy that is old, or that lost headers, types or members when it was stored.',
      look: 'Compare a response from the cache with a fresh one, headers included, and correct what the cache stores.',
      when: ['cached'],
    },
  ],
  brokenBy: ['token-cacheable', 'token-cached-for-an-hour'],
  matches: (answered) =>
    isIssuance(answered, 'token:scoped', 'token:unscoped') && isSuccess(answered),
  judge: (answered) => {
    const control = header(answered, 'cache-control');
    if (listedIn(withoutQuoted(control ?? '')).includes('no-store')) return pass();
    const actual = control === undefined ? 'no Cache-Control' : `Cache-Control: ${control}`;
    return failed(
      'a token response lacks Cache-Control: no-store',
      'Cache-Control: no-store',
      actual,
    );
  },
});
