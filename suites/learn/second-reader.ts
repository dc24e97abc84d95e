import type { Ask, Bound, Judgement } from '../../engine/index.ts';
import { forSecond, isAnswered, isObject, symbol } from '../../engine/index.ts';
import { type Fetched, isAnyServed, isGone, judgeTwice, listedNow } from './guide-fetched.ts';
import { sampled } from './sampled.ts';
import { withId } from './with-id.ts';

/** Of the second user's listing, how many ids are fetched. */
const sampleSize = 6;

/** Fetches the guides of the second user's listing for that user. Without a second user, nothing is sent. */
export async function judgeForSecond(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  if (!bound.covers('guides')) return [];
  const listing = (await listedNow(ask, 'second-listing', forSecond(bound.wellFormed('guides')))) ?? [];
  const listed = listing.map((guide) => (isObject(guide) ? guide['id'] : undefined));
  const isUsable = (id: unknown): id is string => typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id);
  const ids = [...new Set(listed.filter(isUsable))];
  const requested = sampled(ids.length, sampleSize).map(async (at): Promise<Fetched> => {
    const id = ids[at] ?? '';
    const nth = bound.facts.guideIds.indexOf(id);
    const request = forSecond(withId(bound, nth < 0 ? id : symbol(`guide:${nth}`)));
    return { at, id, exchange: await ask(`second-${at}`, request) };
  });
  const fetched = await Promise.all(requested);
  const isServed = isAnyServed(fetched);
  const judgements: Judgement[] = [];
  for (const one of fetched) {
    // The user may be allowed no guide at all.
    if (!isServed && isAnswered(one.exchange) && one.exchange.answer.status === 403) continue;
    const judgement = await judgeTwice(one, bound, isServed, ask, `second-${one.at}-again`);
    if (judgement.kind !== 'fail') continue;
    if (!(await isGone(bound, ask, `second-listing-${one.at}`, one.id, forSecond))) judgements.push(judgement);
  }
  return judgements;
}
