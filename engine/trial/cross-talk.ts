import type { Recipe } from '../catalogue/index.ts';
import type { Exchange } from '../exchange/index.ts';
import { longestLag } from '../judging/lags.ts';
import { chanceOf } from './chance.ts';
import {
  exposedBy,
  followsOtherArm,
  followsOwnArm,
  isFresh,
  isRested,
  mostChanceOfCircumstance,
  recipeAfterOther,
  recipeAfterPause,
  tellingOf,
} from './circumstances.ts';
import { type Look, type Observer, observe, untilAfter } from './observe.ts';
import {
  areManyPlaces,
  associated,
  foreignIn,
  hasOwn,
  isData,
  neverShared,
  type OwnStatements,
  saysAll,
  tellsApart,
  union,
} from './own-statements.ts';
import { arms, type ScheduleName } from './schedules.ts';
import { isInList, listOf, type Statements, shownBy } from './statements.ts';

/**
 * `differs`: a response contains data of the other arm, and no other explanation is left.
 * `follows`: it depends on the previous request. `undecided`: something changed, but only once.
 */
export type CrossTalk =
  | { readonly kind: 'same' }
  /** `isPartial`: beside the other arm's data, the response contains data of its own arm. */
  | (Mixed & Readonly<{ kind: 'differs'; isPartial: boolean }>)
  | (Mixed & { readonly kind: 'follows' })
  | Readonly<{ kind: 'undecided'; why: string }>
  | { readonly kind: 'alike' };

type Mixed = Readonly<{
  look: Look;
  statement: string;
  shown: number;
  of: number;
  recipe: Recipe<Exchange>;
}>;

/**
 * Each observer has a baseline of each arm alone. `pauses` names the schedules for responses that a
 * cache may share: `undefined` ignores caches, an empty list uses only unique URLs.
 */
export async function findCrossTalk(
  observers: readonly Observer[],
  pauses: (observer: Observer) => readonly ScheduleName[] | undefined,
): Promise<ReadonlyMap<Observer, CrossTalk>> {
  const found = new Map<Observer, CrossTalk>();
  const ownOf = new Map(
    observers.map((one) => [one, neverShared(one.looks.filter(followsOwnArm))]),
  );
  for (const [one, own] of ownOf) found.set(one, { kind: tellsApart(own) ? 'same' : 'alike' });
  const isSuspect = ([{ looks }, own]: readonly [Observer, OwnStatements]) =>
    tellsApart(own)
      ? looks.some((look) => !isPure(look, own))
      : isRestless(looks.filter(followsOwnArm));
  const suspects = [...ownOf].filter(isSuspect).map(([one]) => one);
  await confirm(suspects, ['crowds', 'shared-turns', 'blocks', 'crowds-apart', 'unique-urls']);
  for (const one of suspects) found.set(one, decide(one.looks));
  const cached = observers.flatMap((one) => {
    const kind = found.get(one)?.kind;
    const waits = kind === 'same' || kind === 'alike' ? pauses(one) : undefined;
    const shared = sharedBy(one.looks.filter(followsOwnArm), kind === 'same');
    // If the arms differ elsewhere, a cache rarely shares a part for long. One pause suffices.
    const some = kind === 'same' ? waits?.slice(0, 1) : waits;
    return some && shared.size > 0 ? [{ observer: one, shared, pauses: some }] : [];
  });
  for (const [one, hidden] of await lookBehindCaches(cached)) found.set(one, hidden);
  return found;
}

const isPure = (look: Look, own: OwnStatements) =>
  foreignIn(look, own).length === 0 && saysAll(look, own);

function isRestless(looks: readonly Look[]) {
  const comeAndGo = [...sharedBy(looks, false)].filter((one) =>
    looks.some(({ says }) => !says.has(one)),
  );
  return areManyPlaces(comeAndGo) || comeAndGo.some(isInList);
}

const confirmations = ['again-', 'once-more-'] as const;

/** Each time after replicas have caught up with any single edit. */
async function confirm(observers: readonly Observer[], plan: readonly ScheduleName[]) {
  if (observers.length === 0) return;
  for (const prefix of confirmations) {
    await untilAfter(observers, longestLag);
    for (const schedule of plan) await observe(observers, schedule, { prefix });
  }
}

export function decide(looks: readonly Look[]): CrossTalk {
  const own = union(associated(looks.filter(followsOwnArm)), associated(looks.filter(isFresh)));
  if (!tellsApart(own)) return { kind: 'alike' };
  return decideBy(looks, own, exposedBy, tellingOf);
}

const fewestData = 2;

function decideBy(
  looks: readonly Look[],
  own: OwnStatements,
  findExposed: typeof exposedBy,
  tell: typeof tellingOf,
): CrossTalk {
  let didNotComeBack = false;
  for (const arm of arms) {
    const mine = looks.filter((look) => look.arm === arm);
    const strange = mine.filter((look) => foreignIn(look, own).length > 0);
    const sightings = mine.map((look) => ({
      is: strange.includes(look),
      at: look.exchange.endedAt,
    }));
    if (strange.length < 2 || !alternates(sightings, longestLag)) {
      didNotComeBack ||= strange.length > 0;
      continue;
    }
    const data = strange.filter((look) => isData(foreignIn(look, own), look, own));
    const { look: typical } = tell({ mine, strange, rightly: undefined });
    const isTypical = typical !== undefined && data.includes(typical);
    const look =
      data.length < fewestData ? findExposed(mine, strange) : isTypical ? typical : data[0];
    const [statement] = look ? foreignIn(look, own) : [];
    if (look && statement) {
      const rightly = looks.find((one) => one.arm !== arm && one.says.has(statement))?.exchange;
      const { recipe } = tell({ mine, strange, rightly });
      const share = { shown: strange.length, of: mine.length };
      const isPartial = own[arm].size > 0 && hasOwn(look, own);
      return { kind: 'differs', look, statement, isPartial, ...share, recipe };
    }
  }
  const following = follows(looks, own);
  if (following || !didNotComeBack) return following ?? { kind: 'same' };
  return { kind: 'undecided', why: 'changed once, and did not change back' };
}

function follows(looks: readonly Look[], own: OwnStatements): CrossTalk | undefined {
  for (const arm of arms) {
    const mine = looks.filter((look) => look.arm === arm);
    const alone = mine.filter(followsOwnArm);
    const after = mine.filter(followsOtherArm);
    for (const statement of own[arm]) {
      const lacking = after.filter(({ says }) => !says.has(statement));
      const [look] = lacking;
      if (!look || alone.some(({ says }) => !says.has(statement))) continue;
      const chance = chanceOf(
        { times: lacking.length, of: after.length },
        { times: 0, of: alone.length },
      );
      if (chance <= mostChanceOfCircumstance) {
        const before = looks.find((one) => one.arm !== arm)?.exchange;
        const recipe = recipeAfterOther({ mine, strange: lacking, rightly: before });
        const share = { shown: lacking.length, of: mine.length };
        return { kind: 'follows', look, statement, ...share, recipe };
      }
    }
  }
  return undefined;
}

/**
 * The statements of both arms, which a cache may therefore share. With `inPart`, only those in
 * lists that do not distinguish the arms.
 */
function sharedBy(looks: readonly Look[], inPart: boolean) {
  const [first, second] = arms.map((arm) =>
    looks.filter((look) => look.arm === arm).map(({ says }) => says),
  );
  const all = new Set(looks.flatMap(({ says }) => [...says]));
  const isOfBoth = (one: string) =>
    [first, second].every((said) => said?.some((says) => says.has(one)));
  const common = [...all].filter(isOfBoth);
  if (!inPart) return new Set(common);
  const apart = new Set(neverShared(looks).flatMap((own) => [...own].map(listOf)));
  const telling = common.filter(
    (one) => !apart.has(listOf(one)) && isInList(one) && /\d/.test(shownBy(one)),
  );
  const lists = telling.map(listOf);
  return new Set(
    telling.filter((_, at) => lists.filter((list) => list === lists[at]).length >= fewestTelling),
  );
}

/** This many numbers, or strings with a digit, in a list are probably the data of one user. */
const fewestTelling = 3;

type Cached = Readonly<{
  observer: Observer;
  shared: Statements;
  pauses: readonly ScheduleName[];
}>;

async function lookBehindCaches(cached: readonly Cached[]) {
  const found = new Map<Observer, CrossTalk>();
  if (cached.length === 0) return found;
  const observers = cached.map(({ observer }) => observer);
  const sharedOf = new Map(cached.map(({ observer, shared }) => [observer, shared]));
  const isRevealed = (looks: readonly Look[], one: Observer) =>
    looks.some(({ says }) =>
      [...(sharedOf.get(one) ?? [])].some((statement) => !says.has(statement)),
    );
  const mayReveal = (looks: readonly Look[], one: Observer) =>
    looks.length < 2 || isRevealed(looks, one);
  // Suspects have already been asked in all orders, including unique URLs.
  const unconfirmed = observers.filter(({ looks }) => !looks.some(isFresh));
  const peeked = await observe(unconfirmed, 'unique-urls', {
    goesOn: (looks, one) => mayReveal(looks.filter(isFresh), one),
  });
  const revealed = unconfirmed.filter((one) =>
    isRevealed(peeked.get(one)?.filter(isFresh) ?? [], one),
  );
  await confirm(revealed, ['unique-urls']);
  for (const one of revealed) {
    const decided = decide(one.looks);
    if (decided.kind === 'differs') found.set(one, decided);
  }
  for (const pause of new Set(cached.flatMap(({ pauses }) => pauses))) {
    const waiting = cached.filter(
      ({ observer, pauses }) => !found.has(observer) && pauses.includes(pause),
    );
    const goesOn = (looks: readonly Look[], one: Observer) => {
      const rested = looks.filter(isRested);
      return mayReveal(rested, one) && (rested.length < 3 || tellsApart(neverShared(rested)));
    };
    const rested = waiting.map(({ observer }) => observer);
    await observe(rested, pause, { goesOn });
    const isMixed = (one: Observer) => decideAfterPauses(one, pause).kind === 'differs';
    const mixed = rested.filter(isMixed);
    for (const prefix of confirmations) await observe(mixed, pause, { prefix });
    for (const one of mixed.filter(isMixed)) found.set(one, decideAfterPauses(one, pause));
  }
  return found;
}

function decideAfterPauses({ looks }: Observer, pause: ScheduleName): CrossTalk {
  const seen = looks.filter(({ schedule }) => schedule === pause);
  const rested = seen.filter(isRested);
  if (rested.length < fewestRested) return { kind: 'alike' };
  return decideBy(
    seen,
    neverShared(rested),
    () => undefined,
    (of) => ({ recipe: recipeAfterPause(of, pause) }),
  );
}

/** The fewest first responses after pauses. Confirmed, there are 24: by chance once in 2^23. */
const fewestRested = 8;

/**
 * A single edit may go back and forth only until all replicas have it, which takes less than
 * `gapMs`.
 */
export function alternates(
  sightings: readonly Readonly<{ is: boolean; at: number }>[],
  gapMs: number,
) {
  const firstAfter = (is: boolean, at: number) =>
    Math.min(...sightings.filter((one) => one.is === is && one.at >= at).map((one) => one.at));
  return [true, false].some((is) => {
    const gone = firstAfter(!is, firstAfter(is, 0) + gapMs);
    return firstAfter(is, gone + gapMs) < Infinity;
  });
}
