import { describe, expect, test } from 'vitest';
import { startClient } from './client.ts';

const { server, ask } = await startClient();
const asSecond = { headers: { 'x-user-id': server.users.second } };

describe('the learning guides', () => {
  test('are cached for the user for half an hour', async () => {
    const { status, headers } = await ask('/learn/learning-guides');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, max-age=1800');
    expect(headers.get('vary')).toBe('x-user-id');
  });

  test('are varied: optional members absent, null and present', async () => {
    const { data } = (await ask('/learn/learning-guides')).json;
    expect(data.length).toBeGreaterThanOrEqual(12);
    const covers = new Set(
      data.map((guide: object) => ('webCoverImageURL' in guide ? typeof guide.webCoverImageURL : 'absent')),
    );
    expect(covers).toEqual(new Set(['string', 'object', 'absent']));
    expect(data.some((guide: { chapterCount: number }) => guide.chapterCount === 0)).toBe(true);
  });

  test('are the same guides in the same order in both languages', async () => {
    const [first, second] = await Promise.all([ask('/learn/learning-guides'), ask('/learn/learning-guides', asSecond)]);
    const ids = (data: { id: string }[]) => data.map(({ id }) => id);
    expect(ids(first.json.data)).toEqual(ids(second.json.data));
    expect(new Set(ids(first.json.data)).size).toBe(first.json.data.length);
    expect(first.json.data[0].title).not.toBe(second.json.data[0].title);
  });

  test('can be fetched one by one', async () => {
    const { data } = (await ask('/learn/learning-guides')).json;
    for (const { id, title, chapterCount } of data) {
      const { status, json } = await ask(`/learn/learning-guides/${id}`);
      expect(status).toBe(200);
      expect([json.id, json.title, json.chapters.length]).toEqual([id, title, chapterCount]);
    }
  });

  test.each([
    ['0a0a0a0a0a0a0a0a0a0a0a0a', 404],
    ['65f2a7d19c3b8e0041aa0c0', 400],
    ['65f2a7d19c3b8e0041aa0cZZ', 400],
    ['%E0%A4%A', 400],
    ['%00', 400],
    ['%2e%2e%2fcash', 400],
  ])('%s is none: %i', async (id, expected) => {
    const { status, json } = await ask(`/learn/learning-guides/${id}`);
    expect([status, json.status]).toEqual([expected, expected]);
  });
});

test.each(['/daily-summaries', '/b2b/notification-settings', '/cash', '/portfolios', '/learn/analyst-insights'])(
  '%s is private and each user has their own',
  async (path) => {
    const [first, second] = await Promise.all([ask(path), ask(path, asSecond)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers.get('cache-control')).toBe('private, no-store');
    expect(first.text).not.toBe(second.text);
    expect((await ask(path)).text).toBe(first.text);
  },
);

test('the summaries are of the past, keyed by name, and add up', async () => {
  const { data, maxValueDifferences } = (await ask('/daily-summaries')).json;
  expect(data.length).toBeGreaterThan(1);
  for (const { timestamp, portfolio, performers } of data) {
    expect(String(timestamp)).toHaveLength(13);
    expect(timestamp).toBeLessThanOrEqual(Date.now());
    for (const [name, { key, displayValue }] of Object.entries<{ key: string; displayValue: string }>(portfolio)) {
      expect(key).toBe(name);
      expect(displayValue).toMatch(/^£[\d,]+\.\d\d$/);
    }
    expect(performers.best.every((element: object) => 'upBy' in element)).toBe(true);
    expect(performers.worst.every((element: object) => 'downBy' in element)).toBe(true);
  }
  expect(Object.keys(maxValueDifferences)).toEqual(['cash', 'savings', 'holdings', 'total']);
});

test('the notification settings hold every known id in its channel', async () => {
  const { app, email } = (await ask('/b2b/notification-settings', asSecond)).json;
  const ids = (groups: { notifications: { id: string }[] }[]) =>
    groups.map(({ notifications }) => notifications.map(({ id }) => id));
  expect(ids(app)).toEqual([
    ['app_transactional'],
    ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
    ['app_promotional'],
  ]);
  expect(ids(email)).toEqual([['email_transactional'], ['email_servicebites'], ['email_promotional']]);
});

test('unknown query parameters change nothing', async () => {
  expect((await ask('/cash?page=-1&page=2&%ff=%zz&__proto__=x')).text).toBe((await ask('/cash')).text);
});
