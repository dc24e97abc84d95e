import {
  type Answered,
  type AnyFail,
  type Bound,
  check,
  fail,
  headerLines,
  inconclusive,
  isObject,
  isServerError,
  isUnread,
  type Json,
  json,
  monitor,
  notJudged,
  pass,
  type Request,
  refusedOr,
  say,
  series,
  stepKind,
  valueText,
  withBody,
} from '../../engine/index.ts';
import { caseOf } from '../../fixtures/malformed/cases.ts';
import type { Labelled } from '../../fixtures/malformed/labelled.ts';
import {
  crosswiseCredentials,
  extendedTokenBodies,
  malformedTokenBodies,
  missingFields as missing,
  openAudiences,
  provenCrosswise,
  shortenedSecret,
  wrongCredentials,
  wrongGrants,
} from '../../fixtures/malformed/token-request.ts';
import { why } from '../advice.ts';
import { extensionCause, extensionIn } from '../refusals.ts';
import { standard } from '../statements.ts';
import { takeBounded } from '../take-bounded.ts';
import { common } from './token-grant.ts';

/**
 * The cases run one at a time, and no depth adds more: identity providers count failures and lock
 * clients out. They run last: the control is a new token, which may revoke the token of the run.
 */
const sparing = {
  ...common,
  lane: 'last',
  inSequence: true,
  level: 'must',
  section: 'Endpoints: Token issuance; RFC 6749 section 5.2',
} as const;
const expected = 'a response without access_token';

const yieldsNoToken = (what: string) => ({
  causes: { issued: { title: `${what} a token`, expected } },
  judge: (answered: Answered) => judgeNoToken(answered, fail('issued')),
});

export const badCredentials = check({
  ...sparing,
  ...yieldsNoToken('wrong credentials get'),
  id: 'token/bad-credentials',
  statement: standard['RFC 6749, section 5.2, invalid_client'],
  advice: [
    {
      suspect: "Only a part of the secret is compared, or another client's secret is accepted too.",
      look: 'Compare the whole secret with that of the exact client.',
    },
    {
      suspect: 'The refusal is built from a token response, and still contains the token.',
      look: 'Create the token only after the client is authenticated.',
    },
    {
      suspect: 'An unknown client falls back to a default or to the previous client.',
      look: 'Refuse the request if the lookup returns no client.',
      when: ['not alone'],
    },
    {
      suspect: 'A cache or a recent success replaces the check of the secret.',
      look: 'Check the secret in every request, before any cache.',
      when: ['not alone', 'cached'],
    },
  ],
  rule: 'A wrong secret or an unknown client gets no access token.',
  // A success resets the provider's count of failures.
  controlEvery: 3,
  cases: (bound) => {
    const { boundary } = casesOf(bound, wrongCredentials);
    return series([...boundary, ...ofSecondClient(bound)]);
  },
});

const badGrant = check({
  ...sparing,
  ...yieldsNoToken('a missing or wrong grant_type gets'),
  id: 'token/bad-grant',
  statement: standard['RFC 6749, section 5.2, unsupported_grant_type'],
  advice: [
    {
      suspect:
        'The handler never reads grant_type, or replaces a missing value by client_credentials.',
      look: 'Refuse every grant_type but client_credentials.',
    },
    {
      suspect: 'grant_type is compared by prefix or by substring.',
      look: 'Compare the whole string.',
    },
    {
      suspect: 'Other registered grant types share the handler.',
      look: 'Remove the grant types that this endpoint does not offer.',
    },
    why.sharedState,
  ],
  rule: 'A grant_type that is missing or not client_credentials gets no access token.',
  cases: (bound) => casesOf(bound, wrongGrants),
});

const missingFields = check({
  ...sparing,
  id: 'token/missing-fields',
  statement: standard['RFC 6749, section 5.2, invalid_request'],
  advice: [
    {
      suspect: 'The secret is not compared if it is missing, empty or not a string.',
      look: 'Require client_id and client_secret to be strings that are not empty.',
    },
    {
      suspect: 'The value is converted before the comparison, or compared with loose equality.',
      look: 'Remove conversions and loose comparisons of credentials.',
    },
    {
      suspect: 'The value reaches a database query as an object, where it acts as an operator.',
      look: 'Pass only strings to the query, and use typed parameters.',
    },
    why.emptyBodyAllowed,
  ],
  rule: 'A client_id or client_secret that is missing or of the wrong type gets no access token.',
  causes: { issued: { title: 'missing or mistyped credentials get a token', expected } },
  controlEvery: 4,
  cases: (bound) => casesOf(bound, [...missing, ...openAudiences]),
  judge: (answered) => {
    if (hasAudience(answered)) return judgeNoToken(answered, fail('issued'));
    const issued = carriesToken(answered) ? ' with a token' : '';
    return pass(say`without the audience as a string: ${answered.answer.status}${issued}`);
  },
});

const malformedBody = check({
  ...sparing,
  ...yieldsNoToken('a malformed body gets'),
  id: 'token/malformed-body',
  statement: standard['RFC 6749, section 5.2, invalid_request'],
  advice: [
    why.parseErrorIgnored,
    {
      suspect: 'The parser repairs cut text, parses strings twice, or unwraps an array.',
      look: 'Parse the body once with a strict parser, and require an object.',
    },
    why.sharedState,
  ],
  rule: 'A body that is not a JSON object gets no access token.',
  cases: (bound) => casesOf(bound, malformedTokenBodies),
});

const jsonExtensions = check({
  ...sparing,
  id: 'token/json-extensions',
  level: 'should',
  sameDefectAs: ['token/malformed-body'],
  rule: 'A body that only lenient parsers accept as JSON gets no access token.',
  section: 'Endpoints: Token issuance; RFC 8259 sections 2 and 9',
  statement: standard['RFC 8259, section 10'],
  advice: [...why.lenientJson, why.repairedJson],
  causes: { issued: extensionCause('gets a token', expected) },
  cases: (bound) => casesOf(bound, extendedTokenBodies),
  judge: (answered) =>
    judgeNoToken(answered, fail('issued', extensionIn(answered, extendedTokenBodies))),
});

const refusals: ReadonlySet<string> = new Set([
  badCredentials.id,
  badGrant.id,
  missingFields.id,
  malformedBody.id,
]);

export const refusalStatus = monitor({
  ...common,
  id: 'token/refusal-status',
  level: 'should',
  rule: 'A refused token request gets a 4xx.',
  section: 'RFC 6749 section 5.2',
  statement: standard['RFC 6749, section 5.2'],
  advice: [
    {
      suspect: 'The handler returns the error object with the default status 200.',
      look: 'Set the status together with the error: 401 for invalid_client, otherwise 400.',
      when: ['2xx', '!3xx', '!4xx', '!5xx'],
    },
    {
      suspect: 'A filter for browsers redirects refused requests to a login page.',
      look: 'Exclude the token endpoint from the login filter.',
      when: ['3xx', 'HTML'],
    },
  ],
  causes: {
    'other-status': {
      title: 'a refusal has a status other than 4xx',
      expected: 'status 400 or 401',
    },
  },
  matches: (answered) =>
    refusals.has(answered.key.requirement) &&
    stepKind(answered.key) === 'case' &&
    !carriesToken(answered) &&
    (answered.key.requirement !== missingFields.id || hasAudience(answered)),
  judge: (answered) => refusedOr(answered, fail('other-status')),
});

/** The run does not use a token from these responses. */
function casesOf(bound: Bound, bodies: readonly Labelled[]) {
  const { yields: _nobody, ...request }: Request = bound.wellFormed();
  return series(bodies.map(caseOf(undefined, undefined, (value) => withBody(request, value))));
}

function ofSecondClient(bound: Bound) {
  if (!bound.facts.servesSecondClient) return [];
  return casesOf(bound, [shortenedSecret, { ...crosswiseCredentials, proof: provenCrosswise }])
    .boundary;
}

function hasAudience({ request }: Answered) {
  return request.body !== undefined && valueText(request.body).includes('"audience":"');
}

/** token/refusal-status judges the status. */
export function judgeNoToken<F extends AnyFail>(answered: Answered, issued: F) {
  if (carriesToken(answered)) return issued;
  if (isServerError(answered)) return notJudged(answered);
  return isUnread(answered) ? inconclusive(say`the body is too deep or too long to read`) : pass();
}

/** Wrong secrets come last. */
export const refusalRequirements = [
  badGrant,
  malformedBody,
  jsonExtensions,
  missingFields,
  badCredentials,
  refusalStatus,
] as const;

/** A token in a form, in a URL fragment, in invalid JSON, or in JSON inside a string. */
const tokenInText = /\baccess_?token\\*["']?\s*[:=]\s*\\*["']?(?:bearer\s+)?[\w{]/i;
/** The symbol of a known token, of a part of one, or of a JWT. */
const symbolInText = /\{\{(?:jwt|token:)/;
/** Other names of the member. Tokens of forms, sessions or second factors do not count. */
const nameOfToken =
  /^(?:(?:access|id|refresh|bearer|auth)[_-]?)?(?:token|jwt)$|^(?:bearer|assertion|credentials?)$/i;

/** Whether a client could find an access token anywhere in the response, except in cookies. */
export function carriesToken(answered: Answered) {
  const parsed = json(answered);
  const inBody =
    'value' in parsed ? isInJson(parsed.value) : isToken(answered.answer.body.text ?? '');
  return inBody || headerLines(answered, 'location').some(isEmbedded);
}

function isToken(text: string) {
  const isOneWord = !/\s/.test(text.replace(/^\s*bearer\s/i, '').trim());
  return (
    isEmbedded(text) ||
    (isOneWord && (symbolInText.test(text) || /(?:^|&)access_token=[^&]/.test(text)))
  );
}

function isInJson(root: Json) {
  const open: Json[] = [root];
  for (const value of takeBounded(open)) {
    if (Array.isArray(value)) for (const element of value) open.push(element);
    if (!isObject(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      if (name === 'access_token' && member !== null && member !== '') return true;
      if (
        typeof member === 'string' &&
        (nameOfToken.test(name) ? isToken(member) : isEmbedded(member))
      )
        return true;
      open.push(member);
    }
  }
  return typeof root === 'string' && isToken(root);
}

const isEmbedded = (text: string) => tokenInText.test(text) && symbolInText.test(text);
