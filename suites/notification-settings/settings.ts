import {
  type Answered,
  alsoInRun,
  disguisedError,
  isObject,
  isProper,
  type Json,
  jsonObject,
  valueText,
} from '../../engine/index.ts';
import { named } from '../endpoints.ts';
import { type Channel, channels } from './known-ids.ts';

export const route = { method: 'GET', path: '/b2b/notification-settings' } as const;
/** With the answers to both users that requirements on the whole run ask for. */
export const endpoints = alsoInRun(named('notifications'));
export const section = 'Endpoints: GET {base_url}/b2b/notification-settings; Resources: NotificationSettings';

/** One notification where it stands: its channel, the number of its group there, and what is said of it. */
export interface Listed {
  readonly channel: Channel;
  readonly group: number;
  readonly id: string;
  /** Category, name and description, as far as they are texts. */
  readonly texts: readonly string[];
}

/** Whether it is a 200 with an object, and that no error, to a request that a client author would send. */
export function isSettings(answered: Answered): boolean {
  return isObjectIn200(answered) && isProper(answered, route);
}

/** The requirement that creates a user and asks for the settings. */
export const creating = 'notifications/on-creation';

/** The same, also for a user whom the run created: no settings need be complete a moment after, but of the stated form. */
export function isSettingsOfAnyone(answered: Answered): boolean {
  const { key, request } = answered;
  const isForNew = key.requirement === creating && valueText(request.path) === route.path;
  return isForNew ? isObjectIn200(answered) : isSettings(answered);
}

function isObjectIn200(answered: Answered): boolean {
  const isObjectThere = answered.answer.status === 200 && jsonObject(answered) !== undefined;
  return isObjectThere && disguisedError(answered) === undefined;
}

/** The groups of a channel; undefined where the channel is not there or is no list. */
export function groupsOf(answered: Answered, channel: Channel): readonly Json[] | undefined {
  const groups = jsonObject(answered)?.[channel];
  return Array.isArray(groups) ? groups : undefined;
}

/** Every notification with an id; what has none is for notifications/schema to say. */
export function listed(answered: Answered): readonly Listed[] {
  return channels.flatMap((channel) =>
    (groupsOf(answered, channel) ?? []).flatMap((group, at) => {
      const notifications = isObject(group) ? group['notifications'] : undefined;
      if (!isObject(group) || !Array.isArray(notifications)) return [];
      return notifications.flatMap((one) => {
        if (!isObject(one) || typeof one['id'] !== 'string') return [];
        const texts = [group['category'], one['name'], one['description']].filter((text) => typeof text === 'string');
        return [{ channel, group: at, id: one['id'], texts }];
      });
    }),
  );
}
