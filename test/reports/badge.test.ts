import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { areas } from '../../engine/catalogue/levels.ts';
import { renderBadge } from '../../reports/badge.ts';
import { hostileStrings, poison } from './hostile-strings.ts';
import { conformant, empty, inconclusive, nonConformant, results } from './results.ts';

/** WCAG 2.2: of white text on a colour. */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** Grounds of label and message. */
function coloursOf(svg: string): string[] {
  return [...svg.matchAll(/<rect [^>]*fill="(#[0-9a-f]{6})"/g)].map(([, colour = '']) => colour);
}

describe('the badge', () => {
  test.each(results)('of a result that is %s is well-formed, without links and scripts', async (_name, result) => {
    const svg = renderBadge(result);
    const { errors } = await validateXML({ xml: svg, normalization: 'format' });
    expect(errors).toEqual([]);
    expect(svg).not.toMatch(/<(a|script|image|foreignObject)\b|\bhref|\bon\w+=/);
  });

  test('says the verdict, also to who does not see it', async () => {
    for (const result of [conformant, nonConformant, inconclusive, empty]) {
      expect(renderBadge(result)).toContain(`<title>m2m conformance: ${result.verdict}</title>`);
      expect(renderBadge(result)).toContain(`aria-label="m2m conformance: ${result.verdict}"`);
    }
  });

  test('says how much of the service is claimed where that is not all', async () => {
    const result = conformant;
    expect(result.claim).toHaveLength(areas.length);
    expect(renderBadge({ ...result, claim: ['learn', 'cash'] })).toContain(`conformant (2 of ${areas.length} areas)`);
    expect(renderBadge(result)).not.toContain('areas');
  });

  test('has another colour for each verdict, on all of which white can be read', async () => {
    const all = [conformant, nonConformant, inconclusive].map((one) => coloursOf(renderBadge(one)));
    expect(new Set(all.map(([, message]) => message)).size).toBe(3);
    for (const colour of all.flat()) expect(contrastWithWhite(colour)).toBeGreaterThan(4.5);
    expect(contrastWithWhite('#4488cc')).toBeLessThan(4.5);
  });

  test('is the same whatever a target says', async () => {
    const result = nonConformant;
    for (const payload of hostileStrings) expect(renderBadge(poison(result, payload))).toBe(renderBadge(result));
  });
});
