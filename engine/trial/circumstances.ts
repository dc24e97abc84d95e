import type { Condition } from '../catalogue/check.ts';
import { type Count, chanceOf } from './chance.ts';
import type { Look } from './observe.ts';
import { type ScheduleName, schedules } from './schedules.ts';

type Circumstance = (look: Look) => boolean;

/**
 * Whether a look at the usual URL follows a request for its own arm, on a connection that the arms
 * do not share.
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
 * A circumstance in which the other arm can affect the response, and those in which it cannot. If a
 * response is strange in one of the latter too, its content may change by itself, such as a setting
 * that somebody toggles.
 */
interface Contrast {
  readonly exposed: Circumstance;
  readonly apart: readonly [Circumstance, ...Circumstance[]];
  /** The exposed circumstance and the first one apart, for reports. */
  readonly words: readonly [exposed: string, apart: string];
  readonly condition?: Condition;
}

const afterOther: Contrast = {
  exposed: followsOtherArm,
  apart: [followsOwnArm],
  words: ['after a request for the other user', 'after one for the same user'],
};

const contrasts: readonly Contrast[] = [
  {
    exposed: isInCrowd,
    // One arm alone at any other time, or at the same load.
    apart: [followsOwnArm, ({ schedule }) => schedule === 'crowds-apart'],
    words: ['with # requests in flight', 'alone'],
    condition: { kind: 'in-flight' },
  },
  {
    exposed: ({ schedule }) => schedule === 'shared-turns' || schedule === 'in-turn',
    apart: [followsOwnArm],
    words: ['on a connection that both users share', 'on a connection of its own'],
    condition: { kind: 'same-connection' },
  },
  afterOther,
  {
    exposed: ({ isUnique, after }) => !isUnique && after !== undefined,
    apart: [isFresh],
    words: ['at the usual URL', 'at URLs that no cache knows'],
  },
];

/** A circumstance counts as the cause if chance explains it with at most this probability. */
export const mostChanceOfCircumstance = 1e-6;

/** Returns a strange look that the other arm must have caused, and not another node. */
export function exposedBy(mine: readonly Look[], strange: readonly Look[]): Look | undefined {
  for (const { exposed, apart } of contrasts) {
    if (strange.some((look) => apart.some((isApart) => isApart(look)))) continue;
    const seen = countIn(mine, strange, exposed);
    const chances = apart.map((isApart) => chanceOf(seen, countIn(mine, strange, isApart)));
    if (Math.max(...chances) <= mostChanceOfCircumstance) return strange.find(exposed);
  }
  return undefined;
}

const countIn = (all: readonly Look[], strange: readonly Look[], isIn: Circumstance): Count => ({
  seen: strange.filter(isIn).length,
  of: all.filter(isIn).length,
});

/**
 * A look in the circumstance that shows a defect most often, how often it does, and how requests
 * are sent in it.
 */
export interface Telling {
  readonly look?: Look;
  readonly needs: string;
  readonly condition?: Condition | undefined;
}

/**
 * Returns a strange look in the circumstance that shows the defect most often, and says how often
 * it does.
 */
export function tellingOf(mine: readonly Look[], strange: readonly Look[]): Telling {
  const rate = ({ exposed }: Contrast) => {
    const { seen, of } = countIn(mine, strange, exposed);
    return seen / Math.max(of, 1);
  };
  const clear = contrasts.filter(
    ({ apart }) => !strange.some((look) => apart.some((isApart) => isApart(look))),
  );
  const [best] = clear.filter((one) => rate(one) > 0).sort((one, other) => rate(other) - rate(one));
  const look = best && strange.find(best.exposed);
  if (!look)
    return { needs: `shows in ${strange.length} of ${mine.length} responses to the same request` };
  return { look, needs: inWords(best, mine, strange), condition: best.condition };
}

/** Says how often a look lacks its own data after the other arm's request. */
export const afterOtherInWords = (mine: readonly Look[], lacking: readonly Look[]) =>
  inWords(afterOther, mine, lacking);

/** Says how often a shared response shows after a pause in which caches expire. */
export function afterPause(
  mine: readonly Look[],
  strange: readonly Look[],
  pause: ScheduleName,
): Telling {
  const later = countIn(mine, strange, (look) => !isRested(look));
  const first = countIn(mine, strange, isRested);
  const seconds = Number(/[\d.]+/.exec(pause)?.[0]);
  const needs = `shows after a pause of ${seconds} s, then requests for both users: ${inNumbers(later)} responses; first after the pause: ${inNumbers(first)}`;
  return { needs, condition: { kind: 'after-pause', seconds } };
}

function inWords(
  { exposed, apart, words }: Contrast,
  mine: readonly Look[],
  strange: readonly Look[],
): string {
  const arms = 2;
  const inFlight = String(arms * mine.filter(({ schedule }) => schedule === 'crowd').length);
  const [here, there] = [countIn(mine, strange, exposed), countIn(mine, strange, apart[0])];
  const told = (look: Look) => exposed(look) || apart[0](look);
  const crowd = countIn(mine, strange, (look) => isInCrowd(look) && !told(look));
  const others = crowd.of > 0 ? `; in flight together: ${inNumbers(crowd)}` : '';
  const next = exposed === followsOtherArm ? nextInWords(mine, strange) : '';
  return `shows ${words[0].replace('#', inFlight)}: ${inNumbers(here)} responses; ${words[1]}: ${inNumbers(there)}${next}${others}`;
}

/**
 * Says how often the response after a strange one is strange too, if both are for one arm. A cache
 * would repeat it.
 */
function nextInWords(mine: readonly Look[], strange: readonly Look[]): string {
  const next = mine.filter(
    (look, nth) => nth > 0 && followsOwnArm(look) && strange.includes(mine[nth - 1] as Look),
  );
  const seen = next.filter((look) => strange.includes(look)).length;
  if (next.length < fewestNext) return '';
  return `; in the next one after such a response: ${inNumbers({ seen, of: next.length })}`;
}

/** So many responses after strange ones say whether a cache repeats them. */
const fewestNext = 3;

const inNumbers = ({ seen, of }: Count): string => `${seen} of ${of}`;
