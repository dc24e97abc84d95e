import { expect, test } from 'vitest';
import type { Bound } from '../../engine/index.ts';
import { token } from '../../suites/authentication/token.ts';
import { summaries } from '../../suites/daily-summaries/summaries.ts';
import { guides } from '../../suites/learn/guides.ts';
import { notifications } from '../../suites/notification-settings/notifications.ts';
import { answered } from './answered.ts';

/** Converting this object to a number or a string throws, because its methods are not functions. */
const odd = { toString: 1, valueOf: 1, toJSON: 1, length: 5, constructor: null };
const names = [
  'chapterCount',
  'id',
  'key',
  'backgroundColor',
  'timestamp',
  'portfolio',
  'performers',
  'notifications',
];
const element = Object.fromEntries(names.map((name) => [name, odd]));
const portfolio = Object.fromEntries(
  ['cash', 'savings', 'holdings', 'total'].map((name) => [name, { value: odd }]),
);
const bodies = [
  {
    data: [element, { ...element, chapterCount: 3, portfolio }, odd, [odd]],
    maxValueDifferences: odd,
  },
  { app: [{ category: odd, notifications: [element, odd] }, odd], email: odd },
  { access_token: odd, token_type: odd, expires_in: odd, scope: [odd, [odd]] },
  { access_token: 'x', token_type: 'Bearer', expires_in: 60, scope: odd },
];
const issuing = { origin: 'token', method: 'POST', path: '', yields: 'token:scoped' } as const;
const requests = [
  ...['/learn/learning-guides', '/daily-summaries', '/b2b/notification-settings'].map((path) => ({
    path,
  })),
  { ...issuing, headers: [['Content-Type', 'application/json'] as const] },
];
const bound = {
  endpoint: { scopes: [], mayBeAbsent: false },
  profile: { scopes: {}, guideOrder: undefined },
  facts: { tokens: { 'token:scoped': {} } },
} as unknown as Bound;

test('no monitor throws if members have the names of object methods', () => {
  const all = [guides, summaries, notifications, token].flatMap(({ requirements }) => requirements);
  const exchanges = requests.flatMap((request) =>
    bodies.map((body) => answered({ body, request })),
  );
  let judged = 0;
  for (const exchange of exchanges) {
    const one = {
      ...exchange,
      facts: { echoes: [], tokens: { 'token:scoped': { form: 'jws' as const } } },
    };
    for (const monitor of all) {
      if (monitor.kind !== 'monitor' || !monitor.matches(one)) continue;
      expect(() => monitor.judge?.(one, bound), monitor.id).not.toThrow();
      expect(() => monitor.fold?.add(monitor.fold.empty(), one), monitor.id).not.toThrow();
      judged++;
    }
  }
  expect(judged).toBeGreaterThan(40);
});
