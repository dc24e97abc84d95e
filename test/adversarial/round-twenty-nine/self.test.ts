import { describe, expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import type { Answer, Ask } from './client.ts';
import { ADDRESS, Client, dig, isApiError, list, PATHS, UNKNOWN_USER } from './client.ts';
import { defects } from './defects.ts';
import { pause } from './model.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function polite(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  if (answer.status !== 429) return answer;
  await pause(20);
  return await polite(ask);
}

async function reads(client: Client): Promise<void> {
  for (const user of [client.target.users.first, client.target.users.second]) {
    for (const path of PATHS) {
      const answer = await polite(() => client.ask(path, { user }));
      expect([200, 201], path).toContain(answer.status);
      expect(answer.body, path).toBeDefined();
      expect(answer.headers.get('content-type'), path).toMatch(/^application\/([\w.]+\+)?json/);
    }
    const listing = await polite(() => client.ask('/learn/learning-guides', { user }));
    expect(listing.headers.get('cache-control')).toContain('max-age=1800');
    expect(listing.headers.get('vary')).toMatch(/x-user-id/i);
    for (const guide of [dig(listing.body, 'data', 0), dig(listing.body, 'data', -1)]) {
      const full = await polite(() => client.ask(`/learn/learning-guides/${String(dig(guide, 'id'))}`, { user }));
      expect(full.status).toBe(200);
    }
    const summaries = await polite(() => client.ask('/daily-summaries', { user }));
    for (const day of list(summaries.body, 'data')) {
      expect(Number.isInteger(dig(day, 'timestamp'))).toBe(true);
      expect(dig(day, 'portfolio', 'total', 'displayValue')).toMatch(/\p{Nd}.*[\p{Sc}\p{L}]|[\p{Sc}\p{L}].*\p{Nd}/su);
    }
  }
}

async function refusals(client: Client): Promise<void> {
  const { first, denied } = client.target.users;
  const expired = client.target.expiredToken;
  const other = client.target.otherAudienceToken;
  const cases: [string, Ask, number?][] = [
    ['/nowhere', {}, 404],
    ['/daily-summaries', { user: UNKNOWN_USER }, 401],
    ['/daily-summaries', { user: denied }, 403],
    ['/learn/learning-guides', { token: await client.token(false) }, 403],
    ['/learn/learning-guides/0000000000000000000000aa', {}, 404],
    ['/learn/learning-guides/xyz', {}],
    ['/cash', { method: 'PATCH', body: '{}' }, 405],
  ];
  for (const path of PATHS) {
    cases.push([path, { token: undefined }, 401], [path, { token: 'a.b.c' }, 401], [path, { token: expired }, 401]);
    cases.push([path, { token: other }, 401], [path, { user: undefined }], [path, { user: first.toUpperCase() }]);
    cases.push([path, { user: UNKNOWN_USER }], [path, { user: `${first}0` }], [path, { user: `${first}, ${first}` }]);
  }
  for (const [path, ask, status] of cases) {
    const answer = await polite(() => client.ask(path, ask));
    expect(isApiError(answer), `${path} ${answer.text}`).toBe(true);
    if (status !== undefined) expect(answer.status, path).toBe(status);
  }
}

async function writing(client: Client): Promise<void> {
  const { first, second } = client.target.users;
  const neighbour = JSON.stringify(await client.stored(second));
  for (const address of [ADDRESS, { ...ADDRESS, line1: 'Ä "<&>\u{1F600}', postalCode: 'D02 X285', line2: null }]) {
    expect((await polite(() => client.address({ address }))).status).toBe(200);
    expect(await client.stored(first)).toEqual(address);
  }
  const wrong: unknown[] = [
    '',
    '{',
    'null',
    '[]',
    '{}',
    { address: [] },
    { address: null },
    { address: 'x' },
    { address: { ...ADDRESS, line1: {} } },
    { address: { ...ADDRESS, line2: [] } },
    { address: { ...ADDRESS, postalCode: [1] } },
    { address: { ...ADDRESS, countryCode: 'ie' } },
  ];
  for (const body of wrong) {
    expect(isApiError(await polite(() => client.address(body))), JSON.stringify(body)).toBe(true);
  }
  const typed = await polite(() => client.address({ address: ADDRESS }, { type: 'text/plain' }));
  expect(isApiError(typed)).toBe(true);
  expect(dig(await client.stored(first), 'postalCode')).toBe('D02 X285');
  expect(JSON.stringify(await client.stored(second))).toBe(neighbour);
  expect((await polite(() => client.order())).status).toBe(201);
  for (const change of [{ isin: {} }, { side: ['buy'] }, { amount: '1x' }, { amount: 0 }, { amount: -1 }]) {
    expect(isApiError(await polite(() => client.order(change))), JSON.stringify(change)).toBe(true);
  }
}

async function granting(client: Client): Promise<void> {
  const granted = await client.grant();
  expect(granted.status).toBe(200);
  expect(granted.headers.get('cache-control')).toContain('no-store');
  expect(String(dig(granted.body, 'scope')).split(' ')).toContain('service:nbg');
  expect(String(dig((await client.grant({}, false)).body, 'scope')).split(' ')).not.toContain('service:nbg');
  const changes = [
    { client_secret: 'no' },
    { client_id: 'no' },
    { grant_type: 'password' },
    { grant_type: undefined },
    { client_id: undefined },
    { client_secret: ['x'] },
    { audience: 'no' },
  ];
  for (const change of changes) {
    const refused = await client.grant(change);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect(refused.text).not.toContain('access_token');
  }
}

test('sixty of each, with ids and titles of their own', () => {
  const all = [...defects, ...variations];
  expect(defects).toHaveLength(60);
  expect(variations).toHaveLength(60);
  expect(new Set(all.map((entry) => entry.id)).size).toBe(120);
  expect(new Set(all.map((entry) => entry.title)).size).toBe(120);
  expect(Object.keys(probes).sort()).toEqual(defects.map((defect) => defect.id).sort());
});

// Some go by what happens at the same time.
describe('defects', { retry: 5 }, () => {
  test.each(fewOf(defects).map((defect) => [defect.id]))(
    '%s',
    async (id) => {
      const probe = probes[id];
      if (probe === undefined) throw new Error(`no probe for ${id}`);
      for (const toggle of [undefined, id]) {
        const target = await start(toggle);
        try {
          expect(await probe(new Client(target)), toggle ?? 'correct').toBe(toggle !== undefined);
        } finally {
          await target.close();
        }
      }
    },
    30_000,
  );
});

describe('correct', () => {
  test.each([['correct'], ...fewOf(variations).map((variation) => [variation.id])])(
    '%s',
    async (id) => {
      const target = await start(id === 'correct' ? undefined : id);
      try {
        const client = new Client(target);
        await granting(client);
        await reads(client);
        await refusals(client);
        await writing(client);
      } finally {
        await target.close();
      }
    },
    30_000,
  );
});
