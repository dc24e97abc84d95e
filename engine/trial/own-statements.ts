import type { Share } from '../catalogue/recipe.ts';
import { chanceOf } from './chance.ts';
import type { Look } from './observe.ts';
import type { Arm } from './schedules.ts';
import { isInList, placeOf, type Statements } from './statements.ts';

/** The statements that belong to each arm. */
export type OwnStatements = readonly [Statements, Statements];

/** A statement belongs to an arm if the probability of chance is at most this. */
const mostChanceOfOwn = 1e-8;

/** In every response to one arm, and in none to the other. */
export const neverShared = (looks: readonly Look[]): OwnStatements =>
  belonging(looks, (mine, theirs) => theirs.of > 0 && mine.times === mine.of && theirs.times === 0);

/** More often for one arm than chance explains. */
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

export const union = (one: OwnStatements, other: OwnStatements): OwnStatements => [
  new Set([...one[0], ...other[0]]),
  new Set([...one[1], ...other[1]]),
];

export const tellsApart = (own: OwnStatements) => own[0].size + own[1].size > 0;

export function foreignIn(
  { arm, says }: Pick<Look, 'arm' | 'says'>,
  own: OwnStatements,
): readonly string[] {
  return [...own[arm === 0 ? 1 : 0]].filter((statement) => says.has(statement));
}

/** An arm without statements says all of them. */
export function saysAll({ arm, says }: Pick<Look, 'arm' | 'says'>, own: OwnStatements): boolean {
  return [...own[arm]].every((statement) => says.has(statement));
}

export function hasOwn({ arm, says }: Pick<Look, 'arm' | 'says'>, own: OwnStatements): boolean {
  return own[arm].size === 0 || [...own[arm]].some((statement) => says.has(statement));
}

/** A node or a bucket of an experiment may have its own name, release or price. */
const mostOfNode = 3;

export const areManyPlaces = (statements: readonly string[]) =>
  new Set(statements.map(placeOf)).size > mostOfNode;

/** Whether they are data of the other arm, and not only values of another node. */
export function isData(foreign: readonly string[], look: Look, own: OwnStatements): boolean {
  return areManyPlaces(foreign) || (foreign.some(isInList) && !hasOwn(look, own));
}
