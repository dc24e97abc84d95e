import {
  type Bound,
  check,
  Inconclusive,
  inconclusive,
  isSuccess,
  observed,
  pass,
  type Sentence,
  say,
  scenario,
  suite,
  symbol,
  withToken,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { inAuthBattery, named } from '../endpoints.ts';
import { oneCase, unauthorised } from '../refusals.ts';
import { spec } from '../statements.ts';
import {
  askWithoutScope,
  guidesRequired,
  guidesSufficient,
  scopeCauses,
  withoutScope,
} from './scope-guides.ts';

const guides = named('guides');
const section = 'Authentication: scopes required by the other endpoints';

export const scope = suite('scope', [
  guidesRequired,
  guidesSufficient,
  check({
    ...unauthorised('a token whose payload was altered to add the scope', [
      {
        suspect: 'Verified tokens are cached by their signature, or by an id in the token, as jti.',
        look: 'Use the whole token as cache key, or its hash.',
      },
      {
        suspect: 'The scope check decodes the token again without verifying it.',
        look: 'Read scopes from the claims that the verifier returned.',
      },
      {
        suspect: 'Large tokens take another path that skips verification.',
        look: 'Remove the special path, or verify there as well.',
      },
    ]),
    id: 'scope/forged-scope',
    level: 'must',
    sameDefectAs: ['auth/missing', 'auth/forged'],
    endpoints: guides,
    needs: ['unscoped-client', 'unscoped-jws'],
    rule: 'A token whose payload was altered to add the scope service:nbg gets 401.',
    section: 'Authentication; Endpoints: GET {base_url}/learn/learning-guides',
    statement: spec.status401,
    // The target knows this token, and refuses it only for the scope.
    control: (bound) => withoutScope(bound.wellFormed()),
    accepts: (control) => isSuccess(control) || control.answer.status === 403,
    cases: oneCase('the token without the scope, with the scope added to its payload', (bound) =>
      withToken(bound.wellFormed(), symbol('token:unscoped', 'scope-added')),
    ),
  }),
  scenario({
    id: 'scope/declared',
    level: 'must',
    when: 'pinned',
    endpoints: (endpoint) =>
      inAuthBattery(endpoint) && !guides(endpoint) && endpoint.scopes.length > 0,
    needs: ['unscoped-client'],
    rule:
      'A token without the scopes that the profile declares for the endpoint gets 403 with an ' +
      'ApiError.',
    section,
    statement: spec.status403,
    causes: scopeCauses({
      suspect: 'The route does not check the declared scope, or checks it as a substring.',
      look: 'Add the scope to the route, and compare whole words of the scope claim.',
    }),
    run: async (bound, ask) => {
      const lack = lackOf(bound);
      if (lack.lacks === true) return [await askWithoutScope(bound, ask)];
      if (lack.lacks === false || bound.endpoint.safety !== 'read')
        throw new Inconclusive(lack.why);
      // A refusal here, and nowhere else, shows that it lacks an unknown scope.
      const judged = await askWithoutScope(bound, ask);
      const isRefused = judged.kind === 'pass' && judged.note === undefined;
      return [
        isRefused ? pass(say`refused only on this endpoint; ${lack.why}`) : inconclusive(lack.why),
      ];
    },
  }),
  check({
    id: 'scope/others',
    level: 'observe',
    // An order that is not refused is executed.
    endpoints: (endpoint) =>
      inAuthBattery(endpoint) &&
      !guides(endpoint) &&
      endpoint.safety !== 'order' &&
      endpoint.scopes.length === 0,
    needs: ['unscoped-client'],
    rule:
      'Reports which status a token without service:nbg gets on endpoints with unspecified ' +
      'scopes.',
    section,
    statement: spec.scopesNotShown,
    advice: why.unspecified,
    cases: oneCase('a token without service:nbg', (bound) => withoutScope(bound.wellFormed())),
    judge: ({ answer }) => observed(say`${answer.status}`),
  }),
]);

type Facts = Bound['facts'];

const [scoped, unscoped] = ['token:scoped', 'token:unscoped'];
/** Claims in which issuers usually put scopes. */
const claimsOfScopes = ['scope', 'scp', 'scopes', 'permissions', 'roles'] as const;

/** Whether the token without service:nbg lacks a declared scope. */
type Lack =
  | { readonly lacks: true }
  | { readonly lacks: false | 'perhaps'; readonly why: Sentence };

function lackOf({ endpoint, facts }: Bound): Lack {
  const { scopes } = endpoint;
  if (scopes.some((scope) => isLacking(scope, facts))) return { lacks: true };
  const all = scopes.join(' ');
  if (scopes.every((scope) => isHeld(scope, facts)))
    return { lacks: false, why: say`the token without service:nbg has ${all}` };
  const unseen = say`claims and token responses do not show whether`;
  return { lacks: 'perhaps', why: say`${unseen} the token without service:nbg has ${all}` };
}

const isHeld = (scope: string, facts: Facts) =>
  holds(claimed(facts, unscoped), scope) || holds(stated(facts, unscoped), scope);

/** By the operator it lacks service:nbg. */
const isLacking = (scope: string, facts: Facts) =>
  !isHeld(scope, facts) &&
  (scope === 'service:nbg' ||
    [claimed, stated].some(
      (words) => holds(words(facts, scoped), scope) && words(facts, unscoped) !== undefined,
    ));

function claimed({ tokens }: Facts, name: string): readonly string[] | undefined {
  const claims = tokens[name]?.claims;
  return claims && claimsOfScopes.flatMap((claim) => scopeWords(claims[claim]));
}

function stated({ statedScopes }: Facts, name: string) {
  const scope = statedScopes?.[name];
  return scope === undefined ? undefined : scopeWords(scope);
}

/** Some issuers put the URL of the API in front of the scope. */
const holds = (words: readonly string[] = [], scope: string) =>
  words.some((word) => word === scope || word.endsWith(`/${scope}`));

/** A list, or a string with spaces or commas. */
export function scopeWords(claim: unknown) {
  if (typeof claim === 'string') return claim.split(/[\s,]+/);
  return Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : [];
}
