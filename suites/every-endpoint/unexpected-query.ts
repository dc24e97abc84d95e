import {
  type Answered,
  type Ask,
  type Bound,
  besides,
  cause,
  changeOf,
  concat,
  type Difference,
  differenceOf,
  type Exchange,
  fail,
  findQueryEffect,
  forSecond,
  fromTarget,
  inconclusive,
  inList,
  isAnswered,
  isLoadShedding,
  isNone,
  isRefusal,
  isServerError,
  isSuccess,
  type Judgement,
  type NoViolation,
  notJudged,
  observed,
  ofHarness,
  orInconclusive,
  pass,
  placesIn,
  placesThatEcho,
  type Request,
  readWithStatus,
  requireAccepted,
  type Statements,
  say,
  scenario,
  summary,
  symbol,
  valueText,
  withoutHeader,
  withQuery,
} from '../../engine/index.ts';
import { shareOfEndpoint } from '../../fixtures/malformed/cases.ts';
import {
  furtherQueries,
  generatedQueries,
  unexpectedQueries,
} from '../../fixtures/malformed/query.ts';
import { spec } from '../statements.ts';
import { hasMalformedTarget } from './error-answers.ts';
import { readUserData, saidAt } from './user-isolation.ts';

/** After this many effects that do not pass, the whole endpoint is broken. */
const mostEffects = 3;
/** Queries with further effects get no judgement. */
const mostTrials = 8;

/** An implementation may use these. Their effect on a success is no defect. */
const meaningful = /^(?:limit|offset|page|size|sort|filter|from|to|fields|(?:\$|%24)\w+)$/i;

interface Queried {
  query: string;
  place?: string;
  value?: string;
  former?: string;
  /** How many of the queries sent have this effect. */
  alike: number;
  of: number;
}
/** More than half do, and the first of them has no meaning. */
const isByAny = ({ alike, of }: Partial<Queried>) => Number(alike) * 2 > Number(of) || undefined;
const extent = ({ alike, of }: Queried) => `the same with ${alike} of ${of} queries`;

const expected = 'the same response as without the query, or a refusal with a 4xx status';
const causes = {
  'changes-status': cause<Queried>({
    title: 'an unknown query parameter changes the status',
    expected,
    actual: (facts, response) => `?${facts.query}: ${response}; ${extent(facts)}`,
  }),
  'changes-response': cause<Queried>({
    title: 'an unknown query parameter changes the response',
    expected,
    actual: ({ query, place, value, former, ...counts }) => {
      const is = place === undefined ? 'the body is another one' : `${place} is ${value}`;
      const instead = place === undefined ? '' : ` instead of ${former}`;
      return `?${query}: ${is}${instead}; ${extent({ query, ...counts })}`;
    },
  }),
  'user-overridden': cause<{ place: string }>({
    title: 'a user in the query overrides x-user-id',
    expected: 'the response for the user in x-user-id, or a refusal with a 4xx status',
    actual: ({ place }, response) => `the second user's value at ${place}: ${response}`,
    advice: [
      {
        suspect: 'The code reads the user from the query first, or merges query and headers.',
        look: 'Read the user from the header only.',
      },
    ],
  }),
};
type Judged = Judgement<typeof causes>;

export const unexpectedQuery = scenario({
  id: 'robustness/unexpected-query',
  level: 'must',
  endpoints: ({ origin, method, safety }) =>
    origin === 'api' && method === 'GET' && safety === 'read',
  rule:
    'A request with unspecified query parameters gets the same response as without them, or a ' +
    'refusal.',
  section: 'Endpoints: no query parameters, or the specification does not say',
  statement: spec.noQuery,
  causes,
  advice: [
    {
      suspect: 'A generic layer turns query parameters into filters, paging or field masks.',
      look: 'Switch this layer off, or give it a list of allowed parameters.',
      when: ['!3xx'],
    },
    {
      suspect: 'A query parameter overrides another input of the handler.',
      look: 'Do not merge query, body and headers into one object.',
      when: ['!3xx'],
    },
    {
      suspect: 'Any query selects another branch, a stub or a redirect.',
      look: 'Search handler, gateway and mocks for conditions on the query string.',
      when: [isByAny],
    },
  ],
  run: async (bound, ask) => {
    const { depth, seed } = bound;
    const plain = bound.wellFormed();
    const before = requireAccepted(await ask('control', plain));
    const says = (exchange: Answered) => read(exchange)?.says ?? new Set<string>();
    const control = says(before);
    const queries = [
      ...unexpectedQueries,
      ...shareOfEndpoint(bound, furtherQueries),
      ...generatedQueries(depth, seed),
    ];
    const sent = await Promise.all(
      queries.map(async ({ value }, nth): Promise<Sent> => {
        const request = { ...plain, path: concat(plain.path, '?', value) };
        const exchange = await ask(`query-${nth}`, request);
        const query = valueText(value);
        const result = compared(exchange, before, control, query);
        return { nth, request, query, outcome: outcomeOf(exchange), result };
      }),
    );
    const after = requireAccepted(
      await ask('control-after', plain),
      'is no longer accepted afterwards',
    );
    const judged = await judgeSent(bound, ask, sent, placesIn(differenceOf(control, says(after))));
    return [...judged, ...(await judgeUserInQuery(bound, ask, before)), observed(outcomesOf(sent))];
  },
});

/** The order of elements counts for the guides only. */
const read = (exchange: Exchange, noise?: ReadonlySet<string>) =>
  readWithStatus(exchange, {
    isOrdered: valueText(exchange.request.path).includes('/learning-guides'),
    noise,
  });

type Sent = Readonly<{
  nth: number;
  request: Request;
  query: string;
  /** A number is the status of a refusal. */
  outcome: 'silent' | 'served' | number;
  result: NoViolation | Differing;
}>;

/** Others are not kept, because bodies may be large. */
type Differing = Readonly<{
  kind: 'differing';
  exchange: Answered;
  difference: Difference;
}>;

const hasMeaning = (query: string) =>
  query.split('&').some((pair) => meaningful.test(pair.split('=')[0] ?? ''));

const effectOf = ({ added, missing }: Difference) => [...added, ...missing].sort().join('\r');

function compared(
  exchange: Exchange,
  before: Answered,
  control: Statements,
  query: string,
): NoViolation | Differing {
  if (!isAnswered(exchange)) {
    // The target is no valid URI.
    const isCutOff = exchange.answer.lost === 'closed' && hasMalformedTarget(exchange.request);
    return isCutOff ? pass() : inconclusive(summary(exchange));
  }
  // A part of a list may get 206, and an empty list 204.
  const isMeant = isSuccess(exchange) && hasMeaning(query);
  if (isLoadShedding(exchange)) return inconclusive(say`the target shed load`);
  if (isRefusal(exchange) || isMeant) return pass();
  const { status, body } = exchange.answer;
  if (isServerError(exchange)) return notJudged(exchange, 'http/no-server-error');
  if (status === before.answer.status && body.text === before.answer.body.text) return pass();
  const difference = differenceOf(control, read(exchange)?.says ?? control);
  return isNone(difference) ? pass() : { kind: 'differing', exchange, difference };
}

async function judgeSent(
  bound: Bound,
  ask: Ask,
  sent: readonly Sent[],
  varying: ReadonlySet<string>,
) {
  const judged: Judged[] = [];
  const tried = new Set<string>();
  let found = 0;
  const differing = sent.flatMap(({ result }) =>
    result.kind === 'differing' ? result.difference : [],
  );
  const noise = new Set([...varying, ...placesThatEcho(differing)]);
  const effects = differing.map((difference) => effectOf(besides(difference, noise)));
  const counted = sent.filter(
    ({ outcome, query, result }) =>
      result.kind === 'differing' || (outcome === 'served' && !hasMeaning(query)),
  );
  for (const one of sent) {
    if (one.result.kind !== 'differing') {
      judged.push(one.result);
      continue;
    }
    const difference = besides(one.result.difference, noise);
    const effect = effectOf(difference);
    if (isNone(difference)) judged.push(pass());
    else if (!tried.has(effect) && tried.size < mostTrials && found < mostEffects) {
      tried.add(effect);
      const judgement = await judgeEffect(bound, ask, one, { ...one.result, difference }, noise, {
        alike: effects.filter((other) => other === effect).length,
        of: counted.length,
      }).catch(orInconclusive);
      if (judgement.kind !== 'pass') found++;
      judged.push(judgement);
    }
  }
  return judged;
}

async function judgeEffect(
  bound: Bound,
  ask: Ask,
  { nth, request, query }: Sent,
  { exchange, difference }: Differing,
  noise: ReadonlySet<string>,
  share: Pick<Queried, 'alike' | 'of'>,
) {
  const found = await findQueryEffect(
    {
      ask,
      depth: bound.depth,
      seed: bound.seed,
      name: `again-${nth}`,
      read: (one: Exchange) => read(one, noise),
      plain: bound.wellFormed(),
      queried: request,
    },
    difference,
  );
  if (found.kind === 'same') return pass();
  if (found.kind === 'by-url')
    return observed(say`the response depends on the URL, not on the parameter`);
  if (found.kind === 'undecided') return inconclusive(say`a query ${found.why}`);
  const places = placesIn({ added: found.own[1], missing: found.own[0] });
  const sent = { query: ofHarness(query), ...share };
  if (places.has('status')) return fail('changes-status', sent, exchange);
  const change = changeOf(found.former, exchange, places);
  if (!change) return fail('changes-response', sent, exchange);
  const place = fromTarget(change.place);
  const [value, former] = [fromTarget(change.value), fromTarget(change.former)];
  return fail('changes-response', { ...sent, place, value, former }, exchange);
}

function outcomeOf(exchange: Exchange) {
  if (!isAnswered(exchange)) return 'silent';
  return isRefusal(exchange) ? exchange.answer.status : 'served';
}

function outcomesOf(sent: readonly Sent[]) {
  const outcomes = sent.map(({ outcome }) => outcome);
  const served = outcomes.filter((one) => one === 'served').length;
  const refused = outcomes.filter((one) => typeof one === 'number');
  if (refused.length === 0) return say`${served} queries ignored`;
  const statuses = [...new Set(refused)].sort().map((status) => say`${status}`);
  return say`${served} ignored, ${refused.length} refused with ${inList(statuses, ', ')}`;
}

/** The first request has all of them. */
const names = ['userId', 'user_id', 'x-user-id', 'user'];

export async function judgeUserInQuery(bound: Bound, ask: Ask, before: Answered) {
  const plain = bound.wellFormed();
  const first = readUserData(before);
  if (bound.endpoint.user !== 'required' || !first) return [];
  const second = readUserData(await ask('user-in-query-second', forSecond(plain)));
  const own = second && differenceOf(first.says, second.says).added;
  if (!own?.size) return [];
  const naming = (some: readonly string[]) =>
    some.reduce((one, name) => withQuery(one, name, symbol('user:second')), plain);
  let query = naming(names);
  let shown = readUserData(await ask('user-in-query', query));
  // A server may know one of the names, and refuse the others.
  for (const name of names) {
    if (shown) break;
    query = naming([name]);
    shown = readUserData(await ask(`user-in-query-${name}`, query));
  }
  if (!shown) return [];
  const difference = differenceOf(first.says, shown.says);
  if (![...difference.added].some((one) => own.has(one))) return [pass()];
  // user/missing reports servers that need no header.
  const bare = await ask('user-in-query-alone', withoutHeader(query, 'x-user-id'));
  if (!isAnswered(bare) || isSuccess(bare)) return [];
  const { depth, seed } = bound;
  const found = await findQueryEffect(
    { name: 'user-in-query', read: readUserData, ask, depth, seed, plain, queried: query },
    difference,
  );
  const statement =
    found.kind === 'differs' && !found.isByAny && [...found.own[1]].find((one) => own.has(one));
  return statement
    ? [fail('user-overridden', { place: saidAt(statement).place }, shown.exchange)]
    : [];
}
