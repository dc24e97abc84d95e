import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { defects } from './defects.ts';
import { type Kit, open, order, patch, paths, place } from './probe-client.ts';
import { defectProbes } from './probe-defects.ts';
import { variationProbes } from './probe-variations.ts';
import { variations } from './variations.ts';

// No test here waits for minutes or measures what runs in parallel.
const showsInTimeOnly = new Set<string>(['leeway-of-four-minutes', 'one-request-at-a-time']);

async function withKit<T>(toggle: string, use: (kit: Kit) => Promise<T>): Promise<T> {
  const kit = await open(toggle);
  try {
    return await use(kit);
  } finally {
    await kit.close();
  }
}

async function listStatuses(kit: Kit): Promise<number[]> {
  const { guides, address: _, orders: __, ...plain } = paths;
  const users = [kit.target.users.first, kit.target.users.second];
  const answers = await Promise.all(
    users.flatMap((user) => [guides, ...Object.values(plain)].map((path) => kit.ask(path, { user }))),
  );
  const ids: { id: string }[] = answers[0]?.json.data ?? [];
  const shown = await Promise.all(ids.map(({ id }) => kit.ask(`${guides}/${id}`)));
  const changed = [await patch(kit), await patch(kit, { postalCode: '31-042' }), await place(kit, order)];
  return [...answers, ...shown, ...changed].map(({ status }) => status);
}

const listRefusals = (kit: Kit): Promise<number[]> =>
  Promise.all(
    [
      kit.ask(paths.cash, { token: null }),
      kit.ask(paths.cash, { token: kit.target.expiredToken ?? '' }),
      kit.ask(paths.cash, { user: 'ABC' }),
      kit.ask(paths.guides, { token: kit.weak }),
      patch(kit, { city: [] }),
      place(kit, '{'),
    ].map(async (answer) => (await answer).status),
  );

describe('round three', () => {
  let correct: Kit;

  beforeAll(async () => {
    correct = await open();
  });

  afterAll(() => correct.close());

  it('holds sixty defects and sixty variations of different names', () => {
    const ids = [...defects, ...variations].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([defects.length, variations.length]).toEqual([60, 60]);
  });

  it.each(fewOf(defects.map(({ id }) => id)))('shows %s', async (id) => {
    expect(await withKit(id, defectProbes[id])).toBe(true);
    expect(await defectProbes[id](correct)).toBe(false);
  });

  it.each(fewOf(variations.map(({ id }) => id)))('serves with %s', async (id) => {
    await withKit(id, async (kit) => {
      expect(await variationProbes[id](kit)).toBe(true);
      const statuses = await listStatuses(kit);
      expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
      const refusals = await listRefusals(kit);
      expect(refusals.filter((status) => status < 400 || status > 499)).toEqual([]);
    });
    if (!showsInTimeOnly.has(id)) expect(await variationProbes[id](correct)).toBe(false);
  });
});
