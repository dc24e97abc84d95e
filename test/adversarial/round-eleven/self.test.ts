import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { connect, guides, type Session, settings, stranger } from './client.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import type { Target } from './types.ts';
import { variations } from './variations.ts';

async function within<T>(toggle: string | undefined, work: (session: Session) => Promise<T>): Promise<T> {
  const target: Target = await start(toggle);
  try {
    return await work(await connect(target));
  } finally {
    await target.close();
  }
}

async function serves({ call, patch, order, target, unscoped, askToken }: Session): Promise<void> {
  const { users } = target;
  const paths = [guides, settings, '/learn/analyst-insights', '/cash', '/portfolios', '/daily-summaries'];
  for (const path of paths) {
    for (const user of [users.first, users.second]) expect((await call(path, { user })).status, path).toBe(200);
    const refusals = [
      await call(path, { token: undefined }),
      await call(path, { token: target.expiredToken }),
      await call(path, { token: target.otherAudienceToken }),
      await call(path, { user: undefined }),
      await call(path, { user: stranger }),
      await call(path, { user: users.first.toUpperCase() }),
    ];
    for (const { status, json } of refusals) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(json.status).toBe(status);
    }
    expect(refusals.slice(0, 3).map(({ status }) => status)).toEqual([401, 401, 401]);
  }
  const listing = await call(guides);
  for (const { id } of listing.json.data) expect((await call(`${guides}/${id}`)).status).toBe(200);
  expect(listing.headers.get('cache-control')).toContain('1800');
  expect((await call(guides, { user: users.second })).text).not.toBe(listing.text);
  expect((await call(guides, { token: unscoped })).status).toBe(403);
  expect((await call('/daily-summaries', { user: users.denied })).status).toBe(403);
  expect((await call('/daily-summaries', { user: stranger })).json.error.message).toContain('not found');
  for (const postalCode of [8001, '8001 A']) expect((await patch({ postalCode })).status).toBeLessThan(300);
  expect((await call('/users/me/address')).json.address.postalCode).toBe('8001 A');
  expect((await patch({ city: [] })).status).toBeGreaterThanOrEqual(400);
  expect((await order()).status).toBeLessThan(300);
  expect((await order({ amount: -1 })).status).toBeGreaterThanOrEqual(400);
  const wrong = await askToken({ client_secret: 'wrong' });
  expect(wrong.status).toBeGreaterThanOrEqual(400);
  expect(wrong.json?.access_token).toBeUndefined();
}

it('has sixty of each, all of them different', () => {
  expect(defects).toHaveLength(60);
  expect(variations).toHaveLength(60);
  expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
});
it('is correct without a toggle', () => within(undefined, serves));
describe.concurrent('defects', () => {
  it.each(fewOf(defects))('$id', async ({ id }) => {
    const probe = probes[id];
    if (!probe) throw new Error(`no probe for ${id}`);
    expect(JSON.stringify(await within(id, probe))).not.toBe(JSON.stringify(await within(undefined, probe)));
  });
});
describe.concurrent('variations', () => {
  it.each(fewOf(variations))('$id', ({ id }) => within(id, serves));
});
