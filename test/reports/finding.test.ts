import { expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { entriesOf } from '../../reports/finding.ts';
import { nonConformant } from './results.ts';

const [failure = expect.fail()] = nonConformant.failures;
const [requirement = expect.fail()] = nonConformant.requirements;
const [all, one] = [['GET /a', 'GET /b', 'GET /c'], ['GET /a']];

/** Returns places with three of four cases each, of a requirement that judged all endpoints. */
function shownAt(endpoints: readonly string[], at: readonly string[] = []) {
  const places = endpoints.map((endpoint) => ({
    ...failure.places[0],
    endpoint,
    at,
    key: '',
    ...{ count: 3, of: 4 },
    reproduced: { of: 0, times: 0 },
  }));
  const judged = (id: string, names: readonly string[]): Result['requirements'][number] => ({
    ...{ ...requirement, id },
    endpoints: names.map((endpoint) => ({ endpoint, outcome: 'fail', cases: 4 })),
  });
  const own = judged(failure.requirement, at.length > 0 ? ['(run)'] : all);
  const requirements = [own, judged('other', [...all, 'POST {auth_url}', '(run)'])];
  return [{ ...failure, places }, { requirements }] as const;
}

const placesOf = (...[found, rest]: ReturnType<typeof shownAt>) =>
  entriesOf(found, { failures: [], ...rest }).find(({ label }) => label === 'Places')?.lines;

test.each([
  [all, [], 'all 3 endpoints: GET /a (3 of 4), GET /b (3 of 4), GET /c (3 of 4)'],
  [one, [], 'GET /a (3 of 4)'],
  [['(run)'], all, 'all 3 endpoints: GET /a, GET /b, GET /c (3 of 4)'],
  [['(run)'], one, 'GET /a (3 of 4)'],
])('says that a finding at %s, which requested %s, shows at %s', (endpoints, at, said) => {
  expect(placesOf(...shownAt(endpoints, at))).toEqual([said]);
});

test('a place with one case has no number', () => {
  const [found, rest] = shownAt(one);
  const places = found.places.map((place) => ({ ...place, count: 1 }));
  expect(placesOf({ ...found, places }, rest)).toEqual(['GET /a']);
});
