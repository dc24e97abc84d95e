import {
  check,
  fail,
  Inconclusive,
  inconclusive,
  isSuccess,
  observed,
  pass,
  say,
  scenario,
  series,
  suite,
  symbol,
  withToken,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { inAuthBattery, named } from '../endpoints.ts';
import { spec } from '../statements.ts';
import { lackOf } from './lacking-scopes.ts';
import { unauthorised, unauthorisedOr } from './refusals.ts';
import { guidesRequired, guidesSufficient } from './scope-guides.ts';
import { askWithoutScope, scopeCauses, withoutScope } from './without-scope.ts';

const guides = named('guides');
const forgedScope = check({
  id: 'scope/forged-scope',
  level: 'must',
  sameDefectAs: ['auth/missing', 'auth/forged'],
  endpoints: guides,
  needs: ['unscoped-client', 'unscoped-jws'],
  rule: 'A token whose payload was altered to add the scope service:nbg gets 401.',
  section: 'Authentication; Endpoints: GET {base_url}/learn/learning-guides',
  statement: spec.status401,
  causes: unauthorised('a token whose payload was altered to add the scope', [
    {
      suspect:
        'Verified tokens are cached by their signature alone, or by an id inside the token, such as jti.',
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
  // The genuine token without the scope: the target knows it, and refuses it only for the scope.
  control: (bound) => withoutScope(bound.wellFormed()),
  accepts: (control) => isSuccess(control) || control.answer.status === 403,
  cases: (bound) =>
    series([
      {
        label: 'the token without the scope, with the scope added to its payload',
        request: withToken(bound.wellFormed(), symbol('token:unscoped', 'scope-added')),
      },
    ]),
  judge: (answered) => unauthorisedOr(answered, fail('accepted'), fail('other-status')),
});

const declared = scenario({
  id: 'scope/declared',
  level: 'must',
  when: 'pinned',
  endpoints: (endpoint) =>
    inAuthBattery(endpoint) && !guides(endpoint) && endpoint.scopes.length > 0,
  needs: ['unscoped-client'],
  rule: 'A token without the scopes that the profile declares for the endpoint gets 403 with an ApiError.',
  section: 'Authentication: scopes required by the other endpoints',
  statement: spec.status403,
  causes: scopeCauses([
    {
      suspect:
        'The scope is declared in the profile, but not checked on the route, or checked as a substring.',
      look: 'Add the scope to the policy of the route, and compare whole words of the scope claim.',
    },
  ]),
  run: async (bound, ask) => {
    const lack = lackOf(bound);
    if (lack.lacks === true) return [await askWithoutScope(bound, ask)];
    if (lack.lacks === false || bound.endpoint.safety !== 'read') throw new Inconclusive(lack.why);
    // If the scopes of the token are unknown, only a refusal here, and nowhere else, shows that it
    // lacks one.
    const judged = await askWithoutScope(bound, ask);
    const isRefused = judged.kind === 'pass' && judged.note === undefined;
    return [
      isRefused ? pass(say`refused only on this endpoint; ${lack.why}`) : inconclusive(lack.why),
    ];
  },
});

const others = check({
  id: 'scope/others',
  level: 'observe',
  // An order that is not refused is executed.
  endpoints: (endpoint) =>
    inAuthBattery(endpoint) &&
    !guides(endpoint) &&
    endpoint.safety !== 'order' &&
    endpoint.scopes.length === 0,
  needs: ['unscoped-client'],
  rule: 'Reports which status a token without service:nbg gets on endpoints with unspecified scopes.',
  section: 'Authentication: scopes required by the other endpoints',
  statement: spec.scopesNotShown,
  advice: why.unspecified,
  cases: (bound) =>
    series([{ label: 'a token without service:nbg', request: withoutScope(bound.wellFormed()) }]),
  judge: ({ answer }) => observed(say`${answer.status}`),
});

export const scope = suite('scope', [
  guidesRequired,
  guidesSufficient,
  forgedScope,
  declared,
  others,
]);
