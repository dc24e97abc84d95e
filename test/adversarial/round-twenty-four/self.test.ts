import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import type { Seen } from './client.ts';
import { address, order, Tester } from './client.ts';
import { defects } from './defects.ts';
import { bag, rows } from './migrate.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import type { Bag, Target } from './types.ts';
import { variations } from './variations.ts';

const within = async <Value>(toggle: string | undefined, use: (t: Tester) => Promise<Value>): Promise<Value> => {
  const target: Target = await start(toggle);
  try {
    return await use(new Tester(target));
  } finally {
    await target.close();
  }
};
const reads = [
  '/learn/learning-guides',
  '/learn/analyst-insights',
  '/daily-summaries',
  '/b2b/notification-settings',
  '/cash',
  '/portfolios',
];
const expectError = (answer: Seen, status?: number): void => {
  if (status !== undefined) expect(answer.status).toBe(status);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.bag['status']).toBe(answer.status);
  expect(answer.bag['responseId']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(String(bag(answer.bag['error'])['message']).trim()).not.toBe('');
};
const expectGuides = (answer: Seen): Bag[] => {
  const data = rows(answer.bag['data']);
  expect(data).toHaveLength(12);
  expect(answer.headers.get('cache-control')).toBe('private, max-age=1800');
  expect(answer.headers.get('vary')?.toLowerCase()).toContain('x-user-id');
  for (const guide of data) {
    expect(guide['id']).toMatch(/^[a-f0-9]{24}$/);
    for (const name of ['key', 'title', 'description', 'slug', 'contentType']) {
      expect(typeof guide[name]).toBe('string');
    }
    expect(Number.isInteger(guide['chapterCount'])).toBe(true);
    expect(() => new URL(String(guide['guideIconURL']))).not.toThrow();
  }
  return data;
};
const expectSummaries = (answer: Seen): void => {
  const days = rows(answer.bag['data']);
  expect(days).toHaveLength(6);
  expect(Object.values(bag(answer.bag['maxValueDifferences'])).slice(0, 4).every(Number.isFinite)).toBe(true);
  for (const day of days) {
    expect(String(day['timestamp'])).toMatch(/^\d{13}$/);
    for (const name of ['cash', 'savings', 'holdings', 'total']) {
      const member = bag(bag(day['portfolio'])[name]);
      expect(member['key']).toBe(name);
      expect(member['displayValue']).toMatch(/\d.*€|£\d/);
    }
    const { all, best, worst } = bag(day['performers']);
    expect(rows(all).every(({ weight }) => /\d.*%/.test(String(weight)))).toBe(true);
    expect(rows(best).every((entry) => 'upBy' in entry && !('downBy' in entry))).toBe(true);
    expect(rows(worst).every((entry) => 'downBy' in entry && !('upBy' in entry))).toBe(true);
  }
};
const expectRefusals = async (t: Tester): Promise<void> => {
  const { users, clients, expiredToken = '', otherAudienceToken = '' } = t.target;
  const plain = await t.fresh(clients.unscoped);
  expectError(await t.ask(reads[0] ?? '', { token: plain }), 403);
  for (const path of reads) {
    for (const token of [null, 'x', expiredToken, otherAudienceToken, `${plain}x`]) {
      const answer = await t.ask(path, { token });
      expectError(answer, 401);
      expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    }
    for (const user of [null, '', 'x', `${users.first}, ${users.second}`, `${users.first.toUpperCase()}A`]) {
      expectError(await t.ask(path, { user }));
    }
    expectError(await t.ask(path, { user: 'aaaaaaaaaaaaaaaaaaaaaaaa' }), path === '/daily-summaries' ? 401 : undefined);
  }
  expectError(await t.ask('/daily-summaries', { user: users.denied ?? '' }), 403);
  expectError(await t.ask('/learn/learning-guides/aaaaaaaaaaaaaaaaaaaaaaaa'), 404);
  for (const id of ['zzz', '5c0d7e10a4b3f2e19d8c7b0', '%E0%A4%A', '..%2f']) {
    expectError(await t.ask(`/learn/learning-guides/${id}`));
  }
  expectError(await t.ask('/no/such/path'), 404);
  expectError(await t.ask('/cash', { method: 'PURGE' }));
};
const expectWrites = async (t: Tester): Promise<void> => {
  const [first, second] = [address, { ...address, line1: 'Zweiter Weg "2" \\ 🏠', postalCode: '50667' }];
  const elsewhere = await t.stored(t.target.users.second);
  for (const sent of [first, second, second]) {
    expect((await t.update({ address: sent })).status).toBe(200);
    expect(await t.stored()).toEqual(sent);
  }
  const { line2: _left, ...short } = first;
  expect((await t.update({ address: short })).status).toBe(200);
  expect(await t.stored()).toMatchObject(short);
  const kept = await t.stored();
  for (const wrong of [
    null,
    [],
    'x',
    {},
    { address: [] },
    { address: { ...first, city: {} } },
    { address: { ...first, postalCode: [1] } },
    { address: { ...first, countryCode: 'DE\n' } },
  ]) {
    expectError(await t.update(wrong));
  }
  for (const raw of ['', '{', '{"address":', '\ufeff{}', `${JSON.stringify({ address: first })},`]) {
    expectError(await t.update(undefined, { raw }));
  }
  expectError(await t.update({ address: first }, { headers: { 'Content-Type': 'text/plain' } }));
  expect(await t.stored()).toEqual(kept);
  expect(await t.stored(t.target.users.second)).toEqual(elsewhere);
  expect((await t.place(order)).status).toBe(201);
  expect((await t.place(order)).status).toBe(201);
  for (const wrong of [
    null,
    [order],
    5,
    { ...order, isin: {} },
    { ...order, side: ['buy'] },
    { ...order, amount: 'x' },
    { ...order, amount: 0 },
    { ...order, amount: -1 },
  ]) {
    expectError(await t.place(wrong));
  }
};
const expectService = async (t: Tester): Promise<void> => {
  const granted = await t.grant(t.request(t.target.clients.scoped));
  expect(granted.headers.get('cache-control') ?? 'no-store').toContain('no-store');
  expect(granted.bag).toMatchObject({ token_type: 'Bearer', scope: expect.stringContaining('service:nbg') });
  for (const user of [t.target.users.first, t.target.users.second]) {
    for (const path of reads) {
      const answer = await t.ask(path, { user });
      expect(answer.status).toBe(200);
      expect(answer.json).not.toBeUndefined();
      if (path === '/learn/learning-guides') {
        const ids = expectGuides(answer).map(({ id }) => String(id));
        const bodies = await Promise.all(ids.map((id) => t.ask(`${path}/${id}`, { user })));
        expect(bodies.every(({ status }) => status === 200)).toBe(true);
        expect(new Set(bodies.map(({ text }) => text)).size).toBe(12);
      }
      if (path === '/daily-summaries') expectSummaries(answer);
      if (path === '/b2b/notification-settings') {
        expect(rows(answer.bag['app']).length + rows(answer.bag['email']).length).toBe(6);
      }
    }
  }
  await expectRefusals(t);
  await expectWrites(t);
};

describe('lists', () => {
  it('hold sixty of each with ids of their own', () => {
    expect(defects).toHaveLength(60);
    expect(variations).toHaveLength(60);
    expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
    expect(Object.keys(probes).sort()).toEqual(defects.map(({ id }) => id).sort());
  });
});
describe('defects', () => {
  it.each(fewOf(defects).map(({ id }) => id))('%s', async (id) => {
    const seen = async (t: Tester): Promise<boolean | undefined> => probes[id]?.(t);
    expect(await within(undefined, seen)).toBe(false);
    expect(await within(id, seen)).toBe(true);
  });
});
describe('service', () => {
  it.each([undefined, ...fewOf(variations).map(({ id }) => id)])('%s', { timeout: 20_000 }, (id) =>
    within(id, expectService),
  );
});
