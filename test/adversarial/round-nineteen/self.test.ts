import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { goodAddress, type Tester, withTester } from './client.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { variations } from './variations.ts';

const gets = [
  '/learn/learning-guides',
  '/learn/analyst-insights',
  '/daily-summaries',
  '/b2b/notification-settings',
  '/cash',
  '/portfolios',
];

async function serves(t: Tester): Promise<void> {
  for (const path of gets) {
    for (const user of [t.first, t.second]) expect((await t.send(path, { user })).status, path).toBe(200);
    expect((await t.send(path, { token: undefined })).status, path).toBe(401);
    expect((await t.send(path, { token: `${t.token.slice(0, -4)}AAAA` })).status, path).toBe(401);
    expect((await t.send(path, { token: t.target.expiredToken })).status, path).toBe(401);
    for (const user of ['x', undefined, 'a'.repeat(24)]) {
      const { status, json } = await t.send(path, { user });
      expect(Math.floor(status / 100), path).toBe(4);
      expect(json.status).toBe(status);
      expect(json.error.message).toMatch(/\S/);
    }
  }
  const one = (await t.send(gets[0] ?? '')).json.data;
  expect(one.map(({ id }: { id: string }) => id)).toHaveLength(4);
  for (const { id } of one) expect((await t.send(`/learning-guides/${id}`)).status).toBe(200);
  expect((await t.send('/learn/learning-guides', { token: t.unscoped })).status).toBe(403);
  expect((await t.send('/learning-guides/zz')).status).toBe(400);
  expect((await t.send('/nothing')).status).toBe(404);
  expect((await t.patch(goodAddress)).status).toBe(200);
  expect((await t.patch({ ...goodAddress, postalCode: '10117' })).status).toBe(200);
  expect(await t.stored()).toEqual({ ...goodAddress, postalCode: '10117' });
  for (const address of [[], 'x', { ...goodAddress, city: {} }, { ...goodAddress, countryCode: 'gb' }]) {
    expect(Math.floor((await t.patch(address)).status / 100)).toBe(4);
  }
  expect((await t.stored(t.second)).city).toBe('Bath');
  expect((await t.order(10)).status).toBe(201);
  for (const amount of [0, -1, [], {}, 'abc']) expect(Math.floor((await t.order(amount)).status / 100)).toBe(4);
  const denied = t.target.users.denied;
  expect((await t.send('/daily-summaries', { user: denied })).status).toBe(403);
  expect((await t.issue({ client_secret: 'wrong' })).status).toBe(401);
  expect((await t.issue({ audience: 'https://elsewhere.example' })).status).toBe(403);
}

describe('the lists', () => {
  const all = [...defects, ...variations].map(({ id }) => id);
  it('have sixty of each, of unique and new ids', () => {
    expect([defects.length, variations.length, new Set(all).size]).toEqual([60, 60, 120]);
    expect(all.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });
});

it('serves all without a toggle', () => withTester(undefined, serves));

describe('each defect shows', () => {
  it.each(fewOf(defects).map(({ id }) => id))('%s', async (id) => {
    const probe = probes[id];
    if (!probe) throw new Error('There is no probe.');
    expect(await withTester(undefined, probe)).toBe(true);
    expect(await withTester(id, probe)).toBe(false);
  });
});

describe('each variation serves', () => {
  it.each(fewOf(variations).map(({ id }) => id))('%s', (id) => withTester(id, serves));
});
