import { expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import { Tester } from './client.ts';
import { defects } from './defects.ts';
import { type Probe, probes, refuseAll, serveAll } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function see(probe: Probe, toggle?: string): Promise<unknown> {
  const target = await start(toggle);
  try {
    return await probe(new Tester(target));
  } finally {
    await target.close();
  }
}

/** Ids and tokens differ in each installation, so that only their shapes are compared. */
const shape = (seen: unknown) => JSON.stringify(seen)?.replace(/[a-f0-9]{24}/g, 'id');

test('there are sixty of each, and no id twice', () => {
  const ids = [...defects, ...variations].map(({ id }) => id);
  expect([defects.length, variations.length, new Set(ids).size]).toEqual([60, 60, 120]);
});

test.each(fewOf(defects))('shows: $id', async ({ id }) => {
  const probe = probes[id];
  if (!probe) throw new Error(`no probe for ${id}`);
  expect(shape(await see(probe, id))).not.toBe(shape(await see(probe)));
});

test.each([{ id: undefined }, ...fewOf(variations)])('serves and refuses: $id', { timeout: 30_000 }, async ({ id }) => {
  expect(await see(serveAll, id)).toEqual(Array.from({ length: 12 }, () => 2));
  expect(await see(refuseAll, id)).toEqual(Array.from({ length: 12 }, () => 4));
});
