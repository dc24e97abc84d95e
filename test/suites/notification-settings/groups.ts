import { type Answered, symbol } from '../../../engine/index.ts';
import { answered, type Given } from '../answered.ts';

/** Returns a notification with all specified members. */
export const one = (id: string) => ({
  id,
  name: `Name of ${id}`,
  description: 'What it is',
  active: true,
});

export function group(category: string, ...ids: readonly string[]) {
  return { category, notifications: ids.map(one) };
}

export const headersFor = (user: string) =>
  [
    ['Authorization', ['Bearer ', symbol('token:scoped')]],
    ['x-user-id', symbol(`user:${user}`)],
  ] as const;

export function settings(body: unknown, { request, ...given }: Given = {}): Answered {
  return answered({ body, request: { path: '/b2b/notification-settings', ...request }, ...given });
}
