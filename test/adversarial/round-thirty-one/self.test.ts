import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import type { Got, Session } from './client.ts';
import { at, grant, list, order, patch, paths, post, readBack, sample, session, tokenBody } from './client.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function withTarget(toggle: string | undefined, use: (client: Session) => Promise<void>): Promise<void> {
  const target = await start(toggle);
  try {
    await use(await session(target));
  } finally {
    await target.close();
  }
}

function refused(answer: Got, ...statuses: readonly number[]): void {
  if (statuses.length > 0) expect(statuses).toContain(answer.status);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/i);
  expect(at(answer.json, 'status')).toBe(answer.status);
  expect(String(at(answer.json, 'error', 'message')).trim()).not.toBe('');
  expect(String(at(answer.json, 'responseId'))).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
}

async function reads({ ask, target }: Session): Promise<void> {
  const { first, second } = target.users;
  const guides = await ask(paths.guides);
  expect(guides.status).toBe(200);
  expect(guides.headers.get('cache-control')).toMatch(/^private *, *max-age=1800$/);
  expect(guides.headers.get('vary')).toMatch(/x-user-id/);
  const other = await ask(paths.guides, { user: second });
  expect(list(at(other.json, 'data'))).toHaveLength(9);
  expect(other.text).not.toBe(guides.text);
  for (const guide of list(at(guides.json, 'data'))) {
    const full = await ask(`${paths.guides}/${String(at(guide, 'id'))}`);
    expect(full.status).toBe(200);
    expect(at(full.json, 'slug')).toBe(at(guide, 'slug'));
  }
  for (const path of [paths.insights, paths.cash, paths.portfolios, paths.summaries, paths.notifications]) {
    const [mine, theirs] = await Promise.all([ask(path, { user: first }), ask(path, { user: second })]);
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(mine.text).not.toBe(theirs.text);
    expect(mine.json).toBeDefined();
    expect(mine.headers.get('cache-control')).toMatch(/private/);
  }
  for (const day of list(at((await ask(paths.summaries)).json, 'data'))) {
    expect(String(at(day, 'timestamp'))).toMatch(/^\d{13}$/);
    expect(Number(at(day, 'timestamp'))).toBeLessThan(Date.now());
    expect(String(at(day, 'portfolio', 'total', 'upBy'))).toMatch(/\p{Nd}/u);
    expect(String(at(day, 'portfolio', 'total', 'upBy'))).toMatch(/[\p{Sc}\p{L}]/u);
    expect(String(at(day, 'performers', 'all', 0, 'weight'))).toMatch(/\p{Nd}.*%/u);
  }
}

async function refusals({ ask, target, scoped, unscoped }: Session): Promise<void> {
  const signature = scoped.lastIndexOf('.') + 4;
  const altered = `${scoped.slice(0, signature)}${scoped[signature] === 'A' ? 'B' : 'A'}${scoped.slice(signature + 1)}`;
  for (const path of Object.values(paths)) {
    const method = path === paths.address ? 'PATCH' : path === paths.orders ? 'POST' : 'GET';
    for (const token of [null, 'Bearer', 'Basic YTpi', scoped, `Bearer ${altered}`, `Bearer ${scoped}, x`]) {
      refused(await ask(path, { method, token }), 401);
    }
    refused(await ask(path, { method, token: `Bearer ${target.expiredToken ?? ''}` }), 401);
    refused(await ask(path, { method, token: `Bearer ${target.otherAudienceToken ?? ''}` }), 401);
    const { first } = target.users;
    for (const user of [null, '', first.slice(1), `${first}0`, 'z'.repeat(24), 'a'.repeat(24)]) {
      refused(await ask(path, { method, user }));
    }
    refused(await ask(`${path}?x-user-id=${target.users.first}`, { method, user: null }));
  }
  const stranger = await ask(paths.summaries, { user: 'a'.repeat(24) });
  refused(stranger, 401);
  expect(String(at(stranger.json, 'error', 'message'))).toMatch(/not found/);
  refused(await ask(paths.summaries, { user: target.users.denied ?? '' }), 403);
  refused(await ask(paths.guides, { token: `Bearer ${unscoped}` }), 403);
  expect((await ask(paths.cash, { token: `bearer   ${unscoped}` })).status).toBe(200);
  refused(await ask(`${paths.guides}/${'0'.repeat(24)}`), 404);
  refused(await ask(`${paths.guides}/zz%00`));
  refused(await ask('/nothing/here'), 404);
  refused(await ask(paths.cash, { method: 'DELETE' }));
  const query = await ask(`${paths.cash}?a[]=%ZZ&a[]=1`);
  if (query.status !== 200) refused(query, 400);
}

async function desk({ target }: Session): Promise<void> {
  const good = await grant(target, tokenBody(target));
  expect(Math.floor(good.status / 100)).toBe(2);
  expect(good.headers.get('cache-control')).toBe('no-store');
  expect(at(good.json, 'token_type')).toBe('Bearer');
  expect(String(at(good.json, 'scope')).split(' ')).toContain('service:nbg');
  const wrong = [
    { client_secret: 'x' },
    { client_id: 'x' },
    { client_id: undefined },
    { client_secret: [target.clients.scoped.secret] },
    { grant_type: 'password' },
    { grant_type: undefined },
    { audience: 'https://elsewhere.example' },
  ];
  for (const change of wrong) {
    const answer = await grant(target, { ...tokenBody(target), ...change });
    expect([400, 401]).toContain(answer.status);
    expect(answer.text).not.toContain('access_token');
  }
  for (const body of [[], 'text', null]) expect((await grant(target, body)).status).toBe(400);
}

async function writes(client: Session): Promise<void> {
  const { ask, target } = client;
  const untouched = await readBack(client, target.users.second);
  for (const postalCode of [10115, 'SW1A 1AA', '10115']) {
    expect((await ask(paths.address, patch({ ...sample, postalCode }))).status).toBe(200);
    expect(await readBack(client)).toEqual({ ...sample, postalCode });
  }
  const wrong = [null, [], 'text', { ...sample, city: {} }, { ...sample, line2: [] }, { ...sample, countryCode: 'gb' }];
  for (const address of wrong) refused(await ask(paths.address, patch(address)));
  for (const body of ['', '{', '[1', 'null', '{"address":1}x']) {
    refused(await ask(paths.address, { method: 'PATCH', body }));
    refused(await ask(paths.orders, { method: 'POST', body }));
  }
  refused(await ask(paths.address, { ...patch(sample), type: 'text/plain' }));
  refused(await ask(paths.orders, { ...post(order), type: null }));
  expect(await readBack(client)).toEqual({ ...sample, postalCode: '10115' });
  expect(await readBack(client, target.users.second)).toEqual(untouched);
  expect([200, 201, 202]).toContain((await ask(paths.orders, post(order))).status);
  const changes = [{ isin: {} }, { side: ['buy'] }, { amount: 'x' }, { amount: [1] }, { amount: 0 }, { amount: -1 }];
  for (const change of changes) {
    refused(await ask(paths.orders, post({ ...order, ...change })));
  }
  refused(await ask(paths.orders, post([order])));
  refused(await ask(paths.orders, { method: 'POST', body: `"${'x'.repeat(400_000)}"` }));
}

async function serves(client: Session): Promise<void> {
  await desk(client);
  await reads(client);
  await refusals(client);
  await writes(client);
  await reads(client);
}

describe('lists', () => {
  it('sixty of each, with ids of their own', () => {
    expect([defects.length, variations.length]).toEqual([60, 60]);
    expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
    expect(Object.keys(probes).sort()).toEqual(defects.map(({ id }) => id).sort());
  });
});

describe('correct target', () => {
  it('serves', () => withTarget(undefined, serves));
  it.each(fewOf(variations).map(({ id }) => id))('serves with %s', (id) => withTarget(id, serves));
});

// Some go by what happens at the same time.
describe('defects', { retry: 5 }, () => {
  it.each(fewOf(defects).map(({ id }) => id))('%s shows', async (id) => {
    const probe = probes[id];
    await withTarget(id, async (client) => expect(await probe?.(client)).toBe(true));
    await withTarget(undefined, async (client) => expect(await probe?.(client)).toBe(false));
  });
});
