import { expect, test } from 'vitest';
import { monitorsById } from '../../engine/catalogue/catalogue.ts';
import { rows } from '../../engine/index.ts';
import { areas } from '../../engine/schema/vocabulary.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { catalogue } from '../../suites/catalogue.ts';

const all = rows(catalogue);

test('ids, levels and conditions are those of the reading', () => {
  const found: Record<string, string> = {};
  for (const { area, group, requirement } of all) {
    const { id, level, when } = requirement;
    const condition = when ? ` when ${when}` : '';
    const named = `${area}: ${group}, ${level}${condition}`;
    found[named] = [found[named] ?? [], id.replace(`${group}/`, '')].flat().join(' ');
  }
  expect(found).toMatchSnapshot();
});

test('each id is unique, and in the group that it names', () => {
  const ids = all.map(({ requirement }) => requirement.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { group, requirement } of all)
    expect(requirement.id).toMatch(new RegExp(`^${group}/[a-z0-9-]+$`));
  for (const { requirement } of all)
    expect(ids).toEqual(expect.arrayContaining([...(requirement.sameDefectAs ?? [])]));
});

test('a requirement comes only after monitors that judge responses, and never after itself', () => {
  const monitors = monitorsById(catalogue);
  const before = (id: string): string[] =>
    (monitors.get(id)?.after ?? []).flatMap((one) => [one, ...before(one)]);
  for (const { id, after = [] } of monitors.values()) {
    for (const earlier of after) expect(monitors.get(earlier)?.judge, id).toBeDefined();
    expect(before(id)).not.toContain(id);
  }
});

test('all twelve areas are in the catalogue, each with a purpose', () => {
  const listed = catalogue.areas.map(({ area }) => area);
  expect([...listed].sort()).toEqual([...areas, 'every-endpoint'].sort());
  for (const { area, purpose } of catalogue.areas) expect(purpose, area).toMatch(/^[A-Z].*\.$/);
});

test('faults break every must and should, and no observe', () => {
  const broken = new Set<string>(faults.flatMap(({ breaks }) => breaks));
  for (const { requirement } of all) {
    const { id, level } = requirement;
    // The operator chooses the scheme of the URL, so no server alone can violate http/tls.
    expect(broken.has(id), id).toBe(level !== 'observe' && id !== 'http/tls');
  }
});

test('a rule is a sentence without a modal verb, because the level states the obligation', () => {
  for (const { requirement } of all) {
    expect(requirement.rule, requirement.id).toMatch(/^[A-Za-z].*\.$/s);
    expect(requirement.rule, requirement.id).not.toMatch(
      /\b(?:must|should|shall|may|might|ought|has to|have to)\b/i,
    );
    expect(requirement.section.trim(), requirement.id).not.toBe('');
  }
});
