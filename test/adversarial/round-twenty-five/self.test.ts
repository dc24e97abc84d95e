import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { defects } from './defects.ts';
import type { Reply } from './kit.ts';
import { addressIn, Kit, ORDER, PATHS, STRANGER } from './kit.ts';
import { shows } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

const within = async (toggle: string | undefined, work: (kit: Kit) => Promise<void>): Promise<void> => {
  const target = await start(toggle);
  try {
    await work(await new Kit(target).open());
  } finally {
    await target.close();
  }
};

const expectRefusal = (reply: Reply, ...statuses: number[]): void => {
  if (statuses.length > 0) expect(statuses).toContain(reply.status);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(reply.status).toBeLessThan(500);
  expect(reply.headers.get('content-type')).toMatch(/json/);
  expect(reply.json['status']).toBe(reply.status);
  expect(reply.json['error']).toMatchObject({ message: expect.stringMatching(/\S/) as string });
  expect(reply.json['responseId']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
};

const expectSound = async (kit: Kit): Promise<void> => {
  const { users, otherAudienceToken, expiredToken, clients } = kit.target;
  for (const user of [users.first, users.second]) {
    for (const name of ['guides', 'insights', 'summaries', 'notifications', 'cash', 'portfolios'] as const) {
      const reply = await kit.ask(PATHS[name], { user });
      expect(reply.status, name).toBe(200);
      expect(JSON.parse(reply.text), name).not.toBeNull();
    }
  }
  const listing = await kit.ask(PATHS.guides);
  expect(listing.headers.get('cache-control')).toContain('max-age=1800');
  expect(listing.headers.get('vary')).toContain('x-user-id');
  expect((await kit.second(PATHS.guides)).text).not.toBe(listing.text);
  for (const { id } of listing.json['data'] as { id: string }[]) {
    expect((await kit.ask(`${PATHS.guides}/${id}`)).status).toBe(200);
  }
  expectRefusal(await kit.ask(`${PATHS.guides}/${STRANGER}`), 404);
  expectRefusal(await kit.ask(`${PATHS.guides}/zzz`));
  expectRefusal(await kit.ask('/nothing/here'), 404);
  expectRefusal(await kit.ask(PATHS.guides, { token: `Bearer ${await kit.unscoped()}` }), 403);
  for (const token of [
    null,
    'Bearer',
    'Bearer x',
    kit.token,
    kit.forged(),
    `Bearer ${expiredToken ?? ''}`,
    `Bearer ${otherAudienceToken ?? ''}`,
    `Bearer ${kit.token}=`,
    `Basic ${kit.token}`,
  ]) {
    const reply = await kit.ask(PATHS.cash, { token });
    expectRefusal(reply, 401);
    expect(reply.headers.get('www-authenticate')).toMatch(/Bearer/);
  }
  expect((await kit.ask(PATHS.cash, { token: `BEARER  ${kit.token}` })).status).toBe(200);
  for (const user of [null, '', STRANGER.toUpperCase(), 'abc', `${users.first}, ${users.first}`, STRANGER]) {
    expectRefusal(await kit.ask(PATHS.cash, { user }));
  }
  expectRefusal(await kit.ask(PATHS.summaries, { user: STRANGER }), 401);
  expectRefusal(await kit.ask(PATHS.summaries, { user: users.denied ?? '' }), 403);
  for (const language of ['de', 'en'] as const) {
    expect((await kit.patch(addressIn(language))).status).toBeLessThan(300);
    expect(await kit.stored()).toEqual(addressIn(language));
  }
  expect((await kit.stored(users.second))['city']).toBe('Leeds');
  for (const body of [
    '{',
    '[]',
    '"x"',
    'null',
    '{}',
    '{"address":[]}',
    { address: { ...addressIn('de'), city: {} } },
    { address: { ...addressIn('de'), countryCode: 'de' } },
  ]) {
    expectRefusal(await kit.ask(PATHS.address, { method: 'PATCH', body }));
    expectRefusal(await kit.ask(PATHS.orders, { method: 'POST', body }));
  }
  expectRefusal(await kit.patch(addressIn('de'), { headers: { 'content-type': 'text/plain' } }));
  expect(await kit.stored()).toEqual(addressIn('en'));
  const order = await kit.order({});
  expect(order.status).toBeLessThan(300);
  for (const edit of [{ amount: 0 }, { amount: -1 }, { amount: 'x' }, { side: [] }, { isin: {} }]) {
    expectRefusal(await kit.ask(PATHS.orders, { method: 'POST', body: { ...ORDER, ...edit } }));
  }
  expect('access_token' in (await kit.grant(clients.scoped, { client_secret: 'wrong' })).json).toBe(false);
  expect([200, 428]).toContain((await kit.ask(`${PATHS.cash}?a=1&a=%`)).status);
};

describe('the lists', () => {
  it('hold sixty of each, with ids of their own', () => {
    expect(defects).toHaveLength(60);
    expect(variations).toHaveLength(60);
    expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
  });
});

describe('defects', () => {
  it.each(fewOf(defects).map(({ id }) => id))('%s', async (id) => {
    await within(undefined, async (kit) => expect(await shows(id, kit)).toBe(false));
    await within(id, async (kit) => expect(await shows(id, kit)).toBe(true));
  });
});

describe('the correct target and its variations', () => {
  it.each([undefined, ...fewOf(variations).map(({ id }) => id)])('%s', (id) => within(id, expectSound));
});
