import {
  type Bound,
  cause,
  documentedSuccess,
  fail,
  fromTarget,
  jsonObject,
  judgeMembers,
  monitor,
  observed,
  ofHarness,
  pass,
  say,
  suite,
  wrongMembers,
} from '../../engine/index.ts';
import notificationSettings from '../../schemas/notification-settings.schema.json' with {
  type: 'json',
};
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import { onCreation } from './on-creation.ts';
import {
  type Channel,
  channels,
  endpoints,
  groupsOf,
  hasContent,
  isChannel,
  isKnown,
  isSettings,
  isSettingsOfAnyone,
  knownGroups,
  knownIds,
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

interface MissingId {
  id: string;
  channel: Channel;
  /** An id with the same letters. */
  similar?: string | undefined;
  /** How many ids of the channel are missing, and how many of those have a similar one. */
  missing: number;
  alike: number;
  of: number;
  isCaseOnly: boolean;
}
const patterns = {
  /** Each specified id is in the other channel. */
  swapped: 'the ids of the two channels are swapped',
  both: 'a specified id is in both channels',
  moved: 'a specified id is in the wrong channel',
};

/** Ids in a channel that the specification does not list them for. */
interface Astray {
  id: string;
  channel: Channel;
  other: Channel;
  pattern: keyof typeof patterns;
  strays: number;
  /** How many specified ids the response contains. */
  listed: number;
}

/** Looks at the whole response, because different defects put an id into the other channel. */
function failAstray(all: ReturnType<typeof listed>, id: string, channel: Channel, other: Channel) {
  const known = all.filter((one) => isKnown(one.id));
  const strays = known.filter((one) => !knownIds(one.channel).includes(one.id));
  const isThere = known.some((one) => one.id === id && one.channel === channel);
  const isSwapped =
    strays.length === known.length && new Set(strays.map((one) => one.channel)).size > 1;
  const ifApart = isSwapped ? 'swapped' : 'moved';
  return fail('other-channel', {
    ...{ id: ofHarness(id), channel, other, strays: strays.length, listed: known.length },
    pattern: isThere ? 'both' : ifApart,
  });
}

const lettersOf = (id: string) => id.toLowerCase().replace(/[^a-z]/g, '');

interface TwoIds {
  first: string;
  second: string;
}
const idsOf = (first: { readonly id: string }, second: { readonly id: string }) => ({
  first: ofHarness(first.id),
  second: ofHarness(second.id),
});

export const notifications = suite('notifications', [
  documentedSuccess({
    id: 'notifications/ok',
    endpoints,
    section,
    statement: spec.settingsResponse,
    advice: [
      {
        suspect: 'The response is null or a bare array, or has another success status.',
        look: 'Return 200 with the object app and email for every user and language.',
        when: ['2xx', 'array', 'null', '!4xx', '!5xx'],
      },
      why.history,
      why.stricterRoute,
    ],
    rule: 'The response is 200 with a JSON object.',
    path: route.path,
    expected: '200 with a JSON object',
    titles: { 'not-object': 'the body is not an object' },
    whatIsWrong: (body) => (body ? undefined : 'not-object'),
  }),
  monitor({
    ...common,
    // The settings of a new user may be empty, and those of the test users too.
    matches: (answered) => isSettingsOfAnyone(answered) && hasContent(answered),
    id: 'notifications/schema',
    statement: spec.notification,
    causes: wrongMembers(),
    advice: [
      {
        suspect: 'active or description is null or missing until the user sets it.',
        look: 'Fill in the default when you read the settings.',
        when: ['null', 'missing', '!string'],
      },
      {
        suspect: 'active is a string or 0 and 1, as the database stores it.',
        look: 'Map the column to a boolean in the response model.',
        when: ['string', '!null', '!missing'],
      },
      {
        suspect: 'A group, a channel or a text is an object keyed by name or language.',
        look: 'Convert maps and sets to arrays, and choose one language.',
        when: ['object', '!string', '!null'],
      },
      why.cachedCopy,
    ],
    level: 'must',
    rule: 'app and email, if present, are arrays of groups whose members have the specified types.',
    judge: (answered) => judgeMembers(notificationSettings, jsonObject(answered)),
  }),
  monitor({
    ...common,
    id: 'notifications/channels-present',
    statement: spec.channel,
    causes: {
      'missing-channel': cause<{ channel: Channel; members: readonly string[] }>({
        title: 'a channel is missing',
        expected: ({ channel }) => `a member ${channel}`,
        actual: ({ members }) => (members.length === 0 ? 'none' : `only ${members.join(', ')}`),
        advice: [
          {
            suspect: 'A channel without devices, settings or entries is omitted.',
            look: 'Send every channel with its defaults, also for new users.',
          },
          {
            suspect: 'The channels have other names, such as App or mail.',
            look: 'Compare the names with the specification, case included.',
            when: [({ members }) => members.some((name) => !isChannel(name)) || undefined],
          },
          why.byLanguage,
        ],
      }),
    },
    level: 'should',
    rule: 'Both app and email are present.',
    judge: (answered) => {
      const settings = jsonObject(answered) ?? {};
      const channel = channels.find((one) => settings[one] === undefined);
      if (!channel) return pass();
      const members = Object.keys(settings).slice(0, 10);
      return fail('missing-channel', { channel, members: fromTarget(members) });
    },
  }),
  monitor({
    ...common,
    matches: (answered) => isSettingsOfAnyone(answered) && listed(answered).length > 0,
    id: 'notifications/known-ids',
    statement: spec.stableIds,
    causes: {
      'other-channel': cause<Astray>({
        title: ({ pattern }) => patterns[pattern],
        expected: ({ id, channel }) => `${id} in ${channel}`,
        actual: ({ pattern, other, strays, listed }) =>
          `in ${pattern === 'both' ? 'both' : other}; ` +
          `${strays} of ${listed} ids are in another channel`,
        advice: [
          {
            suspect: 'The two lists are assigned to each other, for example by their position.',
            look: 'Build each channel by its name.',
            when: [({ pattern }) => pattern === 'swapped'],
          },
          {
            suspect: 'Both channels are filled from one list, or a filter by channel is missing.',
            look: 'Select the ids of each channel by the channel.',
            when: [({ pattern }) => pattern === 'both'],
          },
          {
            suspect: 'The channel is a setting of the user, or wrong in the configuration.',
            look: 'Take channel and group from one fixed table.',
            when: [({ pattern }) => pattern === 'moved' || undefined],
          },
        ],
      }),
      repeated: cause<{ id: string; times: number }>({
        title: 'a specified id occurs more than once',
        expected: ({ id }) => `${id} once`,
        actual: ({ times }) => `${times} times`,
        advice: [
          {
            suspect: 'Each read, two event consumers or two migrations add defaults again.',
            look: 'Put a unique index on user, channel and id.',
          },
          {
            suspect: 'A join repeats rows, for example with translations or categories.',
            look: 'Select each id once for each channel.',
          },
        ],
      }),
    },
    level: 'must',
    rule: 'A specified id occurs at most once in its channel, and not in the other channel.',
    judge: (answered) => {
      const all = listed(answered);
      for (const channel of channels) {
        for (const id of knownIds(channel)) {
          const places = all.filter((one) => one.id === id);
          const stray = places.find((one) => one.channel !== channel);
          if (stray) return failAstray(all, id, channel, stray.channel);
          if (places.length > 1)
            return fail('repeated', { id: ofHarness(id), times: places.length });
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
    statement: spec.settingsOfUser,
    causes: {
      'missing-id': cause<MissingId>({
        title: ({ similar, isCaseOnly }) => {
          if (similar === undefined) return 'a specified id is missing';
          return isCaseOnly ? 'a specified id has another case' : 'a specified id is misspelt';
        },
        expected: ({ id, channel }) => `${id} in ${channel}`,
        actual: ({ similar, alike, missing, of, channel, isCaseOnly }) => {
          const share = `${missing} of ${of} ids of ${channel} are missing`;
          if (similar === undefined) return `none; ${share}`;
          const how = isCaseOnly ? 'in case only' : 'in case and separators only';
          return `${similar}; ${alike} of ${of} ids of ${channel} differ ${how}`;
        },
        advice: [
          {
            suspect: 'Settings are left out that are inactive or have no stored row or account.',
            look: 'Start from the full list of ids, and add the stored values to it.',
          },
          {
            suspect: 'The ids are changed by upper case, hyphens or the length of a column.',
            look: 'Send the ids exactly as the specification lists them.',
            when: [({ similar }) => similar !== undefined],
          },
          why.staleReplica,
        ],
      }),
    },
    level: 'should',
    rule: 'A channel that is present contains every id that the specification lists for it.',
    judge: (answered) => {
      const ids = new Set(listed(answered).map(({ id }) => id));
      for (const channel of channels) {
        const known = knownIds(channel);
        const missing = known.filter((id) => !ids.has(id));
        const [first] = missing;
        if (!groupsOf(answered, channel) || first === undefined) continue;
        const similarTo = (one: string) =>
          [...ids].find((id) => !known.includes(id) && lettersOf(id) === lettersOf(one));
        const similar = similarTo(first);
        const alike = missing.flatMap((one) => similarTo(one) ?? []);
        return fail('missing-id', {
          ...{ id: ofHarness(first), channel, missing: missing.length, of: known.length },
          similar: similar === undefined ? undefined : fromTarget(similar),
          alike: alike.length,
          isCaseOnly: alike.every((id) => known.includes(id.toLowerCase())),
        });
      }
      return pass();
    },
  }),
  monitor({
    ...common,
    matches: (answered) => isSettingsOfAnyone(answered) && listsSeveral(answered),
    id: 'notifications/grouping',
    statement: spec.settingsOfUser,
    causes: {
      split: cause<TwoIds>({
        title: 'ids of one category are in two groups',
        expected: ({ first, second }) => `${first} and ${second} in one group`,
        actual: () => 'two groups',
      }),
      merged: cause<TwoIds>({
        title: 'ids of two categories share a group',
        expected: ({ first, second }) => `${first} and ${second} in two groups`,
        actual: () => 'one group',
      }),
    },
    advice: [
      {
        suspect: 'The groups follow the translated name, the screen or the position.',
        look: 'Group by a fixed key of the category.',
      },
      {
        suspect: 'One notification has another category in the configuration.',
        look: 'Compare the categories with the table in the specification.',
      },
    ],
    level: 'must',
    rule: 'Specified ids share a group if and only if they share a category.',
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
          if (first && apart) return fail('split', idsOf(first, apart));
          const other = first && owner.get(first.group);
          if (first && other && other.category !== category)
            return fail('merged', idsOf(other, first));
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
    statement: spec.settingsOfUser,
    advice: why.dataDependent,
    level: 'observe',
    rule: 'Reports the ids that the specification does not list.',
    judge: (answered) => {
      const further = [...new Set(listed(answered).map(({ id }) => id))]
        .filter((id) => !isKnown(id))
        .sort();
      return observed(
        further.length === 0
          ? say`no further ids`
          : say`further ids: ${further.slice(0, 20).join(', ')}`,
      );
    },
  }),
  localised,
  onCreation,
]);
