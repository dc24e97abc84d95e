import type { Bound } from '../../engine/index.ts';
import {
  documentedSuccess,
  fail,
  failAt,
  jsonObject,
  monitor,
  observed,
  pass,
  problems,
  suite,
} from '../../engine/index.ts';
import notificationSettings from '../../schemas/notification-settings.schema.json' with {
  type: 'json',
};
import { channels, isKnown, knownGroups, knownIds } from './known-ids.ts';
import { onCreation } from './on-creation.ts';
import {
  endpoints,
  groupsOf,
  hasContent,
  isSettings,
  isSettingsOfAnyone,
  listed,
  listsSeveral,
  route,
  section,
} from './settings.ts';
import { idsStable, localised } from './stability.ts';

const common = {
  endpoints,
  section,
  probes: (bound: Bound) => [bound.wellFormed()],
  matches: isSettings,
} as const;

export const notifications = suite('notifications', [
  documentedSuccess({
    id: 'notifications/ok',
    endpoints,
    section,
    rule: 'The response is 200 with a JSON object.',
    brokenBy: [
      'notifications-as-list',
      'notifications-null-in-german',
      'notifications-refused-until-opted-in',
    ],
    path: route.path,
    expected: '200 with a JSON object',
    whatIsWrong: (body) => (body ? undefined : 'the body is not an object'),
  }),
  monitor({
    ...common,
    // The settings of a new user may be empty, and those of the test users too.
    matches: (answered) => isSettingsOfAnyone(answered) && hasContent(answered),
    id: 'notifications/schema',
    level: 'must',
    rule: 'app and email, if present, are arrays of groups whose members have the specified types.',
    brokenBy: [
      'notification-active-as-text',
      'notification-without-description',
      'category-as-object',
    ],
    judge: (answered) => {
      const [problem, ...others] = problems(notificationSettings, jsonObject(answered));
      return problem ? failAt(problem.pointer, problem, others) : pass();
    },
  }),
  monitor({
    ...common,
    id: 'notifications/channels-present',
    level: 'should',
    rule: 'Both app and email are present.',
    brokenBy: ['notifications-without-email', 'app-missing-without-device', 'email-called-mail'],
    judge: (answered) => {
      const missing = channels.find((channel) => jsonObject(answered)?.[channel] === undefined);
      return missing ? fail('a channel is missing', `a member ${missing}`, 'none') : pass();
    },
  }),
  monitor({
    ...common,
    matches: (answered) => isSettingsOfAnyone(answered) && listed(answered).length > 0,
    id: 'notifications/known-ids',
    level: 'must',
    rule: 'A specified id occurs at most once in its channel, and not in the other channel.',
    brokenBy: [
      'notification-listed-twice',
      'notification-in-other-channel',
      'notification-in-two-groups',
    ],
    judge: (answered) => {
      const all = listed(answered);
      for (const channel of channels) {
        for (const id of knownIds(channel)) {
          const places = all.filter((one) => one.id === id);
          const stray = places.find((one) => one.channel !== channel);
          if (stray)
            return fail(
              'a specified id is in the wrong channel',
              `${id} in ${channel}`,
              `in ${stray.channel}`,
            );
          if (places.length > 1)
            return fail(
              'a specified id occurs more than once',
              `${id} once`,
              `${places.length} times`,
            );
        }
      }
      return pass();
    },
  }),
  monitor({
    ...common,
    matches: (answered) =>
      isSettings(answered) && channels.some((channel) => groupsOf(answered, channel)),
    id: 'notifications/known-ids-complete',
    level: 'should',
    rule: 'A channel that is present contains every id that the specification lists for it.',
    brokenBy: [
      'notification-missing',
      'inactive-notification-left-out',
      'notification-ids-in-capitals',
    ],
    judge: (answered) => {
      const ids = new Set(listed(answered).map(({ id }) => id));
      for (const channel of channels) {
        const missing = groupsOf(answered, channel) && knownIds(channel).find((id) => !ids.has(id));
        if (missing) return fail('a specified id is missing', `${missing} in ${channel}`, 'none');
      }
      return pass();
    },
  }),
  monitor({
    ...common,
    matches: (answered) => isSettingsOfAnyone(answered) && listsSeveral(answered),
    id: 'notifications/grouping',
    level: 'must',
    rule: 'Specified ids of one category are in one group, and those of different categories in different groups.',
    brokenBy: ['notifications-in-one-group', 'market-insights-split', 'groups-merged-in-german'],
    judge: (answered) => {
      const all = listed(answered);
      for (const channel of channels) {
        const owner = new Map<number, { readonly category: number; readonly id: string }>();
        for (const [category, ids] of knownGroups[channel].entries()) {
          const places = all.filter(
            (one) => one.channel === channel && ids.some((id) => id === one.id),
          );
          const [first] = places;
          const apart = first && places.find(({ group }) => group !== first.group);
          if (first && apart) {
            const wanted = `${first.id} and ${apart.id} in one group`;
            return fail('ids of one category are in two groups', wanted, 'two groups');
          }
          const other = first && owner.get(first.group);
          if (first && other && other.category !== category) {
            const wanted = `${other.id} and ${first.id} in two groups`;
            return fail('ids of two categories share a group', wanted, 'one group');
          }
          if (first) owner.set(first.group, { category, id: first.id });
        }
      }
      return pass();
    },
  }),
  idsStable,
  monitor({
    ...common,
    id: 'notifications/new-ids',
    level: 'observe',
    rule: 'Reports the ids that the specification does not list.',
    judge: (answered) => {
      const further = [...new Set(listed(answered).map(({ id }) => id))]
        .filter((id) => !isKnown(id))
        .sort();
      return observed(
        further.length === 0 ? 'no further ids' : `further ids: ${further.slice(0, 20).join(', ')}`,
      );
    },
  }),
  localised,
  onCreation,
]);
