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

/** `what` is expected at the place. */
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

export function factsAt(place: string, value: Json | undefined) {
  const found: Found = value === undefined ? 'missing' : jsonKind(value);
  return { place: ofHarness(place), found, value: fromTarget(shown(value)) };
}
