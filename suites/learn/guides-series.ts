import {
  type Ask,
  alsoInRun,
  type Bound,
  briefly,
  type Exchange,
  held,
  isObject,
  type Json,
  type Judgement,
  monitor,
  type Request,
  scenario,
  symbol,
  unanswered,
  violated,
  withHeader,
} from '../../engine/index.ts';
import { catchUp, until } from '../lagging.ts';
import { accept } from './guides-accept.ts';
import { identities, idOf } from './identities.ts';
import { elementsOf, hasElements, isGuides, route } from './listing.ts';
import { judgeByReading } from './order-by-reading.ts';
import { ordersSeen } from './order-seen.ts';

const section = `Endpoints: ${route.method} {base_url}${route.path}`;

const orderStable = monitor({
  id: 'guides/order-stable',
  level: 'must',
  endpoints: alsoInRun(isGuides),
  rule: 'Repeated listings come in the same order, in the configured one where the profile gives it.',
  section,
  brokenBy: ['guides-shuffled', 'guides-in-order-of-replica', 'guides-newest-first', 'guides-in-order-of-cache'],
  matches: hasElements,
  fold: ordersSeen,
  probing: async (bound, ask) => {
    const found: Judgement[] = [];
    let last = 0;
    for (let nth = 1; nth <= mostSeries; nth++) {
      if (nth === 2) await catchUp(last);
      const listed = await listings(ask, `asked-${nth}`, bound.wellFormed());
      if (typeof listed === 'string') return [unanswered(listed)];
      const { orders } = listed;
      last = listed.endedAt;
      const judged = judgeOrders(orders.map(identities));
      const rest = configured(bound, orders);
      if (nth === 1 && (orders[0]?.length ?? 0) < 2) return [judged, ...rest];
      if (nth === 1 && judged.kind === 'held') return [judged, ...rest, ...(await judgeByReading(bound, ask))];
      found.push(judged);
      // An edit may show in one series, twice where two answers of the same time straddle it; it does not in two.
      if (found.filter(({ kind }) => kind === 'violated').length > 1) return [judged, ...rest];
      if (nth === mostSeries) {
        // That of the first alone is an edit, which not every replica had at once: the monitor sees whether it came back.
        const why = 'the order changed for a moment, and not when asked again: an edit, or not';
        return [found.slice(1).some(({ kind }) => kind === 'violated') ? unanswered(why) : judged, ...rest];
      }
    }
    return [];
  },
});

/** How often a series is asked where the first shows a change. */
const mostSeries = 4;

/** How many requests are under way at once: two at a time meet both of two replicas that take turns. */
const bursts = [1, 1, 2, 2, 2, 2] as const;

/** Asks for the listing again and again; the elements of each, or why there are none. */
async function listings(ask: Ask, step: string, request: Request): Promise<Listings | string> {
  const orders: (readonly Json[])[] = [];
  let endedAt = 0;
  for (const [nth, burst] of bursts.entries()) {
    const together = Array.from({ length: burst }, (_, at) => ask(`${step}-${nth}-${at}`, request));
    for (const exchange of await Promise.all(together)) {
      const elements = elementsOf(exchange);
      if (!elements) return `no listing: ${briefly(exchange)}`;
      orders.push(elements);
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

const idsOf = (elements: readonly Json[]) => elements.flatMap((element) => idOf(element) ?? []);

/** The order of listings in the order in which they came; ids that not all of them hold are left out. */
export function judgeOrders(orders: readonly (readonly string[])[]): Judgement {
  const sets = orders.map((order) => new Set(order));
  const common = orders.map((order) => order.filter((id) => sets.every((other) => other.has(id))));
  const [first = []] = common;
  if (first.length < 2) return unanswered('a listing of fewer than two elements has no order');
  const texts = common.map((order) => order.join(' '));
  const changes = texts.filter((text, at) => at > 0 && text !== texts[at - 1]).length;
  if (changes === 0) return held();
  if (changes === 1) return unanswered('the order changed once, and stayed: an edit, or not');
  const other = common.find((order) => order.join(' ') !== texts[0]) ?? [];
  const at = first.findIndex((id, place) => id !== other[place]);
  return violated(
    'the listing comes in another order when asked again',
    `${first[at]} at place ${at + 1} each time`,
    `${other[at]} there in another of ${orders.length} answers; the order changed ${changes} times`,
  );
}

function configured({ profile: { guideOrder } }: Bound, orders: readonly (readonly Json[])[]): readonly Judgement[] {
  return guideOrder ? [judgeConfigured(orders.map(idsOf), guideOrder)] : [];
}

/**
 * Whether listings come in the configured order: guides that were added or taken away since it was written down make no
 * difference. An order that all of them share in which the configured one is not kept is a finding.
 */
export function judgeConfigured(orders: readonly (readonly string[])[], wanted: readonly string[]): Judgement {
  for (const order of orders) {
    const [asked, listed] = [new Set(wanted), new Set(order)];
    const own = order.filter((id) => asked.has(id));
    const expected = wanted.filter((id) => listed.has(id));
    if (own.length < 2) return unanswered('fewer than two guides of profile.guideOrder are listed');
    const at = own.findIndex((id, place) => id !== expected[place]);
    if (at < 0) continue;
    const cause = 'the listing is not in the configured order';
    return violated(cause, `${expected[at]} as number ${at + 1} of those in profile.guideOrder`, `${own[at]} there`);
  }
  return held();
}

interface Pair {
  readonly first: readonly Json[];
  readonly second: readonly Json[];
  /** When the latter of them came. */
  readonly endedAt: number;
}

/** Asks for both users in turn: their listings, or why there are none. */
async function pairs(bound: Bound, ask: Ask, step: string, times: number): Promise<Pair[] | string> {
  const all: Pair[] = [];
  for (let nth = 0; nth < times; nth++) {
    const found: (readonly Json[])[] = [];
    let endedAt = 0;
    for (const user of ['first', 'second'] as const) {
      const request = withHeader(bound.wellFormed(), 'x-user-id', symbol(`user:${user}`));
      const exchange: Exchange = await ask(`${step}-${nth}-${user}`, request);
      const elements = elementsOf(exchange);
      if (!elements) return `no listing for the ${user} user: ${briefly(exchange)}`;
      found.push(elements);
      endedAt = exchange.endedAt;
    }
    const [first = [], second = []] = found;
    all.push({ first, second, endedAt });
  }
  return all;
}

/** Asks for one user several times, then for the other: whoever takes turns with the users takes none with these. */
async function eachAlone(bound: Bound, ask: Ask, times: number): Promise<Omit<Pair, 'endedAt'>[] | string> {
  const listed: Record<'first' | 'second', (readonly Json[])[]> = { first: [], second: [] };
  for (const user of ['first', 'second'] as const) {
    for (let nth = 0; nth < times; nth++) {
      const request = withHeader(bound.wellFormed(), 'x-user-id', symbol(`user:${user}`));
      const exchange = await ask(`alone-${user}-${nth}`, request);
      const elements = elementsOf(exchange);
      if (!elements) return `no listing for the ${user} user: ${briefly(exchange)}`;
      listed[user].push(elements);
    }
  }
  return listed.first.map((first, nth) => ({ first, second: listed.second[nth] ?? [] }));
}

/** A difference, or its absence, has to show every time, or come back when asked again (READING: stability). */
async function inTurn(bound: Bound, ask: Ask, isWrong: (pair: Pair) => boolean): Promise<Pair[] | Judgement> {
  const asked = await pairs(bound, ask, 'asked', 2);
  if (typeof asked === 'string') return unanswered(asked);
  const wrong = asked.filter(isWrong);
  if (wrong.length === 0) return held();
  if (wrong.length === asked.length) return wrong;
  const again = await pairs(bound, ask, 'once-more', 2);
  if (typeof again === 'string') return unanswered(again);
  const wrongAgain = again.filter(isWrong);
  return wrongAgain.length > 0 ? wrongAgain : unanswered('seen once, and not again');
}

/** How often both users are looked at later, and milliseconds between: what lasts for a moment comes now and then. */
const looks = { times: 5, pauseMs: 170 } as const;

/** Pairs that are wrong among those of later, where two are. As often again where one is: it may be a moment that does not come again. */
async function wrongLater(bound: Bound, ask: Ask, isWrong: (pair: Pair) => boolean): Promise<readonly Pair[]> {
  const wrong: Pair[] = [];
  let last = 0;
  for (let nth = 0; nth < looks.times || (wrong.length === 1 && nth < 2 * looks.times); nth++) {
    await until(last + looks.pauseMs);
    const asked = await pairs(bound, ask, `later-${nth}`, 1);
    if (typeof asked === 'string') return [];
    wrong.push(...asked.filter(isWrong));
    last = asked.at(-1)?.endedAt ?? 0;
    if (wrong.length > 1) return wrong;
  }
  return [];
}

const localised = scenario({
  id: 'guides/localised',
  level: 'must',
  endpoints: isGuides,
  needs: ['second-language'],
  rule: 'Two users of different languages get at least one different title or description, also when asked in turn.',
  section: `${section}; Resources: LearningGuideSummary`,
  brokenBy: ['guides-cached-without-language', 'guides-in-english-only', 'guides-in-english-for-moments'],
  run: async (bound, ask) => {
    const isWrong = ({ first, second }: Pair) => !differsInText(first, second);
    const found = await inTurn(bound, ask, isWrong);
    if (!Array.isArray(found) && found.kind !== 'held') return [found];
    const [pair] = Array.isArray(found) ? found : await wrongLater(bound, ask, isWrong);
    if (!pair) return [held()];
    if (pair.first.length === 0) return [unanswered('the listings are empty: no text was there to be compared')];
    return [
      violated(
        'users of different languages get the same texts',
        'at least one title or description that differs between the two users',
        `${pair.first.length} guides, all with the same titles and descriptions for both`,
      ),
    ];
  },
});

/** By id where they have ids in common, else by place. */
export function differsInText(first: readonly Json[], second: readonly Json[]): boolean {
  const textsOf = (element: Json | undefined) =>
    JSON.stringify(isObject(element) ? [element['title'], element['description']] : element);
  const ids = identities(first);
  const places = new Map<string, number>();
  for (const [place, id] of identities(second).entries()) if (!places.has(id)) places.set(id, place);
  const shared = ids.some((id) => places.has(id));
  return ids.some((id, at) => {
    const place = shared ? places.get(id) : at;
    return place !== undefined && textsOf(first[at]) !== textsOf(second[place]);
  });
}

const localisedIds = scenario({
  id: 'guides/localised-ids',
  level: 'should',
  endpoints: isGuides,
  needs: ['second-language'],
  rule: 'Users of different languages get the same ids in the same order.',
  section: `${section}; Resources: LearningGuideSummary`,
  brokenBy: ['guides-sorted-by-title', 'guides-only-where-translated'],
  run: async (bound, ask) => {
    const differ = ({ first, second }: Pair) => idsOf(first).join(' ') !== idsOf(second).join(' ');
    const found = await inTurn(bound, ask, differ);
    if (!Array.isArray(found)) return [found];
    const [pair, other] = found.map(({ first, second }) => ({ first: idsOf(first), second: idsOf(second) }));
    const last = found.at(-1);
    if (!pair || !last) return [];
    // Each user may have a replica of his own, of which one has an edit later.
    await catchUp(last.endedAt);
    const more = await eachAlone(bound, ask, 3);
    if (typeof more === 'string') return [unanswered(more)];
    const all = [
      ...(other ? [other] : []),
      ...more.map(({ first, second }) => ({ first: idsOf(first), second: idsOf(second) })),
    ];
    const asBefore = (one: typeof pair) =>
      one.first.join(' ') === pair.first.join(' ') && one.second.join(' ') === pair.second.join(' ');
    if (!all.every(asBefore)) {
      return [unanswered('one user alone gets other ids or another order when asked again: guides/order-stable')];
    }
    return [judgeIds(pair.first, pair.second)];
  },
});

/** Two listings that differ in their ids. */
export function judgeIds(first: readonly string[], second: readonly string[]): Judgement {
  const at = first.findIndex((id, place) => id !== second[place]);
  const place = at < 0 ? first.length : at;
  const same = [...first].sort().join(' ') === [...second].sort().join(' ');
  return violated(
    same ? 'the order depends on the language' : 'which guides are listed depends on the language',
    `the same ids in the same order for both users: ${first[place] ?? 'nothing'} at /data/${place}`,
    `${second[place] ?? 'nothing'} at /data/${place} for the second user (${first.length} and ${second.length} ids)`,
  );
}

/** What takes several listings to see. */
export const seriesRequirements = [orderStable, localised, localisedIds, accept] as const;
