import { expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { Site } from './site.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

const STRANGER = 'ffffffffffffffffffffffff';
const READS = ['/learn/analyst-insights', '/cash', '/portfolios', '/daily-summaries', '/b2b/notification-settings'];

const at = async <T>(toggle: string | undefined, look: (site: Site) => Promise<T>): Promise<T> => {
  const target = await start(toggle);
  try {
    return await look(new Site(target));
  } finally {
    await target.close();
  }
};

const serves = async (site: Site): Promise<void> => {
  const listing = await site.ask('/learn/learning-guides');
  expect(listing.status).toBe(200);
  const [first] = listing.json.data;
  expect((await site.ask(`/learn/learning-guides/${first.id}`)).status).toBe(200);
  for (const path of READS) {
    expect((await site.second(path)).status).toBe(200);
    const answer = await site.ask(path);
    expect(answer.status).toBe(200);
    expect(answer.json).toBeDefined();
    expect((await site.ask(path, { headers: { Authorization: undefined } })).status).toBe(401);
    const stranger = await site.ask(path, { headers: { 'x-user-id': STRANGER } });
    expect(stranger.status >= 400 && stranger.status < 500 && stranger.json.status === stranger.status).toBe(true);
  }
  expect((await site.move({})).status).toBeLessThan(300);
  expect((await site.move({ city: [] })).status).toBeGreaterThanOrEqual(400);
  expect((await site.order(10)).status).toBeLessThan(300);
  expect((await site.order(-10)).status).toBeGreaterThanOrEqual(400);
  const { users, expiredToken, otherAudienceToken } = site.target;
  expect((await site.ask('/daily-summaries', { headers: { 'x-user-id': users.denied } })).status).toBe(403);
  for (const token of [expiredToken, otherAudienceToken]) {
    expect((await site.ask('/cash', { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401);
  }
  const unscoped = `Bearer ${(await site.unscoped()).json.access_token}`;
  expect((await site.ask('/learn/learning-guides', { headers: { Authorization: unscoped } })).status).toBe(403);
  expect((await site.grant({ client_secret: 'wrong' })).status).toBeGreaterThanOrEqual(400);
};

test('sixty of each, with ids of their own', () => {
  expect(defects).toHaveLength(60);
  expect(variations).toHaveLength(60);
  expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
  expect(Object.keys(probes).sort()).toEqual(defects.map(({ id }) => id).sort());
});

test('the correct implementation serves and refuses', () => at(undefined, serves));

test.each(fewOf(defects))('$id is seen', async ({ id }) => {
  const probe = probes[id];
  expect(await at(undefined, async (site) => probe?.(site))).toBe(false);
  expect(await at(id, async (site) => probe?.(site))).toBe(true);
});

test.each(fewOf(variations))('$id serves and refuses', ({ id }) => at(id, serves));
