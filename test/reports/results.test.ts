import { expect, test } from 'vitest';
import { explainProblems } from '../../engine/schema/result.ts';
import { nonConformant, results } from './results.ts';

test.each(results)('a result that is %s is a result', async (_name, result) => {
  expect(explainProblems(result)).toEqual([]);
});

test('the result with many findings has at least 25', async () => {
  expect(nonConformant.failures.length).toBeGreaterThanOrEqual(25);
});
