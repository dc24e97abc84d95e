import {
  type Ask,
  type Bound,
  disguisedError,
  type Exchange,
  fail,
  fromTarget,
  inconclusive,
  isDecided,
  isSuccess,
  type Judgement,
  json,
  jsonObject,
  outOfReach,
  pass,
  type Request,
  recurring,
  say,
  statusOf,
  summary,
  whyNoJson,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { expecting } from '../refusals.ts';
import { elementsOf, idsOf } from './listing.ts';

export type Fetched = Readonly<{
  at: number;
  id: string;
  exchange: Exchange;
}>;

const otherSources = {
  suspect: 'Listing and single guide use different sources: drafts, translations, nodes or caches.',
  look: 'Use the same filter and store for both.',
};
const undelivered = expecting<Pick<Fetched, 'id'>>(
  ({ id }) => `200 and a JSON object for the listed id ${id}`,
);

export const fetchedCauses = {
  'not-found': {
    ...undelivered('a listed guide is not found', otherSources),
    actual: (_id: object, response: string) =>
      `${response} ({base_url}/learn/learning-guides/{id} ` +
      'and {base_url}/learning-guides/{id} were tried)',
  },
  'not-delivered': undelivered(
    'a listed guide is not delivered',
    {
      suspect: 'A firewall, a quota or an access rule refuses some guides.',
      look: 'Search their logs for this id, and respond with 429 if a quota is used up.',
    },
    otherSources,
  ),
  'disguised-error': undelivered('a guide is an ApiError with a success status', why.errorWithOk),
  'other-status': undelivered('a guide has a status other than 200', {
    suspect: 'An empty or partial result gets another success status, such as 204 or 206.',
    look: 'Respond with 200 and the whole guide, or with 404 if there is none.',
  }),
  'not-an-object': undelivered('a guide is not a JSON object', {
    suspect:
      'The handler sends what the query returns, such as a list or null, or encodes it twice.',
    look: 'Send the guide itself as an object, or 404 if there is none.',
  }),
};

export type Listed = Judgement<typeof fetchedCauses>;

/** If so, a missing scope does not explain the refusal of another guide. */
export function isAnyServed(fetched: readonly Fetched[]) {
  return fetched.some(({ exchange }) => isSuccess(exchange));
}

/** Callers compare it by identity. */
export const gone = inconclusive(say`no guide was delivered, and none is listed any longer`);

/** A guide that has left the user's listing was edited, which is no defect. */
export async function judgeListed(
  one: Fetched,
  bound: Bound,
  isServed: boolean,
  ask: Ask,
  name: string,
  as = (request: Request) => request,
) {
  const judgement = await judgeTwice(one, bound, isServed, ask, `guide-${name}-again`);
  if (judgement.kind !== 'fail' || !bound.covers('guides')) return judgement;
  const listed = elementsOf(await ask(`listing-${name}`, as(bound.wellFormed('guides'))));
  return listed && !idsOf(listed).includes(one.id) ? gone : judgement;
}

/**
 * An error must recur: a firewall may fail for a moment, and a replica may get a guide late. A
 * success with other content counts at once.
 */
async function judgeTwice(
  { id, exchange }: Fetched,
  bound: Bound,
  isServed: boolean,
  ask: Ask,
  step: string,
) {
  let judgement = judgeFetched(exchange, id, bound, isServed);
  if (judgement.kind !== 'fail' || isSuccess(exchange)) return judgement;
  const isRefused = statusOf(exchange) === 403;
  // One of several replicas may never get the guide.
  const again = isRefused ? [''] : ['', '-more', '-at-last'];
  const found = await recurring(
    ask,
    { first: [0], again: again.map(() => 0) },
    async (nth, isAgain) => {
      const came = isAgain ? await ask(`${step}${again[nth]}`, exchange.request) : exchange;
      judgement = judgeFetched(came, id, bound, isServed);
      return { shows: judgement.kind === 'fail', endedAt: came.endedAt };
    },
  );
  if (found) return judgement;
  return isRefused
    ? inconclusive(say`refused once, and not on the second request: ${summary(exchange)}`)
    : pass();
}

function judgeFetched(exchange: Exchange, id: string, bound: Bound, isServed: boolean) {
  if (!isDecided(exchange)) return inconclusive(summary(exchange));
  const { status, body } = exchange.answer;
  const reason = isServed ? undefined : outOfReach(exchange, bound);
  if (reason !== undefined) return inconclusive(reason);
  const failing = (cause: keyof typeof fetchedCauses) =>
    fail(cause, { id: fromTarget(id) }, exchange);
  if (status === 404 && bound.profile.guidePath === undefined) return failing('not-found');
  if (!isSuccess(exchange)) return failing('not-delivered');
  if (disguisedError(exchange) !== undefined) return failing('disguised-error');
  if (status !== 200) return failing('other-status');
  const parsed = json(exchange);
  if ('error' in parsed && body.size > 0) return inconclusive(whyNoJson(parsed));
  return jsonObject(exchange) ? pass() : failing('not-an-object');
}
