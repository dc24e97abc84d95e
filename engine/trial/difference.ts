import type { Answered } from '../exchange/index.ts';
import { atPointer, differences, type Json, json } from '../judging/index.ts';
import { placeOf, type Statements } from './statements.ts';

export type Difference = Readonly<{
  added: Statements;
  missing: Statements;
}>;

const without = (all: Statements, others: Statements) =>
  new Set([...all].filter((one) => !others.has(one)));

export const differenceOf = (former: Statements, said: Statements): Difference => ({
  added: without(said, former),
  missing: without(former, said),
});

export const isNone = ({ added, missing }: Difference) => added.size + missing.size === 0;

export const placesIn = ({ added, missing }: Difference): ReadonlySet<string> =>
  new Set([...added, ...missing].map(placeOf));

export function besides({ added, missing }: Difference, places: ReadonlySet<string>): Difference {
  const isBeside = (one: string) => !places.has(placeOf(one));
  return {
    added: new Set([...added].filter(isBeside)),
    missing: new Set([...missing].filter(isBeside)),
  };
}

const fewestOwn = 4;

/** Places with a unique value in at least half of the responses, e.g. an id. */
export function placesThatEcho(differences: readonly Difference[]): ReadonlySet<string> {
  const saidAt = new Map<string, string[]>();
  for (const { added } of differences) {
    const byPlace = new Map<string, string>();
    for (const one of [...added].sort())
      byPlace.set(placeOf(one), `${byPlace.get(placeOf(one)) ?? ''}${one},`);
    for (const [place, said] of byPlace) saidAt.set(place, [...(saidAt.get(place) ?? []), said]);
  }
  const isOwn = ([, all]: readonly [string, readonly string[]]) => {
    const own = all.filter((one) => all.filter((other) => other === one).length === 1);
    return own.length >= fewestOwn && own.length * 2 >= all.length;
  };
  return new Set([...saidAt].filter(isOwn).map(([place]) => place));
}

/** Without a place, only the body is known. */
export type Changed = Readonly<{
  place: string;
  value: string;
  former: string;
}>;

/** The first difference at one of these places. Undefined if a body is not JSON. */
export function changeOf(
  former: Answered,
  now: Answered,
  places: ReadonlySet<string>,
): Changed | undefined {
  const [left, right] = [json(former), json(now)];
  if (!('value' in left && 'value' in right)) return undefined;
  const isAmong = (pointer: string) => {
    const place = pointer.replace(/\/\d+(?=\/|$)/g, '/*');
    return [...places].some((one) => `${one.replace(/^\w+ of /, '')}/`.startsWith(`${place}/`));
  };
  const pointer = [...differences(left.value, right.value)].find(isAmong) ?? '';
  return {
    place: pointer || 'the body',
    value: shown(right.value, pointer),
    former: shown(left.value, pointer),
  };
}

function shown(body: Json, pointer: string) {
  const value = atPointer(body, pointer);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return value === undefined ? 'absent' : JSON.stringify(value).slice(0, 60);
}
