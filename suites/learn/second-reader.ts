import type { Ask, Bound, Judgement, Request } from '../../engine/index.ts';
import { forSecond, isAnswered, isObject, isSuccess, symbol } from '../../engine/index.ts';
import { type Fetched, isAnyServed, judgeTwice, listedNow } from './guide-fetched.ts';
import { sampled } from './sampled.ts';
import { withId } from './with-id.ts';

/** Of the second user's listing, how many ids are fetched. */
const sampleSize = 6;

/**
 * Fetches the guides of the second user's listing for that user. Ignores a guide that the first user does not get
 * either. Without a second user, nothing is sent.
 */
export async function judgeForSecond(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  if (!bound.covers('guides')) return [];
  const ids = await usableIds(bound, ask);
  const asked = sampled(ids.length, sampleSize).map(async (at): Promise<Fetched> => {
    const id = ids[at] ?? '';
    return { at, id, exchange: await ask(`second-${at}`, forSecond(requestFor(id, bound))) };
  });
  const fetched = await Promise.all(asked);
  const isServed = isAnyServed(fetched);
  const judgements: Judgement[] = [];
  for (const one of fetched) {
    const judgement = await judgeTwice(one, bound, isServed, ask, `second-${one.at}-again`);
    if (judgement.kind !== 'fail' || (!isServed && isForbidden(one))) continue;
    if (await isForSecondAlone(one, bound, ask)) judgements.push(judgement);
  }
  return judgements;
}

/** The ids of the second user's listing that can stand in a path as they are. */
async function usableIds(bound: Bound, ask: Ask, step = 'second-listing'): Promise<string[]> {
  const data = (await listedNow(ask, step, forSecond(bound.wellFormed('guides')))) ?? [];
  const ids = data.map((guide) => (isObject(guide) ? guide['id'] : undefined));
  return [...new Set(ids.filter((id) => typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id)))] as string[];
}

function requestFor(id: string, bound: Bound): Request {
  const nth = bound.facts.guideIds.indexOf(id);
  return withId(bound, nth < 0 ? id : symbol(`guide:${nth}`));
}

/** The user may be let into no guide at all. */
function isForbidden({ exchange }: Fetched): boolean {
  return isAnswered(exchange) && exchange.answer.status === 403;
}

/** Whether the guide exists, as the first user is given it, and is still listed for the second. */
async function isForSecondAlone({ at, id }: Fetched, bound: Bound, ask: Ask): Promise<boolean> {
  const asFirst = await ask(`second-${at}-as-first`, requestFor(id, bound));
  if (!isAnswered(asFirst) || !isSuccess(asFirst)) return false;
  return (await usableIds(bound, ask, `second-listing-${at}`)).includes(id);
}
