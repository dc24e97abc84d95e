import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import type { Answer } from './client.ts';
import { Client, paths, sample, trade } from './client.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { bag, bags } from './refusal.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

const within = async (toggle: string | undefined, use: (client: Client) => Promise<void>): Promise<void> => {
  const target = await start(toggle);
  try {
    await use(new Client(target));
  } finally {
    await target.close();
  }
};

const isApiError = (answer: Answer, low = 400): void => {
  expect(answer.status).toBeGreaterThanOrEqual(low);
  expect(answer.status).toBeLessThan(500);
  expect(answer.value['status']).toBe(answer.status);
  expect(typeof bag(answer.value['error'])['message']).toBe('string');
  expect(answer.value['responseId']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
};

const serves = async (client: Client): Promise<void> => {
  const { users, expiredToken, otherAudienceToken } = client.target;
  const reads = [paths.guides, paths.insights, paths.summaries, paths.notifications, paths.cash, paths.portfolios];
  for (const path of reads) {
    for (const user of [users.first, users.second]) expect((await client.call(path, { user })).status, path).toBe(200);
    for (const auth of [null, 'Bearer x', `Bearer ${expiredToken ?? ''}`, `Bearer ${otherAudienceToken ?? ''}`]) {
      const refused = await client.call(path, { auth });
      isApiError(refused);
      expect(refused.status).toBe(401);
      expect(refused.headers.has('www-authenticate')).toBe(true);
    }
    for (const user of [null, 'A'.repeat(24), 'a'.repeat(23), 'b'.repeat(24)]) {
      isApiError(await client.call(path, { user }));
    }
  }
  const listing = await client.call(paths.guides);
  expect(listing.headers.get('cache-control')).toContain('max-age=1800');
  for (const one of bags(listing.value['data'])) {
    expect((await client.call(`${paths.guides}/${String(one['id'])}`)).status).toBe(200);
  }
  expect((await client.call(paths.guides, { auth: await client.bearer('unscoped') })).status).toBe(403);
  expect((await client.call(paths.summaries, { user: users.denied ?? '' })).status).toBe(403);
  expect((await client.call(paths.summaries, { user: 'b'.repeat(24) })).status).toBe(401);
  isApiError(await client.call(`${paths.guides}/nothing`));
  isApiError(await client.call('/nowhere'));
  expect((await client.patch(sample)).status).toBeLessThan(300);
  expect(await client.stored()).toEqual(sample);
  isApiError(await client.patch({ ...sample, countryCode: 'de' }));
  isApiError(await client.patch({ ...sample, city: [] }));
  expect(await client.stored()).toEqual(sample);
  expect((await client.order(trade)).status).toBeLessThan(300);
  for (const amount of [0, -1, {}, [], 'x']) isApiError(await client.order({ ...trade, amount }));
  isApiError(await client.order(trade, 'text/plain'));
  expect((await client.grant({ client_secret: 'wrong' })).status).toBeGreaterThanOrEqual(400);
};

describe('counts', () => {
  it('has sixty of each with ids of their own', () => {
    expect(defects).toHaveLength(60);
    expect(variations).toHaveLength(60);
    expect(new Set([...defects, ...variations].map((one) => one.id)).size).toBe(120);
  });
});

describe('correct', () => {
  it('serves', () => within(undefined, serves));
  it.each(fewOf(variations))('$id serves', ({ id }) => within(id, serves));
});

describe('defects', () => {
  it.each(fewOf(defects))('$id shows', async ({ id }) => {
    const probe = probes[id];
    expect(probe).toBeDefined();
    if (probe === undefined) return;
    await within(undefined, async (client) => expect(await probe(client)).toBe(false));
    await within(id, async (client) => expect(await probe(client)).toBe(true));
  });
});
