import type { Ask, Bound, Exchange, Judgement, Request } from '../../engine/index.ts';
import {
  disguisedError,
  failed,
  inconclusive,
  isAnswered,
  isDecided,
  isSuccess,
  json,
  jsonObject,
  outOfReach,
  pass,
  recurring,
  summarize,
  whyNoJson,
} from '../../engine/index.ts';
import { elementsOf, idsOf } from './listing.ts';

/** The exchange for a listed id. */
export interface Fetched {
  readonly at: number;
  readonly id: string;
  readonly exchange: Exchange;
}

/**
 * Reports whether any guide was delivered. If so, a missing scope does not explain the refusal of
 * another one.
 */
export function isAnyServed(fetched: readonly Fetched[]): boolean {
  return fetched.some(({ exchange }) => isAnswered(exchange) && isSuccess(exchange));
}

/** The judgement of a guide that has left the listing. Callers compare it by identity. */
export const gone = inconclusive('no guide was delivered, and none is listed any longer');

/**
 * Judges a fetched guide. If it has left the user's listing since the run began, that is an edit,
 * and no defect.
 */
export async function judgeListed(
  one: Fetched,
  bound: Bound,
  isServed: boolean,
  ask: Ask,
  name: string,
  as = (request: Request) => request,
): Promise<Judgement> {
  const judgement = await judgeTwice(one, bound, isServed, ask, `guide-${name}-again`);
  if (judgement.kind !== 'fail' || !bound.covers('guides')) return judgement;
  const listed = elementsOf(await ask(`listing-${name}`, as(bound.wellFormed('guides'))));
  return listed && !idsOf(listed).includes(one.id) ? gone : judgement;
}

/**
 * An error must recur, because a firewall may fail for a moment and a replica may get a new guide
 * late. A success with content other than a guide counts at once.
 */
async function judgeTwice(
  { id, exchange }: Fetched,
  bound: Bound,
  isServed: boolean,
  ask: Ask,
  step: string,
): Promise<Judgement> {
  let judgement = judgeFetched(exchange, id, bound, isServed);
  if (judgement.kind !== 'fail' || (isAnswered(exchange) && isSuccess(exchange))) return judgement;
  const isRefused = isAnswered(exchange) && exchange.answer.status === 403;
  // Up to three times, because one of several replicas may never get the guide.
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
    ? inconclusive(`refused once, and not on the second request: ${summarize(exchange)}`)
    : pass();
}

function judgeFetched(exchange: Exchange, id: string, bound: Bound, isServed: boolean): Judgement {
  if (!isDecided(exchange)) return inconclusive(summarize(exchange));
  const { status } = exchange.answer;
  const why = isServed ? undefined : outOfReach(exchange, bound);
  if (why !== undefined) return inconclusive(why);
  const expected = `200 and a JSON object for the listed id ${id}`;
  if (status === 404 && bound.profile.guidePath === undefined) {
    const both =
      '{base_url}/learn/learning-guides/{id} and {base_url}/learning-guides/{id} were tried';
    return failed(
      'a listed guide is not found',
      expected,
      `${summarize(exchange)} (${both})`,
      exchange,
    );
  }
  if (!isSuccess(exchange))
    return failed('a listed guide is not delivered', expected, summarize(exchange), exchange);
  if (disguisedError(exchange) !== undefined) {
    return failed(
      'a guide is an ApiError with a success status',
      expected,
      summarize(exchange),
      exchange,
    );
  }
  if (status !== 200)
    return failed('a guide has a status other than 200', expected, summarize(exchange), exchange);
  const parsed = json(exchange);
  if ('error' in parsed && exchange.answer.body.size > 0) return inconclusive(whyNoJson(parsed));
  return jsonObject(exchange)
    ? pass()
    : failed('a guide is not a JSON object', expected, summarize(exchange), exchange);
}
