import {
  type Ask,
  type Bound,
  type Exchange,
  forSecond,
  inconclusive,
  say,
  scenario,
  statusOf,
  symbol,
} from '../../engine/index.ts';
import { withId } from '../../fixtures/malformed/guide-id.ts';
import { named } from '../endpoints.ts';
import { spec } from '../statements.ts';
import { bodyCauses, compareBodies } from './guide-bodies.ts';
import {
  type Fetched,
  fetchedCauses,
  gone,
  isAnyServed,
  judgeListed,
  type Listed,
} from './guide-fetched.ts';
import { elementsOf, idsOf } from './listing.ts';

/** All places, or evenly spread ones including the first and the last. */
export function sampled(length: number, size = 20) {
  if (length <= size) return Array.from({ length }, (_, at) => at);
  return Array.from({ length: size }, (_, at) => Math.round((at * (length - 1)) / (size - 1)));
}

export const section =
  'Endpoints that are named: GET /learning-guides/{id}; Resources: LearningGuideSummary';
const readAgain = 8;

export const fetch = scenario({
  id: 'guide/fetch',
  level: 'must',
  endpoints: named('guide'),
  rule: 'Every listed id yields 200 and a JSON object, and two ids yield different bodies.',
  section,
  statement: spec.fullGuide,
  causes: { ...fetchedCauses, ...bodyCauses },
  advice: [
    {
      suspect:
        'The first or a repeated read fails, because it fills a cache or writes to a log or table.',
      look: 'Fetch a guide twice after a restart, and remove the write from the read path.',
    },
  ],
  run: async (bound, ask) => {
    const { guideIds } = bound.facts;
    // guides/schema reports other ids.
    const wellFormed = guideIds.flatMap((id, at) => (/^[a-f0-9]{24}$/.test(id) ? [at] : []));
    if (wellFormed.length === 0)
      return [inconclusive(say`the listing contains no well-formed id to fetch`)];
    const fetched = await Promise.all(
      sampled(wellFormed.length).map(async (nth) => {
        const at = wellFormed[nth] ?? 0;
        return {
          at,
          id: guideIds[at] ?? '',
          exchange: await ask(`guide-${at}`, withId(bound, symbol(`guide:${at}`))),
        };
      }),
    );
    const isServed = isAnyServed(fetched);
    const judgements: Listed[] = [];
    for (const one of fetched)
      judgements.push(await judgeListed(one, bound, isServed, ask, `${one.at}`));
    const delivered = fetched.filter((_one, nth) => judgements[nth]?.kind === 'pass');
    // An edit, or an address that this run changed, may remove guides from the listing.
    const ofListed = judgements.filter((judgement) => judgement !== gone);
    return [
      ...(ofListed.length > 0 ? ofListed : [gone]),
      ...(await compareBodies(bound, ask, fetched)),
      ...(await judgeReadAgain(bound, ask, delivered)),
      ...(await judgeForSecond(bound, ask)),
    ];
  },
});

/** The second response may come from another store. */
async function judgeReadAgain(bound: Bound, ask: Ask, delivered: readonly Fetched[]) {
  const judgements: Listed[] = [];
  for (const place of sampled(delivered.length, readAgain)) {
    const one = delivered[place];
    if (!one) continue;
    const exchange = await ask(`read-again-${one.at}`, one.exchange.request);
    if (isHeldUp(exchange)) continue;
    judgements.push(
      await judgeListed({ ...one, exchange }, bound, true, ask, `read-again-${one.at}`),
    );
  }
  return judgements.filter((one) => one.kind === 'fail' && !isHeldUp(one.exchange));
}

/** After many reads, the target may refuse with 401 or 403. */
const isHeldUp = (exchange: Exchange | undefined) =>
  exchange !== undefined && [401, 403].includes(statusOf(exchange) ?? 0);

/** The guides of the second user's listing, for that user. */
async function judgeForSecond(bound: Bound, ask: Ask) {
  if (!bound.covers('guides')) return [];
  const listed =
    elementsOf(await ask('second-listing', forSecond(bound.wellFormed('guides')))) ?? [];
  const ids = [...new Set(idsOf(listed).filter((id) => /^[a-f0-9]{24}$/.test(id)))];
  const requested = sampled(ids.length, 6).map(async (at) => {
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
    if (!isServed && statusOf(one.exchange) === 403) continue;
    judgements.push(await judgeListed(one, bound, isServed, ask, `second-${one.at}`, forSecond));
  }
  return judgements.filter(({ kind }) => kind === 'fail');
}
