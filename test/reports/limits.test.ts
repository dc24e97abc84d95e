import { expect, test } from 'vitest';
import { verificationText } from '../../cli/certificate/text.ts';
import { areas } from '../../engine/schema/vocabulary.ts';
import { renderBadge } from '../../reports/badge.ts';
import { consoleReport } from '../../reports/console.ts';
import { renderCtrf } from '../../reports/ctrf.ts';
import { renderConformanceReport } from '../../reports/html/conformance-report.tsx';
import { renderJunit } from '../../reports/junit.ts';
import { limitsOf } from '../../reports/limits.ts';
import { renderSummary } from '../../reports/summary.ts';
import { conformant, empty, inconclusive, results } from './results.ts';

const reason =
  'needs a second user of another language; set M2M_SECOND_USER_ID to one, and leave M2M_SAME_LANGUAGE unset';
const [first] = conformant.requirements;
const claimed = { ...conformant, claim: areas, waived: [], requirements: [] };
const open = { ...first, id: 'a/a', claimed: true, level: 'must', outcome: 'not-run', reason, endpoints: [] } as never;

test.each([
  [claimed, 'Conformant for 12 of 12 areas'],
  [
    {
      ...claimed,
      profile: { ...claimed.profile, endpoints: [] },
      claim: areas.filter((area) => !/^users|^test|vault/.test(area)),
    },
    'Conformant for 9 of 12 areas; not claimed: users (needs --allow writes), savings-vault, test (need profile.endpoints)',
  ],
  [
    { ...claimed, verdict: 'inconclusive' as const, requirements: [open] },
    'Claimed: 12 of 12 areas; not assessed: 1 requirement (1 needed for a verdict), set M2M_SECOND_USER_ID',
  ],
  [
    { ...claimed, requirements: [open], waived: [{ id: 'a/a', reason }] },
    'Conformant for 12 of 12 areas; waived: 1 requirement',
  ],
])('limits %#', (result, limits) => {
  expect(limitsOf(result)).toBe(limits);
});

test('settings are not advised if one obstacle hides what they would enable', () => {
  expect(limitsOf(inconclusive)).not.toContain('set M2M_');
  expect(limitsOf(empty)).toMatch(/not assessed: \d+ requirements/);
});

test.each(results)('every report of the %s result says them in the same words', (_name, result) => {
  const reports = {
    console: consoleReport(result, 'out', false, 'quiet').verdict,
    verify: verificationText({ verified: true, checks: [], limits: limitsOf(result) }, false, true),
    badge: renderBadge(result),
    HTML: renderConformanceReport(result),
    summary: renderSummary(result),
    JUnit: renderJunit(result),
    CTRF: renderCtrf(result),
  };
  for (const [name, text] of Object.entries(reports)) {
    // Only the first letter differs.
    const isSaid = text.replaceAll('\n', ' ').replaceAll('\\_', '_').includes(limitsOf(result).slice(1));
    expect({ name, isSaid }).toEqual({ name, isSaid: true });
  }
});
