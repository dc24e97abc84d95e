import { expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import { type Client, newClient, paths, sample } from './client.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function using<T>(toggle: string | undefined, work: (client: Client) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  try {
    return await work(await newClient(target));
  } finally {
    await target.close();
  }
}

test('there are sixty of each, with unique ids', () => {
  expect(defects).toHaveLength(60);
  expect(variations).toHaveLength(60);
  expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
  expect(Object.keys(probes).sort()).toEqual(defects.map(({ id }) => id).sort());
});

test.each(fewOf(defects))('$id is seen', async ({ id }) => {
  const probe = probes[id];
  if (!probe) throw new Error(id);
  expect(await using(undefined, probe)).toBe(false);
  expect(await using(id, probe)).toBe(true);
});

async function serves(client: Client) {
  const reads = [paths.guides, paths.insights, paths.summaries, paths.notifications, paths.cash, paths.portfolios];
  for (const user of [client.target.users.first, client.target.users.second]) {
    for (const path of reads) {
      const answer = await client.get(path, { user });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.json).toBeDefined();
      expect((await client.get(path, { user, token: null })).status).toBe(401);
      expect((await client.get(path, { user: 'nobody' })).json.error.message).toBeTypeOf('string');
    }
  }
  const { data } = (await client.get(paths.guides)).json;
  for (const { id } of data) expect((await client.get(`${paths.guides}/${id}`)).status).toBe(200);
  const unscoped = (await client.issueUnscoped()).json.access_token;
  expect((await client.get(paths.guides, { token: unscoped })).status).toBe(403);
  expect((await client.get(paths.cash, { token: client.target.expiredToken ?? '' })).status).toBe(401);
  expect((await client.get(paths.cash, { token: client.target.otherAudienceToken ?? '' })).status).toBe(401);
  expect((await client.get(paths.summaries, { user: client.target.users.denied ?? '' })).status).toBe(403);
}

async function writes(client: Client) {
  const kept = await client.patch({ address: { ...sample, city: 'York' } });
  expect(kept.status).toBeLessThan(300);
  expect((await client.get(paths.address)).json.address.city).toBe('York');
  expect((await client.order()).status).toBeLessThan(300);
  for (const wrong of [{ toString: 1 }, [], null, true, { valueOf: null, length: -1 }]) {
    const given = [client.patch({ address: { ...sample, city: wrong } }), client.order({ amount: wrong, isin: wrong })];
    const answers = await Promise.all([...given, client.patch(wrong), client.patch({ address: wrong })]);
    for (const { status } of answers) expect([400, 409]).toContain(status);
    expect((await client.issue({ client_secret: wrong })).status).toBeGreaterThanOrEqual(400);
  }
}

test.each([{ id: undefined }, ...fewOf(variations)])('$id serves and refuses', async ({ id }) => {
  await using(id, async (client) => {
    await serves(client);
    await writes(client);
  });
});
