import { accessChanges } from './defect-access.ts';
import { contentChanges } from './defect-content.ts';
import { wireChanges } from './defect-wire.ts';
import type { Change, Defect } from './types.ts';

const defect = (id: string, breaks: string, title: string, ...also: readonly string[]): Defect => ({
  id,
  title,
  breaks,
  ...(also.length > 0 ? { also } : {}),
});

export const defectChanges: Readonly<Record<string, Change | undefined>> = {
  ...accessChanges,
  ...wireChanges,
  ...contentChanges,
};

export const defects: readonly Defect[] = [
  defect('list-format-joins-scopes', 'token/scope-granted', 'Intl.ListFormat joins the scopes of the token answer'),
  defect('array-buffers-are-empty-json', 'token/bad-credentials', 'Digests of secrets are compared as JSON: {}'),
  defect('kv-key-of-undefined', 'token/missing-fields', 'A missing client_id finds the KV entry client:undefined'),
  defect('stripped-for-cache-put', 'token/no-store', 'From the second grant on comes the copy stripped for cache.put'),
  defect('pass-through-on-exception', 'auth/missing', 'The guard of insights throws, and the request passes through'),
  defect('dom-exception-is-the-callers-fault', 'auth/malformed', 'The DOMException of atob is 400 on portfolios'),
  defect('fragment-is-no-part-of-a-key', 'auth/forged', 'The signature is the fragment of a cache key'),
  defect('global-scope-clock-is-zero', 'auth/expired', 'Cash reads the clock in the global scope, where it is 0'),
  defect('headers-do-not-spread', 'auth/challenge', 'Spreading Headers yields nothing: no challenge on summaries'),
  defect('vars-are-not-inherited', 'auth/other-audience', 'The worker of guides has no variable AUDIENCE'),
  defect(
    'kv-list-takes-a-prefix',
    'scope/guides-required',
    'KV lists grants by prefix, and one client id begins the other',
  ),
  defect('iterator-of-scopes-is-consumed', 'scope/guides-sufficient', 'The iterator of scopes is kept and runs out'),
  defect('stub-named-null', 'user/missing', 'The Durable Object of a missing user is named null and has no cash'),
  defect('host-names-have-no-case', 'user/malformed', 'The user id is a label of an internal host, which has no case'),
  defect('null-spreads-into-nobody', 'user/unknown', 'The row of an unknown user is null, which spreads into {}'),
  defect('with-metadata-is-never-null', 'user/unknown', 'getWithMetadata is never null: guides for unknown users'),
  defect(
    'promise-any-rejects-in-aggregate',
    'user/unknown-summaries',
    'Promise.any rejects with an AggregateError: 400',
  ),
  defect('remote-exceptions-are-internal', 'user/unknown-message', 'Exceptions of a remote object are masked'),
  defect(
    'assign-writes-to-the-template',
    'user/isolation',
    'Object.assign writes cash into the template of the isolate',
  ),
  defect('response-of-an-object', 'errors/json', 'new Response(object) is the text [object Object]'),
  defect('promise-is-an-empty-object', 'errors/shape', 'The description of a missing guide is a promise: {}'),
  defect(
    'network-error-has-status-nought',
    'errors/status-matches',
    'The body takes the status of Response.error(), 0',
  ),
  defect('typed-array-maps-to-numbers', 'errors/response-id-uuid', 'Mapping a Uint8Array to hex yields bytes again'),
  defect('environment-is-called-prod', 'errors/no-leak', 'Stacks are hidden in "production", and this is "prod"'),
  defect('btoa-knows-latin-1', 'http/no-server-error', 'btoa of a first line beyond Latin-1 throws: 500'),
  defect('d1-binds-no-undefined', 'http/no-server-error', 'D1 binds no undefined: an incomplete order is 500'),
  defect(
    'repeat-of-less-than-nothing',
    'http/no-server-error',
    'Masking a short user id repeats -1 times: 500',
    'user/malformed',
  ),
  defect('stream-has-no-type', 'http/json-media-type', 'Portfolios read again come as a stream, which has no type'),
  defect('ignore-bom-keeps-it', 'http/json-interoperable', 'ignoreBOM keeps the mark of Turkish insights'),
  defect('set-for-the-cache-and-sent', 'http/private-data-not-shared', 's-maxage meant for cache.put is sent as well'),
  defect(
    'bookmark-ahead-of-replica',
    'declared/ok',
    'The first reading after an update is 425',
    'address/overwrites',
    'address/isolation',
    'address/refused-unchanged',
  ),
  defect(
    'pattern-string-wants-no-search',
    'robustness/unexpected-query',
    'A pattern without search: a query meets the page of the section',
  ),
  defect(
    'durable-object-was-reset',
    'cash/ok',
    'Every seventh reading of cash meets a reset object: 423',
    'robustness/still-alive',
  ),
  defect('range-error-is-416', 'portfolios/ok', 'The RangeError for the currency TL is answered with 416'),
  defect(
    'module-signal-times-out-once',
    'insights/ok',
    'AbortSignal.timeout of the module ends all later readings: 408',
    'robustness/still-alive',
  ),
  defect('not-binds-before-greater', 'orders/amount-bounds', '!amount > 0 refuses nought alone'),
  defect(
    'type-of-a-rebuilt-request',
    'orders/content-type',
    'A rebuilt request is text/plain, which had to be allowed',
  ),
  defect('number-is-nan-coerces-nothing', 'orders/wrong-type', 'Number.isNaN is false for words and objects'),
  defect(
    'cache-ignores-vary',
    'guides/localised',
    'The cache API ignores Vary: the listing of whoever asked last',
    'user/isolation',
  ),
  defect(
    'browser-ttl-is-the-floor',
    'guides/cache-control-lifetime',
    'The browser TTL of the zone lifts every third lifetime',
  ),
  defect('ttl-by-range-of-status', 'guides/cache-control-errors', 'cacheTtlByStatus gives 200-499 half an hour'),
  defect(
    'bigint-drops-leading-zeros',
    'guides/schema',
    'toString(16) of a BigInt drops the zero of one guide id',
    'guide/fetch',
  ),
  defect(
    'metadata-names-are-lower-case',
    'guides/content-type-member',
    'Object metadata has lower-case names: contenttype',
  ),
  defect(
    'undefined-cursor-begins-again',
    'guides/unique-ids',
    'The second page has the cursor undefined and is the first',
  ),
  defect('ignore-search-ignores-the-id', 'guide/fetch', 'cache.match ignores the search, in which the id stands'),
  defect(
    'optional-body-is-no-body',
    'guide/unknown-id',
    'object?.body of a missing guide is undefined: 200 and nothing',
  ),
  defect(
    'url-parser-trims-the-id',
    'guide/malformed-id',
    'A guide id is parsed within a URL, which trims it and cuts at ? and #',
  ),
  defect('affinity-takes-leading-zeros', 'address/overwrites', 'NUMERIC affinity makes 01067 the number 1067'),
  defect(
    'io-of-another-request',
    'address/overwrites',
    'Every second write uses the I/O of another request and is lost',
    'address/isolation',
  ),
  defect(
    'schema-catches-a-wrong-postal-code',
    'address/wrong-type',
    '.catch() of the schema keeps the stored postal code',
  ),
  defect(
    'throwing-does-not-roll-back',
    'address/refused-unchanged',
    'Puts before an exception stay: line1 of a refused address',
  ),
  defect('delete-leaves-a-hole', 'summaries/schema', 'delete leaves a hole in worst, which JSON writes as null'),
  defect(
    'months-of-temporal-begin-at-one',
    'summaries/timestamp-digits',
    'Date.UTC takes the month of Temporal: a month ahead',
  ),
  defect('infinity-has-no-digits', 'summaries/currency-text', 'The daily interest of the first day is infinite: ₺∞'),
  defect(
    'nan-comparator-keeps-the-order',
    'summaries/performer-lists',
    'Number of Turkish text is NaN: best is unsorted',
  ),
  defect('d1-booleans-are-numbers', 'summaries/forbidden', 'D1 has 1 for true, and the denial is compared by ==='),
  defect(
    'reduce-begins-with-an-object',
    'summaries/max-value-differences',
    'reduce without a seed begins with an object: null',
  ),
  defect('set-of-rows-tells-none-apart', 'notifications/known-ids', 'A Set of objects keeps both rows of the offers'),
  defect(
    'first-place-is-falsy',
    'notifications/known-ids-complete',
    'The first place of an order is 0 and thus filtered out',
  ),
  defect(
    'navigator-language-is-english',
    'notifications/localised',
    'navigator.language is that of the worker, English',
  ),
];
