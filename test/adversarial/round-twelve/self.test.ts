import { expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import { address, Caller, order } from './caller.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function probe(id: string, toggle?: string): Promise<unknown> {
  const target = await start(toggle);
  try {
    return await probes[id]?.(await new Caller(target).open());
  } finally {
    await target.close();
  }
}

async function serves(toggle?: string): Promise<void> {
  const target = await start(toggle);
  try {
    const caller = await new Caller(target).open();
    const guides = await caller.get('/learn/learning-guides');
    expect(guides.status).toBe(200);
    const other = await caller.second('/learn/learning-guides');
    expect(other.text).not.toBe(guides.text);
    expect(await caller.get(`/learn/learning-guides/${guides.json.data[0].id}`)).toMatchObject({ status: 200 });
    for (const path of [
      '/daily-summaries',
      '/cash',
      '/portfolios',
      '/learn/analyst-insights',
      '/b2b/notification-settings',
    ]) {
      const reply = await caller.get(path);
      expect(Math.floor(reply.status / 100), path).toBe(2);
      expect(reply.json, path).toBeDefined();
      expect((await caller.get(path, { authorization: undefined })).status).toBe(401);
      for (const user of [undefined, 'nobody', 'A'.repeat(24), '123456789012345678901234']) {
        const refused = await caller.get(path, { 'x-user-id': user });
        expect(Math.floor(refused.status / 100)).toBe(4);
        expect(refused.json.status).toBe(refused.status);
      }
    }
    expect((await caller.move({})).status).toBeLessThan(300);
    const pointer = target.readBack?.pointer.slice(1) ?? '';
    expect((await caller.get('/users/me/address')).json[pointer]).toEqual(address);
    expect((await caller.move({ city: [] })).status).toBeGreaterThan(399);
    expect((await caller.write('PATCH', '/users/me/address', '{', {})).status).toBe(400);
    expect((await caller.buy({})).status).toBe(201);
    expect((await caller.buy({ amount: 0 })).status).toBeGreaterThan(399);
    expect(
      (await caller.write('POST', '/api/m2m/investments/orders', order, { 'content-type': 'text/plain' })).status,
    ).toBeGreaterThan(399);
    const unknown = await caller.get('/daily-summaries', { 'x-user-id': '123456789012345678901234' });
    expect(unknown.status).toBe(401);
    expect((await caller.get('/daily-summaries', { 'x-user-id': target.users.denied })).status).toBe(403);
    const unscoped = (await caller.ask({}, target.clients.unscoped)).json.access_token;
    expect((await caller.get('/learn/learning-guides', { authorization: `Bearer ${unscoped}` })).status).toBe(403);
    for (const bad of [target.expiredToken, target.otherAudienceToken])
      expect((await caller.get('/cash', { authorization: `Bearer ${bad}` })).status).toBe(401);
    expect((await caller.ask({ client_secret: 'wrong' })).status).toBeGreaterThan(399);
  } finally {
    await target.close();
  }
}

test('there are sixty of each, and no id twice', () => {
  expect([defects.length, variations.length]).toEqual([60, 60]);
  expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
});
test('the correct one serves', () => serves());
test.concurrent.each(fewOf(defects).map(({ id }) => id))('%s shows', async (id) => {
  expect(JSON.stringify(await probe(id, id))).not.toBe(JSON.stringify(await probe(id)));
});
test.each(fewOf(variations).map(({ id }) => id))('%s serves', (id) => serves(id));
