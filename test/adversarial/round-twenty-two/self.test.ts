import { expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import { defects } from './defects.ts';
import { type Kit, kitOf } from './kit.ts';
import { lodging, probes, purchase } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

const seen = async (toggle: string | undefined, probe: (k: Kit) => Promise<unknown>): Promise<string> => {
  const target = await start(toggle);
  try {
    return JSON.stringify(await probe(await kitOf(target))) ?? 'nothing';
  } finally {
    await target.close();
  }
};

test('sixty of each, with ids of their own', () => {
  const all = [...defects, ...variations].map((one) => one.id);
  expect([defects.length, variations.length, new Set(all).size]).toEqual([60, 60, 120]);
  expect(all.filter((id) => !/^[a-z0-9-]+$/.test(id))).toEqual([]);
  expect(Object.keys(probes).sort()).toEqual(defects.map((one) => one.id).sort());
});

test.each(fewOf(defects))('defect $id', async ({ id }) => {
  const probe = probes[id];
  if (probe === undefined) throw new Error('no probe');
  expect(await seen(id, probe)).not.toBe(await seen(undefined, probe));
});

const reads = [
  '/learn/learning-guides',
  '/learn/analyst-insights',
  '/daily-summaries',
  '/b2b/notification-settings',
  '/cash',
  '/portfolios',
];
const isRefusal = (status: number) => status >= 400 && status < 500;

async function serves(k: Kit): Promise<void> {
  for (const path of reads) {
    for (const user of [k.t.users.first, k.t.users.second]) expect((await k.get(path, { user })).status).toBe(200);
    const refused = await k.get(path, { token: null });
    expect(refused.status).toBe(401);
    expect(refused.json).toMatchObject({
      status: 401,
      error: { message: expect.any(String) },
      responseId: expect.any(String),
    });
    for (const user of [null, 'XYZ', 'feedfacefeedfacefeedface']) {
      expect(isRefusal((await k.get(path, { user })).status)).toBe(true);
    }
  }
  const listing = await k.get('/learn/learning-guides');
  expect(listing.headers.get('cache-control')).toContain('max-age=1800');
  const [guide] = listing.json.data;
  expect((await k.get(`/learn/learning-guides/${guide.id}`)).status).toBe(200);
  expect(isRefusal((await k.get('/learn/learning-guides/xyz')).status)).toBe(true);
  expect((await k.get('/learn/learning-guides/feedfacefeedfacefeedface')).status).toBe(404);
  expect((await k.get('/learn/learning-guides', { token: k.unscoped })).status).toBe(403);
  expect((await k.get('/daily-summaries', { user: 'feedfacefeedfacefeedface' })).status).toBe(401);
  expect((await k.get('/daily-summaries', { user: k.t.users.denied ?? '' })).status).toBe(403);
  for (const token of [k.t.expiredToken, k.t.otherAudienceToken])
    expect((await k.get('/cash', { token: token ?? '' })).status).toBe(401);
  await writes(k);
  expect(isRefusal((await k.desk({ ...k.grant(k.t.clients.scoped), client_secret: 'no' })).status)).toBe(true);
}

async function writes(k: Kit): Promise<void> {
  const update = (body: unknown) => k.call('PATCH', '/users/me/address', { body });
  expect((await update({ address: lodging })).status).toBeLessThan(300);
  expect((await k.get('/users/me/address')).json.address).toEqual(lodging);
  expect((await k.call('POST', '/api/m2m/investments/orders', { body: purchase })).status).toBeLessThan(300);
  for (const body of ['{', [], { address: 1 }, { address: { ...lodging, countryCode: 'gb' } }]) {
    expect(isRefusal((await update(body)).status)).toBe(true);
  }
  for (const amount of [0, -5, []]) {
    const refused = await k.call('POST', '/api/m2m/investments/orders', { body: { ...purchase, amount } });
    expect(isRefusal(refused.status)).toBe(true);
  }
}

test.each([{ id: undefined }, ...fewOf(variations)])('everything is served: $id', async ({ id }) => {
  const target = await start(id);
  try {
    await serves(await kitOf(target));
  } finally {
    await target.close();
  }
});
