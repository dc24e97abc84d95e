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
  entriesOf(found, { failures: [], run: nonConformant.run, ...rest }).find(
    ({ label }) => label === 'Places',
  )?.lines;

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

test.each([
  [
    {
      ...{ attribute: 'moment', value: 38_400, others: [37_900] },
      ...{ isOfWellFormed: true, isOfSameUsers: true },
    },
    'the first 4 responses to well-formed requests pass, and all 5 later ones fail, ' +
      'for the same users: from 38.4 s into the run on',
  ],
  [
    { attribute: 'authorization', value: 1_026, others: [1_025] },
    'all 5 responses with 1,026 or more bytes in authorization fail, all 4 with at most 1,025 bytes in authorization pass',
  ],
  [
    { attribute: 'user', value: 'second', others: ['first', 'none'] },
    'all 5 responses for the second user fail, all 4 others pass',
  ],
] as const)('says the pattern %j', (found, said) => {
  const separation = { ...found, failing: 5, passing: 4 };
  const shown = entriesOf(
    { ...failure, separation: separation as NonNullable<typeof failure.separation> },
    { ...nonConformant, run: { ...nonConformant.run, startedAt: '1970-01-01T00:00:00.000Z' } },
  );
  expect(shown.find(({ label }) => label === 'Pattern')?.lines).toEqual([said]);
});

test.each([
  [['x-user-id'], 'none: only the replay can build x-user-id'],
  [undefined, 'none: only the replay can build bytes that a shell line cannot contain'],
])('says why there is no curl line if %j is odd', (odd, said) => {
  const [found, rest] = shownAt(one);
  const { curl: _curl, ...without } = found;
  const request = { method: 'GET', url: '/', headers: [], ...(odd && { odd }) };
  const recipe = { steps: [], judged: 0 };
  const entries = entriesOf(
    { ...without, request, recipe },
    { failures: [], run: nonConformant.run, ...rest },
  );
  expect(entries.find(({ label }) => label === 'curl')?.lines).toEqual([said]);
});
