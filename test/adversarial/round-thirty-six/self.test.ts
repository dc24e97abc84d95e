import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { paths, Tester } from './client.ts';
import { defects } from './defects.ts';
import { list } from './model.ts';
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

/** Show only in how long answers take. */
const slow: readonly string[] = [];
/** Show only in what is refused for load. */
const shedding: readonly string[] = ['too-many-connections'];

/** How long many calls take that are made at once, one to each endpoint, and whether any is refused for load. */
async function load(t: Tester): Promise<{ took: number; shed: boolean }> {
  const began = performance.now();
  const headers = { authorization: `Bearer ${t.token}`, 'x-user-id': t.target.users.first };
  const rounds = await inTurn(Array.from({ length: 20 }), () =>
    Promise.all(Object.values(paths).map((path) => t.once(t.target.baseUrl + path, 'GET', headers))),
  );
  const shed = rounds.flat().some(({ status }) => status === 429 || status === 503);
  return { took: performance.now() - began, shed };
}

/** All that an observer sees of a target, without what differs from one answer to the next. */
async function seen(t: Tester): Promise<string> {
  const { close: _close, expiredToken = '', otherAudienceToken = '', ...shown } = t.target;
  const { second } = shown.users;
  const nobody = '1'.repeat(24);
  const ids = list((await t.call(paths.guides)).body['data']).map(({ id }) => String(id));
  const surrogate = '{"address":{"line1":"\\ud800","city":"","postalCode":"","countryCode":"PT"}}';
  const calls: (() => Promise<unknown>)[] = [
    ...[{}, { client_secret: 'no' }, { grant_type: 'no' }, { audience: 'no' }, { client_id: undefined }].map(
      (more) => () => t.grant(more),
    ),
    () => t.grant({}, t.target.clients.unscoped),
    () => t.fetch(t.target.authUrl, 'GET', {}),
    ...Object.values(paths).flatMap((path) => [
      () => t.call(path),
      () => t.call(path, { user: second }),
      () => t.call(path, { method: 'HEAD' }),
      () => t.call(`${path}?some`),
      () => t.call(`${path}?some=1&some=2`),
    ]),
    ...[ids[0], ids.at(-1), nobody, 'xyz'].map((id) => () => t.call(`${paths.guides}/${id}`)),
    () => t.call(`/learning-guides/${ids[0]}`, { user: null }),
    ...[null, 'Bearer x', 'Basic eDp5'].map((credentials) => () => t.call(paths.cash, { credentials })),
    ...[expiredToken, otherAudienceToken, t.unscoped].map((token) => () => t.call(paths.guides, { token })),
    ...[nobody, 'x', null, t.target.users.denied ?? ''].flatMap((user) => [
      () => t.call(paths.cash, { user }),
      () => t.call(paths.summaries, { user }),
    ]),
    ...['DELETE', 'OPTIONS', 'PURGE'].map((method) => () => t.call(paths.cash, { method })),
    () => t.call('/no-such-path'),
    ...[{}, { line2: undefined }, { postalCode: '7000-1' }, { city: {} }, { countryCode: 'x' }].map(
      (more) => () => t.update(more),
    ),
    () => t.call(paths.profile),
    ...['', '{', '{}', '[]', surrogate].map((body) => () => t.update({}, { body })),
    () => t.update({}, { type: 'text/plain' }),
    () => t.update({}, { type: 'application/json; charset=utf-8' }),
    ...[{}, { side: 'sell' }, { amount: 0 }, { isin: [] }].map((more) => () => t.order(more)),
    () => t.fetch(t.target.jwksUrl ?? '', 'GET', {}),
    () => t.call(paths.guides),
  ];
  const answers = await inTurn(calls, async (make) => {
    const { status, headers, text } = (await make()) as Awaited<ReturnType<Tester['call']>>;
    const { date: _date, ...rest } = headers;
    return [status, rest, text];
  });
  const token = t.token.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  const form = [
    token.length,
    token[0],
    token.length === 3 ? token[1] : '',
    t.token.split('.').map((p) => p.length > 0),
  ];
  return JSON.stringify([shown, form, answers])
    .replace(/127\.0\.0\.1:\d+/g, '')
    .replace(/[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}/g, '')
    .replace(/eyJ[\w.-]+/g, '')
    .replace(/\\+"(?:iat|nbf|exp)\\+":\d{9,10}(?=\D)/g, '');
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
  const ids = fewOf(variations).map(({ id }) => id);
  it.each([undefined, ...ids])('%s serves', (id) => using(id, serves));
  it('look alike when nothing is toggled', async () => {
    expect(await using(undefined, seen)).toBe(await using(undefined, seen));
  });
  it.each(ids)('%s is seen', async (id) => {
    if (shedding.includes(id)) {
      expect((await using(id, load)).shed).toBe(true);
    } else if (slow.includes(id)) {
      expect((await using(id, load)).took).toBeGreaterThan(700);
    } else {
      expect(await using(id, seen)).not.toBe(await using(undefined, seen));
    }
  });
});
