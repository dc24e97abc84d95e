import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { Client, parsed, UNKNOWN } from './client.ts';
import { defects } from './defects.ts';
import { PROBES } from './probes.ts';
import { start, TOGGLES } from './start.ts';
import { variations } from './variations.ts';

const READS = ['/learn/learning-guides', '/learn/analyst-insights', '/cash', '/portfolios', '/daily-summaries'];
const GUIDES = '/learn/learning-guides';

async function withTarget<T>(toggle: string | undefined, use: (client: Client) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  try {
    return await use(new Client(target));
  } finally {
    await target.close();
  }
}

/** Every endpoint is served, and refusals refuse. */
async function serves(client: Client): Promise<void> {
  const { users } = client.target;
  for (const path of [...READS, '/b2b/notification-settings', '/users/me/address']) {
    const answer = await client.ask(path, { user: users.second });
    expect([path, answer.status < 300, parsed(answer) !== undefined]).toEqual([path, true, true]);
    const bare = await client.ask(path, { token: '' });
    expect([path, bare.status, parsed(bare).status]).toEqual([path, 401, 401]);
  }
  const { data } = parsed(await client.ask(GUIDES));
  for (const { id } of data.slice(0, 3)) expect((await client.ask(`${GUIDES}/${id}`)).status).toBe(200);
  expect((await client.ask(`${GUIDES}/${UNKNOWN}`)).status).toBe(404);
  expect((await client.update({ city: 'Bath' })).status).toBe(200);
  expect((await client.stored())['city']).toBe('Bath');
  expect((await client.stored(users.second))['city']).toBe('Town');
  expect((await client.update({ countryCode: 'gb' })).status).toBe(422);
  expect((await client.order()).status).toBe(201);
  expect((await client.order({ amount: 0 })).status).toBe(422);
  expect((await client.ask('/daily-summaries', { user: users.denied ?? '' })).status).toBe(403);
  expect((await client.ask('/daily-summaries', { user: UNKNOWN })).status).toBe(401);
  expect((await client.ask('/cash', { user: 'nobody' })).status).toBe(400);
  expect((await client.ask('/cash', { user: null })).status).toBe(400);
  expect((await client.ask(GUIDES, { token: await client.fresh('unscoped') })).status).toBe(403);
  expect((await client.ask('/cash', { token: client.target.expiredToken ?? '' })).status).toBe(401);
  expect((await client.ask('/cash', { token: client.target.otherAudienceToken ?? '' })).status).toBe(401);
  expect((await client.issue({ client_secret: 'wrong' })).status).toBe(401);
  const [german, french] = await Promise.all([users.first, users.second].map((user) => client.ask(GUIDES, { user })));
  expect(german?.text).not.toBe(french?.text);
}

describe('the lists', () => {
  it('hold sixty of each, with toggles and probes of their own', () => {
    const ids = [...defects, ...variations].map(({ id }) => id);
    expect([defects.length, variations.length, new Set(ids).size]).toEqual([60, 60, 120]);
    expect(Object.keys(TOGGLES).sort()).toEqual([...ids].sort());
    expect(Object.keys(PROBES).sort()).toEqual(defects.map(({ id }) => id).sort());
  });
});

describe('the correct implementation', () => {
  it('serves everything', () => withTarget(undefined, serves));
});

describe('defects', () => {
  it.each(fewOf(defects))('$id shows', async ({ id }) => {
    const probe = PROBES[id];
    if (!probe) throw new Error('no probe');
    expect(await withTarget(undefined, probe)).toBe(true);
    expect(await withTarget(id, probe)).toBe(false);
  });
});

describe('variations', () => {
  it.each(fewOf(variations))('$id serves everything', ({ id }) => withTarget(id, serves));
});
