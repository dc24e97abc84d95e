import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { Tester } from './client.ts';
import { mistakes } from './conduct.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function using<T>(toggle: string | undefined, use: (t: Tester) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  try {
    return await use(new Tester(target));
  } finally {
    await target.close();
  }
}

describe('the collection', () => {
  it('has sixty of each with ids of their own and a probe for each defect', () => {
    const ids = [...defects, ...variations].map(({ id }) => id);
    expect([defects.length, variations.length, new Set(ids).size]).toEqual([60, 60, 120]);
    expect(Object.keys(probes).sort()).toEqual(defects.map(({ id }) => id).sort());
  });

  it('knows no other toggle', async () => {
    await expect(start('nothing')).rejects.toThrow('nothing');
  });
});

describe('the correct target', () => {
  it('makes no mistakes', async () => {
    expect(await using(undefined, mistakes)).toEqual([]);
  }, 30_000);
});

describe('a variation', () => {
  it.each(fewOf(variations).map(({ id }) => id))(
    '%s makes no mistakes',
    async (id) => {
      expect(await using(id, mistakes)).toEqual([]);
    },
    30_000,
  );
});

// Some go by what happens at the same time.
describe('a defect', { retry: 5 }, () => {
  it.each(fewOf(defects).map(({ id }) => id))(
    '%s shows, and not without it',
    async (id) => {
      const probe = probes[id] ?? (() => Promise.resolve(false));
      expect(await using(id, probe)).toBe(true);
      expect(await using(undefined, probe)).toBe(false);
    },
    30_000,
  );
});
