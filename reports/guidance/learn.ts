import { type GuidanceTable, implied, specified, when } from './guidance.ts';
import { why } from './shared.ts';
import { spec } from './statements.ts';

/** Guidance on learning guides and analyst insights. */
export const learn: GuidanceTable = {
  'guides/ok': specified(spec.guidesResponse, {
    'The listing is a bare array, an object or in a member with another name.':
      'Return an object with the member data, and check the paging wrapper of your framework.' +
      when('2xx', 'array', '!4xx', '!5xx'),
    'A cache or an empty result replaces the envelope by null or by the bare list.':
      'Wrap the list where the response is written, after the cache, and send [] for an empty list.' +
      when('2xx', 'not alone', '!4xx', '!5xx'),
  }),
  'guides/schema': specified(spec.guidesResponse, {
    'One record in the content management system lacks the value or has it in another form.':
      'Find the element that the finding names, correct the record, and validate records when they are published.' +
      when('missing', 'null'),
    'A value is changed on its way: an id becomes a number or upper case, a count becomes a string or a fraction.':
      'Compare the raw JSON with the stored document, and convert each value to the specified type.' +
      when('string', 'fraction', '!missing', '!null'),
    'URLs are stored relative to a host, and a missing URL as an empty string.':
      'Build absolute URLs with a scheme, and send null for a missing webCoverImageURL.' +
      when('string', '!missing', '!null'),
  }),
  'guides/content-type-member': specified(spec.contentType, {
    'Records from an import or an older schema have no contentType.':
      'Fill in the value for these records, or set a default in the response model.',
    'The serialiser omits members that are null or undefined.':
      'Check the option of the serialiser that omits empty members, and switch it off for this one.' +
      when('missing', '!null', '!string'),
  }),
  'guides/unique-ids': specified(spec.guideId, {
    'A join with translations, tags or chapters repeats the row of a guide.':
      'Run the query by hand, and group by the id or select distinct guides.',
    'The list is merged from several sources or pages that overlap.':
      'Remove duplicates by id after the merge.',
  }),
  'guides/unique-names': specified(spec.slug, why.dataDependent),
  'guides/chapter-count': specified(spec.chapterCount, {
    'A sentinel such as -1 stands for an unknown number or for no chapters.':
      'Search for the sentinel in the data and the code, and send 0.',
    'The number is computed by subtraction, for example without an introduction.':
      'Count the chapters that the full guide returns.',
  }),
  'guides/colour': specified(spec.colour, why.dataDependent),
  'guides/cache-control-present': specified(spec.guidesCached, {
    'The handler sets no Cache-Control, or only responses from the cache lack it.':
      'Set Cache-Control: max-age=1800 after the cache, for every 200 of the listing.',
    'The value is written by hand with semicolons, colons or spaces around the equals sign.':
      'Separate directives with commas, and write max-age=1800 without spaces.',
    'A framework, gateway or CDN removes the header from authenticated responses.':
      'Compare the headers at the service with those at the client, and exempt this route.' +
      when('proxy'),
  }),
  'guides/cache-control-lifetime': specified(spec.guidesCached, {
    'The route, a default of the framework or a security filter adds no-store.':
      'Search the handler, its middleware and the defaults for no-store, and leave it out of the responses of this route.' +
      when('no-store'),
    'max-age is in minutes or milliseconds, or is a value from a general default.':
      'Set max-age=1800 for this route, and check the unit of the setting that it comes from.' +
      when('!no-store'),
    'A gateway or a CDN overrides the value, or adds no-store, s-maxage or Expires.':
      'Compare the headers at the service with those at the client, and leave one place that sets them.',
    ...why.staleReplica,
    'The value depends on the user, the age of the content or chance.':
      'Replace the computation by the constant 1800.' + when('!no-store'),
  }),
  'guides/cache-control-form': implied('RFC 9111, section 5.2.2.1', {
    'The lifetime is only in Expires or s-maxage, or max-age counts down.':
      'Send max-age=1800 in every response, and let a cache add Age instead of reducing max-age.',
    'A library writes the value in quotation marks, or a default adds no-cache.':
      'Write max-age=1800 as plain text, and remove no-cache from this route.',
  }),
  'guides/cache-control-errors': specified(spec.guidesCached, {
    'Middleware sets the header before the guard runs, so refusals have it too.':
      'Set the header in the handler after success, or overwrite it in the error handler with no-store.',
    'A gateway or CDN rule adds it to every response of the path.':
      'Limit the rule to responses with status 200.' + when('proxy'),
  }),
  'guides/vary': implied('RFC 9110, section 12.5.5', {
    'The handler chooses the language by x-user-id, but does not set Vary.':
      'Set Vary: x-user-id on the listing, in the handler and on responses from the cache.',
    'Vary names something else: Accept-Language, or a variable such as HTTP_X_USER_ID.':
      'Write the name of the header as clients send it.',
    'Other middleware, such as compression or CORS, overwrites the value.':
      'Append to Vary instead of setting it, and check the header at the client.',
  }),
  'guides/order-stable': specified(spec.guidesOrder, {
    'The query has no ORDER BY, or orders by a value that several guides share.':
      'Order by the configured position, and by id as the last criterion.',
    'The list is sorted by something else, or a cache, a hash map or parallel queries change its order.':
      'Sort by the configured position in the last step before the response.',
    ...why.staleReplica,
  }),
  'guides/localised': specified(spec.guidesHeaders, {
    'The language comes from Accept-Language or a default, not from the user in x-user-id.':
      'Load the user, and pass the language of that user to the query for the texts.' +
      when('!some members'),
    'The key of the cache omits the language, or the first language fills it.':
      'Add the language of the user to the key of every cache, CDN included.' +
      when('other user before', 'cached', 'not alone', '!some members'),
    'Only some members are translated, such as the slug: titles and descriptions come from the default language.':
      'Compare the members that differ between the users, and take all texts from the same translation.' +
      when('some members'),
    'The server stores the language with the connection or the session.':
      'Read the user from each request, and remove what a session, a cookie or a connection remembers.' +
      when('same connection', 'not alone', '!in flight', '!other user before', '!some members'),
    'The translations are missing, so all users get the default language.':
      'Check that titles and descriptions exist in both languages.' + when('!some members'),
  }),
  'guides/localised-ids': specified(spec.guidesOrder, {
    'The query joins the translations with an inner join, so untranslated guides disappear.':
      'Use an outer join, and fall back to the default language for a missing text.',
    'The list is sorted by the localised title.':
      'Sort by the configured position in every language.',
    'Each translation is a document with its own id.':
      'Send the id of the guide instead of the id of the translation.',
  }),
  'guides/accept': specified(spec.guidesAccept, {
    'Content negotiation has no default, so a request without Accept gets 406, 204 or HTML.':
      'Make JSON the default format of the endpoint, and test it without an Accept header.' +
      when('4xx', 'HTML', '!5xx'),
    'The code reads Accept to choose a branch, a version or a language.':
      'Remove the condition, and treat a missing Accept as */*.',
  }),
  'guide/fetch': specified(spec.fullGuide, {
    'The lookup uses another key, an offset or a cache key that confuses guides.':
      'Compare the id in the response with the requested id, and look up and cache by the whole id.' +
      when('2xx', '!5xx'),
    'Listing and single guide use different sources: drafts, translations, nodes or caches.':
      'Use the same filter and the same store for both, and list only guides that can be fetched.',
    'The first or a repeated read fails, because it fills a cache or writes to a log or table.':
      'Fetch one guide twice in a row after a restart, and remove the write from the read path.' +
      when('not alone'),
    'A firewall, a quota or an access rule refuses some guides.':
      'Search the logs of the firewall and the gateway for this id, and respond with 429 if a quota is used up.' +
      when('4xx', 'proxy', '!2xx'),
  }),
  'guide/unknown-id': implied('RFC 9110, section 15.5.5', {
    'The handler sends null, an empty object or 204 if the lookup returns nothing.':
      'Throw the not-found error if the result is empty, also if it comes from a cache or fallback.' +
      when('2xx', '!4xx', '!5xx'),
    'The lookup is inexact: a part of the id, a number, the nearest guide or an index of -1.':
      'Query by the whole id as a string, and check the result before you use it.',
    ...why.wrongStatus,
  }),
  'guide/malformed-id': specified(spec.guideId, {
    'The id is trimmed, cut, stripped or parsed as a number before the lookup.':
      'Match the raw path segment against ^[a-f0-9]{24}$ as a whole, and refuse others with 400 or 404.',
    'The lookup also accepts slugs, positions, prefixes or an invalid id that becomes null.':
      'Query by id only, and respond with 404 before the query if the id is invalid.',
    'A gateway decodes slashes or backslashes in the segment and routes the request again.':
      'Switch off the decoding of encoded slashes in the gateway and the router.' + when('proxy'),
  }),
  'insights/ok': specified(spec.insights, {
    ...why.stricterRoute,
    ...why.history,
    ...why.errorWithOk,
    ...why.otherModel,
  }),
};
