import { expect, test } from 'vitest';
import { rows } from '../../engine/catalogue/catalogue.ts';
import { guidance, guidanceFor } from '../../reports/guidance/index.ts';
import { catalogue } from '../../suites/catalogue.ts';

test('every requirement has guidance, and no other id has', () => {
  const requirements = rows(catalogue).map(({ requirement }) => requirement.id);
  expect(Object.keys(guidance).sort()).toEqual(requirements.sort());
  for (const id of requirements) expect(guidanceFor(id)).toBe(guidance[id]);
  for (const id of ['guides/no-such-rule', '', 'constructor']) expect(guidanceFor(id)).toBeUndefined();
});

test.each(Object.entries(guidance))(
  '%s has a statement, and two to four causes',
  (_, { statement, source, causes }) => {
    expect(statement).toMatch(/^[\w"].*[^\s.:][.:]$/);
    expect(source ?? 'RFC 1, section 1').toMatch(/^RFC \d+, section \d/);
    expect([2, 3, 4]).toContain(causes.length);
    const texts = causes.flatMap(({ cause, look }) => [cause, look]);
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) expect(text).toMatch(/^\S.*[^\s.]\.$/);
    for (const { look } of causes) expect(look).toMatch(/^(?!(The|An?|It|If|This|There|You|Your) )[A-Z][a-z]+ /);
  },
);
