import { describe, expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import { askToken, openTester, paths, sampleAddress, sampleOrder, type Tester } from './ask.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function withTarget<T>(toggle: string | undefined, use: (tester: Tester) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  try {
    return await use(await openTester(target));
  } finally {
    await target.close();
  }
}

const ask = async (tester: Tester, path: string, asked: object) => {
  const answer = await tester.ask(path, asked);
  if (answer.status !== 429 && answer.status !== 503) return answer.status;
  await new Promise((done) => setTimeout(done, 300));
  return (await tester.ask(path, asked)).status;
};

/** Serves every endpoint to both users, and refuses what has to be refused. */
async function survey(tester: Tester): Promise<void> {
  const { users, expiredToken } = tester.target;
  const unscoped = (await askToken(tester.target, 'unscoped')).json.access_token;
  for (const user of [users.first, users.second])
    for (const path of [
      paths.guides,
      paths.insights,
      paths.notifications,
      paths.summaries,
      paths.cash,
      paths.portfolios,
    ])
      expect([200, 203, 204]).toContain(await ask(tester, path, { user }));
  const { data } = (await tester.ask(paths.guides)).json;
  expect(await ask(tester, `${paths.guides}/${data.at(-1).id}`, {})).toBe(200);
  expect(await ask(tester, `${paths.guides}/abcdefabcdefabcdefabcdef`, {})).toBe(404);
  expect([200, 201]).toContain(await ask(tester, paths.address, { method: 'PATCH', body: { address: sampleAddress } }));
  expect([201, 204]).toContain(await ask(tester, paths.orders, { method: 'POST', body: sampleOrder }));
  expect(await ask(tester, paths.address, { method: 'PATCH', body: { address: 5 } })).toBe(422);
  expect(await ask(tester, paths.orders, { method: 'POST', body: {} })).toBe(400);
  expect(await ask(tester, paths.guides, { token: unscoped })).toBe(403);
  expect(await ask(tester, paths.cash, { token: expiredToken })).toBe(401);
  expect(await ask(tester, paths.summaries, { user: 'abcdefabcdefabcdefabcdef' })).toBe(401);
  expect(await ask(tester, paths.summaries, { user: users.denied })).toBe(403);
}

describe('round eight', () => {
  test('has sixty of each, each of its own id', () => {
    expect([defects.length, variations.length]).toEqual([60, 60]);
    expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
    expect(Object.keys(probes).sort()).toEqual(defects.map(({ id }) => id).sort());
  });

  test('the correct target serves every endpoint', () => withTarget(undefined, survey));

  test.each(fewOf(defects).map(({ id }) => id))('%s shows', { timeout: 20_000 }, async (id) => {
    const probe = probes[id] ?? (() => undefined);
    const correct = await withTarget(undefined, async (tester) => probe(tester));
    const defective = await withTarget(id, async (tester) => probe(tester));
    expect(JSON.stringify(defective)).not.toBe(JSON.stringify(correct));
  });

  test.each(fewOf(variations).map(({ id }) => id))('%s serves every endpoint', { timeout: 20_000 }, (id) =>
    withTarget(id, survey),
  );
});
