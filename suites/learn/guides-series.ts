import {
  type Ask,
  alsoInRun,
  type Bound,
  fail,
  inconclusive,
  type Json,
  type Judgement,
  longestLag,
  monitor,
  orInconclusive,
  pass,
  type Request,
} from '../../engine/index.ts';
import { accept } from './guides-accept.ts';
import { localised, localisedIds } from './guides-localised.ts';
import { identities, idsOf } from './identities.ts';
import { hasElements, isGuides, requireElements, section } from './listing.ts';
import { judgeByReading } from './order-by-reading.ts';
import { ordersSeen } from './order-seen.ts';

const orderStable = monitor({
  id: 'guides/order-stable',
  level: 'must',
  endpoints: alsoInRun(isGuides),
  rule: 'Repeated listings have the same order, and the configured order if the profile states one.',
  section,
  brokenBy: ['guides-shuffled', 'guides-in-order-of-replica', 'guides-in-order-of-cache'],
  // What comes every eleventh time does not come at all where others ask for ten in between.
  lane: 'alone',
  matches: hasElements,
  fold: ordersSeen,
  probing: async (bound, ask) => {
    const found: Judgement[] = [];
    let last = 0;
    for (let nth = 1; nth <= mostSeries; nth++) {
      if (nth === 2) await ask.until(last + longestLag);
      const { orders, endedAt } = await listings(ask, `asked-${nth}`, bound.wellFormed());
      last = endedAt;
      const judged = judgeOrders(orders.map(identities));
      const rest = configured(bound, orders);
      if (nth === 1 && (orders[0]?.length ?? 0) < 2) return [judged, ...rest];
      if (nth === 1 && judged.kind === 'pass') {
        const byReading = await judgeByReading(bound, ask).catch(orInconclusive);
        return [judged, ...rest, ...(byReading ? [byReading] : [])];
      }
      found.push(judged);
      // An edit may show in one series, twice where two answers of the same time straddle it; it does not in two.
      if (found.filter(({ kind }) => kind === 'fail').length > 1) return [judged, ...rest];
      if (nth === mostSeries) {
        // That of the first alone is an edit, which not every replica had at once: the monitor sees whether it came back.
        const why = 'the order changed once, and not on repeated requests: perhaps an edit';
        return [found.slice(1).some(({ kind }) => kind === 'fail') ? inconclusive(why) : judged, ...rest];
      }
    }
    return [];
  },
});

/** How often a series is asked where the first shows a change. */
const mostSeries = 4;

/**
 * How many requests are under way at once: two at a time meet both of two replicas that take turns. All of them meet what
 * comes every tenth time.
 */
const bursts = [1, 1, 2, 2, 2, 2, 2, 2] as const;

/** Asks for the listing again and again. Returns the elements of each. */
async function listings(ask: Ask, step: string, request: Request): Promise<Listings> {
  const orders: (readonly Json[])[] = [];
  let endedAt = 0;
  for (const [nth, burst] of bursts.entries()) {
    const together = Array.from({ length: burst }, (_, at) => ask(`${step}-${nth}-${at}`, request));
    for (const exchange of await Promise.all(together)) {
      orders.push(requireElements(exchange));
      endedAt = exchange.endedAt;
    }
  }
  return { orders, endedAt };
}

interface Listings {
  readonly orders: readonly (readonly Json[])[];
  /** When the last of them came. */
  readonly endedAt: number;
}

/**
 * Judges the order of several listings, given in the order of their responses. Ignores ids that are not in all of them.
 */
export function judgeOrders(orders: readonly (readonly string[])[]): Judgement {
  const sets = orders.map((order) => new Set(order));
  const common = orders.map((order) => order.filter((id) => sets.every((other) => other.has(id))));
  const [first = []] = common;
  if (first.length < 2) return inconclusive('a listing of fewer than two elements has no order');
  const texts = common.map((order) => order.join(' '));
  const changes = texts.filter((text, at) => at > 0 && text !== texts[at - 1]).length;
  if (changes === 0) return pass();
  if (changes === 1) return inconclusive('the order changed once and stayed: perhaps an edit');
  const other = common.find((order) => order.join(' ') !== texts[0]) ?? [];
  const at = first.findIndex((id, place) => id !== other[place]);
  return fail(
    'the order of the listing changes between requests',
    `${first[at]} at place ${at + 1} each time`,
    `${other[at]} there in another of ${orders.length} responses; the order changed ${changes} times`,
  );
}

function configured({ profile: { guideOrder } }: Bound, orders: readonly (readonly Json[])[]): readonly Judgement[] {
  return guideOrder ? [judgeConfigured(orders.map(idsOf), guideOrder)] : [];
}

/**
 * Judges whether the listings have the configured order. Ignores guides that are only in the listing or only in the
 * configuration.
 */
export function judgeConfigured(orders: readonly (readonly string[])[], wanted: readonly string[]): Judgement {
  for (const order of orders) {
    const [asked, listed] = [new Set(wanted), new Set(order)];
    const own = order.filter((id) => asked.has(id));
    const expected = wanted.filter((id) => listed.has(id));
    if (own.length < 2) return inconclusive('fewer than two guides of profile.guideOrder are listed');
    const at = own.findIndex((id, place) => id !== expected[place]);
    if (at < 0) continue;
    const cause = 'the listing is not in the configured order';
    return fail(cause, `${expected[at]} as number ${at + 1} of those in profile.guideOrder`, `${own[at]} there`);
  }
  return pass();
}

/** Requirements that need several listings. */
export const seriesRequirements = [orderStable, localised, localisedIds, accept] as const;
