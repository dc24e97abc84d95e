export interface Variation {
  readonly id: string;
  readonly title: string;
  readonly why: string;
}

const variation = (id: string, title: string, why: string): Variation => ({ id, title, why });

const identityVariations: readonly Variation[] = [
  variation('keys-ps256', 'Tokens are signed by PS256', 'token/jwt asks for any alg but none.'),
  variation('keys-eddsa', 'Tokens are signed by EdDSA', 'token/jwt asks for any alg but none.'),
  variation('keys-hs256', 'Tokens are signed by HS256 and no key set is published', 'No JWKS is specified.'),
  variation('keys-jwe', 'Tokens are encrypted, of five parts', 'token/jwt names a JWE of five parts.'),
  variation('keys-without-kid', 'Tokens name no key', 'kid is optional (RFC 7515 section 4.1.4).'),
  variation(
    'keys-many',
    'The key set holds five keys, the fourth signs',
    'A key set may hold several (RFC 7517 section 5).',
  ),
  variation(
    'key-rotates',
    'Another key signs after every fourth token, all are trusted',
    'Key rotation is the provider’s business.',
  ),
  variation('scope-as-scp-array', 'The scopes stand in a list called scp', 'The claims of the token are not shown.'),
  variation(
    'scope-as-permissions',
    'The scopes stand in a list called permissions',
    'The claims of the token are not shown.',
  ),
  variation('audience-array', 'aud is a list of two audiences', 'aud may be a list (RFC 7519 section 4.1.3).'),
  variation(
    'token-reused-from-cache',
    'The same token is answered again, with the time that is left',
    'token/renewal asks for a token that works.',
  ),
  variation(
    'token-revoked-on-renewal',
    'A new token revokes the earlier one of that client',
    'token/renewal allows it.',
  ),
  variation(
    'token-lifetime-900',
    'Tokens live for a quarter of an hour',
    '3600 is a sample; token/lifetime is observed.',
  ),
  variation(
    'token-refusals-400',
    'An unknown client or a wrong secret is answered 400, not 401',
    'RFC 6749 section 5.2: 400 unless otherwise specified, and 401 may be used.',
  ),
  variation(
    'token-form-accepted',
    'The token endpoint reads forms too',
    'token/malformed-body excepts a form-encoded body.',
  ),
  variation(
    'clock-a-minute-slow',
    'The clock of Date, iat and exp is a minute slow',
    'token/expiry-claim compares with the response’s Date.',
  ),
  variation('several-challenges', 'A 401 carries two challenges', 'RFC 9110 section 11.6.1 allows several.'),
];

const refusalVariations: readonly Variation[] = [
  variation('validation-422', 'A body that fails validation is answered 422', 'A refusal is a 4xx.'),
  variation(
    'bad-user-401',
    'Missing, malformed and unknown users are answered 401',
    'user/malformed-status and user/unknown-status are observed.',
  ),
  variation(
    'user-before-token',
    'The user is checked before the token',
    'Every negative differs in one respect; the order is not shown.',
  ),
  variation(
    'body-before-user',
    'The body is parsed before the user is looked up',
    'Every negative differs in one respect; the order is not shown.',
  ),
  variation(
    'scope-everywhere',
    'Every endpoint asks for the scope',
    'The scopes of the other endpoints are not shown; scope/others is observed.',
  ),
  variation(
    'method-mismatch-404',
    'A known path with another method is answered 404',
    'errors/method asks for a 4xx or 501.',
  ),
  variation(
    'token-before-routing',
    'Without a token an unknown path is answered 401',
    'errors/unknown-route allows 401 with ApiError.',
  ),
  variation(
    'query-refused',
    'Query parameters are refused',
    'robustness/unexpected-query: answered as without them, or refused.',
  ),
  variation(
    'strict-body',
    'Unknown members of an address update are refused',
    'Which members beyond those shown are allowed is not shown.',
  ),
  variation(
    'errors-problem-json',
    'Errors are application/problem+json with type and title added',
    'errors/json: a JSON media type; errors/shape: further members are allowed.',
  ),
  variation(
    'errors-without-description',
    'error.description is left out',
    'It is optional in ApiError; errors/shape: if present.',
  ),
  variation(
    'errors-localised',
    'Errors are told in the language of the user',
    'The catalogue of messages is not shown.',
  ),
  variation('response-id-uppercase', 'responseId is a UUID in capitals', 'errors/response-id-uuid: either case.'),
];

const httpVariations: readonly Variation[] = [
  variation('connection-close', 'Every answer closes the connection', 'RFC 9112 section 9.6.'),
  variation('chunked-slices', 'Bodies are sent in chunks that split characters', 'RFC 9112 section 7.1.'),
  variation(
    'header-names-uppercase',
    'Header names are sent in capitals',
    'Field names have no case (RFC 9110 section 5.1).',
  ),
  variation('json-pretty', 'JSON is indented by tabs', 'White space is insignificant (RFC 8259 section 2).'),
  variation('json-escaped', 'All but ASCII is escaped in JSON', 'RFC 8259 section 7.'),
  variation(
    'numbers-with-fraction-zero',
    'Integers are spelled 5.0 or with an exponent',
    'READING: 5.0 is an integer.',
  ),
  variation('gzip-negotiated', 'Bodies are compressed for those who accept gzip', 'RFC 9110 section 12.5.3.'),
  variation(
    'etag-revalidation',
    'Reads carry an ETag and answer a matching If-None-Match with 304',
    'RFC 9110 section 13.1.2.',
  ),
  variation('vendor-media-type', 'Successes are application/vnd.invest.v1+json', 'http/json-media-type: a +json type.'),
  variation('early-hints', 'The listing is preceded by a 103', 'A client parses any 1xx (RFC 9110 section 15.2).'),
  variation('slow-answers', 'Answers take up to 300 ms', 'No response time is specified.'),
  variation('shed-429', 'Every 97th request is answered 429 with Retry-After', 'Load shedding is no failure.'),
  variation(
    'shed-503-html',
    'Every 83rd request is answered 503 in HTML without Retry-After',
    'Load shedding is no failure, and the monitors do not judge it.',
  ),
  variation(
    'guides-public',
    'The listing is public and varies by user and token',
    'The listing is no user data; guides/vary holds.',
  ),
  variation('vary-star', 'The listing varies by everything', 'guides/vary: x-user-id or *.'),
  variation(
    'cache-directive-extensions',
    'Cache-Control carries stale-while-revalidate and a quoted extension',
    'RFC 9111 section 5.2.3.',
  ),
  variation('cache-control-two-lines', 'Cache-Control comes in two field lines', 'RFC 9110 section 5.3.'),
  variation(
    'age-of-cached-copy',
    'The listing carries an Age',
    'Age does not alter the freshness lifetime (RFC 9111 section 4.2).',
  ),
];

const dataVariations: readonly Variation[] = [
  variation('guides-three-hundred', 'The catalogue holds three hundred guides', 'Pagination is not shown.'),
  variation('optional-members-absent', 'Colours and images are left out', 'guides/schema: if present.'),
  variation(
    'one-title-differs',
    'Only one guide is translated',
    'guides/localised: at least one different title or description.',
  ),
  variation('icon-data-uris', 'Icons are data URIs', 'guides/schema: URIs with a scheme.'),
  variation(
    'guide-edited-once',
    'The first guide gets a new title while the run lasts',
    'READING: content may change once.',
  ),
  variation('guide-without-prefix', 'Full guides are served without /learn', 'guide/fetch: both paths are tried.'),
  variation(
    'thai-digits',
    'Currency texts are written in Thai digits',
    'summaries/currency-text: a digit of any script.',
  ),
  variation('prices-move', 'Values move with every answer', 'READING: moving paths are masked.'),
  variation('more-notifications', 'One more notification is offered', 'notifications/new-ids is observed.'),
  variation('address-204', 'The update of the address is answered 204', 'Its status code and body are not shown.'),
  variation('cash-204', 'Cash is answered without content', 'cash/ok: 2xx, JSON where there is content.'),
  variation('digit-user-ids', 'User ids hold no letters', 'They match the pattern.'),
];

export const variations: readonly Variation[] = [
  ...identityVariations,
  ...refusalVariations,
  ...httpVariations,
  ...dataVariations,
];
