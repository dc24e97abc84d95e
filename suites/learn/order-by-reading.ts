import { type Ask, type Bound, type Exchange, fail, type Judgement, longestLag, symbol } from '../../engine/index.ts';
import { identities } from './identities.ts';
import { elementsOf, requireElements } from './listing.ts';
import { withId } from './with-id.ts';

/** Which of two guides is read before each listing, and how often: a list may put first what was read most. */
const reading = [
  { guide: 0, times: 1 },
  { guide: 1, times: 2 },
  { guide: 0, times: 2 },
  { guide: 1, times: 2 },
] as const;

/**
 * Judges whether the order of the listing depends on the guide that was read last. Reads two guides in turn, and lists
 * the guides after each. If the order follows, repeats this with pauses, because lagging replicas that take turns look
 * the same. Returns undefined if the order does not follow.
 */
export async function judgeByReading(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  const { guideIds } = bound.facts;
  if (!bound.covers('guide') || guideIds.length < 2) return undefined;
  // The first guide is what every well-formed request asks for.
  const first = guideIds.length > 2 ? 1 : 0;
  const pair = [guideIds[first] ?? '', guideIds[first + 1] ?? ''] as const;
  for (const [step, paused] of [
    ['read', false],
    ['read-again', true],
  ] as const) {
    const listed = await listedAfterReading(bound, ask, step, first, paused);
    const [shown] = listed;
    if (!shown || !isFollowing(listed, pair)) return undefined;
    if (paused) return following(shown, pair);
  }
  return undefined;
}

/** The listings after each reading. */
async function listedAfterReading(
  bound: Bound,
  ask: Ask,
  step: string,
  first: number,
  paused: boolean,
): Promise<readonly Exchange[]> {
  const listed: Exchange[] = [];
  for (const [nth, { guide, times }] of reading.entries()) {
    for (let time = 0; time < times; time++) {
      const read = await ask(`${step}-${nth}-${time}`, withId(bound, symbol(`guide:${first + guide}`)));
      if (paused) await ask.until(read.endedAt + longestLag);
    }
    const exchange = await ask(`${step}-${nth}-listing`, bound.wellFormed());
    requireElements(exchange);
    listed.push(exchange);
  }
  return listed;
}

type Pair = readonly [one: string, other: string];

/** Each time the other of the two comes first. What others read in the meantime changes places, and not these two. */
function isFollowing(listed: readonly Exchange[], pair: Pair): boolean {
  const leading = listed.map((exchange) => {
    const [one, other] = pair.map((id) => identities(elementsOf(exchange) ?? []).indexOf(id));
    return one === undefined || other === undefined || one < 0 || other < 0 ? undefined : one < other;
  });
  return leading.every((leads, nth) => leads !== undefined && (nth === 0 || leads !== leading[nth - 1]));
}

function following(exchange: Exchange, [one, other]: Pair): Judgement {
  return fail(
    'the order of the listing changes between requests',
    `${one} and ${other} in one order, whichever of them was read last`,
    'they swap places each time after the other one was read',
    exchange,
  );
}
