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

/** By channel, the groups of specified ids that share a category. */
export const knownGroups = {
  app: [
    ['app_transactional'],
    [
      'app_learning_guide',
      'app_analyst_insight',
      'app_quick_take',
      'app_daily_recap',
      'app_weekly_review',
    ],
    ['app_promotional'],
  ],
  email: [['email_transactional'], ['email_servicebites'], ['email_promotional']],
};

export type Channel = keyof typeof knownGroups;
export const channels = ['app', 'email'] satisfies readonly Channel[];

export const isChannel = (name: string): boolean => channels.some((one) => one === name);

export const knownIds = (channel: Channel): readonly string[] => knownGroups[channel].flat();

const all = new Set(channels.flatMap((channel) => knownIds(channel)));

export const isKnown = (id: string): boolean => all.has(id);

export const route = { method: 'GET', path: '/b2b/notification-settings' } as const;
/** Also requests of requirements on the whole run, for either user. */
export const endpoints = alsoInRun(named('notifications'));
export const section =
  'Endpoints: GET {base_url}/b2b/notification-settings; Resources: NotificationSettings';

/** `group` is its number in the channel. */
type Listed = Readonly<{
  channel: Channel;
  group: number;
  id: string;
  /** Category, name and description, if they are strings. */
  texts: readonly string[];
}>;

export const isSettings = (answered: Answered) =>
  isObjectIn200(answered) && isProper(answered, route);

export const creating = 'notifications/on-creation';

/** Also for a new user, whose settings may be incomplete. */
export function isSettingsOfAnyone(answered: Answered) {
  const { key, request } = answered;
  const isForNew = key.requirement === creating && valueText(request.path) === route.path;
  return isForNew ? isObjectIn200(answered) : isSettings(answered);
}

function isObjectIn200(answered: Answered): boolean {
  const isObjectThere = answered.answer.status === 200 && jsonObject(answered) !== undefined;
  return isObjectThere && disguisedError(answered) === undefined;
}

export function groupsOf(answered: Answered, channel: Channel): readonly Json[] | undefined {
  const groups = jsonObject(answered)?.[channel];
  return Array.isArray(groups) ? groups : undefined;
}

/** notifications/channels-present judges empty channels. */
export function hasContent(answered: Answered): boolean {
  return channels.some((channel) => {
    const groups = jsonObject(answered)?.[channel];
    return groups !== undefined && !(Array.isArray(groups) && groups.length === 0);
  });
}

/** A vendor may list none that the specification knows. */
export function listsSeveral(answered: Answered): boolean {
  const all = listed(answered);
  return channels.some((channel) => all.filter((one) => one.channel === channel).length > 1);
}

/** notifications/schema judges notifications without an id. */
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
