import type { Answered, Ask, Bound, Exchange, Judgement, Request } from '../../engine/index.ts';
import {
  briefly,
  check,
  concat,
  fail,
  forSecond,
  Inconclusive,
  inconclusive,
  isAnswered,
  isDecided,
  isProper,
  isServed,
  isSuccess,
  monitor,
  observed,
  pass,
  requireAccepted,
  scenario,
  sentHeader,
  series,
  suite,
  symbol,
  withHeader,
} from '../../engine/index.ts';
import { endpoints, inAuthBattery, named } from '../endpoints.ts';
import { isServedElsewhere } from '../witnesses.ts';
import { lackOf } from './lacking-scopes.ts';
import { saysUserNotFound } from './not-found-message.ts';
import { judgeUnauthorised } from './refusals.ts';
import { type Guard, judgeWaysAround } from './served-twice.ts';

const guides = named('guides');
const guidesRequired = scenario({
  id: 'scope/guides-required',
  level: 'must',
  endpoints: guides,
  needs: ['unscoped-client'],
  rule: 'A valid token without the scope service:nbg gets 403 with an ApiError on the learning guides.',
  section: 'Endpoints: GET {base_url}/learn/learning-guides; Authentication',
  brokenBy: ['scope-not-checked', 'scope-refused-with-401', 'scope-not-checked-by-one-worker'],
  run: async (bound, ask) => {
    const judged = await askWithoutScope(bound, ask);
    if (judged.kind !== 'pass') return [judged];
    const more = [await askForSecond(bound, ask), ...(await judgeWaysAround(bound, ask, undefined, guard))];
    return [judged, ...more.filter((one) => one?.kind === 'fail')];
  },
});

const listing = endpoints.find(guides) ?? { method: 'GET', path: '/learn/learning-guides' };
const sufficient = 'scope/guides-sufficient';

const guidesSufficient = monitor({
  id: sufficient,
  level: 'must',
  endpoints: guides,
  rule: 'A valid token with the scope service:nbg gets neither 401 nor 403 on the learning guides.',
  section: 'Endpoints: GET {base_url}/learn/learning-guides; Authentication',
  brokenBy: ['scope-beyond-the-stated', 'guides-forbidden-now-and-then', 'guides-forbidden-in-german-now-and-then'],
  probes: (bound) => [bound.wellFormed()],
  probing: askSufficientForSecond,
  // A 401 may come from a token that a renewal has revoked, and little is known about the second user.
  matches: (answered) =>
    isProper(answered, listing) && (isSuccess(answered) || (isForFirst(answered) && isTheirs(answered))),
  judge: judgeSufficient,
});

const forgedScope = check({
  id: 'scope/forged-scope',
  level: 'must',
  endpoints: guides,
  needs: ['unscoped-client', 'unscoped-jws'],
  rule: 'A token whose payload was altered to add the scope service:nbg gets 401.',
  section: 'Authentication; Endpoints: GET {base_url}/learn/learning-guides',
  brokenBy: ['scope-from-unverified-payload', 'verification-cached-by-token-id'],
  // The genuine token without the scope: the target knows it, and refuses it only for the scope.
  control: (bound) => bearing(bound.wellFormed(), 'token:unscoped'),
  accepts: (control) => isSuccess(control) || control.answer.status === 403,
  cases: (bound) =>
    series([
      {
        label: 'the token without the scope, with the scope added to its payload',
        request: bearing(bound.wellFormed(), 'token:unscoped', 'scope-added'),
      },
    ]),
  judge: (answered) => judgeUnauthorised(answered, 'a token whose payload was altered to add the scope'),
});

const declared = scenario({
  id: 'scope/declared',
  level: 'must',
  when: 'pinned',
  endpoints: (endpoint) => inAuthBattery(endpoint) && !guides(endpoint) && endpoint.scopes.length > 0,
  needs: ['unscoped-client'],
  rule: 'A token without the scopes that the profile declares for the endpoint gets 403 with an ApiError.',
  section: 'Authentication: scopes required by the other endpoints',
  brokenBy: ['declared-scope-not-checked', 'declared-scope-by-substring', 'declared-scope-refused-with-404'],
  run: async (bound, ask) => {
    const lack = lackOf(bound);
    if (lack.lacks === true) return [await askWithoutScope(bound, ask)];
    if (lack.lacks === false || bound.endpoint.safety !== 'read') throw new Inconclusive(lack.why);
    // If the scopes of the token are unknown, only a refusal here, and nowhere else, shows that it lacks one.
    const judged = await askWithoutScope(bound, ask);
    const isRefused = judged.kind === 'pass' && judged.note === undefined;
    return [isRefused ? pass(`refused only on this endpoint; ${lack.why}`) : inconclusive(lack.why)];
  },
});

const others = check({
  id: 'scope/others',
  level: 'observe',
  // An order that is not refused is executed.
  endpoints: (endpoint) =>
    inAuthBattery(endpoint) && !guides(endpoint) && endpoint.safety !== 'order' && endpoint.scopes.length === 0,
  needs: ['unscoped-client'],
  rule: 'Reports which status a token without service:nbg gets on endpoints with unspecified scopes.',
  section: 'Authentication: scopes required by the other endpoints',
  cases: (bound) =>
    series([{ label: 'a token without service:nbg', request: bearing(bound.wellFormed(), 'token:unscoped') }]),
  judge: ({ answer }) => observed(`${answer.status}`),
});

function bearing(request: Request, name: string, forge?: string) {
  return withHeader(request, 'Authorization', concat('Bearer ', symbol(name, forge)));
}

const withoutScope = (request: Request) => bearing(request, 'token:unscoped');

/** Requests the endpoint without the scope. The same token is used elsewhere, and the other one before and after. */
async function askWithoutScope(bound: Bound, ask: Ask): Promise<Judgement> {
  const { safety } = bound.endpoint;
  const scoped = bound.wellFormed();
  requireAccepted(await ask('control', scoped));
  const first = await ask('case', withoutScope(scoped));
  const isKnown = await isServedElsewhere(bound, ask, 'witness', withoutScope);
  const judgement = judgeWithoutScope(first, isKnown);
  if (safety === 'order' || judgement.kind === 'inconclusive') return judgement;
  let again: Exchange | undefined;
  if (judgement.kind === 'fail') {
    again = await ask('again', withoutScope(scoped));
    requireAccepted(await ask('control-after', scoped), 'is no longer accepted afterwards');
    if (judgeWithoutScope(again, isKnown).kind === 'fail') return { ...judgement, exchange: first };
  }
  const later = safety === 'read' ? await judgeAgain(scoped, ask, first) : undefined;
  if (later || !again) return later ?? judgement;
  throw new Inconclusive(`the second response is ${briefly(again)} instead of ${briefly(first)}`);
}

/** Does the same for the second user, whose language may have a route of its own. Sends nothing without one. */
async function askForSecond(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  const scoped = forSecond(bound.wellFormed());
  if (!isServed(await ask('second-control', scoped))) return undefined;
  const first = await ask('second-case', withoutScope(scoped));
  return isServed(first) ? judgeAgain(scoped, ask, first, 'second-') : undefined;
}

const guard: Guard = {
  of: 'scope',
  lacking: withoutScope,
  expected: 'status 403 with an ApiError',
  causes: {
    connection: 'a token without the scope is accepted after one with it on the same connection',
    spelled: 'another spelling of the path is served to a token without the scope',
  },
};

/** Requests without the scope in a round: in turn with the scoped token, then as many in each of two waves with it. */
const perRound = 4;
/** Rounds until a token that was accepted once is accepted again. */
const mostRounds = 4;

/**
 * Judges whether a token without the scope is ever accepted. The scope check may depend on earlier or concurrent
 * requests, or on the replica. Two acceptances prove a violation, because the token never had the scope. Undefined if
 * there is none.
 */
async function judgeAgain(scoped: Request, ask: Ask, first: Exchange, prefix = ''): Promise<Judgement | undefined> {
  const served = [first].filter(isServed);
  const lacking = async (step: string) => {
    const came = await ask(step, withoutScope(scoped));
    if (isServed(came)) served.push(came);
  };
  for (let round = 1; round === 1 || (served.length === 1 && round <= mostRounds); round++) {
    const step = `${prefix}round-${round}`;
    const numbers = Array.from({ length: perRound }, (_, nth) => nth);
    for (const nth of numbers) {
      await ask(`${step}-control-${nth}`, scoped);
      await lacking(`${step}-case-${nth}`);
    }
    // The connections of the first wave are opened one after the other, so its requests are not quite simultaneous.
    for (const wave of [0, 1]) {
      const both = (nth: number) => [
        ask(`${step}-control-at-once-${wave}-${nth}`, scoped),
        lacking(`${step}-case-at-once-${wave}-${nth}`),
      ];
      await Promise.all(numbers.flatMap(both));
    }
  }
  const last = served.at(-1);
  if (last === undefined) return undefined;
  if (served.length === 1) return inconclusive(`the token was accepted once, and not again: ${briefly(last)}`);
  return fail('a token without the scope is accepted', 'status 403 with an ApiError', briefly(last), last);
}

/** Judges a token without the scope. A refusal other than 403 only counts if another endpoint accepts the token. */
export function judgeWithoutScope(exchange: Exchange, isKnown: boolean): Judgement {
  if (!isDecided(exchange)) return inconclusive(briefly(exchange));
  const { status } = exchange.answer;
  if (status === 403) {
    return isKnown
      ? pass()
      : pass('no other endpoint accepted the token without the scope, so the 403 may have another cause');
  }
  const expected = 'status 403 with an ApiError';
  if (isSuccess(exchange)) return fail('a token without the scope is accepted', expected, briefly(exchange));
  if (!isKnown) {
    return inconclusive(`refused with ${status}, but no other endpoint accepted that token and user either`);
  }
  return fail('a token without the scope is refused with a status other than 403', expected, briefly(exchange));
}

const isForFirst = (answered: Answered) => sentHeader(answered.request, 'x-user-id')[0] === '{{user:first}}';
const isTheirs = ({ key, answer }: Answered) => key.requirement === sufficient || answer.status === 403;

/** One of several nodes may refuse the second user, or one request in so many. */
const mostInTurn = 12;

/**
 * Requests the listing for the second user. Two refusals count if that user is served after them, or elsewhere if never
 * here, because the listing requires only the scope.
 */
async function askSufficientForSecond(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
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
  const isKnown = isServedLater || (isNeverServed && (await isServedElsewhere(bound, ask, 'second-user', forSecond)));
  const judgement = judgeSufficient(second);
  return isKnown && judgement.kind === 'fail' ? [{ ...judgement, exchange: second }] : [];
}

/** Judges 401 and 403 only. guides/ok judges other statuses, and an unknown user is a mistake in the configuration. */
export function judgeSufficient(answered: Answered): Judgement {
  const { status } = answered.answer;
  if (isSuccess(answered)) return pass();
  if (status !== 401 && status !== 403) return inconclusive(`the response is ${status}`);
  if (saysUserNotFound(answered))
    return inconclusive(`the configured user may not exist (M2M_USER_ID, M2M_SECOND_USER_ID): ${briefly(answered)}`);
  return fail('a token with service:nbg is refused', 'the listing, with status 200', briefly(answered));
}

/** Scopes of tokens. */
export const scope = suite('scope', [guidesRequired, guidesSufficient, forgedScope, declared, others]);
