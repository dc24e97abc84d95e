import { describe, expect, test } from 'vitest';
import type { Advice } from '../../engine/catalogue/cause.ts';
import { rows } from '../../engine/index.ts';
import { catalogue } from '../../suites/catalogue.ts';

const requirements = rows(catalogue).map(({ requirement }) => requirement);

/** The parts of an entry that are compared. */
const wordsOf = ({ suspect, look }: Advice) => [suspect, look];

describe.each(requirements.map((one) => [one.id, one] as const))('%s', (_id, requirement) => {
  const { statement, level, advice = [], causes = {} } = requirement;
  // Several causes may share an entry.
  const entries = new Map(
    [...Object.values(causes).flatMap((one) => one.advice ?? []), ...advice].map((one) => [
      JSON.stringify(wordsOf(one)),
      one,
    ]),
  );

  test('has a statement of the specification or a standard', () => {
    expect(statement?.text).toMatch(/^[\w"].*[^\s.:][.:]$/);
    expect(statement?.source ?? 'RFC 1, section 1').toMatch(/^RFC \d+, section \d/);
  });

  test('has causes with kebab-case ids, and titles that are phrases', () => {
    for (const [id, { title }] of Object.entries(causes)) {
      expect(id).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
      if (typeof title === 'string') expect(title).toMatch(/[^\s.]$/);
    }
  });

  test('has advice in two sentences, of which the second is an instruction', () => {
    for (const { suspect, look } of entries.values()) {
      expect(suspect).toMatch(/^\S.*[^\s.]\.$/);
      expect(look).toMatch(/^(?!(?:The|An?|It|If|This|There|You|Your) )[A-Z][a-z]+ .*[^\s.]\.$/);
    }
  });

  test('has no advice twice', () => {
    for (const one of [{ advice: [] }, ...Object.values(causes)]) {
      const shown = [...(one.advice ?? []), ...advice].flatMap(wordsOf);
      expect(new Set(shown).size).toBe(shown.length);
    }
  });

  test('has no clue both for and against an advice', () => {
    for (const { when = [] } of entries.values())
      for (const clue of when) if (typeof clue === 'string') expect(when).not.toContain(`!${clue}`);
  });

  test.runIf(level !== 'observe' || requirement.causes)('has two to ten pieces of advice', () => {
    expect(entries.size).toBeGreaterThanOrEqual(2);
    expect(entries.size).toBeLessThanOrEqual(10);
  });
});
