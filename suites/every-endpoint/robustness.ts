import {
  type Answered,
  type Ask,
  type Bound,
  briefly,
  concat,
  differences,
  type Exchange,
  held,
  isAnswered,
  isLarge,
  isLoadShedding,
  isRefusal,
  isServerError,
  isSuccess,
  isUnread,
  isWithin,
  type Json,
  type Judgement,
  json,
  observed,
  type Request,
  scenario,
  suite,
  unanswered,
  type Value,
  valueText,
  violated,
} from '../../engine/index.ts';
import { anyUnexpectedQuery, drawn, unexpectedQueries } from '../../fixtures/malformed/query.ts';
import { contentOf } from './own-answers.ts';

/** Generated queries at quick, standard and deep, after the listed ones. */
const counts = { quick: 4, standard: 10, deep: 120 } as const;
/** Names that an implementation may well have given a meaning: what such a query selects is no defect. */
const meaningful = /^(?:limit|offset|page|size|sort|filter|from|to|fields|(?:\$|%24)\w+)$/i;
/** So many differences are asked for again; more are one broken endpoint. */
const askedAgain = 3;
/** Values of a body that are compared. */
const mostValues = 100_000;

const unexpectedQuery = scenario({
  id: 'robustness/unexpected-query',
  level: 'must',
  endpoints: ({ origin, method, safety }) => origin === 'api' && method === 'GET' && safety === 'read',
  rule: 'Query parameters that the specification does not name are answered as without them, or refused.',
  section: 'Endpoints: no query parameters, or not shown',
  brokenBy: [
    'unknown-query-filters-everything',
    'unknown-query-redirected',
    'unknown-query-selects-portfolio',
    'guide-without-chapters-by-query',
    'insights-searched-by-any-query',
    'summaries-of-a-day-by-query',
    'cash-echoes-repeated-parameter',
    'portfolios-empty-for-brackets',
    'savings-vault-accepted-for-later-by-query',
    'settings-merged-with-query',
    'product-name-from-query',
  ],
  run: async (bound, ask) => {
    const plain = bound.wellFormed();
    const before = await ask('control', plain);
    if (!isAnswered(before) || !isSuccess(before)) {
      return [unanswered(`the positive control is not accepted: ${briefly(before)}`)];
    }
    const queries = [...unexpectedQueries, ...drawn(anyUnexpectedQuery, bound.seed, counts[bound.depth])];
    const answers = await Promise.all(
      queries.map(async ({ label, value }, nth) => {
        const request = withRawQuery(plain, value);
        return { nth, label, request, query: valueText(value), exchange: await ask(`query-${nth}`, request) };
      }),
    );
    const after = await ask('control-after', plain);
    if (!isAnswered(after) || !isSuccess(after)) {
      return [unanswered(`the positive control is no longer accepted afterwards: ${briefly(after)}`)];
    }
    const varying = inAnyOrder(differencesOf(before, after));
    const judgements: Judgement[] = [];
    let again = 0;
    for (const one of answers) {
      const judgement = judgeQuery(one.exchange, before, varying, one.query);
      if (judgement.kind !== 'violated' || again >= askedAgain) {
        if (judgement.kind !== 'violated' || again < askedAgain) judgements.push(judgement);
        continue;
      }
      again++;
      judgements.push(await judgeAgain(ask, plain, one, before, varying, judgement));
    }
    return [...judgements, observed(summary(answers.map(({ exchange }) => exchange)))];
  },
});

function withRawQuery(request: Request, query: Value): Request {
  return { ...request, path: concat(request.path, '?', query) };
}

/** Places where two answers differ: of JSON those within it, of anything else the whole. */
function differencesOf(one: Answered, other: Answered): ReadonlySet<string> {
  if (saysTheSame(one, other)) return new Set();
  const [left, right] = [valueIn(one), valueIn(other)];
  const isComparable = [left, right].every((value) => value !== undefined && !isLarge(value, mostValues));
  return left !== undefined && right !== undefined && isComparable ? differences(left, right) : new Set(['']);
}

const saysTheSame = (one: Answered, other: Answered) => one.answer.body.text === other.answer.body.text;

function valueIn(answered: Answered): Json | undefined {
  const parsed = json(answered);
  return 'value' in parsed ? parsed.value : undefined;
}

/** The place without its numbers: a list that comes in another order each time varies in all of its elements. */
const general = (pointer: string) => pointer.replace(/\/\d+(?=\/|$)/g, '/*');
const inAnyOrder = (pointers: Iterable<string>): ReadonlySet<string> => new Set([...pointers].map(general));

const expected = 'the answer that comes without the query, or a refusal with a 4xx status';

/** Content that varies without any query is no difference. */
export function judgeQuery(
  exchange: Exchange,
  control: Answered,
  varying: ReadonlySet<string>,
  query: string,
): Judgement {
  if (!isAnswered(exchange)) return unanswered(briefly(exchange));
  if (isLoadShedding(exchange)) return unanswered('the target shed load');
  if (isRefusal(exchange)) return held();
  if (isServerError(exchange)) return unanswered(`answered with ${exchange.answer.status}: http/no-server-error`);
  if (exchange.answer.status !== control.answer.status) {
    const actual = `?${query}: ${briefly(exchange)}`;
    return violated('a query is answered with another status', expected, actual, exchange);
  }
  const names = query.split('&').map((pair) => pair.split('=')[0] ?? '');
  if (names.some((name) => meaningful.test(name))) return held();
  if (saysTheSame(control, exchange) || varying.has('')) return held();
  const isIncomparable = [control, exchange].some((one) => isUnread(one) || isLarge(valueIn(one), mostValues));
  if (isIncomparable) return unanswered('a body is too deep or too long to be compared');
  const [place] = [...differencesOf(control, exchange)].filter((at) => !isWithin(general(at), varying));
  if (place === undefined || isReordered(control, exchange)) return held();
  const found = at(exchange, place);
  const actual = `?${query}: ${place || 'the body'} is ${found} instead of ${at(control, place)}`;
  return violated('a query changes the content', expected, actual, exchange);
}

/** No order is shown but that of the guides: one that is another every time may be the same in all controls by chance. */
function isReordered(control: Answered, exchange: Answered): boolean {
  if (valueText(control.request.path).includes('/learning-guides')) return false;
  const [left, right] = [valueIn(control), valueIn(exchange)];
  if (left === undefined || right === undefined) return false;
  return contentOf(left, new Set()) === contentOf(right, new Set());
}

function at(answered: Answered, pointer: string): string {
  let value = valueIn(answered);
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    // `toString` and the like are members as any other.
    const holder = typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? value : undefined;
    value = (holder as { [name: string]: Json } | undefined)?.[name];
  }
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return value === undefined ? 'absent' : JSON.stringify(value).slice(0, 60);
}

interface Asked {
  readonly nth: number;
  readonly request: Request;
  readonly query: string;
  /** What it was answered the first time. */
  readonly exchange: Exchange;
}

/**
 * Content changes while a run lasts, and may come and go: only a difference that shows twice, against controls before,
 * between and after, is a finding.
 */
async function judgeAgain(
  ask: Ask,
  plain: Request,
  { nth, request, query, exchange }: Asked,
  before: Answered,
  varying: ReadonlySet<string>,
  first: Judgement,
): Promise<Judgement> {
  const controls: Answered[] = [before];
  const asked: Exchange[] = [];
  for (const step of ['control', 'query', 'control-between', 'query-again', 'control-after'] as const) {
    const isControl = step.startsWith('control');
    const next = await ask(`again-${nth}-${step}`, isControl ? plain : request);
    if (!isControl) asked.push(next);
    else if (isAnswered(next) && isSuccess(next)) controls.push(next);
    else return unanswered(`the positive control is no longer accepted: ${briefly(next)}`);
  }
  const moved = controls.slice(1).flatMap((control, at) => [...differencesOf(controls[at] ?? before, control)]);
  const moving = inAnyOrder([...varying, ...moved]);
  const control = controls[1] ?? before;
  const again = asked.map((repeated) => judgeQuery(repeated, control, moving, query));
  if (again.every(({ kind }) => kind === 'violated')) return first;
  // A single change while it was asked, as after an update that not every replica has yet.
  if (again.every(({ kind }) => kind === 'held')) return held();
  // More controls may show what two did not: a short list of any order comes in the same one now and then.
  return judgeQuery(exchange, before, moving, query).kind === 'held'
    ? held()
    : unanswered('a query was answered differently, and not each time again');
}

function summary(exchanges: readonly Exchange[]): string {
  const answered = exchanges.filter(isAnswered);
  const refused = answered.filter(isRefusal);
  const statuses = [...new Set(refused.map(({ answer }) => answer.status))].sort().join(', ');
  const served = answered.length - refused.length;
  return refused.length === 0
    ? `${served} queries ignored`
    : `${served} ignored, ${refused.length} refused with ${statuses}`;
}

const stillAlive = scenario({
  id: 'robustness/still-alive',
  level: 'must',
  lane: 'last',
  rule: 'After everything else, the first well-formed request gets the same status as at the start.',
  section: 'What the service does',
  brokenBy: ['tenant-suspended-by-wrong-secret', 'banned-after-wrong-secret', 'gone-after-wrong-secret'],
  run: (bound, ask) => askAtTheEnd(bound, ask),
});

async function askAtTheEnd(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const { start } = bound.facts;
  if (!start) return [unanswered('the first well-formed request of the run was not answered')];
  const exchange = await ask('at-the-end', bound.wellFormed(start.endpoint));
  return [judgeEnd(exchange, start)];
}

export function judgeEnd(exchange: Exchange, start: { readonly endpoint: string; readonly status: number }): Judgement {
  const wanted = `status ${start.status} from ${start.endpoint}, as at the start of the run`;
  if (isAnswered(exchange)) {
    if (isLoadShedding(exchange)) return unanswered('the target shed load');
    if (exchange.answer.status === start.status) return held();
    // The token is another one by now, where it was renewed: whether that one is accepted is token/renewal's.
    if (exchange.answer.status === 401) return unanswered(`the token is no longer accepted: ${briefly(exchange)}`);
    return violated('the target answers otherwise after the run', wanted, briefly(exchange), exchange);
  }
  // What a network in between does looks different from a server that is gone: that one refuses, closes or hangs.
  const gone = ['refused-connection', 'closed', 'timeout', 'target-down'].includes(exchange.answer.lost);
  if (!gone) return unanswered(briefly(exchange));
  return violated('the target does not answer after the run', wanted, briefly(exchange), exchange);
}

/** What unexpected requests do to their own answer, or to those after them. */
export const robustness = suite('robustness', [unexpectedQuery, stillAlive]);
