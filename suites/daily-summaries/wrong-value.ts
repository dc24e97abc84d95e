import {
  type Advice,
  cause,
  type Found,
  fromTarget,
  type Json,
  jsonKind,
  ofHarness,
  shown,
} from '../../engine/index.ts';

interface AtPlace {
  readonly place: string;
  readonly value: string;
}

/** A cause that one place of the listing shows. `what` is expected there. */
export const wrongValue = <F = object>(
  title: string,
  what: string,
  advice: readonly Advice<F>[] = [],
) =>
  cause<AtPlace & F>({
    title,
    expected: ({ place }) => `${what} at ${place}`,
    actual: ({ value }) => value,
    advice,
  });

/** The facts of such a cause. */
export function factsAt(place: string, value: Json | undefined) {
  const found: Found = value === undefined ? 'missing' : jsonKind(value);
  return { place: ofHarness(place), found, value: fromTarget(shown(value)) };
}
