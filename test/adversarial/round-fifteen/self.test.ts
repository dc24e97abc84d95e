import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { defects } from './defects.ts';
import { address, order, probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';
import { type Visitor, visit } from './visitor.ts';

const GUIDES = '/learn/learning-guides';
const reads = [
  GUIDES,
  '/learn/analyst-insights',
  '/daily-summaries',
  '/b2b/notification-settings',
  '/cash',
  '/portfolios',
];
const nobody = '0123456789abcdef01234567';
const patch = { method: 'PATCH', body: { address } } as const;

async function using<T>(toggle: string | undefined, work: (visitor: Visitor) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  try {
    return await work(await visit(target));
  } finally {
    await target.close();
  }
}

async function servesEveryEndpoint({ ask, target, readAddress }: Visitor): Promise<void> {
  for (const user of [target.users.first, target.users.second])
    for (const path of reads) expect([path, (await ask(path, { user })).status]).toEqual([path, 200]);
  const listing = await ask(GUIDES);
  expect(`${listing.headers['cache-control']}`).toMatch(/(^|[ ,])max-age=1800/);
  const danish = await ask(GUIDES, { user: target.users.second });
  expect(danish.json.data[0].title).not.toBe(listing.json.data[0].title);
  for (const { id } of listing.json.data) expect((await ask(`${GUIDES}/${id}`)).status).toBe(200);
  for (const postalCode of [5000, '5000']) {
    const body = { address: { ...address, postalCode } };
    expect((await ask('/users/me/address', { ...patch, body })).status).toBeLessThan(300);
    const read = await readAddress(target.users.first);
    const pointer = target.readBack?.pointer.split('/').slice(1) ?? [];
    expect(pointer.reduce((value, name) => value[name], read.json)).toEqual(body.address);
  }
  expect((await ask('/api/m2m/investments/orders', { method: 'POST', body: order })).status).toBeLessThan(300);
}

async function refusesWhatItShould({ ask, grant, target, unscoped, readAddress }: Visitor): Promise<void> {
  for (const path of reads) {
    const missing = await ask(path, { token: null });
    expect([missing.status, missing.json.status]).toEqual([401, 401]);
    expect(missing.headers['www-authenticate']).toMatch(/bearer/i);
    for (const user of [null, '', nobody, nobody.toUpperCase(), `${nobody}0`])
      expect((await ask(path, { user })).status).toSatisfy((status: number) => status >= 400 && status < 500);
  }
  for (const token of ['x', 'a.b.c', target.expiredToken, target.otherAudienceToken])
    expect((await ask('/cash', { token: token ?? '' })).status).toBe(401);
  const stranger = await ask('/daily-summaries', { user: nobody });
  expect([stranger.status, stranger.json.error.message]).toEqual([401, 'User not found.']);
  expect((await ask('/daily-summaries', { user: target.users.denied ?? '' })).status).toBe(403);
  expect((await ask(GUIDES, { token: unscoped })).status).toBe(403);
  const wrongSecret = await grant({ client_secret: 'another' });
  expect([wrongSecret.status, wrongSecret.json?.access_token]).toEqual([401, undefined]);
  expect((await grant({ grant_type: 'password' })).status).toBe(400);
  const before = (await readAddress(target.users.first)).text;
  for (const wrong of [null, [], { ...address, line1: {} }, { ...address, countryCode: 'dk' }]) {
    const refused = await ask('/users/me/address', { ...patch, body: { address: wrong } });
    expect(refused.status).toSatisfy((status: number) => status >= 400 && status < 500);
  }
  expect((await readAddress(target.users.first)).text).toBe(before);
  expect((await ask('/users/me/address', { ...patch, type: 'text/plain' })).status).toBe(415);
  for (const wrong of [[], 'x', { ...order, amount: 0 }, { ...order, isin: [] }])
    expect((await ask('/api/m2m/investments/orders', { method: 'POST', body: wrong })).status).toBe(400);
  expect((await ask(`${GUIDES}/${nobody}`)).status).toBe(404);
  expect((await ask('/no/such/path')).status).toBe(404);
}

describe('the lists', () => {
  it('hold sixty defects and sixty variations of different ids', () => {
    const ids = [...defects, ...variations].map(({ id }) => id);
    expect([defects.length, variations.length, new Set(ids).size]).toEqual([60, 60, 120]);
    expect(Object.keys(probes).sort()).toEqual(defects.map(({ id }) => id).sort());
  });
});

describe('the correct implementation', () => {
  it('serves every endpoint', () => using(undefined, servesEveryEndpoint));
  it('refuses what it should', () => using(undefined, refusesWhatItShould));
});

describe('bytes that are no ordinary request', () => {
  const sent = (port: number, bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes, 'latin1'));
      let text = '';
      socket.on('data', (piece) => {
        text += piece;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });

  it.each([
    'FROB /m2m/cash HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /m2m/cash HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n',
    'GET /m2m/cash HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    'GET /m2m/cash HTTP/1.1\r\nHost: a\r\nx-user-id: \xe4\xff\r\nConnection: close\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET //[::/%%% HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    `GET /m2m/cash HTTP/1.1\r\nHost: a\r\nX-A: ${'b'.repeat(40_000)}\r\n\r\n`,
  ])('are refused, and the next request is served: %j', (bytes) =>
    using(undefined, async ({ ask, target }) => {
      expect(await sent(Number(new URL(target.baseUrl).port), bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect((await ask('/cash')).status).toBe(200);
    }),
  );
});

describe('a defect', () => {
  it.each(fewOf(defects).map(({ id }) => id))('%s shows', async (id) => {
    const probe = probes[id];
    if (!probe) throw new Error('There is no probe.');
    const [right, again, wrong] = [
      await using(undefined, probe),
      await using(undefined, probe),
      await using(id, probe),
    ];
    expect(again).toEqual(right);
    expect(wrong).not.toEqual(right);
  });
});

describe('a variation', () => {
  it.each(fewOf(variations).map(({ id }) => id))('%s serves and refuses', async (id) => {
    if (id === 'insights-are-200-and-empty')
      expect(await using(id, async ({ ask }) => (await ask(reads[1] ?? '')).text)).toBe('');
    await using(id, servesEveryEndpoint);
    await using(id, refusesWhatItShould);
  });
});
