import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { paths, Tester } from './client.ts';
import { defects } from './defects.ts';
import { json, list } from './faults.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function using(toggle: string | undefined, check: (t: Tester) => Promise<void>): Promise<void> {
  const target = await start(toggle);
  try {
    await check(await new Tester(target).open());
  } finally {
    await target.close();
  }
}

async function serves(t: Tester): Promise<void> {
  const { first, second, denied } = t.target.users;
  for (const user of [first, second]) {
    for (const path of ['guides', 'insights', 'cash', 'portfolios', 'summaries', 'notifications'] as const) {
      expect((await t.call(paths[path], { user })).status, path).toBe(200);
    }
  }
  const rows = list((await t.call(paths.guides)).body['data']);
  const texts = new Set<string>();
  for (const row of rows) {
    expect(row['id']).toMatch(/^[a-f0-9]{24}$/);
    const answer = await t.call(`${paths.guides}/${String(row['id'])}`);
    expect(answer.status).toBe(200);
    texts.add(answer.text);
  }
  expect(texts.size).toBe(12);
  const refusals = [
    [401, await t.call(paths.cash, { token: null })],
    [401, await t.call(paths.cash, { token: `${t.token.slice(0, -20)}A.b` })],
    [401, await t.call(paths.cash, { token: t.target.expiredToken ?? '' })],
    [401, await t.call(paths.cash, { token: t.target.otherAudienceToken ?? '' })],
    [403, await t.call(paths.guides, { token: t.unscoped })],
    [403, await t.call(paths.summaries, { user: denied ?? '' })],
    [400, await t.call(paths.cash, { user: null })],
    [400, await t.call(paths.cash, { user: 'A' })],
    [401, await t.call(paths.summaries, { user: '0'.repeat(24) })],
    [404, await t.call(`${paths.guides}/${'0'.repeat(24)}`)],
    [400, await t.call(`${paths.guides}/xyz`)],
    [404, await t.call('/nowhere')],
    [405, await t.call(paths.cash, { method: 'PURGE' })],
    [400, await t.update({}, { body: '{' })],
    [415, await t.update({}, { type: 'text/plain' })],
    [422, await t.update({ city: [] })],
    [422, await t.order({ amount: 0 })],
    [400, await t.order({}, { body: '[]' })],
  ] as const;
  for (const [status, { status: actual, body, headers }] of refusals) {
    expect(actual).toBe(status);
    expect(body['status']).toBe(status);
    expect(body['responseId']).toMatch(/^[a-f0-9-]{36}$/);
    expect(json(body['error'])['message']).toBeTypeOf('string');
    expect(headers.has('www-authenticate')).toBe(status === 401);
  }
  expect((await t.update()).status).toBeLessThan(300);
  expect((await t.update({ line1: 'Via Roma 8', postalCode: '10121' })).status).toBeLessThan(300);
  expect(await t.stored()).toMatchObject({ line1: 'Via Roma 8', postalCode: '10121', city: 'Asti' });
  expect((await t.order()).status).toBeLessThan(300);
  expect((await t.grant({ client_secret: 'no' })).body).not.toHaveProperty('access_token');
}

describe('the lists', () => {
  it('hold sixty of each with ids of their own', () => {
    expect([defects.length, variations.length]).toEqual([60, 60]);
    expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
  });
});
// Some go by what happens at the same time.
describe('defects', { retry: 5 }, () => {
  it.concurrent.each(fewOf(defects).map(({ id }) => id))('%s shows', async (id) => {
    const probe = probes[id];
    expect(probe).toBeDefined();
    await using(id, async (t) => expect(await probe?.(t)).toBe(true));
    await using(undefined, async (t) => expect(await probe?.(t)).toBe(false));
  });
});
describe('correct targets', () => {
  it.each([undefined, ...fewOf(variations).map(({ id }) => id)])('%s serves', (id) => using(id, serves));
});
