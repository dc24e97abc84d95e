import {
  alone,
  following,
  inFlight,
  type Otherwise,
  onSameConnection,
  type Recipe,
  type Share,
} from '../catalogue/index.ts';
import type { Exchange } from '../exchange/index.ts';
import { chanceOf } from './chance.ts';
import type { Look } from './observe.ts';
import { pauseMsOf, type ScheduleName, schedules } from './schedules.ts';

type Circumstance = (look: Look) => boolean;

/**
 * At the usual URL, after a request for its own arm, on a connection that the arms do not share.
 */
export const followsOwnArm: Circumstance = ({ arm, after, isUnique, schedule }) =>
  after === arm && !isUnique && schedules[schedule].connection !== 'shared';
export const isFresh: Circumstance = ({ isUnique, schedule }) =>
  isUnique && schedule === 'unique-urls';
export const isRested: Circumstance = ({ isAfterPause }) => isAfterPause;
export const followsOtherArm: Circumstance = ({ arm, after, isUnique }) =>
  after !== undefined && after !== arm && !isUnique;
const isInCrowd: Circumstance = ({ schedule }) => schedule === 'crowd' || schedule === 'crowds';

/**
 * A circumstance in which the other arm can affect the response, and those in which it cannot. What
 * is strange in one of these too may change by itself.
 */
type Contrast = Readonly<{
  exposed: Circumstance;
  apart: readonly [Circumstance, ...Circumstance[]];
  otherwise: Otherwise;
  /** Given a response that is right, and the size of a crowd. */
  recipeOf: (rightly: Exchange, crowd: number) => Recipe<Exchange>;
}>;

const afterOther: Contrast = {
  exposed: followsOtherArm,
  apart: [followsOwnArm],
  otherwise: 'same-user',
  recipeOf: (rightly) => following(rightly),
};

const contrasts: readonly Contrast[] = [
  {
    exposed: isInCrowd,
    // One arm alone at any other time, or at the same load.
    apart: [followsOwnArm, ({ schedule }) => schedule === 'crowds-apart'],
    otherwise: 'alone',
    recipeOf: (rightly, crowd) => inFlight(crowd, rightly),
  },
  {
    exposed: ({ schedule }) => schedule === 'shared-turns' || schedule === 'in-turn',
    apart: [followsOwnArm],
    otherwise: 'own-connection',
    recipeOf: (rightly) => onSameConnection(rightly),
  },
  afterOther,
  {
    exposed: ({ isUnique, after: before }) => !isUnique && before !== undefined,
    apart: [isFresh],
    otherwise: 'new-url',
    recipeOf: (rightly) => following(rightly),
  },
];

export const mostChanceOfCircumstance = 1e-6;

/** What the other arm must have caused, and not another node. */
export function exposedBy(mine: readonly Look[], strange: readonly Look[]) {
  for (const { exposed, apart } of contrasts) {
    if (strange.some((look) => apart.some((isApart) => isApart(look)))) continue;
    const seen = countIn(mine, strange, exposed);
    const chances = apart.map((isApart) => chanceOf(seen, countIn(mine, strange, isApart)));
    if (Math.max(...chances) <= mostChanceOfCircumstance) return strange.find(exposed);
  }
  return undefined;
}

const countIn = (all: readonly Look[], strange: readonly Look[], isIn: Circumstance) => ({
  times: strange.filter(isIn).length,
  of: all.filter(isIn).length,
});

type Seen = Readonly<{
  mine: readonly Look[];
  strange: readonly Look[];
  rightly: Exchange | undefined;
}>;

/** A look in the circumstance that shows the defect most often. */
type Telling = Readonly<{
  look?: Look;
  recipe: Recipe<Exchange>;
}>;

export function tellingOf(seen: Seen): Telling {
  const { mine, strange } = seen;
  const rate = ({ exposed }: Contrast) => {
    const { times, of } = countIn(mine, strange, exposed);
    return times / Math.max(of, 1);
  };
  const clear = contrasts.filter(
    ({ apart }) => !strange.some((look) => apart.some((isApart) => isApart(look))),
  );
  const [best] = clear.filter((one) => rate(one) > 0).sort((one, other) => rate(other) - rate(one));
  const look = best && strange.find(best.exposed);
  if (!look) return { recipe: { ...alone, share: { times: strange.length, of: mine.length } } };
  return { look, recipe: recipeOf(best, seen) };
}

export const recipeAfterOther = (seen: Seen): Recipe<Exchange> => recipeOf(afterOther, seen);

export function recipeAfterPause(
  { mine, strange, rightly }: Seen,
  pause: ScheduleName,
): Recipe<Exchange> {
  const afterMs = pauseMsOf(pause);
  return {
    ...(rightly ? following(rightly, { afterMs }) : { steps: [{ afterMs }] }),
    share: countIn(mine, strange, (look) => !isRested(look)),
    otherwise: { 'first-after-pause': countIn(mine, strange, isRested) },
  };
}

function recipeOf(
  { exposed, apart, otherwise, recipeOf: make }: Contrast,
  { mine, strange, rightly }: Seen,
) {
  const crowd = Math.max(1, mine.filter(({ schedule }) => schedule === 'crowd').length);
  const told = (look: Look) => exposed(look) || apart[0](look);
  const others = countIn(mine, strange, (look) => isInCrowd(look) && !told(look));
  const next = exposed === followsOtherArm ? countOfNext(mine, strange) : undefined;
  return {
    ...(rightly ? make(rightly, crowd) : alone),
    share: countIn(mine, strange, exposed),
    otherwise: {
      [otherwise]: countIn(mine, strange, apart[0]),
      ...(next && { next }),
      ...(others.of > 0 && { 'in-flight': others }),
    },
  };
}

/** So many responses after strange ones say whether a cache repeats them. */
const fewestNext = 3;

function countOfNext(mine: readonly Look[], strange: readonly Look[]): Share | undefined {
  const next = mine.filter(
    (look, nth) => nth > 0 && followsOwnArm(look) && strange.includes(mine[nth - 1] as Look),
  );
  const times = next.filter((look) => strange.includes(look)).length;
  return next.length < fewestNext ? undefined : { times, of: next.length };
}
