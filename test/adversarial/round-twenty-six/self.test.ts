import { describe, expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import type { Ask, Got } from './client.ts';
import { at, desk, forged, list, record, Session, sample } from './client.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import type { Target } from './types.ts';
import { variations } from './variations.ts';

const reads = ['/learn/learning-guides', '/learn/analyst-insights', '/cash', '/portfolios', '/daily-summaries'];
const settingsPath = '/b2b/notification-settings';

async function using(toggle: string | undefined, run: (session: Session) => Promise<void>): Promise<void> {
  const target = await start(toggle);
  try {
    await run(await Session.open(target));
  } finally {
    await target.close();
  }
}

async function patient(ask: () => Promise<Got>): Promise<Got> {
  const got = await ask();
  return got.status === 429 || got.status === 503 ? ask() : got;
}

function expectApiError(got: Got, ...statuses: number[]): void {
  if (statuses.length > 0) expect(statuses).toContain(got.status);
  expect(got.status).toBeGreaterThanOrEqual(400);
  expect(got.status).toBeLessThan(500);
  expect(got.headers.get('content-type')).toMatch(/^application\/(problem\+)?json/);
  expect(got.json['status']).toBe(got.status);
  expect(at(got.json, 'error', 'message')).toMatch(/\S/);
  expect(got.json['responseId']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  if (got.status === 401) expect(got.headers.has('www-authenticate')).toBe(true);
}

async function servesTokens(target: Target): Promise<void> {
  const { status, json, headers } = await desk(target);
  expect(status).toBe(200);
  expect(json['token_type']).toBe('Bearer');
  expect(json['expires_in']).toBeGreaterThan(0);
  expect(String(json['scope']).split(' ')).toContain('service:nbg');
  expect(headers.get('cache-control')).toContain('no-store');
  const second = await desk(target, {}, target.clients.unscoped);
  expect(String(second.json['scope']).split(' ')).not.toContain('service:nbg');
  const wrong = [{ client_secret: 'no' }, { client_id: 'no' }, { grant_type: 'password' }, { client_id: 1 }];
  for (const change of [...wrong, { audience: 'x' }, { client_secret: undefined }, { grant_type: undefined }]) {
    const refused = await desk(target, change);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect(refused.json).not.toHaveProperty('access_token');
  }
}

async function servesReads(session: Session): Promise<void> {
  for (const user of [session.target.users.first, session.target.users.second]) {
    for (const path of [...reads, settingsPath]) {
      const got = await patient(() => session.get(path, { user }));
      expect(got.status, path).toBe(200);
      expect(got.headers.get('content-type')).toMatch(/^application\/([a-z]+\+)?json/);
    }
    const guides = await patient(() => session.get('/learn/learning-guides', { user }));
    expect(guides.headers.get('cache-control')).toContain('max-age=1800');
    expect(guides.headers.get('vary')?.toLowerCase()).toContain('x-user-id');
    const ids = list(guides.json['data']).map((guide) => String(at(guide, 'id')));
    const bodies = new Set<string>();
    for (const id of ids) bodies.add((await patient(() => session.get(`/learn/learning-guides/${id}`, { user }))).text);
    expect(bodies.size).toBe(11);
  }
}

async function servesData(session: Session): Promise<void> {
  const { data } = (await patient(() => session.get('/daily-summaries'))).json;
  expect(list(data)).toHaveLength(5);
  for (const day of list(data)) {
    expect(at(day, 'portfolio', 'savings', 'key')).toBe('savings');
    expect(String(at(day, 'timestamp'))).toMatch(/^\d{13}$/);
    expect(at(day, 'portfolio', 'total', 'displayValue')).toMatch(/\p{Nd}/u);
    expect(at(day, 'portfolio', 'total', 'displayValue')).toMatch(/[\p{Sc}\p{L}]/u);
    for (const one of list(at(day, 'performers', 'best'))) expect(record(one)).toHaveProperty('upBy');
    for (const one of list(at(day, 'performers', 'all'))) expect(at(one, 'weight')).toMatch(/\p{Nd}.*%|%.*\p{Nd}/u);
  }
  const settings = (await patient(() => session.get(settingsPath))).json;
  expect(list(settings['app'])).toHaveLength(3);
  expect(list(settings['email'])).toHaveLength(3);
}

async function refuses(session: Session): Promise<void> {
  const { users, expiredToken = '', otherAudienceToken = '' } = session.target;
  const ask = (path: string, one: Ask) => patient(() => session.get(path, one));
  const guide = '/learn/learning-guides/64a1f0c2d3e4b5a697881001';
  for (const path of [...reads, settingsPath, guide]) {
    const bad = [forged(session.token), expiredToken, otherAudienceToken, 'abc', `${session.token}x`];
    for (const token of [null, ...bad]) expectApiError(await ask(path, { token }), 401);
    if (path === guide) continue;
    for (const user of [null, 'x', users.first.toUpperCase(), `${users.first}a`]) {
      expectApiError(await ask(path, { user }));
    }
    const unknown = await ask(path, { user: 'ffffffffffffffffffffffff' });
    expectApiError(unknown);
    if (path === '/daily-summaries') expect(unknown.status).toBe(401);
  }
  expectApiError(await ask('/daily-summaries', { user: users.denied ?? '' }), 403);
  const unscoped = await Session.open(session.target, session.target.clients.unscoped);
  expectApiError(await patient(() => unscoped.get('/learn/learning-guides')), 403);
  expect((await patient(() => unscoped.get('/cash'))).status).toBe(200);
  expectApiError(await ask('/learn/learning-guides/ffffffffffffffffffffff01', {}), 404);
  for (const id of ['nope', `${users.first}0`, '%ff']) expectApiError(await ask(`/learn/learning-guides/${id}`, {}));
  expectApiError(await ask('/nothing/here', {}), 404);
}

async function writes(session: Session): Promise<void> {
  const { second } = session.target.users;
  const untouched = JSON.stringify(await session.stored(second));
  for (const change of [{}, { postalCode: '50667' }, {}]) {
    expect((await patient(() => session.address(change))).status).toBe(200);
    const { postalCode, ...rest } = await session.stored();
    const { postalCode: sent, ...others } = { ...sample, ...change };
    expect(rest).toEqual(others);
    expect(String(postalCode)).toBe(String(sent));
  }
  const wrong = [{ city: {} }, { line2: [] }, { postalCode: {} }, { countryCode: 'de' }, { countryCode: '' }];
  for (const change of wrong) expectApiError(await patient(() => session.address({ line1: 'no', ...change })));
  for (const body of ['{', '[]', 'null', '{}', { address: null }, { address: [] }]) {
    expectApiError(await patient(() => session.address({}, { body })));
  }
  expectApiError(await patient(() => session.address({}, { headers: { 'Content-Type': 'text/plain' } })), 415);
  expect((await session.stored())['line1']).toBe(sample.line1);
  expect(JSON.stringify(await session.stored(second))).toBe(untouched);
  const placed = await patient(() => session.order());
  expect(placed.status).toBeGreaterThanOrEqual(200);
  expect(placed.status).toBeLessThan(300);
  const badOrders = [{ isin: {} }, { side: [] }, { amount: [] }, { amount: 'abc' }, { amount: 0 }, { amount: -1 }];
  for (const change of badOrders) expectApiError(await patient(() => session.order(change)));
}

describe('lists', () => {
  test('sixty of each, with ids of their own and a probe for each defect', () => {
    const ids = [...defects, ...variations].map((one) => one.id);
    expect(defects).toHaveLength(60);
    expect(variations).toHaveLength(60);
    expect(new Set(ids).size).toBe(120);
    expect(Object.keys(probes).sort()).toEqual(defects.map((one) => one.id).sort());
  });
});

describe('defects', () => {
  test.each(fewOf(defects))('$id: $title', async ({ id }) => {
    const probe = probes[id];
    if (!probe) throw new Error('no probe');
    await using(undefined, async (session) => expect(await probe(session)).toBe(false));
    await using(id, async (session) => expect(await probe(session)).toBe(true));
  });
});

describe('correct targets', () => {
  test.each([{ id: undefined }, ...fewOf(variations)])('$id serves', async ({ id }) => {
    await using(id, async (session) => {
      await servesTokens(session.target);
      await servesReads(session);
      await servesData(session);
      await refuses(session);
      await writes(session);
    });
  });
});
