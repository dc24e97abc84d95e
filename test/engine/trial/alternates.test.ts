import { expect, test } from 'vitest';
import { alternates } from '../../../engine/trial/cross-talk.ts';

/** One character for each 10 ms: `+` for something that is there, `-` for something that is not. */
const sightingsIn = (text: string) =>
  [...text].flatMap((sign, nth) =>
    sign === '.' ? [] : [{ is: sign === '+', at: 1_000 + nth * 10 }],
  );

test.each([
  ...['+.-.+', '-.+.-', '+-+.-.+', '+-.+.-', '+-+-.+', '++--++', '+.--+++'].map(
    (text) => [true, text] as const,
  ),
  ...['', '+', '+++', '+.-', '+-+', '+.-+', '+-.+', '-+.-', '+.+.-'].map(
    (text) => [false, text] as const,
  ),
])('changes and changes back, with 20 ms between, %s: %j', (changes, text) => {
  const sightings = sightingsIn(text);
  expect(alternates(sightings, 20)).toBe(changes);
  expect(alternates(sightings.toReversed(), 20)).toBe(changes);
});
