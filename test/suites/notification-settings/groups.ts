import { type Answered, symbol } from '../../../engine/index.ts';
import { answered, type Given } from '../answered.ts';

/** A notification with everything that the specification states. */
export const one = (id: string) => ({ id, name: `Name of ${id}`, description: 'What it is', active: true });

/** A category group of such notifications. */
export function group(category: string, ...ids: readonly string[]) {
  return { category, notifications: ids.map(one) };
}

/** The headers of a well-formed request for a user. */
export const headersFor = (user: string) =>
  [
    ['Authorization', ['Bearer ', symbol('token:scoped')]],
    ['x-user-id', symbol(`user:${user}`)],
  ] as const;

/** A response of the settings endpoint. */
export function settings(body: unknown, { request, ...given }: Given = {}): Answered {
  return answered({ body, request: { path: '/b2b/notification-settings', ...request }, ...given });
}
