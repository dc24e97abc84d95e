import type { Share } from '../catalogue/recipe.ts';
import { chanceOf } from './chance.ts';
import type { Look } from './observe.ts';
import type { Arm } from './schedules.ts';
import { isInList, placeOf, type Statements } from './statements.ts';

/** The statements that distinguish the arms: those that belong to each arm. */
export type OwnStatements = readonly [Statements, Statements];

/** A statement belongs to an arm if the probability of chance is at most this. */
const mostChanceOfOwn = 1e-8;

/** Returns the statements that every response to one arm contains, and no response to the other. */
export const neverShared = (looks: readonly Look[]): OwnStatements =>
  belonging(looks, (mine, theirs) => theirs.of > 0 && mine.times === mine.of && theirs.times === 0);

/** Returns the statements that occur for one arm more often than chance explains. */
export const associated = (looks: readonly Look[], most = mostChanceOfOwn): OwnStatements =>
  belonging(looks, (mine, theirs) => mine.times > theirs.times && chanceOf(mine, theirs) <= most);

function belonging(
  looks: readonly Look[],
  belongs: (mine: Share, theirs: Share) => boolean,
): OwnStatements {
  const counted: readonly [Map<string, number>, Map<string, number>] = [new Map(), new Map()];
  const of = [0, 0];
  for (const { arm, says } of looks) {
    of[arm] = (of[arm] ?? 0) + 1;
    for (const statement of says)
      counted[arm].set(statement, (counted[arm].get(statement) ?? 0) + 1);
  }
  const ownOf = (arm: Arm): Statements => {
    const other = arm === 0 ? 1 : 0;
    const count = (of_: Arm, statement: string) => ({
      times: counted[of_].get(statement) ?? 0,
      of: of[of_] ?? 0,
    });
    return new Set(
      [...counted[arm].keys()].filter((one) => belongs(count(arm, one), count(other, one))),
    );
  };
  return [ownOf(0), ownOf(1)];
}

/** Joins two sets of statements, arm by arm. */
export const union = (one: OwnStatements, other: OwnStatements): OwnStatements => [
  new Set([...one[0], ...other[0]]),
  new Set([...one[1], ...other[1]]),
];

/** Whether any statement distinguishes the arms. Otherwise nothing can show a mix-up. */
export const tellsApart = (own: OwnStatements) => own[0].size + own[1].size > 0;

/** Returns the statements of a response that belong to the other arm. */
export function foreignIn(
  { arm, says }: Pick<Look, 'arm' | 'says'>,
  own: OwnStatements,
): readonly string[] {
  return [...own[arm === 0 ? 1 : 0]].filter((statement) => says.has(statement));
}

/** Whether a response contains all statements of its arm. If the arm has none, it does. */
export function saysAll({ arm, says }: Pick<Look, 'arm' | 'says'>, own: OwnStatements): boolean {
  return [...own[arm]].every((statement) => says.has(statement));
}

/** Whether a response contains a statement of its arm, or its arm has none. */
export function hasOwn({ arm, says }: Pick<Look, 'arm' | 'says'>, own: OwnStatements): boolean {
  return own[arm].size === 0 || [...own[arm]].some((statement) => says.has(statement));
}

/**
 * Up to this many places may belong to a node or to a bucket of an experiment: a name, a release, a
 * price.
 */
const mostOfNode = 3;

/** Whether the statements are at more places than another node or an experiment explains. */
export const areManyPlaces = (statements: readonly string[]) =>
  new Set(statements.map(placeOf)).size > mostOfNode;

/** Whether foreign statements are data of the other arm, and not only values of another node. */
export function isData(foreign: readonly string[], look: Look, own: OwnStatements): boolean {
  return areManyPlaces(foreign) || (foreign.some(isInList) && !hasOwn(look, own));
}
