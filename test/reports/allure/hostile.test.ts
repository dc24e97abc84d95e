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

/** One requirement that fails, one that warns, one observed, one not judged, on one endpoint each. */
function small(result: Result): Result {
  const failures = ['fail', 'warn'].flatMap((outcome) => {
    const found = result.failures.find((one) => one.outcome === outcome && one.request?.body && one.response?.body);
    return found ? [{ ...found, places: found.places.slice(0, 1) }] : [];
  });
  const [observation] = result.observations;
  const isOpen = ({ outcome }: { readonly outcome: string }) => outcome === 'inconclusive';
  const open = result.requirements.find(({ endpoints }) => endpoints.some(isOpen));
  const places = [
    ...failures.map(({ requirement, places }) => [requirement, places[0]?.endpoint] as const),
    [observation?.requirement, observation?.endpoint] as const,
    [open?.id, open?.endpoints.find(isOpen)?.endpoint] as const,
  ];
  const requirements = places.flatMap(([id, endpoint]) =>
    result.requirements
      .filter((one) => one.id === id)
      .map((one) => ({ ...one, endpoints: one.endpoints.filter((place) => place.endpoint === endpoint) })),
  );
  return { ...result, failures, observations: observation ? [observation] : [], requirements };
}

/** One result with the requirements of all: a page is large, and slow to make. */
function together([first = nonConformant, ...more]: readonly Result[]): Result {
  const named = [first, ...more].map(({ requirements, failures, observations, harnessErrors }, at) => ({
    requirements: requirements.map((one) => ({ ...one, id: `${one.id}-${at}` })),
    failures: failures.map((one) => ({ ...one, requirement: `${one.requirement}-${at}` })),
    observations: observations.map((one) => ({ ...one, requirement: `${one.requirement}-${at}` })),
    harnessErrors,
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
  test('is text everywhere', { timeout: 600_000 }, async () => {
    const payloads = sample('hostile strings in Allure', hostileStrings, 24);
    const base = small(nonConformant);
    expect(await writeAllure(together(payloads.map((payload) => poison(base, payload))), at())).toEqual([]);
    const { page, seen } = await openPage(browser(), read('allure-report', 'index.html'));
    const tests = await testsIn(page);
    expect(tests).toHaveLength(4 * payloads.length);
    for (const one of tests) await unfold(page, one);
    for (const tab of ['#', '#categories', '#globalErrors', '#charts']) {
      await page.evaluate(`location.hash = '${tab}'`);
      await page.waitForLoadState('networkidle');
    }
    // The policy had nothing to refuse: none of it was markup.
    expect(seen).toEqual(quiet);
  });
});
