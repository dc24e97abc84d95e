import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated, type Series, series } from '../../../engine/catalogue/series.ts';
import { placedCases, shrink } from '../../../engine/run/series.ts';
import { get } from '../samples.ts';

const asCase = (value: unknown) => ({ request: get(), label: String(value) });
const numbers = generated({
  arbitrary: fc.integer({ min: 0, max: 1_000_000 }),
  counts: [5, 20, 200],
  toCase: asCase,
});
const texts = generated({
  arbitrary: fc.string({ maxLength: 40 }),
  counts: [0, 10, 300],
  toCase: asCase,
});
const all: Series = series([asCase('first edge'), asCase('second edge')], numbers, texts);

const placed = (depth: 'quick' | 'standard' | 'deep', seed = 7) =>
  [...placedCases(all, depth, seed)].map(({ index, case: { label } }) => `${index} ${label}`);

test('the cases of quick are part of standard, and those of standard part of deep, with the same indices', () => {
  const [quick, standard, deep] = [placed('quick'), placed('standard'), placed('deep')];
  expect([quick.length, standard.length, deep.length]).toEqual([7, 32, 502]);
  expect(standard.filter((one) => quick.includes(one))).toEqual(quick);
  expect(deep.filter((one) => standard.includes(one))).toEqual(standard);
});

test('the boundary list comes first, and each index occurs once', () => {
  expect(placed('quick').slice(0, 2)).toEqual(['0 first edge', '1 second edge']);
  const indices = [...placedCases(all, 'deep', 7)].map(({ index }) => index);
  expect(new Set(indices).size).toBe(indices.length);
});

test('the same seed yields the same cases, another seed does not', () => {
  expect(placed('deep')).toEqual(placed('deep'));
  expect(placed('quick', 8)).not.toEqual(placed('quick'));
});

/** Returns the first drawn number of at least 1,000 and the number to which it shrinks. */
async function shrunk(limit: number, fails: (value: number) => boolean | Promise<boolean>) {
  const isLarge = (label: string) => Number(label) >= 1_000;
  const found = [...placedCases(all, 'deep', 7)].find(
    (one) => one.drawn?.part === 0 && isLarge(one.case.label),
  );
  if (!found?.drawn) throw new Error('nothing drawn');
  const asked: number[] = [];
  const smallest = await shrink(all, found.drawn, 7, limit, async ({ label }, nth) => {
    expect(nth).toBe(asked.length);
    asked.push(Number(label));
    return fails(Number(label));
  });
  return { first: Number(found.case.label), asked, smallest: smallest && Number(smallest.label) };
}

test('shrinking begins with the case itself and ends at the smallest that still fails', async () => {
  const { first, asked, smallest } = await shrunk(200, (value) => value >= 1_000);
  expect(asked[0]).toBe(first);
  expect(smallest).toBe(1_000);
});

test('shrinking keeps to the limit of requests, and ends if the first replay passes', async () => {
  expect(await shrunk(200, () => false)).toMatchObject({
    asked: { length: 1 },
    smallest: undefined,
  });
  const { asked, smallest } = await shrunk(6, (value) => value >= 1_000);
  expect(asked.length).toBeLessThanOrEqual(6);
  expect(smallest).toBeGreaterThanOrEqual(1_000);
});

test('an error of the judge is thrown, and does not count as a failing case', async () => {
  await expect(shrunk(200, () => Promise.reject(new Error('broken judge')))).rejects.toThrow(
    'broken judge',
  );
});
