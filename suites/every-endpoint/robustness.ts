import {
  type Answered,
  type Ask,
  type Bound,
  briefly,
  type Exchange,
  fail,
  forSecond,
  inconclusive,
  isAnswered,
  isApiError,
  isLoadShedding,
  isProvenSilence,
  isRefusal,
  isSuccess,
  type Judgement,
  longestLag,
  observed,
  pass,
  type Request,
  requireAccepted,
  scenario,
  suite,
  valueText,
} from '../../engine/index.ts';
import { anyUnexpectedQuery, drawn, unexpectedQueries } from '../../fixtures/malformed/query.ts';
import { unwitnessed, witnesses } from '../witnesses.ts';
import { askAfterRest } from './after-rest.ts';
import { judgeByAddress, withRawQuery } from './by-address.ts';
import { judgeUserInQuery } from './user-in-query.ts';
import {
  type Compared,
  differAlike,
  differencesOf,
  inAnyOrder,
  judgeQuery,
  normalised,
  type OtherValues,
  otherValues,
} from './without-query.ts';

/** Generated queries at quick, standard and deep, after the listed ones. */
const counts = { quick: 4, standard: 10, deep: 120 } as const;
/** So many differences are asked for again; more are one broken endpoint. */
const askedAgain = 3;

const unexpectedQuery = scenario({
  id: 'robustness/unexpected-query',
  level: 'must',
  endpoints: ({ origin, method, safety }) => origin === 'api' && method === 'GET' && safety === 'read',
  rule: 'A request with unspecified query parameters gets the same response as without them, or a refusal.',
  section: 'Endpoints: no query parameters, or not shown',
  brokenBy: ['unknown-query-filters-everything', 'unknown-query-redirected', 'user-in-query-before-header'],
  run: async (bound, ask) => {
    const plain = bound.wellFormed();
    const before = requireAccepted(await ask('control', plain));
    const queries = [...unexpectedQueries, ...drawn(anyUnexpectedQuery, bound.seed, counts[bound.depth])];
    const asked = await Promise.all(
      queries.map(async ({ value }, nth): Promise<Asked> => {
        const [request, query] = [withRawQuery(plain, value), valueText(value)];
        const exchange = await ask(`query-${nth}`, request);
        const judgement = judgeQuery(exchange, before, new Set(), query);
        // Of an answer that is right only little is kept: bodies may be large.
        const different = judgement.kind === 'pass' ? {} : { exchange };
        return { nth, request, query, judgement, ...different, told: toldOf(exchange, before) };
      }),
    );
    const after = requireAccepted(await ask('control-after', plain), 'is no longer accepted afterwards');
    const told = asked.map((one) => one.told).filter((one) => one !== undefined);
    const varying = inAnyOrder(differencesOf(before, after));
    const known: Known = { seed: bound.seed, plain, before, varying, values: valuesOf(asked) };
    const judgements: Judgement[] = [];
    let again = 0;
    for (const one of asked) {
      const { exchange, query } = one;
      const judgement = exchange ? judgeQuery(exchange, before, varying, query, known.values) : one.judgement;
      if (!exchange || judgement.kind !== 'fail') judgements.push(judgement);
      else if (again < askedAgain) {
        const turn = again++;
        judgements.push(await judgeAgain(ask, known, { ...one, exchange, judgement, turn }));
      }
    }
    judgements.push(...(await judgeUserInQuery(bound, ask, before)));
    return [...judgements, observed(summary(told.map(({ refused }) => refused)))];
  },
});

/** What is known once every query was asked. */
interface Known {
  readonly seed: number;
  readonly plain: Request;
  /** The answer to it. */
  readonly before: Answered;
  /** Where two answers to it differ. */
  readonly varying: ReadonlySet<string>;
  /** What differs from it in those to the queries. */
  readonly values: readonly OtherValues[];
}

interface Asked {
  readonly nth: number;
  readonly request: Request;
  readonly query: string;
  readonly judgement: Judgement;
  /** Unless it is right, whatever varies. */
  readonly exchange?: Exchange;
  /** undefined where no answer came. */
  readonly told: Told | undefined;
}

interface Told {
  /** The status of a refusal. */
  readonly refused?: number;
  /** Of a success. */
  readonly values?: OtherValues;
}

function toldOf(exchange: Exchange, control: Answered): Told | undefined {
  if (!isAnswered(exchange)) return undefined;
  if (isRefusal(exchange)) return { refused: exchange.answer.status };
  return isSuccess(exchange) ? { values: otherValues(control, exchange) } : {};
}

/** What differs in the answers to queries, one of those that servers may take for the same, and none of those for nothing. */
function valuesOf(asked: readonly Asked[]): readonly OtherValues[] {
  const values = new Map<string, OtherValues>();
  for (const { query, told } of asked) {
    const name = normalised(query);
    if (told?.values && name !== '') values.set(name, values.get(name) ?? told.values);
  }
  return [...values.values()];
}

/**
 * In what order requests without (`-`) and with the query (`?`) are repeated. Replicas that take turns, two to five of
 * them, show a difference between the first ones already; with replicas by chance it takes 2^20 series until all of those
 * meet the same one and all of these another.
 */
const series = '-----?-??--?---??--??' as const;

/** After so many requests without the query, what one in ten shows has shown, but for one time in 60. */
const seldom = 40;

/**
 * Content changes while a run lasts, may come and go, and replicas may differ in what is open: only a difference that
 * shows each time with the query, and never without it, is a finding.
 */
async function judgeAgain(
  ask: Ask,
  { seed, plain, before, varying, values }: Known,
  { nth, request, query, exchange, judgement, turn }: Asked & { readonly exchange: Exchange; readonly turn: number },
): Promise<Judgement> {
  const moving = new Set(varying);
  const pairs: Compared[] = isAnswered(exchange) ? [[before, exchange]] : [];
  let control = before;
  let isMixed = false;
  const isExplained = () =>
    judgeQuery(exchange, before, moving, query, values).kind === 'pass' || !differAlike(pairs, moving, values);
  for (const [at, sign] of [...series].entries()) {
    const next = await ask(`again-${nth}-${at}`, sign === '?' ? request : plain);
    if (sign === '-') {
      if (!isAnswered(next) || !isSuccess(next)) {
        return inconclusive(`the well-formed request is no longer accepted: ${briefly(next)}`);
      }
      for (const place of inAnyOrder(differencesOf(control, next))) moving.add(place);
      control = next;
    } else if (isAnswered(next) && judgeQuery(next, control, moving, query, values).kind === 'fail') {
      pairs.push([control, next]);
    } else if (pairs.length < 2 || judgeQuery(exchange, before, moving, query, values).kind === 'pass') return pass();
    // The controls to come may show that it differs without the query as well.
    else isMixed = true;
  }
  if (isMixed) {
    // Or that one replica was behind the others for as long as all of that took.
    await ask.until(control.endedAt + longestLag);
    // Or that few requests go to it: so many more without the query meet it as well.
    for (let at = 0; at < seldom && !isExplained(); at++) {
      const last = await ask(`again-${nth}-caught-up${at === 0 ? '' : `-${at}`}`, plain);
      if (isAnswered(last)) for (const place of inAnyOrder(differencesOf(control, last))) moving.add(place);
    }
  }
  if (isExplained()) return pass();
  if (isMixed) return inconclusive('a query changed the response, but not every time');
  const change = { turn, seed, plain, request, pairs, varying: moving, values };
  return (await judgeByAddress(ask, `again-${nth}`, change)) ?? judgement;
}

function summary(refusals: readonly (number | undefined)[]): string {
  const refused = refusals.filter((status) => status !== undefined);
  const statuses = [...new Set(refused)].sort().join(', ');
  const served = refusals.length - refused.length;
  return refused.length === 0
    ? `${served} queries ignored`
    : `${served} ignored, ${refused.length} refused with ${statuses}`;
}

const stillAlive = scenario({
  id: 'robustness/still-alive',
  level: 'must',
  lane: 'last',
  rule: 'After the run, the first well-formed request gets the same status as at the start.',
  section: 'What the service does',
  brokenBy: ['tenant-suspended-by-wrong-secret', 'banned-after-wrong-secret', 'gone-after-wrong-secret'],
  run: (bound, ask) => askAtTheEnd(bound, ask),
});

/** Seconds between one question and the next for a target that is away. */
const restartS = [1, 2, 3, 4];

async function askAtTheEnd(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const { start } = bound.facts;
  if (!start) {
    const isAskable = witnesses(bound).length > 0;
    const why = 'the first well-formed request of the run got no response';
    return [
      isAskable
        ? inconclusive(why)
        : unwitnessed(bound, 'the claim covers no endpoint that may be requested at the start'),
    ];
  }
  let exchange = await askForStart(start, bound, ask);
  // One that is restarted, for whatever reason, is back after a moment, and a gateway says so until then.
  for (const [nth, seconds] of restartS.entries()) {
    if (judgeEnd(exchange, start).kind !== 'fail') break;
    await ask.until(exchange.endedAt + seconds * 1000);
    exchange = await ask(`at-the-end-back-${nth}`, bound.wellFormed(start.endpoint));
  }
  const judgement = judgeEnd(exchange, start);
  if (judgement.kind === 'fail' && bound.allow.writes && isForbidden(exchange)) {
    const second = await ask('at-the-end-second', forSecond(bound.wellFormed(start.endpoint)));
    if (!isAnswered(second) || !isRefusal(second)) {
      return [inconclusive(`the user may be restricted because of an address that the run sent: ${briefly(exchange)}`)];
    }
  }
  // Whether the first one still works tells nothing of the others.
  if (judgement.kind === 'pass') await askAfterRest(bound, ask, exchange.endedAt);
  return [judgement];
}

/** Again where it is the token that is refused: the last one may not be known everywhere yet. */
async function askForStart(
  { endpoint, status }: NonNullable<Bound['facts']['start']>,
  { wellFormed }: Bound,
  ask: Ask,
): Promise<Exchange> {
  const exchange = await ask('at-the-end', wellFormed(endpoint));
  if (status === 401 || !isAnswered(exchange) || exchange.answer.status !== 401) return exchange;
  await ask.until(exchange.endedAt + longestLag);
  return ask('at-the-end-later', wellFormed(endpoint));
}

/** Whether another status afterwards is worse than that at the start, which may have been that of a busy target. */
function isBaseline(start: number, after: Answered): boolean {
  if (start === 429 || start === 503) return false;
  return (start >= 200 && start < 300) || !isSuccess(after);
}

const isForbidden = (exchange: Exchange) =>
  isAnswered(exchange) && exchange.answer.status === 403 && isApiError(exchange);

export function judgeEnd(exchange: Exchange, start: { readonly endpoint: string; readonly status: number }): Judgement {
  const wanted = `status ${start.status} from ${start.endpoint}, as at the start of the run`;
  if (isAnswered(exchange)) {
    if (isLoadShedding(exchange)) return inconclusive('the target shed load');
    if (exchange.answer.status === start.status) return pass();
    // The token is another one by now, where it was renewed: whether that one is accepted is token/renewal's.
    if (exchange.answer.status === 401) return inconclusive(`the token is no longer accepted: ${briefly(exchange)}`);
    if (!isBaseline(start.status, exchange)) {
      return inconclusive(`the status was ${start.status} at the start; after the run: ${briefly(exchange)}`);
    }
    return fail('the first request gets a different status after the run', wanted, briefly(exchange), exchange);
  }
  if (!isProvenSilence(exchange)) return inconclusive(briefly(exchange));
  return fail('the target does not respond after the run', wanted, briefly(exchange), exchange);
}

/** Requirements on the effects of unexpected requests on their own response and on later ones. */
export const robustness = suite('robustness', [unexpectedQuery, stillAlive]);
