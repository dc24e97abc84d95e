import { type GuidanceTable, specified, when } from './guidance.ts';
import { why } from './shared.ts';
import { spec } from './statements.ts';

/** Guidance on cash, portfolios, daily summaries and notification settings. */
export const account: GuidanceTable = {
  'cash/ok': specified(spec.cash, {
    ...why.stricterRoute,
    ...why.history,
    ...why.errorWithOk,
    ...why.otherModel,
  }),
  'portfolios/ok': specified(spec.portfolios, {
    ...why.stricterRoute,
    ...why.history,
    ...why.errorWithOk,
    ...why.otherModel,
  }),
  'summaries/ok': specified(spec.summariesResponse, {
    'The response is a bare array or has another wrapper, or maxValueDifferences is missing for new users.':
      'Compare the response class with the specification, and send the object with zeros if there is no history.' +
      when('2xx', 'array', 'missing', '!4xx', '!5xx'),
    ...why.stricterRoute,
    ...why.errorWithOk,
    ...why.history,
  }),
  'summaries/schema': specified(spec.summariesResponse, {
    ...why.noValue,
    ...why.driverTypes,
    ...why.otherModel,
    'A list with one or no element becomes an object or disappears, as in conversions from XML.':
      'Declare the member as an array in the response model, and send [] for no elements.' +
      when('missing', '!string'),
  }),
  'summaries/member-key': specified(spec.memberKey, {
    'key is a display name: translated, capitalised or an internal name.':
      'Set key to a constant that equals the name of the member.',
    'The code fills the members from a list by position, so keys are swapped or missing.':
      'Build each member by name, and set its key in the same place.',
    ...why.staleReplica,
  }),
  'summaries/max-value-differences': specified(spec.maxValueDifferences, {
    'The values are formatted for display or serialised as strings.':
      'Send plain JSON numbers, and check the serialiser for decimals and large numbers.' +
      when('string', '!null', '!missing'),
    'A difference of zero or without data is null or omitted.':
      'Send 0 for it.' + when('null', 'missing', '!string'),
    ...why.staleReplica,
  }),
  'summaries/performer-direction': specified(spec.upBy, {
    'One class has both members, so the unused one is null, empty or false instead of absent.':
      'Omit the member that does not apply, in the serialiser or the response model.' +
      when('null', 'string', '!number', '!object'),
    'The direction is computed twice, so an unmoved asset counts as gaining and losing.':
      'Decide the direction once, and give an unmoved asset one member at most.',
    'upBy or downBy is a raw number or an object.':
      'Format the value as a string before it enters the response model.' +
      when('number', 'object', '!string', '!null'),
  }),
  'summaries/performer-lists': specified(spec.downBy, {
    'best and worst are cut from a list that is sorted the wrong way or by absolute change.':
      'Sort by signed change, and take gaining assets for best and losing assets for worst.',
    'The three members are the same list, so a later step changes all of them.':
      'Copy the list before you filter it.',
    'worst is filled up with assets that did not lose.':
      'Filter by direction before you limit the number.',
  }),
  'summaries/timestamp': specified(spec.timestamp, {
    'The serialiser writes dates as ISO 8601 strings, or decimals with a fraction.':
      'Convert the instant to whole milliseconds since 1970 as a JSON integer.' +
      when('string', 'fraction', '!null', '!missing'),
    ...why.noValue,
    ...why.byLanguage,
  }),
  'summaries/timestamp-digits': specified(spec.timestamp, {
    'The timestamp is in seconds or microseconds, at least for some records.':
      'Check the unit of each source, and convert it to milliseconds in one place.',
    'A date is missing or in the future: 0 from an import, or a settlement date.':
      'Use the moment of the snapshot, and correct the records without one.',
  }),
  'summaries/currency-text': specified(spec.currency, {
    'The value is formatted as a plain number, a percentage or without the currency of the user.':
      'Use a currency format of your platform, with the currency of the account.',
    'Zero, unknown and missing amounts have a text of their own, such as a dash or an empty string.':
      'Format 0 like other amounts.',
    ...why.byLanguage,
  }),
  'summaries/percent-text': specified(spec.weight, {
    'The weight is formatted as a number, in per mille or with a word.':
      'Use the percent format of your platform for every weight.',
    'A weight that cannot be computed has a text such as n/a.': 'Send 0% or the last known weight.',
    ...why.byLanguage,
  }),
  'summaries/labels': specified(spec.labels, why.dataDependent),
  'summaries/total-adds-up': specified(spec.summaryMembers, {
    'The members come from different moments or sources, or are rounded separately.':
      'Compute total from the three other members of the same snapshot.',
    ...why.dataDependent,
  }),
  'summaries/forbidden': specified(spec.summariesDenied, {
    'The handler checks the token, but not whether this user or client may read the data.':
      'Check the permission in the handler or its policy, before it reads data.' +
      when('2xx', '!4xx', '!5xx'),
    ...why.wrongStatus,
    'A cache responds before the guard runs, or stores the decision of the guard under too short a key.':
      'Run the guard before every cache, and cache its decisions by the whole token only.' +
      when('not alone', 'cached'),
    ...why.staleReplica,
  }),
  'notifications/ok': specified(spec.settingsResponse, {
    'The response is null or a bare array, or has another success status.':
      'Return 200 with the object app and email for every user and language.' +
      when('2xx', 'array', 'null', '!4xx', '!5xx'),
    ...why.history,
    ...why.stricterRoute,
    ...why.errorWithOk,
  }),
  'notifications/schema': specified(spec.notification, {
    'active or description is null until the user sets it, or missing for some notifications.':
      'Fill in the default value when you read the settings.' + when('null', 'missing', '!string'),
    'active is a string or 0 and 1, as the database stores it.':
      'Map the column to a boolean in the response model.' + when('string', '!null', '!missing'),
    'A group, a channel or a text is an object keyed by name or language.':
      'Convert maps and sets to arrays, and choose one language before you serialise.' +
      when('object', '!string', '!null'),
  }),
  'notifications/channels-present': specified(spec.channel, {
    'A channel without devices, settings or entries is omitted.':
      'Send every channel with its default settings, also for new users.' +
      when('missing', '!object', '!string'),
    'The channels have other names, such as App or mail.':
      'Compare the names with the specification, case included.',
    ...why.byLanguage,
  }),
  'notifications/known-ids': specified(spec.stableIds, {
    'Defaults are added again: by each read, by two event consumers or by two migrations.':
      'Put a unique index on user, channel and id, and create defaults with an upsert.',
    'The channel of a notification is a setting of the user or a wrong entry in the configuration.':
      'Take channel and group from one fixed table of notifications.',
    'A join repeats rows, for example with translations or categories.':
      'Select each id once for each channel.',
  }),
  'notifications/known-ids-complete': specified(spec.settingsOfUser, {
    'Settings without a stored row, inactive ones or those without an account are left out.':
      'Start from the full list of ids, and add the stored values to it.',
    'The ids are changed by upper case, hyphens or the length of a column.':
      'Send the ids exactly as the specification lists them.',
    ...why.staleReplica,
  }),
  'notifications/grouping': specified(spec.settingsOfUser, {
    'The notifications are grouped by the translated name, by screen or by position.':
      'Group by a fixed key of the category, and translate the name after that.',
    'One notification has another category in the configuration.':
      'Compare the categories with the table in the specification.',
  }),
  'notifications/ids-stable': specified(spec.stableIds, {
    'The id is generated when the response is built.': 'Use the fixed id of the notification type.',
    'An experiment or a feature flag adds or hides notifications from request to request.':
      'Decide for each user once, or leave the listing out of the experiment.',
    ...why.staleReplica,
  }),
  'notifications/new-ids': specified(spec.settingsOfUser, why.dataDependent),
  'notifications/localised': specified(spec.stableIds, {
    'The texts come from a default language or a cache without the language in its key.':
      'Load the user, and use the language of that user for the texts and in the cache key.',
    'The ids are translated together with the texts.':
      'Translate category, name and description only.',
    'The translations are missing, so the response contains keys or the default language.':
      'Check the translation files for these keys in both languages.',
  }),
  'notifications/on-creation': specified(spec.settingsCreated, {
    'A job or an event consumer creates the settings some time after the user.':
      'Create them in the transaction that creates the user, or return defaults until they exist.',
    'The response contains only settings that the user has changed.':
      'Start from the default settings.',
  }),
};
