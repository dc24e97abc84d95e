import { createHash } from 'node:crypto';
import {
  type Answered,
  type Fold,
  held,
  type Judgement,
  sentHeader,
  unanswered,
  violated,
} from '../../engine/index.ts';
import { longestLag } from '../lagging.ts';
import { identities } from './identities.ts';
import { elementsOf } from './listing.ts';

/** When an order was seen, in milliseconds since the epoch: the first answer with it, and the last request for one. */
type Seen = readonly [firstEnded: number, lastSent: number];

/** By user and set of elements, then by order. */
type Orders = Readonly<Record<string, Readonly<Record<string, Seen>>>>;

/** A listing that is another one each time would fill the memory. Which ones are kept depends on their names alone. */
const kept = 20;

/** Elements of a listing whose order is remembered, and characters of what each is known by. */
const rememberedElements = 1_000;
const rememberedName = 64;

/** The orders in which the same elements were listed, over all listings of the run. */
export const ordersSeen: Fold<Orders> = {
  empty: () => ({}),
  add: (orders, answered) => merged(orders, ordersOf(answered)),
  merge: merged,
  conclude,
};

function ordersOf(answered: Answered): Orders {
  const names = identities((elementsOf(answered) ?? []).slice(0, rememberedElements)).map(short);
  if (names.length < 2) return {};
  const user = sentHeader(answered.request, 'x-user-id')[0] ?? '';
  const set = `${user} ${[...names].sort().join(' ')}`;
  return { [set]: { [names.join(' ')]: [answered.endedAt, answered.sentAt] } };
}

/** Of longer names a digest, so that the state stays small. */
function short(name: string): string {
  return name.length <= rememberedName ? name : createHash('sha256').update(name).digest('base64url');
}

function merged(left: Orders, right: Orders): Orders {
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

/**
 * An edit makes one order follow another, and the former may come for a moment longer from a replica that lags. Where
 * either was asked for long after the other had come, both came again.
 */
function conclude(orders: Orders): Judgement {
  const sets = Object.values(orders);
  if (sets.length === 0) return unanswered('a listing of fewer than two elements has no order');
  for (const seen of sets) {
    const all = Object.entries(seen);
    for (const [at, [one, [firstEnded, lastSent]]] of all.entries()) {
      const isBack = ([, other]: readonly [string, Seen]) =>
        lastSent > other[0] + longestLag && other[1] > firstEnded + longestLag;
      const back = all.slice(at + 1).find(isBack);
      if (!back) continue;
      const [mine, theirs] = [one, back[0]].map((order) => order.split(' '));
      const place = mine?.findIndex((name, nth) => name !== theirs?.[nth]) ?? 0;
      return violated(
        'the listing comes in another order when asked again',
        `${mine?.[place]} at place ${place + 1} each time`,
        `${theirs?.[place]} there in other answers of the run, before and after`,
      );
    }
  }
  return held();
}
