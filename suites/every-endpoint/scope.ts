import {
  type Answered,
  type Ask,
  type Bound,
  briefly,
  check,
  concat,
  type Exchange,
  fail,
  forSecond,
  inconclusive,
  isAnswered,
  isLoadShedding,
  isProper,
  isServed,
  isServerError,
  isSuccess,
  type Judgement,
  monitor,
  observed,
  pass,
  type Request,
  scenario,
  sentHeader,
  series,
  suite,
  symbol,
  withHeader,
} from '../../engine/index.ts';
import { endpoints, inAuthBattery, named } from '../endpoints.ts';
import { lackOf } from './lacking-scopes.ts';
import { saysUserNotFound } from './not-found-message.ts';
import { judgeUnauthorised } from './refusals.ts';
import { judgeAgain } from './scope-again.ts';
import { judgeBehindGood } from './served-twice.ts';
import { judgeSpelledOtherwise, spellings } from './spelled-otherwise.ts';

const guides = named('guides');
const unscoped = symbol('token:unscoped');
/** Endpoints that can show that a token and a user are valid, in the order of the requests. */
const witnesses = ['notifications', 'summaries', 'cash', 'portfolios', 'insights'] as const;

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
    if (judged.some(({ kind }) => kind !== 'pass')) return judged;
    return [
      ...judged,
      ...(await askForSecond(bound, ask)),
      ...(await askBehindScoped(bound, ask)),
      ...(await askSpelledOtherwise(bound, ask)),
    ];
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
    if (lack.lacks === true) return askWithoutScope(bound, ask);
    if (lack.lacks === false || bound.endpoint.safety !== 'read') return [inconclusive(lack.why)];
    return [inferred(await askWithoutScope(bound, ask), lack.why)];
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

function bearing(request: ReturnType<Bound['wellFormed']>, name: string, forge?: string) {
  return withHeader(request, 'Authorization', concat('Bearer ', symbol(name, forge)));
}

/** Asks with the token that lacks the scope, between controls with the one that has it. */
async function askWithoutScope(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const before = await ask('control', bound.wellFormed());
  if (!isAnswered(before) || !isSuccess(before)) {
    return [inconclusive(`the well-formed request is not accepted: ${briefly(before)}`)];
  }
  const refusal = await ask('case', withoutScope(bound.wellFormed()));
  const isKnown = await witness(bound, ask);
  const judgement = judgeWithoutScope(refusal, isKnown);
  const { safety } = bound.endpoint;
  const pair = { scoped: bound.wellFormed(), unscoped: withoutScope(bound.wellFormed()) };
  if (judgement.kind === 'pass' && safety === 'read') return [(await judgeAgain(pair, ask, [])) ?? judgement];
  if (judgement.kind !== 'fail' || safety === 'order') return [judgement];
  // A finding has to show twice, and the control once more, except where who never had the scope was let in.
  const again = await ask('again', withoutScope(bound.wellFormed()));
  if (isServed(refusal) && isServed(again)) return [{ ...judgement, exchange: refusal }];
  const after = await ask('control-after', bound.wellFormed());
  if (!isAnswered(after) || !isSuccess(after)) {
    return [inconclusive(`the well-formed request is no longer accepted afterwards: ${briefly(after)}`)];
  }
  const second = judgeWithoutScope(again, isKnown);
  if (second.kind === 'fail') return [{ ...judgement, ...(isAnswered(refusal) ? { exchange: refusal } : {}) }];
  const later = safety === 'read' ? await judgeAgain(pair, ask, [refusal]) : undefined;
  return [later ?? inconclusive(`the second response is ${briefly(again)} instead of ${briefly(refusal)}`)];
}

/**
 * Where the scopes of the token are unknown, nothing but a refusal of it here, and here alone, tells that it lacks one.
 */
function inferred(judgements: readonly Judgement[], why: string): Judgement {
  const isRefused = judgements.every((judgement) => judgement.kind === 'pass' && judgement.note === undefined);
  return isRefused ? pass(`refused only on this endpoint; ${why}`) : inconclusive(why);
}

/** The same for the second user, whose language may have a way of its own; without one nothing is sent. */
async function askForSecond(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const control = await ask('second-control', forSecond(bound.wellFormed()));
  if (!isAnswered(control) || !isSuccess(control)) return [];
  const first = await ask('second-case', withoutScope(forSecond(bound.wellFormed())));
  if (!isAnswered(first) || !isSuccess(first)) return [];
  const pair = { scoped: forSecond(bound.wellFormed()), unscoped: withoutScope(forSecond(bound.wellFormed())) };
  const again = await ask('second-again', pair.unscoped);
  const judgement = judgeWithoutScope(again, true);
  if (judgement.kind === 'fail' && isAnswered(again)) return [{ ...judgement, exchange: again }];
  const later = await judgeAgain(pair, ask, [first], 'second-');
  return later?.kind === 'fail' ? [later] : [];
}

/** A connection may keep what the token of an earlier request may do. */
async function askBehindScoped(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const judged = await judgeBehindGood(ask, {
    step: 'connection',
    connection: `scope:${bound.endpoint.name}`,
    good: bound.wellFormed(),
    request: withoutScope(bound.wellFormed()),
    cause: 'a token without the scope is accepted after one with it on the same connection',
    expected: 'status 403 with an ApiError',
  });
  return judged.filter(({ kind }) => kind === 'fail');
}

/** The scope check may compare the URL as it is spelled, although the router accepts other spellings. */
async function askSpelledOtherwise(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  if (bound.depth === 'quick') return [];
  const control = await ask('spelled-control', bound.wellFormed());
  const judged = await judgeSpelledOtherwise(
    ask,
    bound.wellFormed(),
    isAnswered(control) ? control : undefined,
    spellings,
    {
      lacking: withoutScope,
      cause: 'another spelling of the path is served to a token without the scope',
      expected: 'status 403 with an ApiError',
    },
  );
  return judged.filter(({ kind }) => kind === 'fail');
}

const withoutScope = (request: Request) => withHeader(request, 'Authorization', concat('Bearer ', unscoped));

/** Whether token and user are known to another endpoint, so that nothing but the scope explains a refusal here. */
async function witness(bound: Bound, ask: Ask): Promise<boolean> {
  for (const name of witnesses) {
    if (name === bound.endpoint.name || !bound.covers(name)) continue;
    const exchange = await ask(`witness-${name}`, withoutScope(bound.wellFormed(name)));
    if (isAnswered(exchange) && isSuccess(exchange)) return true;
  }
  return false;
}

/** Judges a token without the scope. A refusal other than 403 only counts if another endpoint accepts the token. */
export function judgeWithoutScope(exchange: Exchange, isKnown: boolean): Judgement {
  if (!isAnswered(exchange)) return inconclusive(briefly(exchange));
  if (isLoadShedding(exchange)) return inconclusive('the target shed load');
  const { status } = exchange.answer;
  if (status === 403) {
    return isKnown
      ? pass()
      : pass('no other endpoint accepted the token without the scope, so the 403 may have another cause');
  }
  if (isServerError(exchange)) return inconclusive(`the response is ${status}`);
  const expected = 'status 403 with an ApiError';
  if (isSuccess(exchange)) return fail('a token without the scope is accepted', expected, briefly(exchange));
  if (!isKnown) {
    return inconclusive(`refused with ${status}, but no other endpoint accepted that token and user either`);
  }
  return fail('a token without the scope is refused with a status other than 403', expected, briefly(exchange));
}

const isForFirst = (answered: Answered) => sentHeader(answered.request, 'x-user-id')[0] === '{{user:first}}';
const isTheirs = ({ key, answer }: Answered) => key.requirement === sufficient || answer.status === 403;

/**
 * The second user counts where the guides or another endpoint know that user: the guides ask for nothing but the scope.
 */
async function askSufficientForSecond(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const first = await ask('second-user', forSecond(bound.wellFormed()));
  if (!isAnswered(first)) return [];
  if (first.answer.status !== 403) return askSecondInTurn(bound, ask, []);
  for (const name of witnesses) {
    if (!bound.covers(name)) continue;
    const elsewhere = await ask(`second-user-${name}`, forSecond(bound.wellFormed(name)));
    if (!isAnswered(elsewhere) || !isSuccess(elsewhere)) continue;
    const again = await ask('second-user-again', forSecond(bound.wellFormed()));
    if (!isAnswered(again)) return [];
    return again.answer.status === 403 ? accused(again) : askSecondInTurn(bound, ask, [first]);
  }
  return [];
}

/** Requests that one of several nodes may refuse, or every so manieth of which is. */
const mostInTurn = 12;

/**
 * Whether the second user is refused twice, and served after that: by one of several nodes, or every so manieth time.
 */
async function askSecondInTurn(bound: Bound, ask: Ask, before: readonly Answered[]): Promise<readonly Judgement[]> {
  const refused = [...before];
  for (let nth = 0; nth < mostInTurn; nth++) {
    const came = await ask(`second-user-in-turn-${nth}`, forSecond(bound.wellFormed()));
    if (!isAnswered(came)) return [];
    if (came.answer.status === 403) refused.push(came);
    const [, second] = refused;
    if (second && isServed(came)) return accused(second);
  }
  return [];
}

function accused(refusal: Answered): readonly Judgement[] {
  const judgement = judgeSufficient(refusal);
  return judgement.kind === 'fail' ? [{ ...judgement, exchange: refusal }] : [];
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
