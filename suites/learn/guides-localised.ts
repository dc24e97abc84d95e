import {
  type Ask,
  type Bound,
  type Exchange,
  fail,
  Inconclusive,
  inconclusive,
  isObject,
  type Json,
  type Judgement,
  longestLag,
  orNothing,
  pass,
  scenario,
  symbol,
  withHeader,
} from '../../engine/index.ts';
import { identities, idsOf } from './identities.ts';
import { isGuides, requireElements, section } from './listing.ts';

interface Pair {
  readonly first: readonly Json[];
  readonly second: readonly Json[];
  /** When the latter of them came. */
  readonly endedAt: number;
}

/** Asks for both users in turn, on one connection, which may keep a language. Returns their listings. */
async function pairs(bound: Bound, ask: Ask, step: string, times: number): Promise<Pair[]> {
  const all: Pair[] = [];
  for (let nth = 0; nth < times; nth++) {
    const found: (readonly Json[])[] = [];
    let endedAt = 0;
    for (const user of ['first', 'second'] as const) {
      const request = withHeader(bound.wellFormed(), 'x-user-id', symbol(`user:${user}`));
      const connection = `localised:${bound.endpoint.name}`;
      const exchange: Exchange = await ask(`${step}-${nth}-${user}`, { ...request, connection });
      found.push(requireElements(exchange, ` for the ${user} user`));
      endedAt = exchange.endedAt;
    }
    const [first = [], second = []] = found;
    all.push({ first, second, endedAt });
  }
  return all;
}

/** Asks for one user several times, then for the other: whoever takes turns with the users takes none with these. */
async function eachAlone(bound: Bound, ask: Ask, times: number): Promise<Omit<Pair, 'endedAt'>[]> {
  const listed: Record<'first' | 'second', (readonly Json[])[]> = { first: [], second: [] };
  for (const user of ['first', 'second'] as const) {
    for (let nth = 0; nth < times; nth++) {
      const request = withHeader(bound.wellFormed(), 'x-user-id', symbol(`user:${user}`));
      listed[user].push(requireElements(await ask(`alone-${user}-${nth}`, request), ` for the ${user} user`));
    }
  }
  return listed.first.map((first, nth) => ({ first, second: listed.second[nth] ?? [] }));
}

/**
 * Returns the pairs that are wrong. A difference, or its absence, has to show every time, or come back when asked again
 * (READING: stability).
 */
async function inTurn(
  bound: Bound,
  ask: Ask,
  isWrong: (pair: Pair) => boolean,
): Promise<readonly Pair[] | 'seen once'> {
  const asked = await pairs(bound, ask, 'asked', 2);
  const wrong = asked.filter(isWrong);
  if (wrong.length === 0 || wrong.length === asked.length) return wrong;
  const wrongAgain = (await pairs(bound, ask, 'once-more', 2)).filter(isWrong);
  return wrongAgain.length > 0 ? wrongAgain : 'seen once';
}

const seenOnce = () => inconclusive('the problem occurred once, and not again');

/** Milliseconds between looks at both users later, in no rhythm: what lasts for a moment comes now and then. */
const pausesMs = [110, 230, 170, 310, 140] as const;

/** Pairs that are wrong among those of later, where two are. As often again where one is: it may be a moment that does not come again. */
async function wrongLater(bound: Bound, ask: Ask, isWrong: (pair: Pair) => boolean): Promise<readonly Pair[]> {
  const wrong: Pair[] = [];
  let last = 0;
  const times = pausesMs.length;
  for (let nth = 0; nth < times || (wrong.length === 1 && nth < 2 * times); nth++) {
    await ask.until(last + (pausesMs[nth % times] ?? 0));
    const asked = await pairs(bound, ask, `later-${nth}`, 1);
    wrong.push(...asked.filter(isWrong));
    last = asked.at(-1)?.endedAt ?? 0;
    if (wrong.length > 1) return wrong;
  }
  return [];
}

export const localised = scenario({
  id: 'guides/localised',
  level: 'must',
  endpoints: isGuides,
  needs: ['second-language'],
  lane: 'before-writes',
  rule: 'Two users of different languages get at least one different title or description, even if their requests alternate.',
  section: `${section}; Resources: LearningGuideSummary`,
  brokenBy: ['guides-cached-without-language', 'guides-in-english-only', 'guides-in-english-for-moments'],
  run: async (bound, ask) => {
    const isWrong = ({ first, second }: Pair) => !differsInText(first, second);
    const found = await inTurn(bound, ask, isWrong);
    const isSettled = found !== 'seen once' && found.length > 0;
    const [pair] = isSettled ? found : ((await wrongLater(bound, ask, isWrong).catch(orNothing)) ?? []);
    if (!pair) return [found === 'seen once' ? seenOnce() : pass()];
    if (pair.first.length === 0) throw new Inconclusive('the listings are empty, so there is no text to compare');
    return [
      fail(
        'users of different languages get the same texts',
        'at least one title or description that differs between the two users',
        `${pair.first.length} guides, all with the same titles and descriptions for both`,
      ),
    ];
  },
});

/**
 * Whether the texts of two listings differ. Matches elements by id if the listings share any id, otherwise by position.
 */
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

export const localisedIds = scenario({
  id: 'guides/localised-ids',
  level: 'should',
  endpoints: isGuides,
  needs: ['second-language'],
  lane: 'before-writes',
  rule: 'Users of different languages get the same ids in the same order.',
  section: `${section}; Resources: LearningGuideSummary`,
  brokenBy: ['guides-sorted-by-title', 'guides-only-where-translated'],
  run: async (bound, ask) => {
    const differ = ({ first, second }: Pair) => idsOf(first).join(' ') !== idsOf(second).join(' ');
    const found = await inTurn(bound, ask, differ);
    if (found === 'seen once') return [seenOnce()];
    const [pair, other] = found.map(({ first, second }) => ({ first: idsOf(first), second: idsOf(second) }));
    const last = found.at(-1);
    if (!pair || !last) return [pass()];
    if (isOneEdit(pair.first, pair.second)) {
      throw new Inconclusive("the listings differ by one edit, which one user's cache may not have yet");
    }
    // Each user may have a replica of his own, of which one has an edit later.
    await ask.until(last.endedAt + longestLag);
    const more = await eachAlone(bound, ask, 3);
    const all = [
      ...(other ? [other] : []),
      ...more.map(({ first, second }) => ({ first: idsOf(first), second: idsOf(second) })),
    ];
    const asBefore = (one: typeof pair) =>
      one.first.join(' ') === pair.first.join(' ') && one.second.join(' ') === pair.second.join(' ');
    if (!all.every(asBefore)) {
      throw new Inconclusive(
        'one user alone gets other ids or another order on repeated requests (see guides/order-stable)',
      );
    }
    return [judgeIds(pair.first, pair.second)];
  },
});

/**
 * Whether two listings differ only by one id, which is missing or moved. An edit causes this as long as one user's
 * listing is cached, so it is no violation.
 */
export function isOneEdit(first: readonly string[], second: readonly string[]): boolean {
  const at = [...first, ''].findIndex((id, place) => id !== second[place]);
  return [first[at], second[at]].some((edited) => {
    const [rest, others] = [first, second].map((ids) => ids.filter((id) => id !== edited).join(' '));
    return edited !== undefined && rest === others;
  });
}

/** Returns the violation for two listings that differ in their ids. */
export function judgeIds(first: readonly string[], second: readonly string[]): Judgement {
  const at = first.findIndex((id, place) => id !== second[place]);
  const place = at < 0 ? first.length : at;
  const same = [...first].sort().join(' ') === [...second].sort().join(' ');
  return fail(
    same ? 'the order depends on the language' : 'the listed guides depend on the language',
    `the same ids in the same order for both users: ${first[place] ?? 'nothing'} at /data/${place}`,
    `${second[place] ?? 'nothing'} at /data/${place} for the second user (${first.length} and ${second.length} ids)`,
  );
}
