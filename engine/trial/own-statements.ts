import type { Share } from '../catalogue/index.ts';
import { chanceOf } from './chance.ts';
import type { Look } from './observe.ts';
import { type Arm, otherThan } from './schedules.ts';
import { isInList, placeOf, type Statements } from './statements.ts';

export type OwnStatements = readonly [Statements, Statements];

type Saying = Pick<Look, 'arm' | 'says'>;

/** A statement belongs to an arm if the probability of chance is at most this. */
const mostChanceOfOwn = 1e-8;

export const neverShared = (looks: readonly Look[]): OwnStatements =>
  belonging(looks, (mine, theirs) => theirs.of > 0 && mine.times === mine.of && theirs.times === 0);

export const associated = (looks: readonly Look[], most = mostChanceOfOwn): OwnStatements =>
  belonging(looks, (mine, theirs) => mine.times > theirs.times && chanceOf(mine, theirs) <= most);

function belonging(
  looks: readonly Look[],
  belongs: (mine: Share, theirs: Share) => boolean,
): OwnStatements {
  const ownOf = (arm: Arm) => {
    const [mine, theirs] = byArm(looks, arm);
    const all = new Set<string>();
    for (const { says } of mine) for (const one of says) all.add(one);
    return new Set([...all].filter((one) => belongs(countIn(mine, one), countIn(theirs, one))));
  };
  return [ownOf(0), ownOf(1)];
}

export const byArm = (looks: readonly Look[], arm: Arm) =>
  [looks.filter((look) => look.arm === arm), looks.filter((look) => look.arm !== arm)] as const;

export const countIn = (looks: readonly Look[], statement: string): Share => ({
  times: looks.filter(({ says }) => says.has(statement)).length,
  of: looks.length,
});

export const union = (one: OwnStatements, other: OwnStatements): OwnStatements => [
  new Set([...one[0], ...other[0]]),
  new Set([...one[1], ...other[1]]),
];

export const tellsApart = (own: OwnStatements) => own[0].size + own[1].size > 0;

export const foreignIn = ({ arm, says }: Saying, own: OwnStatements): readonly string[] =>
  [...own[otherThan(arm)]].filter((statement) => says.has(statement));

/** An arm without statements says all of them. */
export const saysAll = ({ arm, says }: Saying, own: OwnStatements) =>
  [...own[arm]].every((statement) => says.has(statement));

export const hasOwn = ({ arm, says }: Saying, own: OwnStatements) =>
  own[arm].size === 0 || [...own[arm]].some((statement) => says.has(statement));

/** A node or a bucket of an experiment may have its own name, release or price. */
const mostOfNode = 3;

export const areManyPlaces = (statements: readonly string[]) =>
  new Set(statements.map(placeOf)).size > mostOfNode;

/** Whether they are data of the other arm, and not only values of another node. */
export const isData = (foreign: readonly string[], look: Saying, own: OwnStatements) =>
  areManyPlaces(foreign) || (foreign.some(isInList) && !hasOwn(look, own));
