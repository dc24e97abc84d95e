import './environment.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../../engine/result.ts';
import { writeAllure } from '../../../reports/allure/write.ts';
import { sample } from '../../scope.ts';
import { describeInBrowser, openPage, quiet } from '../browser.ts';
import { hostileStrings, poison } from '../hostile-strings.ts';
import { nonConformant } from '../results.ts';
import { testsIn, unfold } from './shown-tests.ts';

/** One requirement that fails, one that warns, one observed, one not judged, on one endpoint each. */
function small(result: Result): Result {
  const failures = ['fail', 'warn'].flatMap((outcome) => {
    const found = result.failures.find((one) => one.outcome === outcome && one.request?.body && one.response?.body);
    return found ? [{ ...found, places: found.places.slice(0, 1) }] : [];
  });
  const observation = result.observations[0];
  const open = result.requirements.find(({ endpoints }) => endpoints.some(({ outcome }) => outcome === 'inconclusive'));
  const places = [
    ...failures.map(({ requirement, places }) => [requirement, places[0]?.endpoint] as const),
    [observation?.requirement, observation?.endpoint] as const,
    [open?.id, open?.endpoints.find(({ outcome }) => outcome === 'inconclusive')?.endpoint] as const,
  ];
  return {
    ...result,
    failures,
    observations: observation ? [observation] : [],
    requirements: places.flatMap(([id, endpoint]) => {
      const requirement = result.requirements.find((one) => one.id === id);
      return requirement
        ? [{ ...requirement, endpoints: requirement.endpoints.filter((one) => one.endpoint === endpoint) }]
        : [];
    }),
  };
}

/** One result with every payload in a group of requirements of its own: a page is large, and its making slow. */
function together(results: readonly Result[]): Result {
  const [first] = results;
  if (!first) throw new Error('there is no payload');
  const named = results.map((result, at) => ({
    requirements: result.requirements.map((one) => ({ ...one, id: `${one.id}-${at}` })),
    failures: result.failures.map((one) => ({ ...one, requirement: `${one.requirement}-${at}` })),
    observations: result.observations.map((one) => ({ ...one, requirement: `${one.requirement}-${at}` })),
    harnessErrors: result.harnessErrors,
  }));
  return {
    ...first,
    requirements: named.flatMap(({ requirements }) => requirements),
    failures: named.flatMap(({ failures }) => failures),
    observations: named.flatMap(({ observations }) => observations),
    harnessErrors: named.flatMap(({ harnessErrors }) => harnessErrors),
  };
}

describeInBrowser('hostile text in the Allure page', (browser) => {
  test('is text, wherever it stands', async () => {
    const payloads = sample('hostile strings in Allure', hostileStrings);
    const base = small(nonConformant);
    const result = together(payloads.map((payload) => poison(base, payload)));
    const out = mkdtempSync(join(tmpdir(), 'm2m-allure-'));
    expect(await writeAllure(result, out)).toEqual([]);
    const html = readFileSync(join(out, 'allure-report', 'index.html'), 'utf8');
    rmSync(out, { recursive: true });
    const { page, seen } = await openPage(browser(), html);
    const tests = await testsIn(page);
    expect(tests).toHaveLength(4 * payloads.length);
    for (const one of tests) await unfold(page, one);
    for (const tab of ['#', '#categories', '#globalErrors', '#charts']) {
      await page.evaluate(`location.hash = '${tab}'`);
      await page.waitForLoadState('networkidle');
    }
    // No policy was needed to hold it back: none of it was markup.
    expect(seen).toEqual(quiet);
  }, 600_000);
});
