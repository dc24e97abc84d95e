import { describe, expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import { Client, insights, json, listing, nobody, settings, summaries } from './client.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function withClient(toggle: string | undefined, act: (client: Client) => Promise<void>): Promise<void> {
  const target = await start(toggle);
  try {
    const client = new Client(target);
    client.token = await client.tokenOf();
    await act(client);
  } finally {
    await target.close();
  }
}

const refuses = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

async function serves(client: Client): Promise<void> {
  const { target } = client;
  for (const path of [listing, insights, '/cash', '/portfolios', summaries, settings]) {
    for (const user of [target.users.first, target.users.second]) {
      const reply = await client.get(path, { 'x-user-id': user });
      expect([path, reply.status >= 200 && reply.status < 300]).toEqual([path, true]);
      json(reply);
    }
    expect((await client.get(path, { authorization: '-' })).status).toBe(401);
    const forged = `Bearer ${client.token.slice(0, -9)}${'A'.repeat(9)}`;
    expect((await client.get(path, { authorization: forged })).status).toBe(401);
    expect(refuses((await client.get(path, { 'x-user-id': '-' })).status)).toBe(true);
    expect(refuses((await client.get(path, { 'x-user-id': `${target.users.first}0` })).status)).toBe(true);
    expect(refuses((await client.get(path, { 'x-user-id': nobody })).status)).toBe(true);
  }
}

async function refusesWhatItShould(client: Client): Promise<void> {
  const { target } = client;
  const unscoped = await client.tokenOf('unscoped');
  expect((await client.get(listing, { authorization: `Bearer ${unscoped}` })).status).toBe(403);
  for (const token of [target.expiredToken, target.otherAudienceToken]) {
    if (token) expect((await client.get('/cash', { authorization: `Bearer ${token}` })).status).toBe(401);
  }
  expect((await client.get(summaries, { 'x-user-id': target.users.denied ?? '' })).status).toBe(403);
  expect((await client.get(summaries, { 'x-user-id': nobody })).status).toBe(401);
  expect((await client.get('/no-such-path')).status).toBe(404);
  expect(refuses((await client.grant({ ...client.request(), client_secret: 'wrong' })).status)).toBe(true);
  expect(refuses((await client.get(`${listing}/xyz`)).status)).toBe(true);
  expect((await client.get(`${listing}/${nobody}`)).status).toBe(404);
}

async function writes(client: Client): Promise<void> {
  for (const change of [{}, { postalCode: 'AB 12' }, {}]) expect((await client.update(change)).status).toBe(200);
  for (const change of [{ city: {} }, { countryCode: 'nl' }, { postalCode: [] }]) {
    expect(refuses((await client.update(change)).status)).toBe(true);
  }
  if (client.target.readBack) expect((await client.stored()).city).toBe('Rotterdam');
  expect(Math.floor((await client.order()).status / 100)).toBe(2);
  expect(refuses((await client.order({ amount: 0 })).status)).toBe(true);
  expect(refuses((await client.order({ isin: [] })).status)).toBe(true);
}

async function isWhole(client: Client): Promise<void> {
  await serves(client);
  await refusesWhatItShould(client);
  await writes(client);
  const { data } = json(await client.get(listing));
  expect(json(await client.get(`${listing}/${data[0].id}`))).not.toEqual(
    json(await client.get(`${listing}/${data[7].id}`)),
  );
}

test('there are sixty of each, with ids of their own', () => {
  const ids = [...defects, ...variations].map((one) => one.id);
  expect([defects.length, variations.length, new Set(ids).size]).toEqual([60, 60, 120]);
});

test('the correct implementation is whole', () => withClient(undefined, isWhole));

describe('a defect shows', () => {
  test.each(fewOf(defects))('$id', async ({ id }) => {
    const probe = probes[id];
    if (!probe) throw new Error(`There is no probe for ${id}`);
    await withClient(undefined, async (client) => expect(await probe(client)).toBe(false));
    await withClient(id, async (client) => expect(await probe(client)).toBe(true));
  });
});

describe('a variation serves', () => {
  test.each(fewOf(variations))('$id', ({ id }) => withClient(id, isWhole));
});
