import {
  differences,
  type Exchange,
  held,
  isObject,
  isWithin,
  type Json,
  type Judgement,
  unanswered,
  violated,
} from '../../engine/index.ts';
import { longestStamp, namesOf, textsIn, wordsIn } from './guide-names.ts';

/** What an id of a guide yielded. */
export interface Delivered {
  readonly id: string;
  readonly body: Json;
  readonly exchange?: Exchange;
}

type Pair = readonly [earlier: Delivered, later: Delivered];

/** Pairs of ids whose bodies differ at most where that of one id alone varies. */
export function alikeBodies(delivered: readonly Delivered[], varying: ReadonlySet<string>): Pair[] {
  return delivered.flatMap((earlier, at) =>
    delivered.slice(at + 1).flatMap((later): Pair[] => (areAlike(earlier, later, varying) ? [[earlier, later]] : [])),
  );
}

export function areAllAlike([first, ...others]: readonly Delivered[], varying: ReadonlySet<string>): boolean {
  return first !== undefined && others.every((other) => areAlike(first, other, varying));
}

/**
 * Whether the words of the first guide, those that come each time that it is asked for, tell it from another one: of a
 * guide that varies all over, as where each part has a key or a signature of its own, no place is left to compare.
 */
export function isToldByWords([first, ...others]: readonly Delivered[], again: Json): boolean {
  if (!first) return false;
  const repeated = new Set(wordsIn(again));
  const own = wordsIn(first.body).filter((word) => repeated.has(word));
  return others.some(({ body }) => {
    const words = new Set(wordsIn(body));
    return own.some((word) => !words.has(word));
  });
}

/** Whether two answers to one id have no member in common, as those of replicas that wrap a guide otherwise. */
export function areOfOtherForms(body: Json, again: { [name: string]: Json }): boolean {
  const names = isObject(body) ? Object.keys(body) : [];
  return names.length > 0 && !names.some((name) => Object.hasOwn(again, name));
}

function areAlike(earlier: Delivered, later: Delivered, varying: ReadonlySet<string>): boolean {
  return [...differences(earlier.body, later.body)].every((place) => isWithin(place, varying));
}

/** `again`: the first body, asked for once more. What is new in it every time may be all that tells two guides apart. */
export function judgeAllAlike(delivered: readonly Delivered[], again: Json): Judgement {
  const [first] = delivered;
  const own = new Set(textsIn(first?.body ?? null));
  const isStamped = textsIn(again).every((text) => own.has(text) || text.length <= longestStamp);
  if (!isStamped) return unanswered('the body for one id varies in everything that could distinguish two ids');
  const actual = `${delivered.length} ids with the same body`;
  return violated('every id yields the same guide', 'bodies that differ between two ids', actual, first?.exchange);
}

/**
 * Two guides without content of their own may look alike. A body is that of another guide where it names one of the two
 * by something that the listing gives to that one alone.
 */
export function judgeAlike(alike: readonly Pair[], listing: readonly Json[]): Judgement {
  for (const [earlier, later] of alike) {
    const texts = new Set(textsIn(earlier.body));
    const names = [earlier, later].map(({ id }) => namesOf(id, listing));
    const [own, other] = names.map((all, at) => all.some((name) => texts.has(name) && !names[1 - at]?.includes(name)));
    if (own === other) continue;
    const wrong = own ? later : earlier;
    const right = own ? earlier : later;
    return violated(
      'an id yields the guide of another id',
      `the guide ${wrong.id}`,
      `the same body as for ${right.id}`,
      wrong.exchange,
    );
  }
  return held();
}
