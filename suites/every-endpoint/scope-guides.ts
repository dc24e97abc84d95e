import {
  type Answered,
  type AnyFail,
  type Ask,
  atUniqueUrl,
  type Bound,
  type Exchange,
  fail,
  following,
  forSecond,
  inconclusive,
  isAnswered,
  isProper,
  isServed,
  isSuccess,
  monitor,
  pass,
  say,
  scenario,
  sentHeader,
  summary,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { isGuides, route } from '../learn/listing.ts';
import { spec } from '../statements.ts';
import { isServedElsewhere } from '../token-probes.ts';
import { type Guard, judgeWaysAround } from './bypass-attempts.ts';
import { saysUserNotFound } from './not-found-message.ts';
import {
  askWithoutScope,
  expect403,
  judgeAgain,
  scopeCauses,
  withoutScope,
} from './without-scope.ts';

const ofGuides = {
  level: 'must',
  endpoints: isGuides,
  section: 'Endpoints: GET {base_url}/learn/learning-guides; Authentication',
} as const;

export const guidesRequired = scenario({
  ...ofGuides,
  id: 'scope/guides-required',
  needs: ['unscoped-client'],
  rule:
    'A valid token without the scope service:nbg gets 403 with an ApiError on the learning ' +
    'guides.',
  statement: spec.status403,
  causes: {
    ...scopeCauses(
      {
        suspect: 'The route declares no scope check, or only for some of its paths or users.',
        look: 'Declare service:nbg on the route itself, for every path and user that reaches it.',
        when: ['alone', '!not alone', '!sometimes'],
      },
      {
        suspect: 'The scope check looks for a part of the word, or reads another claim.',
        look: 'Split the scope claim at spaces, and compare each word with service:nbg.',
        when: ['alone', '!not alone', '!sometimes'],
      },
      {
        suspect: 'A cache or CDN sends the listing before the scope is checked.',
        look: 'Cache the listing behind the check.',
        when: ['earlier request', 'not alone', 'sometimes', 'cached', '!same connection'],
      },
      {
        suspect: 'A variable or a session remembers that an earlier token had the scope.',
        look: 'Decide for each request from its own token, and store no decision outside it.',
        when: ['not alone', 'sometimes', 'same connection', 'other user before', '!cached'],
      },
      ...why.staleReplica,
    ),
    'accepted-on-connection': expect403(
      'a token without the scope is accepted after one with it on the same connection',
      ...why.connectionState,
    ),
    'spelling-served': expect403(
      'another spelling of the path is served to a token without the scope',
      ...why.guardByPath,
    ),
  },
  run: async (bound, ask) => {
    const judged = await askWithoutScope(bound, ask);
    if (judged.kind === 'fail') return [await withHistory(judged, bound, ask)];
    if (judged.kind !== 'pass') return [judged];
    const ofSecond = await askForSecond(bound, ask);
    const around = await judgeWaysAround(bound, ask, undefined, guard);
    return [
      judged,
      ...(ofSecond?.kind === 'fail' ? [ofSecond] : []),
      // Without a control, no cookie is sent.
      ...around.flatMap((one) =>
        one.kind === 'fail' && one.cause !== 'accepted-with-cookie'
          ? [{ ...one, cause: one.cause }]
          : [],
      ),
    ];
  },
});

const sufficient = 'scope/guides-sufficient';

export const guidesSufficient = monitor({
  ...ofGuides,
  id: sufficient,
  statement: spec.guidesScope,
  causes: {
    refused: {
      title: 'a token with service:nbg is refused',
      expected: 'the listing, with status 200',
    },
  },
  advice: [
    {
      suspect: 'The route requires a further scope, or reads scopes from another claim, as scp.',
      look: 'Require service:nbg only, in the claim that your identity provider fills.',
      when: ['alone', '!not alone'],
    },
    {
      suspect: 'An earlier refusal or a quota is remembered for the user, client or connection.',
      look: 'Do not cache refusals, and respond with 429 if a quota is used up.',
      when: ['not alone', 'same connection', '!alone'],
    },
    ...why.staleReplica,
  ],
  rule: 'A valid token with the scope service:nbg gets neither 401 nor 403 on the learning guides.',
  probes: (bound) => [bound.wellFormed()],
  probing: askSufficientForSecond,
  // A renewal may revoke a token (401), and little is known about the second user.
  matches: (answered) => {
    const { key, answer, request } = answered;
    const isForFirst = sentHeader(request, 'x-user-id')[0] === '{{user:first}}';
    const isOfScope = key.requirement === sufficient || answer.status === 403;
    return isProper(answered, route) && (isSuccess(answered) || (isForFirst && isOfScope));
  },
  judge: judgeSufficient,
});

/** An earlier request matters if the token was refused before any with the scope. */
async function withHistory<F extends AnyFail>(judged: F, bound: Bound, ask: Ask): Promise<F> {
  const { unscopedAtStart: atStart } = bound.facts;
  if (atStart !== 403 || judged.cause !== 'accepted') return judged;
  const scoped = bound.wellFormed();
  const came: Exchange[] = [];
  for (const nth of [0, 1, 2]) {
    const second = await ask(`shown-control-${nth}`, { ...scoped, connection: `shown-${nth}` });
    const lacking = { ...withoutScope(scoped), connection: `shown-new-${nth}` };
    if (isServed(await ask(`shown-case-${nth}`, lacking))) came.push(second);
  }
  const [second] = came;
  const fresh = await ask('shown-fresh', atUniqueUrl(withoutScope(scoped)));
  // A cache that ignores the query does not know that this URL is new.
  const isCached = isAnswered(fresh) && fresh.answer.status === 403;
  if (!second) return judged;
  const once = { times: 0, of: 1 };
  const recipe = {
    ...following(second),
    share: { times: came.length, of: 3 },
    otherwise: { without: once, ...(isCached ? { 'new-url': once } : {}) },
  };
  return { ...judged, recipe };
}

/** Another language may have its own route. */
async function askForSecond(bound: Bound, ask: Ask) {
  const scoped = forSecond(bound.wellFormed());
  if (!isServed(await ask('second-control', scoped))) return undefined;
  const first = await ask('second-case', withoutScope(scoped));
  return isServed(first) ? judgeAgain(scoped, ask, first, 'second-') : undefined;
}

const guard: Guard = { of: 'scope', lacking: withoutScope };

/** One of several nodes, or one request in so many, may refuse the user. */
const mostInTurn = 12;

/** Two refusals count if the user is served afterwards, or never here but elsewhere. */
async function askSufficientForSecond(bound: Bound, ask: Ask) {
  const request = forSecond(bound.wellFormed());
  const came: Answered[] = [];
  for (let nth = 0; nth <= mostInTurn; nth++) {
    const one = await ask(nth === 0 ? 'second-user' : `second-user-in-turn-${nth - 1}`, request);
    if (!isAnswered(one)) return [];
    came.push(one);
  }
  const [, second] = came.filter(({ answer }) => answer.status === 403);
  if (!second) return [];
  const isKnown =
    came.slice(came.indexOf(second)).some(isServed) ||
    (!came.some(isServed) && (await isServedElsewhere(bound, ask, 'second-user', forSecond)));
  const judgement = judgeSufficient(second);
  return isKnown && judgement.kind === 'fail' ? [{ ...judgement, exchange: second }] : [];
}

/** An unknown user is a mistake in the configuration. guides/ok judges other statuses. */
export function judgeSufficient(answered: Answered) {
  const { status } = answered.answer;
  if (isSuccess(answered)) return pass();
  if (status !== 401 && status !== 403) return inconclusive(say`the response is ${status}`);
  const doubt = say`the configured user may not exist (M2M_USER_ID, M2M_SECOND_USER_ID)`;
  return saysUserNotFound(answered)
    ? inconclusive(say`${doubt}: ${summary(answered)}`)
    : fail('refused');
}
