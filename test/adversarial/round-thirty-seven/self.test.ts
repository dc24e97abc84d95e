import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import type { Answer } from './client.ts';
import { paths, Tester } from './client.ts';
import { defects } from './defects.ts';
import type { Json } from './model.ts';
import { list } from './model.ts';
import { probes } from './probes.ts';
import { inTurn, serves } from './serves.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

/** setup_call_cleanup/3 */
async function using<T>(toggle: string | undefined, goal: (t: Tester) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  const tester = new Tester(target);
  try {
    return await goal(await tester.open());
  } finally {
    tester.agent.destroy();
    await target.close();
  }
}

/** What shows in how long answers take only, and what shows under load only. */
const late: readonly string[] = [];
const shedding: readonly string[] = [];

/** Many calls at once, to every endpoint: how long they take, and whether any is refused for load. */
async function load(t: Tester): Promise<{ ms: number; shed: boolean }> {
  const since = performance.now();
  const headers = { authorization: `Bearer ${t.token}`, 'x-user-id': t.target.users.first };
  const rounds = await inTurn(Array.from({ length: 15 }), () =>
    Promise.all(Object.values(paths).map((path) => t.once(t.target.baseUrl + path, 'GET', headers))),
  );
  return { ms: performance.now() - since, shed: rounds.flat().some(({ status }) => [429, 503].includes(status)) };
}

function tokenCalls(t: Tester): (() => Promise<Answer>)[] {
  const changes: Json[] = [
    {},
    { grant_type: 'password' },
    { client_secret: 'no secret' },
    { client_id: undefined },
    { audience: 'https://elsewhere.example/' },
  ];
  return [
    ...changes.map((more) => () => t.grant(more)),
    () => t.grant({}, t.target.clients.unscoped),
    () => t.rawGrant('['),
    () => t.fetch(t.target.authUrl, 'GET', {}),
    () => t.fetch(t.target.jwksUrl ?? '', 'GET', {}),
  ];
}

function readCalls(t: Tester, ids: readonly string[]): (() => Promise<Answer>)[] {
  const { users, expiredToken = '', otherAudienceToken = '' } = t.target;
  const nobody = '0'.repeat(24);
  return [
    ...Object.values(paths).flatMap((path) => [
      () => t.call(path),
      () => t.call(path, { user: users.second }),
      () => t.call(path, { method: 'HEAD' }),
      () => t.call(`${path}?one`),
      () => t.call(`${path}?one=1&one=2`),
    ]),
    ...[ids[0], ids.at(-1), nobody, 'xyz'].map((id) => () => t.call(`${paths.guides}/${id}`)),
    () => t.call(`/learning-guides/${ids[0]}`, { user: null }),
    ...[null, 'Bearer x', 'Basic YTpi'].map((credentials) => () => t.call(paths.portfolios, { credentials })),
    ...[expiredToken, otherAudienceToken, t.unscoped].map((token) => () => t.call(paths.guides, { token })),
    ...[nobody, 'x', null, users.denied ?? ''].flatMap((user) =>
      [paths.summaries, paths.cash].map((path) => () => t.call(path, { user })),
    ),
    ...['DELETE', 'OPTIONS', 'MKCOL'].map((method) => () => t.call(paths.cash, { method })),
    () => t.call('/no/such/path'),
  ];
}

function writeCalls(t: Tester): (() => Promise<Answer>)[] {
  const surrogate = '{"address":{"line1":"\\udc00","city":"","postalCode":"","countryCode":"IS"}}';
  return [
    ...[{}, { line2: undefined }, { postalCode: '0600' }, { city: [] }, { countryCode: 'x' }].map(
      (more) => () => t.update(more),
    ),
    () => t.call(paths.profile),
    ...['', '{', '[]', '{}', surrogate].map((body) => () => t.update({}, { body })),
    () => t.call(paths.profile),
    ...['text/plain', 'application/json; charset=UTF-8'].map((type) => () => t.update({}, { type })),
    ...[{}, { side: 'sell' }, { amount: -1 }, { isin: {} }].map((more) => () => t.order(more)),
    () => t.call(paths.guides),
  ];
}

/** What an observer sees of a target, but for what differs from one answer to the next. */
async function seen(t: Tester): Promise<string> {
  const { close: _close, expiredToken: _expired, otherAudienceToken: _other, ...shown } = t.target;
  const ids = list((await t.call(paths.guides)).body['data']).map(({ id }) => String(id));
  const calls = [...tokenCalls(t), ...readCalls(t, ids), ...writeCalls(t)];
  const answers = await inTurn(calls, async (call) => {
    const { status, headers, text } = await call();
    return [status, { ...headers, date: '' }, text];
  });
  const parts = t.token.split('.');
  const texts = parts.map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  const token = [parts.map((part) => part.length > 0), texts[0], parts.length === 3 ? texts[1] : ''];
  return JSON.stringify([shown, token, answers])
    .replace(/127\.0\.0\.1:\d+/g, '')
    .replace(/eyJ[\w.-]+/g, '')
    .replace(/[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}/g, '')
    .replace(/\\+"(?:iat|nbf|exp)\\+":\d{10}(?!\d)/g, '');
}

describe('the lists', () => {
  const all = [...defects, ...variations];
  it('hold sixty of each, every one with an id and a title of its own', () => {
    expect([defects.length, variations.length]).toEqual([60, 60]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  });
  it('have a probe for each defect', () => {
    expect(Object.keys(probes).sort()).toEqual(defects.map(({ id }) => id).sort());
  });
});

describe('defects', { retry: 2 }, () => {
  it.each(fewOf(defects).map(({ id }) => id))('%s shows', async (id) => {
    const probe = probes[id];
    expect(probe !== undefined && (await using(id, probe))).toBe(true);
    expect(probe !== undefined && (await using(undefined, probe))).toBe(false);
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
    } else if (late.includes(id)) {
      expect((await using(id, load)).ms).toBeGreaterThan(700);
    } else {
      expect(await using(id, seen)).not.toBe(await using(undefined, seen));
    }
  });
});
