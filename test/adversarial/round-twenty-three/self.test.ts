import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { Tester } from './client.ts';
import { defects } from './defects.ts';
import { complaints, probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function within<T>(toggle: string | undefined, use: (tester: Tester) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  const tester = new Tester(target);
  try {
    await tester.login();
    return await use(tester);
  } finally {
    tester.close();
    await target.close();
  }
}

describe('the lists', () => {
  it('have sixty entries each with ids of their own', () => {
    const ids = [...defects, ...variations].map(({ id }) => id);
    expect([defects.length, variations.length, new Set(ids).size]).toEqual([60, 60, 120]);
    expect(Object.keys(probes).sort()).toEqual(defects.map(({ id }) => id).sort());
  });
});

describe.concurrent('defects', () => {
  it.each(fewOf(defects).map(({ id }) => [id, probes[id]] as const))('%s', async (id, probe) => {
    expect(probe).toBeDefined();
    if (probe === undefined) return;
    expect(await within(undefined, probe)).toBe(false);
    expect(await within(id, probe)).toBe(true);
  });
});

describe.concurrent('variations', () => {
  it.each([undefined, ...fewOf(variations).map(({ id }) => id)])('%s', async (id) => {
    expect(await within(id, complaints)).toEqual([]);
  });
});
