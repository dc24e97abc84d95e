import { describe, expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import { defects } from './defects.ts';
import { equip, home, type Kit, move, paths, place, trade } from './kit.ts';
import { accessProbes, type Probe } from './probes-access.ts';
import { contentProbes } from './probes-content.ts';
import { variationProbes } from './probes-variations.ts';
import { variations } from './variations.ts';

const defectProbes: Readonly<Record<string, Probe>> = { ...accessProbes, ...contentProbes };

async function probe(toggle: string | undefined, look: (kit: Kit) => Promise<unknown>): Promise<unknown> {
  const kit = await equip(toggle);
  try {
    return await look(kit);
  } finally {
    await kit.target.close();
  }
}

/** The paths and statuses of what a target does not serve as it should. */
async function listUnserved(kit: Kit): Promise<string[]> {
  const { first, second, denied } = kit.target.users;
  const wrong: string[] = [];
  for (const user of [first, second]) {
    for (const path of [paths.guides, paths.insights, paths.cash, paths.portfolios, paths.summaries, paths.settings]) {
      const { status, json } = await kit.call(path, { user });
      if (status !== 200 || json === undefined) wrong.push(`${path} ${status}`);
    }
    for (const answer of [await move(kit, home, { user }), await place(kit, trade, { user })])
      if (answer.status >= 300) wrong.push(`write ${answer.status}`);
    const { json } = await kit.call(paths.guides, { user });
    for (const { id } of json.data.slice(-2)) {
      const guide = await kit.call(`${paths.guides}/${id}`, { user });
      if (guide.json?.id !== id) wrong.push(`guide ${guide.status}`);
    }
  }
  const refused = [
    [401, await kit.call(paths.cash, { token: null })],
    [403, await kit.call(paths.guides, { token: kit.weak })],
    [403, await kit.call(paths.summaries, { user: denied ?? null })],
    [401, await kit.call(paths.summaries, { user: 'b'.repeat(24) })],
  ] as const;
  for (const [status, answer] of refused)
    if (answer.status !== status || answer.json.status !== status) wrong.push(`refusal ${status} ${answer.status}`);
  return wrong;
}

test('every toggle has an id of its own and a probe', () => {
  const ids = [...defects, ...variations].map(({ id }) => id);
  expect(new Set(ids).size).toBe(120);
  expect(Object.keys({ ...defectProbes, ...variationProbes }).sort()).toEqual(ids.sort());
});

test('the correct target serves everything', async () => {
  expect(await probe(undefined, listUnserved)).toEqual([]);
});

describe('defects', () => {
  test.each(fewOf(defects.map(({ id }) => id)))('%s shows', async (id) => {
    const look = defectProbes[id];
    if (look === undefined) throw new Error('no probe');
    expect([await probe(id, look), await probe(undefined, look)]).toEqual([true, false]);
  });
});

describe('variations', () => {
  test.each(fewOf(variations.map(({ id }) => id)))('%s shows, and all is served', async (id) => {
    const look = variationProbes[id];
    if (look === undefined) throw new Error('no probe');
    expect([await probe(id, look), await probe(id, listUnserved)]).toEqual([true, []]);
    expect(await probe(undefined, (kit) => look(kit).catch(() => false))).toBe(false);
  });
});
