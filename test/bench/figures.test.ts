import { describe, expect, test } from 'vitest';
import { median, table } from './figures.ts';

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2],
  [[5], 5],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

describe('the table', () => {
  const lines = (values: readonly number[], reach?: number) =>
    table([{ name: 'a run', unit: 's', values, ...(reach === undefined ? {} : { reach }) }]).split('\n');

  test('shows the minimum, the median and the maximum', () => {
    expect(lines([1250, 7.25, 12.34])).toEqual([
      '       minimum  median  maximum  unit  reach',
      'a run     7.25    12.3    1,250  s',
    ]);
  });

  test('says whether the median reaches the goal', () => {
    expect(lines([1, 2, 9], 2)[1]).toMatch(/at most 2\.00 {2}reached$/);
    expect(lines([1, 3, 2.5], 2)[1]).toMatch(/at most 2\.00 {2}not reached$/);
  });
});
