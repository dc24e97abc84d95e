import type { Answered, Bound, Fold, Judgement } from '../engine/index.ts';
import { inconclusive, longestLag, pass, sentHeader, symbol, valueText } from '../engine/index.ts';

/** When something was seen, in milliseconds since the epoch: the first answer with it, and the last request for one. */
type Seen = readonly [firstEnded: number, lastSent: number];

/** The sights of a run, by group. Only sights of one group are compared. */
export type Sights = Readonly<Record<string, Readonly<Record<string, Seen>>>>;

/** What is another one each time would fill the memory. Which ones are kept depends on their names alone. */
const kept = 20;

/** A property of the responses of a run. An edit may change it once, but it must not change back. */
export interface Shown {
  /** What an answer shows, and what others it is compared with; undefined where it shows nothing. */
  readonly sightOf: (answered: Answered) => { readonly group: string; readonly sight: string } | undefined;
  /** Why nothing can be said where nothing was shown. */
  readonly nothing: string;
  /** The finding where one of two came again after the other. */
  readonly fail: (one: string, other: string) => Judgement;
}

/** Makes a fold that finds values that change and change back during a run. */
export function backAndForth({ sightOf, nothing, fail }: Shown): Fold<Sights> {
  const sightsOf = (answered: Answered, bound: Bound | undefined): Sights => {
    if (!isAsUsual(answered)) return {};
    const shown = isMovedAbout(answered, bound) ? movedAbout : sightOf(answered);
    return shown ? { [shown.group]: { [shown.sight]: [answered.endedAt, answered.sentAt] } } : {};
  };
  return {
    empty: () => ({}),
    add: (sights, answered, bound) => merged(sights, sightsOf(answered, bound)),
    merge: merged,
    conclude: (sights) => {
      const groups = Object.values(sights);
      if (groups.length === 0) return inconclusive(nothing);
      for (const seen of groups) {
        const pair = cameBack(seen);
        if (pair) return fail(...pair);
      }
      return pass();
    },
  };
}

/**
 * The run itself moves the first user to other addresses and back where it may write, and what a user is shown may go by
 * the address.
 */
function isMovedAbout({ request }: Answered, bound: Bound | undefined): boolean {
  return bound?.allow.writes === true && sentHeader(request, 'x-user-id')[0] === first;
}

/**
 * Whether the request has the fields of every well-formed one and no other. What has others may come from a cache that
 * keeps an answer for each of their values, some of them from before an edit.
 */
function isAsUsual({ request }: Answered): boolean {
  const isUsual = (name: string, value: string) => sentHeader(request, name).join(', ') === value;
  return (
    isUsual('accept', 'application/json') &&
    isUsual('authorization', `Bearer ${valueText(symbol('token:scoped'))}`) &&
    request.headers.length === usualFields
  );
}

/** Accept, Authorization and x-user-id. */
const usualFields = 3;

const first = valueText(symbol('user:first'));
const movedAbout = { group: first, sight: '' };

/**
 * An edit makes one follow another, and the former may come for a moment longer from a replica that lags. Where either was
 * asked for long after the other had come, both came again.
 */
function cameBack(seen: Sights[string]): readonly [one: string, other: string] | undefined {
  const all = Object.entries(seen);
  for (const [at, [one, [firstEnded, lastSent]]] of all.entries()) {
    const isBack = ([, other]: readonly [string, Seen]) =>
      lastSent > other[0] + longestLag && other[1] > firstEnded + longestLag;
    const back = all.slice(at + 1).find(isBack);
    if (back) return [one, back[0]];
  }
  return undefined;
}

function merged(left: Sights, right: Sights): Sights {
  return joined(left, right, (one, other) =>
    joined(one, other, (mine, theirs) => [Math.min(mine[0], theirs[0]), Math.max(mine[1], theirs[1])] as const),
  );
}

function joined<T>(
  left: Readonly<Record<string, T>>,
  right: Readonly<Record<string, T>>,
  join: (one: T, other: T) => T,
): Readonly<Record<string, T>> {
  const all = new Map(Object.entries(left));
  for (const [name, value] of Object.entries(right)) {
    const known = all.get(name);
    all.set(name, known === undefined ? value : join(known, value));
  }
  if (all.size <= kept) return Object.fromEntries(all);
  return Object.fromEntries([...all].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, kept));
}
