import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { defects } from './defects.ts';
import { guides, home, order, probes } from './probes.ts';
import { at, open, type Session } from './session.ts';
import { variations } from './variations.ts';

describe('defects', () => {
  it('have ids and probes of their own', () => {
    const ids = [...defects, ...variations].map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(probes).sort()).toEqual(defects.map((one) => one.id).sort());
  });

  it.each(fewOf(defects))('$id breaks $breaks', async ({ id }) => {
    const probe = probes[id];
    if (!probe) throw new Error('no probe');
    const [defective, correct] = [await open(id), await open()];
    try {
      const [look, found] = probe;
      expect(await look(defective)).toEqual(found);
      expect(await look(correct)).not.toEqual(found);
    } finally {
      await Promise.all([defective.target.close(), correct.target.close()]);
    }
  });
});

async function survey(session: Session): Promise<number[]> {
  const { target, call } = session;
  const second = { 'x-user-id': target.users.second };
  const listing = await call(`GET ${guides}`);
  const last = at(listing.json, 'data.24.id');
  const replies = [
    listing,
    await call(`GET ${guides}`, second),
    await call(`GET ${guides}`, { accept: undefined }),
    await call(`GET ${guides}/${last}`),
    await call('GET /learn/analyst-insights'),
    await call('GET /cash'),
    await call('GET /portfolios', second),
    await call('GET /daily-summaries', second),
    await call('GET /b2b/notification-settings', second),
    await call('PATCH /users/me/address', {}, JSON.stringify({ address: home })),
    await call('POST /api/m2m/investments/orders', {}, JSON.stringify(order)),
    await call('GET /users/me/address'),
  ];
  const refusals = [
    await call('GET /cash', { authorization: undefined }),
    await call('GET /cash', { authorization: `Bearer ${target.expiredToken}` }),
    await call('GET /cash', { authorization: `Bearer ${target.otherAudienceToken}` }),
    await call('GET /daily-summaries', { 'x-user-id': '0123456789abcdef01234567' }),
    await call(`GET ${guides}`, { authorization: `Bearer ${session.unscoped}` }),
  ];
  expect(refusals.map((reply) => reply.status)).toEqual([401, 401, 401, 401, 403]);
  for (const reply of refusals) expect(at(reply.json, 'status')).toBe(reply.status);
  return replies.map((reply) => reply.status);
}

describe('variations', () => {
  let plain: Session;
  beforeAll(async () => {
    plain = await open();
  });
  afterAll(() => plain.target.close());

  it('are variations of a target that serves all', async () => {
    expect(await survey(plain)).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 201, 200]);
  });

  it.each(fewOf(variations))('$id serves all endpoints', async ({ id }) => {
    const session = await open(id);
    try {
      const statuses = await survey(session);
      expect(statuses.filter((status) => status < 200 || status > 299)).toEqual([]);
    } finally {
      await session.target.close();
    }
  });
});
