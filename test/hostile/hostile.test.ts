import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostile } from '../../fixtures/hostile/index.ts';
import { sample, scopeIsAll } from '../scope.ts';
import { attempt, defaultDeadline } from './attempt.ts';
import { outOfBounds, overMemory } from './bounds.ts';

const measure = { dist: join(import.meta.dirname, '..', '..', 'dist'), allure: false, keep: false };
/** Other tests run at the same time: only a run that hangs takes so much longer than it may. */
const slackS = 25;

test('every target has an id of its own, in a family', () => {
  const ids = hostile.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(85);
  expect(ids.filter((id) => !/^[a-z]+\/[a-z0-9.-]+$/.test(id))).toEqual([]);
});

/** Those that wait for their deadline are for those who have the time. */
const brief = hostile.filter(({ deadline }) => scopeIsAll || deadline === undefined);

const chosen = sample('hostile targets', brief, 48).map((target) => [target.id, target] as const);

test.each(chosen)('%s', { timeout: (defaultDeadline + 60) * 1000 }, async (_id, target) => {
  const problems = outOfBounds(target, await attempt(target, measure), slackS);
  // Memory is measured where nothing else runs: npm run hostile.
  expect(problems.filter((one) => one !== overMemory)).toEqual([]);
});
