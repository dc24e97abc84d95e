import { expect, test } from 'vitest';
import { emptyProfile } from '../../engine/config/config.ts';
import { type Compose, override } from '../../fixtures/reference/index.ts';
import { runMini } from './mini.ts';

const profile = { ...emptyProfile, scopes: { 'GET /learning-guides/{id}': ['service:nbg'] } };
const unguarded: Compose = override('authorise', (original) => (visit, claims) => {
  if (visit.endpoint !== 'guide') original(visit, claims);
});

const outcomeOf = async (compose: Compose | [], changes: object) => {
  const { part } = await runMini({ compose }, changes);
  return Object.values(part.tallies)
    .filter(({ requirement }) => requirement === 'scope/declared')
    .map(({ endpoint, held, violated }) => ({ endpoint, held, violated }));
};

test('scope/declared speaks where the profile pins a scope, and nowhere else', async () => {
  const endpoint = 'GET /learning-guides/{id}';
  expect(await outcomeOf([], {})).toEqual([]);
  expect(await outcomeOf([], { profile })).toEqual([{ endpoint, held: 1, violated: 0 }]);
  expect(await outcomeOf(unguarded, { profile })).toEqual([{ endpoint, held: 0, violated: 1 }]);
});
