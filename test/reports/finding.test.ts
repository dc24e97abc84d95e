import { expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { countWords, extentOf, placesShown } from '../../reports/finding.ts';
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

test.each([
  ['all that its requirement judged', all, [], 3, 'GET /a (3 of 4)'],
  ['one of them', one, [], 0, 'GET /a (3 of 4)'],
  ['all that the whole run requested', ['(run)'], all, 3, 'GET /a, GET /b, GET /c (3 of 4)'],
  ['one of the whole run', ['(run)'], one, 0, 'GET /a (3 of 4)'],
])('says that a finding shows at %s', (_what, endpoints, at, extent, first) => {
  const [found, result] = shownAt(endpoints, at);
  expect(extentOf(found, result)).toBe(extent);
  const said = placesShown(found).map((place) => `${place.name}${countWords(place)}`);
  expect(said[0]).toBe(first);
});

test('a place with one case has no number', () => {
  expect(countWords({ name: 'a', count: 1, of: 4 })).toBe('');
});
