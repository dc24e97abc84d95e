import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { paths, Tester } from './client.ts';
import { defects } from './defects.ts';
import { json, list } from './model.ts';
import { probes } from './probes.ts';
import { inTurn, serves } from './serves.ts';
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

/** How long many calls take that are made at once, one to each endpoint, and whether any is refused for load. */
async function load(t: Tester): Promise<{ took: number; shed: boolean }> {
  const began = Date.now();
  const url = (path: string): string => t.target.baseUrl + path;
  const headers = { authorization: `Bearer ${t.token}`, 'x-user-id': t.target.users.first };
  const shed = await inTurn(Array.from({ length: 20 }), async () => {
    const all = Object.values(paths).map((path) => t.once(url(path), 'GET', headers));
    return (await Promise.all(all)).some(({ status }) => status === 429 || status === 503);
  });
  return { took: Date.now() - began, shed: shed.includes(true) };
}
const delays = ['leaky-bucket-with-burst', 'peers-are-far-and-near'];
const sheds = ['limit-answers-like-a-success', 'retry-after-has-passed'];
/** Shows only where requests overlap within a worker. */
const unseen = ['lock-sleeps-in-doubling-steps'];

/** All that an observer sees of a target, without what differs from one answer to the next. */
async function seen(t: Tester): Promise<string> {
  const grant = await t.grant();
  const claims = t.token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  const [id] = list((await t.call(paths.guides)).body['data']).map((guide) => String(guide['id']));
  const { close: _close, expiredToken: _expired, otherAudienceToken: _other, ...whole } = t.target;
  const { second } = whole.users;
  const keys = list((await t.fetch(t.target.jwksUrl ?? '', 'GET', {})).body['keys']);
  const answers = [
    grant,
    await t.grant({ client_secret: 'no' }),
    await t.grant({ grant_type: 'password' }),
    await t.grant({ audience: 'urn:other' }),
    await t.grant({}, t.target.clients.unscoped),
    ...(await Promise.all(Object.values(paths).map((path) => t.call(path)))),
    ...(await Promise.all(Object.values(paths).map((path) => t.call(path, { user: second })))),
    await t.call(`${paths.guides}/${id}`),
    await t.call(`${paths.guides}/${'0'.repeat(24)}`),
    await t.call(`${paths.guides}/xyz`),
    await t.call(`${paths.cash}?zq=1`),
    await t.call(paths.cash, { credentials: null }),
    await t.call(paths.cash, { token: t.target.expiredToken ?? '' }),
    await t.call(paths.cash, { token: t.target.otherAudienceToken ?? '' }),
    await t.call(paths.guides, { token: t.unscoped }),
    await t.call(paths.summaries, { user: '0'.repeat(24) }),
    await t.call(paths.cash, { user: '0'.repeat(24) }),
    await t.call(paths.cash, { user: 'x' }),
    await t.call(paths.cash, { user: null }),
    await t.call(paths.cash, { method: 'DELETE' }),
    await t.call(paths.cash, { method: 'HEAD' }),
    await t.call('/nowhere'),
    await t.update(),
    await t.update({ line2: undefined }),
    await t.call(paths.profile),
    await t.update({ city: {} }),
    await t.update({}, { body: '{' }),
    await t.update({}, { type: 'text/plain' }),
    await t.order(),
    await t.order({ side: 'sell' }),
    await t.order({ amount: 0 }),
    await t.order({ isin: [] }),
    await t.call(`${paths.cash}?zq`),
    await t.update({}, { body: '{"address":{"line1":"\\ud800","city":"","postalCode":"","countryCode":"EE"}}' }),
  ].map(({ status, headers: { date: _date, ...headers }, text }) => [status, headers, text]);
  return JSON.stringify([whole, claims.slice(0, 2), Object.keys(json(keys[0])), answers])
    .replace(/127\.0\.0\.1:\d+/g, '')
    .replace(/[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}/g, '')
    .replace(/eyJ[\w.-]+/g, '')
    .replace(/\\+"(?:iat|exp)\\+":\d{9,10}(?=\D)/g, '');
}

describe('the lists', () => {
  it('hold sixty of each with ids and titles of their own, and a probe for each defect', () => {
    expect([defects.length, variations.length]).toEqual([60, 60]);
    const all = [...defects, ...variations];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
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
  it.each(
    fewOf(variations)
      .map(({ id }) => id)
      .filter((id) => !unseen.includes(id)),
  )('%s is seen', async (id) => {
    if (sheds.includes(id)) {
      expect((await using(id, load)).shed).toBe(true);
    } else if (delays.includes(id)) {
      expect((await using(id, load)).took).toBeGreaterThan(700);
    } else {
      await differs(id);
    }
  });
});
async function differs(id: string): Promise<void> {
  expect(await using(id, seen)).not.toBe(await using(undefined, seen));
}
