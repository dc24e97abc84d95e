import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { paths, Tester } from './client.ts';
import { defects } from './defects.ts';
import { json, rows } from './model.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function using<T>(toggle: string | undefined, check: (t: Tester) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  const tester = new Tester(target);
  try {
    return await check(await tester.open());
  } finally {
    tester.agent.destroy();
    await target.close();
  }
}

async function serves(t: Tester): Promise<void> {
  const { first, second, denied } = t.target.users;
  for (const path of Object.values(paths)) {
    const [one, other] = [await t.call(path, { user: first }), await t.call(path, { user: second })];
    expect([one.status, other.status], path).toEqual([200, 200]);
    expect(one.text).not.toBe(other.text);
    expect(() => JSON.parse(one.text) as unknown).not.toThrow();
  }
  const texts = new Set<string>();
  for (const { id } of rows((await t.call(paths.guides)).body['data'])) {
    const answer = await t.call(`${paths.guides}/${String(id)}`);
    expect([answer.status, String(id)]).toEqual([200, expect.stringMatching(/^[a-f0-9]{24}$/)]);
    texts.add(answer.text);
  }
  expect(texts.size).toBe(12);
  const [header, payload, signature] = t.token.split('.');
  const refusals = [
    [401, await t.call(paths.cash, { credentials: null })],
    [401, await t.call(paths.cash, { credentials: t.token })],
    [401, await t.call(paths.cash, { token: `${header}.${payload}.${signature?.slice(0, -8)}AAAAAAAA` })],
    [401, await t.call(paths.cash, { token: `${header}.${payload}.` })],
    [401, await t.call(paths.cash, { token: t.target.expiredToken ?? '' })],
    [401, await t.call(paths.cash, { token: t.target.otherAudienceToken ?? '' })],
    [403, await t.call(paths.guides, { token: t.unscoped })],
    [403, await t.call(paths.summaries, { user: denied ?? '' })],
    [400, await t.call(paths.cash, { user: null })],
    [400, await t.call(paths.cash, { user: first.toUpperCase() })],
    [400, await t.call(paths.cash, { user: `${first.slice(1)}\u00e9` })],
    [401, await t.call(paths.summaries, { user: '0'.repeat(24) })],
    [404, await t.call(paths.portfolios, { user: '0'.repeat(24) })],
    [404, await t.call(`${paths.guides}/${'0'.repeat(24)}`)],
    [400, await t.call(`${paths.guides}/%zz`)],
    [404, await t.call('/nowhere')],
    [405, await t.call(paths.cash, { method: 'PURGE' })],
    [400, await t.update({}, { body: '{' })],
    [415, await t.update({}, { type: 'text/plain' })],
    [422, await t.update({ city: [] })],
    [422, await t.update({ countryCode: 'de' })],
    [422, await t.update({}, { body: { address: null } })],
    [422, await t.order({ amount: -1 })],
    [422, await t.order({ isin: [] })],
    [422, await t.order({}, { body: '[]' })],
    [400, await t.order({}, { body: '' })],
  ] as const;
  const ids = new Set<unknown>();
  for (const [status, { status: actual, body, headers }] of refusals) {
    expect([actual, body['status']]).toEqual([status, status]);
    expect(body['responseId']).toMatch(/^[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}$/);
    expect(json(body['error'])['message']).toMatch(/\S/);
    expect(headers['content-type']).toBe('application/json');
    expect(status !== 401 || headers['www-authenticate'] !== undefined).toBe(true);
    ids.add(body['responseId']);
  }
  expect(ids.size).toBe(refusals.length);
  expect((await t.call(paths.cash, { credentials: `BEARER  ${t.token}` })).status).toBe(200);
  const before = await t.stored(second);
  expect((await t.update()).status).toBeLessThan(300);
  expect((await t.update({ line1: 'Deich 8', postalCode: 'K-24103' })).status).toBeLessThan(300);
  expect(await t.stored()).toMatchObject({ line1: 'Deich 8', postalCode: 'K-24103', city: 'Kiel' });
  expect(await t.stored(second)).toEqual(before);
  expect((await t.order()).status).toBeLessThan(300);
  for (const more of [{ client_secret: 'no' }, { client_id: {} }, { grant_type: 'x' }, { audience: 'urn:other' }]) {
    const refusal = await t.grant(more);
    expect(refusal.status).toBeGreaterThanOrEqual(400);
    expect(refusal.body).not.toHaveProperty('access_token');
  }
  const granted = await t.grant();
  expect([granted.status, granted.body['token_type']]).toEqual([200, 'Bearer']);
  expect(String(granted.headers['cache-control'])).toMatch(/no-store/i);
  expect(String(granted.body['scope']).split(' ')).toContain('service:nbg');
  expect((await t.call(paths.guides, { token: String(granted.body['access_token']) })).status).toBe(200);
}

/** All that an observer sees of a target, without what differs from one answer to the next. */
async function seen(t: Tester): Promise<string> {
  const grant = await t.grant();
  const token = String(grant.body['access_token']).split('.').slice(0, 2);
  const claims = token.map((part) => Buffer.from(part, 'base64url').toString());
  const [id] = rows((await t.call(paths.guides)).body['data']).map((guide) => String(guide['id']));
  const answers = [
    grant,
    await t.grant({ client_secret: 'no' }),
    ...(await Promise.all(Object.values(paths).map((path) => t.call(path)))),
    await t.call(`${paths.guides}/${id}`),
    await t.call(paths.cash, { credentials: null }),
    await t.call(paths.guides, { token: t.unscoped }),
    await t.call(paths.cash, { user: null }),
    await t.update(),
    await t.order(),
  ].map(({ status, headers: { date: _date, ...headers }, text }) => [status, headers, text]);
  return JSON.stringify([claims, answers])
    .replace(/[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}/g, '')
    .replace(/eyJ[\w.-]+/g, '')
    .replace(/\\+"(?:iat|exp)\\+":\d{9,10}(?=\D)/g, '')
    .replace(/"content-length":"\d+"/g, '');
}

describe('the lists', () => {
  it('hold sixty of each with ids of their own', () => {
    expect([defects.length, variations.length]).toEqual([60, 60]);
    expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
    expect(Object.keys(probes).sort()).toEqual(defects.map(({ id }) => id).sort());
  });
});
describe('defects', { retry: 2 }, () => {
  it.each(fewOf(defects).map(({ id }) => id))('%s shows', async (id) => {
    const probe = probes[id] ?? (async () => false);
    expect(await using(id, probe)).toBe(true);
    expect(await using(undefined, probe)).toBe(false);
  });
});
describe('correct targets', () => {
  it.each([undefined, ...fewOf(variations).map(({ id }) => id)])('%s serves', (id) => using(id, serves));
  it('look alike when nothing is toggled', async () => {
    expect(await using(undefined, seen)).toBe(await using(undefined, seen));
  });
  it.each(fewOf(variations).map(({ id }) => id))('%s is seen', async (id) => {
    expect(await using(id, seen)).not.toBe(await using(undefined, seen));
  });
});
