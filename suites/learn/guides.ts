import {
  type Ask,
  alsoInRun,
  type Bound,
  cause,
  fail,
  fromOperator,
  fromTarget,
  inBursts,
  inconclusive,
  type Json,
  monitor,
  observeSeries,
  pass,
  say,
  stability,
  suite,
  symbol,
} from '../../engine/index.ts';
import { withId } from '../../fixtures/malformed/guide-id.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import { accept } from './guides-accept.ts';
import { cachingRequirements } from './guides-caching.ts';
import { elementRequirements } from './guides-elements.ts';
import { localised, localisedIds } from './guides-localised.ts';
import {
  elementsOf,
  hasElements,
  identities,
  idsOf,
  isGuides,
  requireElements,
  section,
} from './listing.ts';

const id = 'guides/order-stable';

export const ordersSeen = stability({
  id,
  compares: 'order',
  namesIn: (answered) => identities(elementsOf(answered) ?? []),
  nothing: say`a listing of fewer than two elements has no order`,
  fail: (mine, theirs) => {
    const at = mine.findIndex((name, nth) => name !== theirs[nth]);
    const [one, other] = [fromTarget(mine[at] ?? ''), fromTarget(theirs[at] ?? '')];
    return fail('order-changes', { number: at + 1, one, other });
  },
});

interface Differing {
  number: number;
  one: string;
  other: string;
}

/** Requests in flight at once. They show a defect in every tenth response. */
const bursts = [1, 1, 2, 2, 2, 2, 2, 2] as const;
const moreBursts = [2, 2, 2, 2, 2, 2, 2, 2, 2, 2];

/** A job may publish the listing before it sorts it. */
const pausesMs = [150, 300];

/** A server may sort by the number of reads. */
const readings = [1, 2, 2, 2];

async function betweenReadings(
  bound: Bound,
  ask: Ask,
  step: string,
  listing: (step: string) => Promise<unknown>,
) {
  const { guideIds } = bound.facts;
  if (!bound.covers('guide') || guideIds.length < 2) return;
  // Every well-formed request reads the first guide.
  const first = guideIds.length > 2 ? 1 : 0;
  for (const [nth, times] of readings.entries()) {
    for (let time = 0; time < times; time++) {
      await ask(`${step}-${nth}-${time}`, withId(bound, symbol(`guide:${first + (nth % 2)}`)));
    }
    await listing(`${step}-${nth}-listing`);
  }
}

/** Ignores guides that are only in one of the two. */
export function judgeConfigured(orders: readonly (readonly string[])[], wanted: readonly string[]) {
  for (const order of orders) {
    const [asked, listed] = [new Set(wanted), new Set(order)];
    const own = order.filter((id) => asked.has(id));
    const expected = wanted.filter((id) => listed.has(id));
    if (own.length < 2)
      return inconclusive(say`fewer than two guides of profile.guideOrder are listed`);
    const at = own.findIndex((id, place) => id !== expected[place]);
    if (at < 0) continue;
    return fail('other-order', {
      number: at + 1,
      one: fromOperator(expected[at] ?? ''),
      other: fromTarget(own[at] ?? ''),
    });
  }
  return pass();
}

export const guides = suite('guides', [
  ...elementRequirements,
  ...cachingRequirements,
  monitor({
    id,
    level: 'must',
    endpoints: alsoInRun(isGuides),
    statement: spec.guidesOrder,
    advice: [why.staleReplica],
    causes: {
      'order-changes': cause<Differing>({
        title: 'the order of the listing changes between requests',
        expected: ({ one, number }) => `${one} as number ${number} each time`,
        actual: ({ other }) => `${other} there in other responses of the run, before and after`,
        advice: [
          {
            suspect: 'The query has no ORDER BY, or orders by a value that several guides share.',
            look: 'Order by the configured position, and by id as the last criterion.',
          },
          {
            suspect: 'A cache, a hash map or parallel queries change the order.',
            look: 'Sort by the configured position last.',
          },
        ],
      }),
      'other-order': cause<Differing>({
        title: 'the listing is not in the configured order',
        expected: ({ one, number }) => `${one} as number ${number} of those in profile.guideOrder`,
        actual: ({ other }) => `${other} there`,
        advice: [
          {
            suspect: 'The list is sorted by something else, such as the id, the title or the date.',
            look: 'Sort by the configured position last.',
          },
        ],
      }),
    },
    rule: 'Repeated listings have the same order: that of the profile, if it states one.',
    section,
    // Requests of others could hide a defect in every eleventh response.
    lane: 'alone',
    matches: hasElements,
    fold: ordersSeen,
    probing: async (bound, ask) => {
      const orders: (readonly Json[])[] = [];
      await observeSeries(ordersSeen, bound, ask, async (look, nth) => {
        let lastAt = 0;
        const listing = async (step: string) => {
          const came = await look(`asked-${nth}-${step}`, bound.wellFormed());
          lastAt = came.endedAt;
          orders.push(requireElements(came));
        };
        await inBursts(nth === 1 ? bursts : moreBursts, listing);
        for (const pauseMs of pausesMs) {
          await ask.until(lastAt + pauseMs);
          await listing(`after-${pauseMs}-ms`);
        }
        await betweenReadings(bound, ask, nth === 1 ? 'read' : `read-again-${nth}`, listing);
      });
      const { guideOrder } = bound.profile;
      return guideOrder ? [judgeConfigured(orders.map(idsOf), guideOrder)] : [];
    },
  }),
  localised,
  localisedIds,
  accept,
]);
