import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import type { Answer } from './client.ts';
import { at, call, credentials, post, tokenOf } from './client.ts';
import { defects } from './defects.ts';
import { address, desk, probes } from './probes.ts';
import { start } from './start.ts';
import type { Target } from './types.ts';
import { variations } from './variations.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const listing = '/learn/learning-guides';
const areas = ['/learn/analyst-insights', '/daily-summaries', '/b2b/notification-settings', '/cash', '/portfolios'];
const reads = [listing, ...areas];

async function using(toggle: string | undefined, run: (target: Target) => Promise<void>): Promise<void> {
  const target = await start(toggle);
  try {
    await run(target);
  } finally {
    await target.close();
  }
}

function refused(answer: Answer, ...statuses: number[]): void {
  if (statuses.length > 0) expect(statuses).toContain(answer.status);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.get('content-type')).toMatch(/json/);
  expect(at(answer.value, 'status')).toBe(answer.status);
  expect(at(answer.value, 'error', 'message')).toMatch(/\S/);
  expect(at(answer.value, 'responseId')).toMatch(uuid);
}

async function serves(target: Target): Promise<void> {
  const { get, turkish, patch, order, token } = await desk(target);
  for (const path of reads) {
    for (const answer of [await get(path), await turkish(path)]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/json/);
      expect(answer.value).toBeDefined();
    }
    refused(await get(path, { token: undefined }), 401);
    refused(await get(path, { token: `${token.slice(0, -9)}AAAAAAAAA` }), 401);
    refused(await get(path, { token: target.expiredToken }), 401);
    refused(await get(path, { token: target.otherAudienceToken }), 401);
    refused(await get(path, { user: undefined }));
    refused(await get(path, { user: 'ABCDEF' }));
    refused(await get(path, { user: 'eeeeeeeeeeeeeeeeeeeeeeee' }), ...(path === '/daily-summaries' ? [401] : []));
  }
  const guides = await get(listing);
  expect(guides.headers.get('cache-control')).toBe('private, max-age=1800');
  expect(guides.headers.get('vary')).toContain('x-user-id');
  expect((await turkish(listing)).text).not.toBe(guides.text);
  const ids = Array.from({ length: 8 }, (_, index) => String(at(guides.value, 'data', index, 'id')));
  expect(new Set(ids).size).toBe(8);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect((await get(`${listing}/${id}`)).status).toBe(200);
  }
  refused(await get(`${listing}/ffffffffffffffffffffffff`), 404);
  refused(await get(`${listing}/xyz`));
  refused(await get(listing, { token: await tokenOf(target, target.clients.unscoped) }), 403);
  refused(await get('/daily-summaries', { user: target.users.denied }), 403);
  refused(await get('/nowhere'), 404);
  const [, key = ''] = target.readBack?.pointer.split('/') ?? [];
  const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
  const stored = async (user: string): Promise<unknown> =>
    at((await call(target, 'GET', target.readBack?.path ?? '', { token, user })).value, name);
  const other = await stored(target.users.second);
  for (const sent of [address, { ...address, postalCode: '0 6\u0000"420', line1: 'Çarşı\n<&>' }]) {
    expect((await patch({ body: { address: sent } })).status).toBe(200);
    expect(await stored(target.users.first)).toEqual(sent);
  }
  const kept = await stored(target.users.first);
  for (const wrong of [[], null, {}, { address: 1 }, { address: [] }, { address: { ...address, city: {} } }]) {
    refused(await patch({ body: wrong }));
  }
  refused(await patch({ body: { address: { ...address, countryCode: 'tr' } } }));
  refused(await patch({ raw: '{"address":' }));
  refused(await patch({ raw: JSON.stringify({ address }), type: 'text/plain' }));
  expect(await stored(target.users.first)).toEqual(kept);
  expect(await stored(target.users.second)).toEqual(other);
  const wanted = { isin: 'US0378331005', side: 'buy', amount: 12.5 };
  expect((await order(wanted)).status).toBe(201);
  for (const wrong of [[], { ...wanted, amount: 0 }, { ...wanted, amount: 'ten' }, { ...wanted, side: [] }]) {
    refused(await order(wrong));
  }
  const own = credentials(target, target.clients.scoped);
  for (const wrong of [{ client_secret: 'x' }, { client_id: 'x' }, { grant_type: 'password' }, { audience: 'x' }]) {
    const answer = await post(target, { ...own, ...wrong });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  }
}

describe('lists', () => {
  it('hold sixty of each, with ids of their own', () => {
    expect(defects).toHaveLength(60);
    expect(variations).toHaveLength(60);
    expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
    expect(Object.keys(probes).toSorted()).toEqual(defects.map(({ id }) => id).toSorted());
  });
});

// Some go by what happens at the same time.
describe.concurrent('defects', { retry: 5 }, () => {
  it.each(fewOf(defects))('$id', async ({ id }) => {
    const probe = probes[id];
    await using(undefined, async (target) => expect(await probe?.(await desk(target))).toBe(false));
    await using(id, async (target) => expect(await probe?.(await desk(target))).toBe(true));
  });
});

describe.concurrent('correct', () => {
  it('serves without a toggle', () => using(undefined, serves));
  it.each(fewOf(variations))('serves: $id', ({ id }) => using(id, serves), 20_000);
});
