import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { complaintsAbout } from './serves.ts';
import { start } from './start.ts';
import type { Target } from './types.ts';
import { habitsOf, variations } from './variations.ts';

const using = async <T>(toggle: string | undefined, use: (target: Target) => Promise<T>): Promise<T> => {
  const target = await start(toggle);
  try {
    return await use(target);
  } finally {
    await target.close();
  }
};

describe('the lists', () => {
  it('hold sixty of each, with ids and titles of their own', () => {
    const all = [...defects, ...variations];
    expect(defects).toHaveLength(60);
    expect(variations).toHaveLength(60);
    expect(new Set(all.map(({ id }) => id)).size).toBe(120);
    expect(new Set(all.map(({ title }) => title)).size).toBe(120);
    expect(Object.keys(probes).sort()).toEqual(defects.map(({ id }) => id).sort());
  });
});

// Some go by what happens at the same time.
describe('every defect shows, and the correct target does not', { retry: 5 }, () => {
  let correct: Target | undefined;
  beforeAll(async () => {
    correct = await start();
  });
  afterAll(async () => correct?.close());

  it.each(fewOf(defects).map(({ id }) => id))('%s', async (id) => {
    const probe = probes[id];
    if (probe === undefined || correct === undefined) throw new Error('There is no probe.');
    expect(await probe(correct)).toBe(false);
    expect(await using(id, probe)).toBe(true);
  });
});

describe('what is correct serves everything', () => {
  it('the correct target', async () => {
    expect(await using(undefined, complaintsAbout)).toEqual([]);
  });

  it.each(fewOf(variations).map(({ id }) => id))('%s', async (id) => {
    expect(Object.keys(habitsOf(id))).not.toHaveLength(0);
    expect(await using(id, complaintsAbout)).toEqual([]);
  });
});
