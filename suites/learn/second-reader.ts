import { type Ask, type Bound, forSecond, isAnswered, symbol } from '../../engine/index.ts';
import { type Fetched, isAnyServed, judgeListed, type Listed } from './guide-fetched.ts';
import { elementsOf, idsOf } from './listing.ts';
import { sampled } from './sampled.ts';
import { withId } from './with-id.ts';

const sampleSize = 6;

/** The guides of the second user's listing, for that user. */
export async function judgeForSecond(bound: Bound, ask: Ask): Promise<readonly Listed[]> {
  if (!bound.covers('guides')) return [];
  const listed =
    elementsOf(await ask('second-listing', forSecond(bound.wellFormed('guides')))) ?? [];
  const ids = [...new Set(idsOf(listed).filter((id) => /^[a-f0-9]{24}$/.test(id)))];
  const requested = sampled(ids.length, sampleSize).map(async (at): Promise<Fetched> => {
    const id = ids[at] ?? '';
    const nth = bound.facts.guideIds.indexOf(id);
    const request = forSecond(withId(bound, nth < 0 ? id : symbol(`guide:${nth}`)));
    return { at, id, exchange: await ask(`second-${at}`, request) };
  });
  const fetched = await Promise.all(requested);
  const isServed = isAnyServed(fetched);
  const judgements: Listed[] = [];
  for (const one of fetched) {
    // The user may be allowed no guide at all.
    if (!isServed && isAnswered(one.exchange) && one.exchange.answer.status === 403) continue;
    judgements.push(await judgeListed(one, bound, isServed, ask, `second-${one.at}`, forSecond));
  }
  return judgements.filter(({ kind }) => kind === 'fail');
}
