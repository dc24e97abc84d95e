import {
  type Advice,
  type Answered,
  type AnyFail,
  type Ask,
  atUniqueUrl,
  type Bound,
  cause,
  type Exchange,
  fail,
  following,
  forSecond,
  Inconclusive,
  inconclusive,
  isAnswered,
  isDecided,
  isProper,
  isServed,
  isSuccess,
  longestSpread,
  monitor,
  notJudged,
  pass,
  type Request,
  requireAccepted,
  say,
  scenario,
  sentHeader,
  statusOf,
  summary,
  symbol,
  withToken,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { isGuides, route } from '../learn/listing.ts';
import { expect403 } from '../refusals.ts';
import { spec } from '../statements.ts';
import { isServedElsewhere } from '../token-probes.ts';
import { type Guard, judgeWaysAround } from './bypass-attempts.ts';
import { saysUserNotFound } from './not-found-message.ts';

interface Acceptance {
  shown?: number;
  of?: number;
}

export const scopeCauses = (...advice: readonly Advice<Acceptance>[]) => ({
  accepted: cause<Acceptance>({
    ...expect403('a token without the scope is accepted', ...advice),
    actual: ({ shown, of }, response) =>
      of === undefined
        ? response
        : `${shown} of ${of} requests, some in parallel, others after one with the scope: ` +
          response,
  }),
  'other-status': expect403(
    'a token without the scope is refused with a status other than 403',
    why.wrongStatus,
  ),
});

export const withoutScope = (request: Request) => withToken(request, symbol('token:unscoped'));

/** The scoped token is sent before, and after an apparent violation. */
export async function askWithoutScope(bound: Bound, ask: Ask) {
  const { safety } = bound.endpoint;
  const scoped = bound.wellFormed();
  let control = await ask('control', scoped);
  // A refusal may be remembered for a moment, for example by user.
  if (safety === 'read' && statusOf(control) === 403) {
    await ask.until(control.endedAt + longestSpread);
    control = await ask('control-later', scoped);
  }
  requireAccepted(control);
  const first = await ask('case', withoutScope(scoped));
  const isKnown = await isServedElsewhere(bound, ask, 'witness', withoutScope);
  const judgement = judgeWithoutScope(first, isKnown);
  if (judgement.kind === 'inconclusive') return judgement;
  const failed = judgement.kind === 'fail' ? { ...judgement, exchange: first } : undefined;
  if (safety === 'order') return failed ?? judgement;
  let again: Exchange | undefined;
  if (failed) {
    again = await ask('again', withoutScope(scoped));
    requireAccepted(await ask('control-after', scoped), 'is no longer accepted afterwards');
    if (judgeWithoutScope(again, isKnown).kind === 'fail') return failed;
  }
  const later = safety === 'read' ? await judgeAgain(scoped, ask, first) : undefined;
  if (later || !again) return later ?? judgement;
  throw new Inconclusive(
    say`the second response is ${summary(again)} instead of ${summary(first)}`,
  );
}

/** So many in turn with the scoped token, then so many in each of two waves. */
const perRound = 4;
/** The most rounds to see a second acceptance. */
const mostRounds = 4;

/** Two acceptances prove a violation, because the token never had the scope. Undefined if none. */
async function judgeAgain(scoped: Request, ask: Ask, first: Exchange, prefix = '') {
  const came = [first];
  const served = () => came.filter(isServed);
  const lacking = async (step: string) => came.push(await ask(step, withoutScope(scoped)));
  const numbers = Array.from({ length: perRound }, (_, nth) => nth);
  for (let round = 1; round === 1 || (served().length === 1 && round <= mostRounds); round++) {
    const step = `${prefix}round-${round}`;
    for (const nth of numbers) {
      await ask(`${step}-control-${nth}`, scoped);
      await lacking(`${step}-case-${nth}`);
    }
    // Connections open one after the other, so the first wave is not quite simultaneous.
    for (const wave of [0, 1]) {
      const both = (nth: number) => [
        ask(`${step}-control-at-once-${wave}-${nth}`, scoped),
        lacking(`${step}-case-at-once-${wave}-${nth}`),
      ];
      await Promise.all(numbers.flatMap(both));
    }
  }
  const last = served().at(-1);
  if (!last) return undefined;
  if (served().length === 1)
    return inconclusive(say`the token was accepted once, and not again: ${summary(last)}`);
  return fail('accepted', { shown: served().length, of: came.length }, last);
}

/** A refusal other than 403 only counts if another endpoint accepts the token. */
export function judgeWithoutScope(exchange: Exchange, isKnown: boolean) {
  if (!isDecided(exchange)) return inconclusive(summary(exchange));
  const { status } = exchange.answer;
  const alone = say`no other endpoint accepted the token without the scope`;
  if (status === 403)
    return isKnown ? pass() : pass(say`${alone}, so the 403 may have another cause`);
  if (isSuccess(exchange)) return fail('accepted');
  return isKnown
    ? fail('other-status')
    : inconclusive(
        say`refused with ${status}, but no other endpoint accepted that token and user either`,
      );
}

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
        look: 'Declare service:nbg on the route itself, for every path and user.',
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
        look: 'Decide for each request from its own token.',
        when: ['not alone', 'sometimes', 'same connection', 'other user before', '!cached'],
      },
      why.staleReplica,
    ),
    'accepted-on-connection': expect403(
      'a token without the scope is accepted after one with it on the same connection',
      why.connectionState,
    ),
    'spelling-served': expect403(
      'another spelling of the path is served to a token without the scope',
      why.guardByPath,
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
      look: 'Require service:nbg only, in the claim that your tokens have.',
      when: ['alone', '!not alone'],
    },
    {
      suspect: 'An earlier refusal or a quota is remembered for the user, client or connection.',
      look: 'Do not cache refusals, and respond with 429 if a quota is used up.',
      when: ['not alone', 'same connection', '!alone'],
    },
    why.staleReplica,
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
async function withHistory<F extends AnyFail>(judged: F, bound: Bound, ask: Ask) {
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
  const isCached = statusOf(fresh) === 403;
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
  if (status !== 401 && status !== 403) return notJudged(answered);
  const doubt = say`the configured user may not exist (M2M_USER_ID, M2M_SECOND_USER_ID)`;
  return saysUserNotFound(answered)
    ? inconclusive(say`${doubt}: ${summary(answered)}`)
    : fail('refused');
}
