import { expect, test } from 'vitest';
import { areas } from '../../engine/schema/vocabulary.ts';
import { renderBadge } from '../../reports/badge.ts';
import { conformant, inconclusive, nonConformant, results } from './results.ts';

/** Computes the contrast of white text on a colour (WCAG 2.2). */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

test.each(results)(
  'the badge of a %s result says the verdict, also to screen readers',
  (_name, result) => {
    const verdict = `m2m conformance: ${result.verdict}`;
    const svg = renderBadge({ ...result, claim: areas });
    expect(svg).toContain(`<title>${verdict}`);
    expect(svg).toContain(`aria-label="${verdict}"`);
  },
);

test('the badge says how much of the service is claimed, unless that is all', () => {
  const claim = (claimed: typeof conformant.claim) =>
    renderBadge({ ...conformant, claim: claimed });
  expect(claim(['learn', 'cash'])).toContain(`conformant (2 of ${areas.length} areas)`);
  expect(claim(areas)).not.toContain('areas)');
});

test('each verdict has another colour, and white text is legible on all of them', () => {
  const colours = [conformant, nonConformant, inconclusive].map((one) =>
    [...renderBadge(one).matchAll(/<rect [^>]*fill="(#[0-9a-f]{6})"/g)].map(
      ([, colour = '']) => colour,
    ),
  );
  expect(new Set(colours.map(([, message]) => message)).size).toBe(3);
  for (const colour of colours.flat()) expect(contrastWithWhite(colour)).toBeGreaterThan(4.5);
  expect(contrastWithWhite('#4488cc')).toBeLessThan(4.5);
});
