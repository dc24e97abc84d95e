import {
  differences,
  type Exchange,
  fail,
  inconclusive,
  isObject,
  isWithin,
  type Json,
  type Judgement,
  pass,
} from '../../engine/index.ts';
import { longestStamp, namesOf, textsIn, wordsIn } from './guide-names.ts';

/** The body that was delivered for a guide's id. */
export interface Delivered {
  readonly id: string;
  readonly body: Json;
  readonly exchange?: Exchange;
}

type Pair = readonly [earlier: Delivered, later: Delivered];

/** Returns the pairs of ids whose bodies are equal, apart from places that vary for a single id. */
export function alikeBodies(delivered: readonly Delivered[], varying: ReadonlySet<string>): Pair[] {
  return delivered.flatMap((earlier, at) =>
    delivered.slice(at + 1).flatMap((later): Pair[] => (areAlike(earlier, later, varying) ? [[earlier, later]] : [])),
  );
}

export function areAllAlike([first, ...others]: readonly Delivered[], varying: ReadonlySet<string>): boolean {
  return first !== undefined && others.every((other) => areAlike(first, other, varying));
}

/**
 * Whether the first guide has constant words that another guide lacks. Needed if a guide varies everywhere, for example
 * because each part has its own signature. Then no place is left to compare.
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

/** Whether two responses for the same id have no member in common. Replicas may use different envelopes. */
export function areOfOtherForms(body: Json, again: { [name: string]: Json }): boolean {
  const names = isObject(body) ? Object.keys(body) : [];
  return names.length > 0 && !names.some((name) => Object.hasOwn(again, name));
}

function areAlike(earlier: Delivered, later: Delivered, varying: ReadonlySet<string>): boolean {
  return [...differences(earlier.body, later.body)].every((place) => isWithin(place, varying));
}

/**
 * Judges ids that all have the same body. `again` is the first body, requested again. Long strings that are new each
 * time may be the only difference between two guides, so then nothing is judged.
 */
export function judgeAllAlike(delivered: readonly Delivered[], again: Json): Judgement {
  const [first] = delivered;
  const own = new Set(textsIn(first?.body ?? null));
  const isStamped = textsIn(again).every((text) => own.has(text) || text.length <= longestStamp);
  if (!isStamped)
    return inconclusive('the body of one guide changes with every request, so two guides cannot be told apart');
  const actual = `${delivered.length} ids with the same body`;
  return fail('every id yields the same guide', 'bodies that differ between two ids', actual, first?.exchange);
}

/**
 * Judges pairs of ids with equal bodies. Two guides without content may have equal bodies. So it is a violation only if
 * the body contains a name that the listing gives to just one of the two guides.
 */
export function judgeAlike(alike: readonly Pair[], listing: readonly Json[]): Judgement {
  for (const [earlier, later] of alike) {
    const texts = new Set(textsIn(earlier.body));
    const names = [earlier, later].map(({ id }) => namesOf(id, listing));
    const [own, other] = names.map((all, at) => all.some((name) => texts.has(name) && !names[1 - at]?.includes(name)));
    if (own === other) continue;
    const wrong = own ? later : earlier;
    const right = own ? earlier : later;
    return fail(
      'an id yields the guide of another id',
      `the guide ${wrong.id}`,
      `the same body as for ${right.id}`,
      wrong.exchange,
    );
  }
  return pass();
}
