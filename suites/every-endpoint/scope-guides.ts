import type { Answered, AnyFail, Ask, Bound, Exchange } from '../../engine/index.ts';
import {
  atUniqueUrl,
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
  forbiddenExpected,
  judgeAgain,
  scopeCauses,
  withoutScope,
} from './without-scope.ts';

export const guidesRequired = scenario({
  id: 'scope/guides-required',
  level: 'must',
  endpoints: isGuides,
  needs: ['unscoped-client'],
  rule: 'A valid token without the scope service:nbg gets 403 with an ApiError on the learning guides.',
  section: 'Endpoints: GET {base_url}/learn/learning-guides; Authentication',
  statement: spec.status403,
  causes: {
    ...scopeCauses([
      {
        suspect:
          'The route declares no scope check, or declares it only for some of its paths or users.',
        look: 'Declare service:nbg on the route itself, for every path and user that reaches it.',
        when: ['alone', '!not alone', '!sometimes'],
      },
      {
        suspect:
          'The scope check looks for a part of the word, or reads another claim than the scope.',
        look: 'Split the scope claim at spaces, and compare each word with service:nbg.',
        when: ['alone', '!not alone', '!sometimes'],
      },
      {
        suspect:
          'A cache of the server, the gateway or the CDN sends the listing before the scope is checked.',
        look: 'Cache the listing behind the check.',
        when: ['earlier request', 'not alone', 'sometimes', 'cached', '!same connection'],
      },
      {
        suspect: 'A variable or a session remembers that an earlier token had the scope.',
        look: 'Decide for each request from its own token, and store no decision outside the request.',
        when: ['not alone', 'sometimes', 'same connection', 'other user before', '!cached'],
      },
      ...why.staleReplica,
    ]),
    'accepted-on-connection': {
      title: 'a token without the scope is accepted after one with it on the same connection',
      expected: forbiddenExpected,
      advice: why.connectionState,
    },
    'spelling-served': {
      title: 'another spelling of the path is served to a token without the scope',
      expected: forbiddenExpected,
      advice: why.guardByPath,
    },
  },
  run: async (bound, ask) => {
    const judged = await askWithoutScope(bound, ask);
    if (judged.kind === 'fail') return [await withHistory(judged, bound, ask)];
    if (judged.kind !== 'pass') return [judged];
    const more = [
      await askForSecond(bound, ask),
      ...(await judgeWaysAround(bound, ask, undefined, guard)),
    ];
    return [judged, ...more.filter((one) => one?.kind === 'fail')];
  },
});

const sufficient = 'scope/guides-sufficient';

export const guidesSufficient = monitor({
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
      suspect:
        'The route requires a further scope, or reads scopes from a claim that the token lacks, such as scp.',
      look: 'Decode a token, and require service:nbg only, in the claim that your identity provider fills.',
      when: ['alone', '!not alone'],
    },
    {
      suspect:
        'An earlier refusal or a quota is remembered for the user, the client or the connection.',
      look: 'Do not cache refusals, and respond with 429 if a quota is used up.',
      when: ['not alone', 'same connection', '!alone'],
    },
    ...why.staleReplica,
  ],
  level: 'must',
  endpoints: isGuides,
  rule: 'A valid token with the scope service:nbg gets neither 401 nor 403 on the learning guides.',
  section: 'Endpoints: GET {base_url}/learn/learning-guides; Authentication',
  probes: (bound) => [bound.wellFormed()],
  probing: askSufficientForSecond,
  // A 401 may come from a token that a renewal has revoked, and little is known about the second
  // user.
  matches: (answered) =>
    isProper(answered, route) &&
    (isSuccess(answered) || (isForFirst(answered) && isTheirs(answered))),
  judge: judgeSufficient,
});

/**
 * Says so if the token was refused before the first request with the scope: an earlier request then
 * matters.
 */
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

/**
 * Tests the second user without the scope, because another language may have its own route. Needs
 * that user.
 */
async function askForSecond(bound: Bound, ask: Ask) {
  const scoped = forSecond(bound.wellFormed());
  if (!isServed(await ask('second-control', scoped))) return undefined;
  const first = await ask('second-case', withoutScope(scoped));
  return isServed(first) ? judgeAgain(scoped, ask, first, 'second-') : undefined;
}

const guard: Guard<'accepted-on-connection' | 'spelling-served'> = {
  of: 'scope',
  lacking: withoutScope,
  causes: { connection: 'accepted-on-connection', spelled: 'spelling-served' },
};

const isForFirst = (answered: Answered) =>
  sentHeader(answered.request, 'x-user-id')[0] === '{{user:first}}';
const isTheirs = ({ key, answer }: Answered) =>
  key.requirement === sufficient || answer.status === 403;

/**
 * The most further requests: one of several nodes, or one request in so many, may refuse the second
 * user.
 */
const mostInTurn = 12;

/**
 * Requests the listing for the second user. Two refusals count if that user is served afterwards,
 * or is never served here but elsewhere, because the listing requires only the scope.
 */
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
  const isServedLater = came.slice(came.indexOf(second)).some(isServed);
  const isNeverServed = !came.some(isServed);
  const isKnown =
    isServedLater ||
    (isNeverServed && (await isServedElsewhere(bound, ask, 'second-user', forSecond)));
  const judgement = judgeSufficient(second);
  return isKnown && judgement.kind === 'fail' ? [{ ...judgement, exchange: second }] : [];
}

/**
 * Judges 401 and 403 only. guides/ok judges other statuses, and an unknown user is a mistake in the
 * configuration.
 */
export function judgeSufficient(answered: Answered) {
  const { status } = answered.answer;
  if (isSuccess(answered)) return pass();
  if (status !== 401 && status !== 403) return inconclusive(say`the response is ${status}`);
  if (saysUserNotFound(answered))
    return inconclusive(
      say`the configured user may not exist (M2M_USER_ID, M2M_SECOND_USER_ID): ${summary(answered)}`,
    );
  return fail('refused');
}
