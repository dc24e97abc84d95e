import {
  type Answered,
  cause,
  fail,
  fromTarget,
  header,
  isSuccess,
  listedIn,
  monitor,
  observed,
  pass,
  say,
  suite,
  withoutQuoted,
} from '../../engine/index.ts';
import { scopeWords } from '../every-endpoint/scope.ts';
import { expecting } from '../refusals.ts';
import { spec, standard } from '../statements.ts';
import { expiryClaim, jwt } from './token-claims.ts';
import {
  answerSection,
  common,
  isEnding,
  isGrant,
  isIssuance,
  isRepeated,
  isScoped,
  member,
  shownMember,
} from './token-grant.ts';
import { issued } from './token-issued.ts';
import { refusalRequirements } from './token-refusals.ts';
import { renewal, wrongAudience } from './token-use.ts';

const scopeOfGuides = 'service:nbg';

const wrong = (name: string, expected: string) =>
  expecting<{ value: string }>(expected, ({ value }) => `${name} ${value}`);
const notBearer = wrong('token_type', 'token_type "Bearer"');
const wrongLifetime = wrong('expires_in', 'an integer expires_in greater than 0, such as 3600');

function typeOf(answered: Answered) {
  const type = member(answered, 'token_type');
  return typeof type === 'string' ? type : undefined;
}

/**
 * The token endpoint. Requirements that could lock the client out come last, with wrong secrets at
 * the very end.
 */
export const token = suite('token', [
  issued,
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
        look: 'Set token_type to the constant Bearer.',
      },
      {
        suspect: 'A gateway policy builds the token response from its own constants.',
        look: 'Override token_type in the policy of the gateway.',
      },
    ],
    causes: { 'other-type': notBearer('token_type is not Bearer') },
    matches: (answered) => isGrant(answered) && typeOf(answered) !== undefined,
    judge: (answered) =>
      typeOf(answered)?.toLowerCase() === 'bearer'
        ? pass()
        : fail('other-type', shownMember(answered, 'token_type')),
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
        look: 'Override token_type in the response or the gateway.',
      },
      {
        suspect: 'A serialiser writes enum values in lowercase.',
        look: 'Exempt token_type from the naming policy for enum values.',
      },
    ],
    causes: { 'other-case': notBearer('token_type is Bearer in another case') },
    after: ['token/type-bearer'],
    matches: isGrant,
    judge: (answered) =>
      typeOf(answered) === 'Bearer'
        ? pass()
        : fail('other-case', shownMember(answered, 'token_type')),
  }),
  monitor({
    ...common,
    id: 'token/expires-in',
    level: 'must',
    sameDefectAs: ['token/issued'],
    rule: 'expires_in is an integer number of seconds greater than 0.',
    section: `${answerSection}; Authentication`,
    statement: spec.tokenResponse,
    causes: {
      'wrong-type': wrongLifetime('expires_in is not a number', {
        suspect: 'A form value, a template or a cache stores expires_in as text.',
        look: 'Send the lifetime as an integer.',
      }),
      fraction: wrongLifetime('expires_in is not an integer', {
        suspect: 'The code computes expires_in from the clock, which leaves a fraction.',
        look: 'Round the remaining lifetime down to whole seconds.',
      }),
      'zero-or-less': wrongLifetime('expires_in is zero or less', {
        suspect: 'A sentinel such as -1 or 0 stands for an unlimited lifetime.',
        look: 'Set a real lifetime for each client in the configuration.',
      }),
    },
    // An identity provider may cache a token, and return the seconds that it has left.
    matches: (answered) =>
      isGrant(answered) &&
      (member(answered, 'expires_in') ?? null) !== null &&
      !isRepeated(answered) &&
      !isEnding(answered),
    judge: (answered) => {
      const seconds = member(answered, 'expires_in');
      // `member` links it to the same defect in token/issued.
      const facts = { member: 'expires_in', ...shownMember(answered, 'expires_in') } as const;
      if (typeof seconds !== 'number') return fail('wrong-type', facts);
      if (!Number.isInteger(seconds)) return fail('fraction', facts);
      return seconds > 0 ? pass() : fail('zero-or-less', facts);
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
        look: 'Check the settings of the client and the API.',
      },
      {
        suspect: 'The token comes from a cache, so a part of its lifetime is over.',
        look: 'Check whether the token endpoint caches tokens, and for how long.',
      },
    ],
    matches: (answered) => isGrant(answered) && member(answered, 'expires_in') !== undefined,
    judge: (answered) => {
      const whose = isRepeated(answered) ? ' for a token that the run has seen' : '';
      return observed(say`expires_in ${shownMember(answered, 'expires_in').value.value}${whose}`);
    },
  }),
  jwt,
  expiryClaim,
  monitor({
    ...common,
    id: 'token/scope-granted',
    level: 'must',
    rule: "The scoped client's token response has a scope with the separate word service:nbg.",
    section: `${answerSection}; Authentication; RFC 6749 section 3.3`,
    statement: standard['RFC 6749, section 3.3'],
    advice: [
      {
        suspect: 'The code joins the scopes with a comma or without a separator.',
        look: 'Join the granted scopes with one space where the response is built.',
        when: [({ value }: { value: string }) => value.includes(scopeOfGuides)],
      },
      {
        suspect: 'The server shortens or renames scopes, so the prefix is missing.',
        look: 'Return the scopes with their prefix, as registered.',
      },
      {
        suspect: 'The client has no grant for service:nbg.',
        look: 'Check the permissions of this client.',
      },
    ],
    causes: {
      'missing-scope': wrong(
        'scope',
        'a scope with the word service:nbg',
      )('the scope lacks service:nbg'),
    },
    matches: (answered) =>
      isScoped(answered) && isGrant(answered) && typeof member(answered, 'scope') === 'string',
    judge: (answered) =>
      String(member(answered, 'scope')).split(' ').includes(scopeOfGuides)
        ? pass()
        : fail('missing-scope', shownMember(answered, 'scope')),
  }),
  monitor({
    ...common,
    id: 'token/scope-withheld',
    level: 'must',
    needs: [...common.needs, 'unscoped-client'],
    rule: 'A scope in the token response of a client without service:nbg does not contain it.',
    section: `${answerSection}; Authentication`,
    statement: standard['RFC 6749, section 3.3, granted scope'],
    advice: [
      {
        suspect: 'The response lists all scopes of the API instead of the scopes of the client.',
        look: 'Compute the scope from the grants of the client.',
      },
      {
        suspect: 'A default scope contains service:nbg for every client.',
        look: 'Remove service:nbg from the default scopes.',
      },
      {
        suspect: 'Scopes of earlier requests remain in a list that all requests share.',
        look: 'Create the list for each request, and copy defaults before you add to them.',
        when: ['not alone'],
      },
    ],
    causes: {
      'scope-granted': wrong(
        'scope',
        'a scope without service:nbg',
      )('the scope contains service:nbg'),
    },
    matches: (answered) => isIssuance(answered, 'token:unscoped') && isSuccess(answered),
    judge: (answered) =>
      scopeWords(member(answered, 'scope')).includes(scopeOfGuides)
        ? fail('scope-granted', shownMember(answered, 'scope'))
        : pass(),
  }),
  renewal,
  wrongAudience,
  ...refusalRequirements,
  monitor({
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
        look: 'Exempt the token endpoint there.',
        when: ['proxy'],
      },
      {
        suspect: 'A cache stores token responses without this header.',
        look: 'Compare a cached response with a fresh one.',
        when: ['cached'],
      },
    ],
    causes: {
      storable: cause<{ value?: string | undefined }>({
        title: 'a token response lacks Cache-Control: no-store',
        expected: 'Cache-Control: no-store',
        actual: ({ value }) =>
          value === undefined ? 'no Cache-Control' : `Cache-Control: ${value}`,
      }),
    },
    matches: (answered) =>
      isIssuance(answered, 'token:scoped', 'token:unscoped') && isSuccess(answered),
    judge: (answered) => {
      const control = header(answered, 'cache-control');
      if (listedIn(withoutQuoted(control ?? '')).includes('no-store')) return pass();
      return fail('storable', { value: control === undefined ? control : fromTarget(control) });
    },
  }),
]);
