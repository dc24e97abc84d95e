import { expect, test } from 'vitest';
import type { Bound } from '../../engine/index.ts';
import { token } from '../../suites/authentication/token.ts';
import { summaries } from '../../suites/daily-summaries/summaries.ts';
import { guides } from '../../suites/learn/guides.ts';
import { notifications } from '../../suites/notification-settings/notifications.ts';
import { answered } from './answered.ts';

/** Whoever turns it into a number or a text calls what is no function. */
const odd = { toString: 1, valueOf: 1, toJSON: 1, length: 5, constructor: null };
const names = ['chapterCount', 'id', 'key', 'backgroundColor', 'timestamp', 'portfolio', 'performers', 'notifications'];
const element = Object.fromEntries(names.map((name) => [name, odd]));
const portfolio = Object.fromEntries(['cash', 'savings', 'holdings', 'total'].map((name) => [name, { value: odd }]));
const bodies = [
  { data: [element, { ...element, chapterCount: 3, portfolio }, odd, [odd]], maxValueDifferences: odd },
  { app: [{ category: odd, notifications: [element, odd] }, odd], email: odd },
  { access_token: odd, token_type: odd, expires_in: odd, scope: [odd, [odd]] },
  { access_token: 'x', token_type: 'Bearer', expires_in: 60, scope: odd },
];
const paths = ['/learn/learning-guides', '/daily-summaries', '/b2b/notification-settings'];
const requests = [
  ...paths.map((path) => ({ path })),
  {
    origin: 'token' as const,
    method: 'POST',
    path: '',
    headers: [['Content-Type', 'application/json'] as const],
    yields: 'token:scoped',
  },
];
const bound = {
  endpoint: { scopes: [], mayBeAbsent: false },
  profile: { scopes: {}, guideOrder: undefined },
  facts: { tokens: { 'token:scoped': {} } },
} as unknown as Bound;

test('no member of an answer has a name that a monitor stumbles over', () => {
  const all = [guides, summaries, notifications, token].flatMap(({ requirements }) => requirements);
  let judged = 0;
  for (const request of requests) {
    for (const body of bodies) {
      const one = {
        ...answered({ body, request }),
        facts: { echoes: [], tokens: { 'token:scoped': { form: 'jws' } } },
      };
      for (const monitor of all) {
        if (monitor.kind !== 'monitor' || !monitor.matches(one as never)) continue;
        expect(() => monitor.judge?.(one as never, bound), monitor.id).not.toThrow();
        if (monitor.fold) expect(() => monitor.fold?.add(monitor.fold.empty(), one as never), monitor.id).not.toThrow();
        judged++;
      }
    }
  }
  expect(judged).toBeGreaterThan(40);
});
