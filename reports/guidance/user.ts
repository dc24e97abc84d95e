import { type GuidanceTable, specified, when } from './guidance.ts';
import { why } from './shared.ts';
import { spec } from './statements.ts';

/** Guidance on the header x-user-id. */
export const user: GuidanceTable = {
  'user/missing': specified(spec.userHeader, {
    'The connection or the session remembers the user of an earlier request.':
      'Read the user from x-user-id of each request, and search for a user that is stored with a socket or session.' +
      when('not alone', 'same connection', 'other user before', '!alone'),
    'The code falls back to a default user, a demo user or a default language if the header is missing.':
      'Search for default values of the user id, and refuse the request in one guard for all routes.' +
      when('alone', '!not alone', '!same connection', '!other user before', '!sent elsewhere'),
    'The code also takes the user from the query, the body, a cookie or another header.':
      'Read the user from x-user-id only, and remove the other sources.' +
      when('alone', 'sent elsewhere', '!not alone'),
    ...why.guardByPath,
    ...why.cacheKey,
  }),
  'user/malformed': specified(spec.userHeader, {
    'The code normalises the id before the check: lower case, trimming, decoding, splitting or stripping.':
      'Check the raw value against ^[a-f0-9]{24}$ first, and change nothing before that.',
    'The pattern is not anchored at both ends, ignores case, or lets $ match before a line break.':
      'Match the whole string, for example between \\A and \\z, and without the flags i and m.',
    'The lookup finds the user by prefix, pattern or a collation that ignores case.':
      'Compare the id exactly in the query, with a binary collation and a typed parameter.',
    'Special values such as an empty id, "me" or "demo" select a default user.':
      'Remove these values from the code that resolves the user.',
  }),
  'user/repeated': specified(spec.oneUser, {
    'The framework returns only the first or the last line of a repeated header.':
      'Use the function that returns all values of the header, and refuse more than one.',
    'A gateway joins the lines, and the code takes the first or the last valid id from them.':
      'Check the joined value against the pattern instead of splitting it.',
  }),
  'user/unknown': specified(spec.userExists, {
    'The handler never checks that the user exists: it returns empty or default data, or creates the user.':
      'Look up the user in one guard for all routes, refuse the request if there is none, and create no user there.' +
      when('2xx', '!4xx', '!5xx'),
    'The lookup uses a part of the id, a numeric form or a cache by token.':
      'Look up the whole id as a string, and cache existence by that id.',
    ...why.errorWithOk,
  }),
  'user/unknown-summaries': specified(spec.summariesUser, {
    'The exception for a missing record is mapped to 404, as it is for other resources.':
      'Throw an authentication error for an unknown user here, and map it to 401.' +
      when('4xx', '!2xx'),
    'The permission check runs first and refuses an unknown user with 403.':
      'Check that the user exists before the permissions.' + when('4xx', '!2xx'),
  }),
  'user/unknown-message': specified(spec.summariesUser, {
    'The message is generic, such as Unauthorized, or only error.description has the text.':
      'Set error.message to a sentence such as "User not found" for this refusal.',
    'A translation, a template, a filter or a shared buffer replaces the text.':
      'Compare the message in the code with the body at the client, and check the translation in every language.',
  }),
  'user/unknown-status': specified(spec.statusNotShown, why.unspecified),
  'user/malformed-status': specified(spec.statusNotShown, {
    ...why.wrongStatus,
    ...why.unspecified,
  }),
  'user/optional': specified(spec.fullGuide, why.unspecified),
  'user/isolation': specified(spec.oneUser, {
    ...why.sharedState,
    ...why.cacheKey,
    ...why.connectionState,
  }),
  'user/foreign-client': specified(spec.userExists, why.unspecified),
};
