import type { Answered, Json } from '../../engine/index.ts';
import {
  alsoInRun,
  disguisedError,
  isObject,
  isProper,
  jsonObject,
  valueText,
} from '../../engine/index.ts';
import { named } from '../endpoints.ts';
import { type Channel, channels } from './known-ids.ts';

export const route = { method: 'GET', path: '/b2b/notification-settings' } as const;
/** Includes responses to requests of requirements on the whole run, for either user. */
export const endpoints = alsoInRun(named('notifications'));
export const section =
  'Endpoints: GET {base_url}/b2b/notification-settings; Resources: NotificationSettings';

/** One notification with its channel, the number of its group in the channel, and its strings. */
export interface Listed {
  readonly channel: Channel;
  readonly group: number;
  readonly id: string;
  /** Category, name and description, as far as they are strings. */
  readonly texts: readonly string[];
}

/**
 * Reports whether it is a 200 with an object that is no error, to a request that a client author
 * would send.
 */
export const isSettings = (answered: Answered): boolean =>
  isObjectIn200(answered) && isProper(answered, route);

/** The requirement that creates a user and requests the settings. */
export const creating = 'notifications/on-creation';

/**
 * Like `isSettings`, but also for a new user, whose settings must have the specified form but may
 * be incomplete.
 */
export function isSettingsOfAnyone(answered: Answered): boolean {
  const { key, request } = answered;
  const isForNew = key.requirement === creating && valueText(request.path) === route.path;
  return isForNew ? isObjectIn200(answered) : isSettings(answered);
}

function isObjectIn200(answered: Answered): boolean {
  const isObjectThere = answered.answer.status === 200 && jsonObject(answered) !== undefined;
  return isObjectThere && disguisedError(answered) === undefined;
}

/** Returns the groups of a channel; undefined if the channel is missing or not a list. */
export function groupsOf(answered: Answered, channel: Channel): readonly Json[] | undefined {
  const groups = jsonObject(answered)?.[channel];
  return Array.isArray(groups) ? groups : undefined;
}

/**
 * Reports whether the settings have more to judge than empty channels.
 * notifications/channels-present judges those.
 */
export function hasContent(answered: Answered): boolean {
  return channels.some((channel) => {
    const groups = jsonObject(answered)?.[channel];
    return groups !== undefined && !(Array.isArray(groups) && groups.length === 0);
  });
}

/**
 * Reports whether a channel has at least two notifications. A vendor may list none that the
 * specification knows.
 */
export function listsSeveral(answered: Answered): boolean {
  const all = listed(answered);
  return channels.some((channel) => all.filter((one) => one.channel === channel).length > 1);
}

/** Returns every notification with an id. notifications/schema judges those without one. */
export function listed(answered: Answered): readonly Listed[] {
  return channels.flatMap((channel) =>
    (groupsOf(answered, channel) ?? []).flatMap((group, at) => {
      const notifications = isObject(group) ? group['notifications'] : undefined;
      if (!isObject(group) || !Array.isArray(notifications)) return [];
      return notifications.flatMap((one) => {
        if (!isObject(one) || typeof one['id'] !== 'string') return [];
        const texts = [group['category'], one['name'], one['description']].filter(
          (text) => typeof text === 'string',
        );
        return [{ channel, group: at, id: one['id'], texts }];
      });
    }),
  );
}
