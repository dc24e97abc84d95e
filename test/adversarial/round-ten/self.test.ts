import { expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import { Asker, address, order } from './client.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function using<T>(toggle: string | undefined, use: (asker: Asker) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  try {
    const asker = new Asker(target);
    await asker.login();
    return await use(asker);
  } finally {
    await target.close();
  }
}

test('there are sixty of each, with ids of their own', () => {
  expect([defects.length, variations.length]).toEqual([60, 60]);
  expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
});

/** Timestamps move with the clock, and response ids with each answer. */
const steady = (observed: unknown) =>
  JSON.stringify(observed ?? null)
    .replace(/"timestamp":1[67]\d{11}\b/g, '"timestamp":0')
    .replace(/"responseId":"[^"]*"/g, '');

test.each(fewOf(defects).map(({ id }) => id))('%s is seen', async (id) => {
  const probe = probes[id];
  if (!probe) throw new Error('There is no probe.');
  const [right, again, wrong] = [await using(undefined, probe), await using(undefined, probe), await using(id, probe)];
  expect(steady(again)).toBe(steady(right));
  expect(steady(wrong)).not.toBe(steady(right));
});

async function serves(a: Asker): Promise<void> {
  const listing = await a.ask('/learn/learning-guides');
  expect(listing.status).toBe(200);
  const [first] = JSON.parse(listing.text).data;
  expect((await a.ask(`/learn/learning-guides/${first.id}`)).status).toBe(200);
  for (const user of [a.target.users.first, a.target.users.second]) {
    for (const path of [
      '/cash',
      '/portfolios',
      '/daily-summaries',
      '/b2b/notification-settings',
      '/learn/analyst-insights',
    ]) {
      expect((await a.ask(path, { user })).status, path).toBe(200);
    }
  }
  const before = await a.stored(a.target.users.second);
  expect((await a.patch({ address })).status).toBeLessThan(300);
  const { path, pointer } = a.target.readBack ?? { path: '', pointer: '' };
  let found = JSON.parse((await a.ask(path)).text);
  for (const step of pointer.split('/').slice(1)) found = found[step];
  expect(found).toEqual(address);
  expect(await a.stored(a.target.users.second)).toBe(before);
  expect((await a.ask('/api/m2m/investments/orders', { method: 'POST', body: order })).status).toBe(201);
}

async function refuses(a: Asker): Promise<void> {
  const { users, clients, expiredToken = '', otherAudienceToken = '' } = a.target;
  for (const token of [null, 'x', expiredToken, otherAudienceToken, `${a.token.slice(0, -8)}AAAAAAAA`]) {
    expect((await a.ask('/cash', { token })).status).toBe(401);
  }
  for (const user of [null, 'x', users.first.toUpperCase().padEnd(25, 'A'), 'f'.repeat(24)]) {
    const { status, text } = await a.ask('/cash', { user });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(text).status).toBe(status);
  }
  expect((await a.ask('/daily-summaries', { user: 'f'.repeat(24) })).status).toBe(401);
  expect((await a.ask('/daily-summaries', { user: users.denied ?? '' })).status).toBe(403);
  for (const body of [
    '{',
    '[]',
    '{}',
    { address: { ...address, city: {} } },
    { address: { ...address, countryCode: 'x' } },
  ]) {
    const { status } = await a.patch(body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  const { id, secret } = clients.unscoped;
  await a.login({ client_id: id, client_secret: secret });
  expect((await a.ask('/learn/learning-guides')).status).toBe(403);
  expect((await a.issue({ client_secret: `${secret}x` })).status).toBeGreaterThanOrEqual(400);
}

test.each([undefined, ...fewOf(variations).map(({ id }) => id)])('%s serves and refuses', async (id) => {
  await using(id, async (asker) => {
    await serves(asker);
    await refuses(asker);
  });
});
