import {
  type Answered,
  type Ask,
  type Bound,
  cause,
  type Exchange,
  type Fail,
  fail,
  following,
  forSecond,
  inconclusive,
  isAnswered,
  isApiError,
  isLoadShedding,
  isProvenSilence,
  isRefusal,
  isSuccess,
  longestLag,
  ofHarness,
  pass,
  type RefusalCause,
  type Request,
  readableNames,
  say,
  scenario,
  statusOf,
  suite,
  summary,
} from '../../engine/index.ts';
import { expecting } from '../refusals.ts';
import { spec } from '../statements.ts';
import { noProbe, tokenProbes } from '../token-probes.ts';
import { unexpectedQuery } from './unexpected-query.ts';

/** Seconds before each further request to a target that restarts. */
const restartS = [1, 2, 3, 4];
const waitedS = restartS.reduce((sum, seconds) => sum + seconds);

interface AtTheEnd {
  endpoint: string;
  status: number;
  alike?: number;
  others?: number;
  /** After how many requests, so many of them refused, each response was the same. */
  requests?: number;
  refused?: number;
}
const since = ({ requests, refused }: AtTheEnd) =>
  requests === undefined
    ? ''
    : `; after ${requests} requests, of which ${refused} were refused, each response is the ` +
      `same, also after ${waitedS} s. Restart the server before you repeat it`;
const atTheEnd = expecting<AtTheEnd>(
  ({ status, endpoint }) => `status ${status} from ${endpoint}, as at the start of the run`,
  (facts, response) =>
    facts.others === undefined
      ? response
      : `${response}; the same status from ${facts.alike} of ${facts.others} other ` +
        `endpoints${since(facts)}`,
);

type Ended = Fail<'refused' | 'other-status' | 'no-response', AtTheEnd>;
type Start = NonNullable<Bound['facts']['start']>;

async function askAtTheEnd(bound: Bound, ask: Ask) {
  const { start } = bound.facts;
  if (!start)
    return tokenProbes(bound).length > 0
      ? inconclusive(say`the first well-formed request of the run got no response`)
      : noProbe(bound, say`the claim covers no endpoint that may be requested at the start`);
  let exchange = await askForStart(start, bound, ask);
  // Until a target has restarted, a gateway may respond with an error.
  for (const [nth, seconds] of restartS.entries()) {
    if (judgeEnd(exchange, start).kind !== 'fail') break;
    await ask.until(exchange.endedAt + seconds * 1000);
    exchange = await ask(`at-the-end-back-${nth}`, bound.wellFormed(start.endpoint));
  }
  const judgement = judgeEnd(exchange, start);
  if (judgement.kind === 'fail' && bound.allow.writes && isForbidden(exchange)) {
    const second = await ask('at-the-end-second', forSecond(bound.wellFormed(start.endpoint)));
    const why = say`the user may be restricted because of an address that the run sent`;
    if (!isAnswered(second) || !isRefusal(second))
      return inconclusive(say`${why}: ${summary(exchange)}`);
  }
  if (judgement.kind === 'pass') await askAfterRest(bound, ask, exchange.endedAt);
  if (judgement.kind !== 'fail') return judgement;
  if (isAnswered(exchange)) return withExtent(judgement, exchange, start.endpoint, bound, ask);
  const last = ask.outage?.lastBefore;
  return last ? { ...judgement, recipe: following(last) } : judgement;
}

async function withExtent(
  judgement: Ended,
  exchange: Answered,
  name: string,
  bound: Bound,
  ask: Ask,
) {
  const latest = ask.outage?.since(exchange.key.endpoint);
  const others = readableNames.filter((other) => other !== name && bound.covers(other));
  const came = await Promise.all(
    others.map((other) => ask(`at-the-end-${other}`, bound.wellFormed(other))),
  );
  const alike = came.filter((one) => statusOf(one) === exchange.answer.status);
  const facts = {
    ...judgement.facts,
    alike: ofHarness(alike.length),
    others: ofHarness(others.length),
  };
  const at = new Set([exchange, ...alike].map(({ key }) => key.endpoint));
  if (!latest?.before) return { ...judgement, facts, at: [...at] };
  const { requests, refused, endpoints, before } = latest;
  return {
    ...judgement,
    facts: { ...facts, requests: ofHarness(requests), refused: ofHarness(refused) },
    at: [...new Set([...at, ...endpoints])],
    recipe: following(before, { times: requests }),
  };
}

function judgeCause({ times, without, cause: before, refused }: RefusalCause) {
  const share = { times, of: times };
  const recipe = {
    ...following(before),
    share,
    otherwise: { without: { times: 0, of: without } },
  };
  const sight = { exchange: refused, at: [before.key.endpoint], recipe };
  return fail('refused-after-request', { times, without }, sight);
}

async function askForStart({ endpoint, status }: Start, { wellFormed }: Bound, ask: Ask) {
  const exchange = await ask('at-the-end', wellFormed(endpoint));
  if (status === 401 || statusOf(exchange) !== 401) return exchange;
  await ask.until(exchange.endedAt + longestLag);
  return ask('at-the-end-later', wellFormed(endpoint));
}

/** Not if the target was busy at the start, or has recovered since. */
function isBaseline(start: number, after: Answered) {
  if (start === 429 || start === 503) return false;
  return (start >= 200 && start < 300) || !isSuccess(after);
}

const isForbidden = (exchange: Exchange) =>
  isAnswered(exchange) && exchange.answer.status === 403 && isApiError(exchange);

export function judgeEnd(exchange: Exchange, start: Start) {
  const facts = { status: start.status, endpoint: ofHarness(start.endpoint) };
  if (!isAnswered(exchange))
    return isProvenSilence(exchange)
      ? fail('no-response', facts, exchange)
      : inconclusive(summary(exchange));
  if (isLoadShedding(exchange)) return inconclusive(say`the target shed load`);
  const { status } = exchange.answer;
  if (status === start.status) return pass();
  // token/renewal judges whether the API accepts a renewed token.
  if (status === 401)
    return inconclusive(say`the API refuses the run's latest token: ${summary(exchange)}`);
  if (!isBaseline(start.status, exchange))
    return inconclusive(
      say`the status was ${start.status} at the start; after the run: ${summary(exchange)}`,
    );
  return fail(isRefusal(exchange) ? 'refused' : 'other-status', facts, exchange);
}

/** Milliseconds after which a server may look up or open something again. */
const restMs = 600;
/** So many refusals, each but the last followed by a success, are no coincidence. */
const rests = 3;

/** The monitors judge the responses. */
export async function askAfterRest({ covers, wellFormed }: Bound, ask: Ask, since: number) {
  const names = readableNames.filter((name) => covers(name));
  await ask.until(since + restMs);
  for (const [suffix, as] of [
    ['', (request: Request) => request],
    ['-second', forSecond],
  ] as const)
    await Promise.all(
      names.map((name) => askRested(ask, `at-the-end-${name}${suffix}`, as(wellFormed(name)))),
    );
}

/** If it is refused after each rest and served right after, the rest is the cause. */
async function askRested(ask: Ask, step: string, request: Request) {
  for (let nth = 1; nth <= rests; nth++) {
    const suffix = nth === rests ? '-after-rest' : `-rested-${nth}`;
    const last = nth === rests ? { purpose: 'served-before' as const } : {};
    const rested = await ask(nth === 1 ? step : `${step}${suffix}`, { ...request, ...last });
    if (nth === rests || !isAnswered(rested) || !isRefusal(rested)) return;
    const next = await ask(`${step}-next-${nth}`, request);
    if (!isSuccess(next)) return;
    await ask.until(next.endedAt + restMs);
  }
}

export const robustness = suite('robustness', [
  unexpectedQuery,
  scenario({
    id: 'robustness/still-alive',
    level: 'must',
    lane: 'last',
    findsOutage: true,
    rule: 'After the run, the first well-formed request gets the same status as at the start.',
    section: 'What the service does',
    statement: spec.service,
    advice: [
      {
        suspect:
          'The load balancer took out the only host, because it counts refusals as failures.',
        look: 'Count only 5xx and timeouts as failures, and never take out the last host.',
        when: ['no host', 'proxy'],
      },
      {
        suspect: 'A protection suspends the client or its IP address after a few refused requests.',
        look: 'Raise the threshold, and respond with 429 and Retry-After.',
        when: ['4xx', '!no response', '!5xx', '!no host'],
      },
      {
        suspect: 'The code that refuses a malformed request ends the session or revokes the token.',
        look: 'Refuse only that request.',
        when: ['4xx', ({ times }) => times !== undefined || undefined, '!no host'],
      },
      {
        suspect: 'A refused request ended the process or a worker.',
        look: 'Search the log for restarts, and handle the exception of that request.',
        when: ['no response', '5xx', '!4xx'],
      },
      {
        suspect: 'Requests used up a quota, a pool or a permit that nothing renews or releases.',
        look: 'Release permits in a finally block, and renew quotas by time.',
        when: ['5xx', 'not alone', '!no host'],
      },
    ],
    causes: {
      refused: atTheEnd('a well-formed request is refused after many requests'),
      'other-status': atTheEnd('the first request gets a different status after the run'),
      'no-response': atTheEnd('the target does not respond after the run'),
      'refused-after-request': cause<{ times: number; without: number }>({
        title: 'a request makes the target refuse the token or the user',
        expected: 'the token and the user are accepted after any request',
        actual: ({ times, without }, response) =>
          `${response}: ${times} of ${times} times after the other request, and never without it ` +
          `(0 of ${without})`,
      }),
    },
    run: async (bound, ask) => [await askAtTheEnd(bound, ask)],
    judgeCause,
  }),
]);
