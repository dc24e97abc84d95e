import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { guides } from './data.ts';
import { defects } from './defects.ts';
import { buy, type Kit, kit, update } from './kit.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

const nobody = 'abcdefabcdefabcdefabcdef';

async function withTarget<T>(toggle: string | undefined, use: (k: Kit) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  try {
    return await use(await kit(target));
  } finally {
    await target.close();
  }
}

async function serves(k: Kit) {
  const reads = [
    '/learn/learning-guides',
    '/learn/analyst-insights',
    '/cash',
    '/portfolios',
    '/daily-summaries',
    '/b2b/notification-settings',
  ];
  for (const path of [...reads, `/learn/learning-guides/${guides()[0]?.id}`]) {
    for (const user of [k.target.users.first, k.target.users.second]) {
      const reply = await k.call(path, { user });
      expect([path, Math.floor(reply.status / 100), reply.json !== null]).toEqual([path, 2, true]);
    }
  }
  for (const write of [
    () => k.call('/users/me/address', update()),
    () => k.call('/api/m2m/investments/orders', buy()),
  ]) {
    expect(Math.floor((await write()).status / 100)).toBe(2);
  }
  const { path, pointer = '' } = k.target.readBack ?? { path: '' };
  const { json } = await k.call(path);
  const found = pointer
    .split('/')
    .slice(1)
    .reduce((at, name) => at[name], json);
  expect(found).toMatchObject({ line1: 'Dock 7', city: 'Kiel' });
}

async function refuses(k: Kit) {
  const token = `${k.scoped.slice(0, -12)}AAAAAAAAAAAA`;
  const refusals: [string, Parameters<Kit['call']>[1], number?][] = [
    ['/cash', { token: null }, 401],
    ['/portfolios', { token }, 401],
    ['/cash', { token: k.target.expiredToken ?? '' }, 401],
    ['/cash', { token: k.target.otherAudienceToken ?? '' }, 401],
    ['/learn/learning-guides', { token: k.unscoped }, 403],
    ['/daily-summaries', { user: nobody }, 401],
    ['/daily-summaries', { user: k.target.users.denied ?? '' }, 403],
    ['/cash', { user: 'ABC' }],
    ['/cash', { user: null }],
    ['/nowhere', {}, 404],
    [`/learn/learning-guides/${nobody}`, {}, 404],
    ['/learn/learning-guides/xyz', {}],
    ['/users/me/address', update({ city: {} })],
    ['/users/me/address', { method: 'PATCH', body: '{' }],
    ['/users/me/address', { ...update(), headers: { 'content-type': 'text/plain' } }],
    ['/api/m2m/investments/orders', buy({ amount: 0 })],
    ['/api/m2m/investments/orders', { method: 'POST', body: '[]' }],
    ['/cash', { method: 'PUT' }],
  ];
  for (const [path, options, status] of refusals) {
    const reply = await k.call(path, options);
    if (status) expect([path, reply.status]).toEqual([path, status]);
    expect([path, Math.floor(reply.status / 100)]).toEqual([path, 4]);
    expect(reply.json).toMatchObject({
      status: reply.status,
      error: { message: expect.any(String) },
      responseId: expect.any(String),
    });
  }
  for (const change of [{ client_secret: 'wrong' }, { grant_type: 'password' }, { client_id: 7 }]) {
    const reply = await k.desk(change);
    expect(Math.floor(reply.status / 100)).toBe(4);
    expect(reply.json.access_token).toBeUndefined();
  }
}

it('has sixty of each, with ids of their own', () => {
  expect([defects.length, variations.length]).toEqual([60, 60]);
  expect(new Set([...defects, ...variations].map((one) => one.id)).size).toBe(120);
});

it('is correct without a toggle', () =>
  withTarget(undefined, async (k) => {
    await serves(k);
    await refuses(k);
  }));

describe('defects', () => {
  it.each(fewOf(defects).map((defect) => defect.id))('%s shows', async (id) => {
    const probe = probes[id];
    if (!probe) throw new Error('there is no probe');
    const [right, again, wrong] = [
      await withTarget(undefined, probe),
      await withTarget(undefined, probe),
      await withTarget(id, probe),
    ];
    expect(again).toEqual(right);
    expect(wrong).not.toEqual(right);
  });
});

describe.each(fewOf(variations).map((variation) => variation.id))('%s', (id) => {
  let k: Kit;
  beforeAll(async () => {
    k = await kit(await start(id));
  });
  afterAll(() => k.target.close());
  it('serves', () => serves(k));
  it('refuses', () => refuses(k));
});
