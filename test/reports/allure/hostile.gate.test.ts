import { expect, test } from 'vitest';
import type { Result } from '../../../engine/result.ts';
import { writeAllure } from '../../../reports/allure/write.ts';
import { workspace } from '../../cli/workspace.ts';
import { sample } from '../../scope.ts';
import { describeInBrowser, openPage, quiet } from '../browser.ts';
import { hostileStrings, poison } from '../hostile-strings.ts';
import { nonConformant } from '../results.ts';
import { testsIn, unfold } from './shown-tests.ts';

const { at, read } = workspace();

/**
 * Reduces a result to one requirement per outcome, each on one endpoint, with its finding or
 * observation.
 */
function small(result: Result): Result {
  const first = (outcome: string) => {
    const isMeant = (place: { readonly outcome: string }) => place.outcome === outcome;
    const place = result.requirements.find(({ endpoints }) => endpoints.some(isMeant));
    return place ? [{ ...place, endpoints: place.endpoints.filter(isMeant).slice(0, 1) }] : [];
  };
  const requirements = ['fail', 'warn', 'observed', 'inconclusive'].flatMap(first);
  const keys = new Set(requirements.map(({ id, endpoints }) => `${id} ${endpoints[0]?.endpoint}`));
  const failures = result.failures.flatMap(({ places, ...failure }) => {
    const shown = places.filter(({ endpoint }) => keys.has(`${failure.requirement} ${endpoint}`));
    return shown.length > 0 ? [{ ...failure, places: shown }] : [];
  });
  const observations = result.observations.filter((one) =>
    keys.has(`${one.requirement} ${one.endpoint}`),
  );
  return { ...result, failures, observations: observations.slice(0, 1), requirements };
}

/** Combines the requirements of several results into one, because pages are slow to create. */
function together([first = nonConformant, ...more]: readonly Result[]): Result {
  const named = [first, ...more].map(
    ({ requirements, failures, observations, harnessErrors }, at) => ({
      requirements: requirements.map((one) => ({ ...one, id: `${one.id}-${at}` })),
      failures: failures.map((one) => ({ ...one, requirement: `${one.requirement}-${at}` })),
      observations: observations.map((one) => ({
        ...one,
        requirement: `${one.requirement}-${at}`,
      })),
      harnessErrors,
    }),
  );
  return {
    ...first,
    requirements: named.flatMap(({ requirements }) => requirements),
    failures: named.flatMap(({ failures }) => failures),
    observations: named.flatMap(({ observations }) => observations),
    harnessErrors: named.flatMap(({ harnessErrors }) => harnessErrors),
  };
}

describeInBrowser('hostile text in the Allure page', (browser) => {
  test('appears as text everywhere', { timeout: 600_000 }, async () => {
    const payloads = sample('hostile strings in Allure', hostileStrings, 24);
    const base = small(nonConformant);
    expect(
      await writeAllure(together(payloads.map((payload) => poison(base, payload))), at()),
    ).toEqual([]);
    const { page, seen } = await openPage(browser(), read('allure-report', 'index.html'));
    const tests = await testsIn(page);
    expect(tests).toHaveLength(4 * payloads.length);
    for (const one of tests) await unfold(page, one);
    for (const tab of ['#', '#categories', '#globalErrors', '#charts']) {
      await page.evaluate(`location.hash = '${tab}'`);
      await page.waitForLoadState('networkidle');
    }
    // The page's policy blocked nothing, so no payload became markup.
    expect(seen).toEqual(quiet);
  });
});
