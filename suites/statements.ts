import type { Statement } from '../engine/index.ts';

// Quotations, word for word. A table row has its cells between bars.
// cspell:ignore fulfill

const specification = {
  service:
    'The service is an HTTP/JSON API for machine-to-machine clients of an investing platform.',
  oneUser:
    'Every request acts on behalf of one platform user, identified by the x-user-id request header.',
  areasNotShown:
    'Behaviour of the areas Cash, Savings Vault, Portfolios, Investment Products, Investment Orders, Savings Orders, Test and the rest of Users and Learn: not shown.',
  resourcesNotShown:
    'Fields of the resources for Cash, Savings Vault, Portfolios, Investment Products, Orders and Users beyond the address: not shown.',
  othersNotShown:
    'Response shapes of these five, allowed side values, and all other endpoints of the areas listed under the service overview: not shown.',
  tokenResponse:
    'Response body: access_token (string), token_type (string, Bearer), expires_in (integer, seconds), scope (string).',
  everyRequest: 'Every request requires Authorization: Bearer <ACCESS_TOKEN>.',
  jwt: 'The token is an identity-provider-issued JWT.',
  tokensExpire:
    'Tokens expire after a set period; the sample response shows expires_in of 3600 seconds.',
  renewal: 'When a token expires the client requests a new one with the same flow.',
  guidesScope: 'The learning guides endpoint requires the scope service:nbg.',
  scopesNotShown:
    'Scopes required by the other endpoints are said to be listed per endpoint: not shown.',
  userHeader:
    'Most endpoints also require the user identification header x-user-id (pattern ^[a-f0-9]{24}$).',
  userExists: 'The user must exist; users are created through the Users area.',
  status401:
    '401 | Bearer token missing or invalid; also returned with a user-not-found message when the user is unknown (daily summaries).',
  status403:
    '403 | Token lacks the required scope; also returned with an access-denied message (daily summaries).',
  statusNotShown: 'Other status codes and the catalogue of error messages: not shown.',
  apiError:
    'Errors are returned as ApiError (status, error.message, error.description, responseId).',
  errorStatus: 'status | integer | HTTP status code.',
  errorMessage: 'error.message | string | Human-readable message.',
  responseId: 'responseId | string, UUID | Identifier of the response.',
  noQuery: 'No body, no query parameters.',
  guidesResponse: '200 response body: { data: LearningGuideSummary[] }.',
  guidesHeaders:
    'Headers: Authorization (token must carry the scope service:nbg), x-user-id (used to pick the language for localised content).',
  guidesAccept: 'The example request also sends Accept: application/json.',
  guidesCached:
    'The response carries a Cache-Control header, and the listing is cached for 30 minutes.',
  guidesOrder: 'The list is ordered as configured in the content management system.',
  guideId:
    'id | string | Required. 24 lowercase hexadecimal characters (database document identifier). Used to fetch the full guide via GET /learning-guides/{id}.',
  contentType:
    "contentType | string | Returned by the endpoint; not in the schema's required list.",
  slug: 'slug | string | Required by the schema.',
  chapterCount: 'chapterCount | integer | Required by the schema.',
  colour: 'backgroundColor | string | Colour value as a string.',
  fullGuide: 'GET /learning-guides/{id} | Fetches the full guide for an id from the listing.',
  insights: 'GET {base_url}/learn/analyst-insights | Headers Authorization, x-user-id.',
  cash: 'GET {base_url}/cash | Headers Authorization, x-user-id.',
  portfolios: 'GET {base_url}/portfolios | Headers Authorization, x-user-id.',
  orders:
    'POST {base_url}/api/m2m/investments/orders | Headers Authorization, x-user-id, Content-Type application/json. Body fields isin (string), side (string, buy is one value), amount (number).',
  addressOfUser: 'Updates the physical address of the user identified by x-user-id.',
  addressHeaders: 'Headers: Authorization, x-user-id, Content-Type application/json.',
  addressBody: 'Request body: { address: Address }.',
  addressOverwrites: 'The supplied address overwrites any existing address.',
  addressNotShown:
    'Which address fields are required, and the exact type and format of each: not shown.',
  postalCode: 'postalCode | number or string | The request sample sends it as a JSON number.',
  line1: 'line1 | string | First address line.',
  countryCode: 'countryCode | string | Two-letter uppercase country code.',
  summariesResponse:
    '200 response body: { data: DailySummary[], maxValueDifferences: {cash, savings, holdings, total} }.',
  summariesUser: '401 returns ApiError; the sample message says the user was not found.',
  summariesDenied: '403 returns ApiError; the sample message says access is denied.',
  summaryMembers: 'portfolio has four members: cash, savings, holdings, total.',
  memberKey: 'key | string | Equals the member name (cash, savings, holdings, total).',
  maxValueDifferences:
    'The response also carries maxValueDifferences, an object with numeric members cash, savings, holdings, total.',
  upBy: 'upBy | string | Present on gaining elements (in all and best).',
  downBy: 'downBy | string | Present on losing elements (in worst).',
  timestamp:
    'timestamp | integer | Moment of the snapshot; the sample is a 13-digit number consistent with epoch milliseconds.',
  currency: 'displayValue | string | Currency-formatted text.',
  weight: 'weight | string | Percentage text.',
  labels: 'The full set of label values: not shown.',
  settingsResponse: '200 response body: NotificationSettings.',
  settingsOfUser:
    'Returns all notification settings of the user in x-user-id, grouped by channel (app, email) and category.',
  channel: 'app | array of category groups | Optional in the schema; always present in practice.',
  notification:
    'Each notification has id (string), name (string), description (string), active (boolean).',
  stableIds:
    "Category names, notification names and descriptions are localised to the user's language; id values are stable identifiers.",
  settingsCreated: 'Notification settings are created when a user is created.',
} as const;

/** Statements of standards, by their place. */
const standards = {
  'RFC 6585, section 5':
    'The 431 status code indicates that the server is unwilling to process the request because its header fields are too large.',
  'RFC 6749, section 3.3':
    'The value of the scope parameter is expressed as a list of space-delimited, case-sensitive strings.',
  'RFC 6749, section 3.3, granted scope':
    'If the issued access token scope is different from the one requested by the client, the authorization server MUST include the "scope" response parameter to inform the client of the actual scope granted.',
  'RFC 6749, section 5.1':
    'The authorization server MUST include the HTTP "Cache-Control" response header field [RFC2616] with a value of "no-store" in any response containing tokens, credentials, or other sensitive information, as well as the "Pragma" response header field [RFC2616] with a value of "no-cache".',
  'RFC 6749, section 5.1, expires_in':
    'For example, the value "3600" denotes that the access token will expire in one hour from the time the response was generated.',
  'RFC 6749, section 5.2':
    'The authorization server responds with an HTTP 400 (Bad Request) status code (unless specified otherwise) and includes the following parameters with the response:',
  'RFC 6749, section 5.2, invalid_client':
    'Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication method).',
  'RFC 6749, section 5.2, invalid_request':
    'The request is missing a required parameter, includes an unsupported parameter value (other than grant type), repeats a parameter, includes multiple credentials, utilizes more than one mechanism for authenticating the client, or is otherwise malformed.',
  'RFC 6749, section 5.2, unsupported_grant_type':
    'The authorization grant type is not supported by the authorization server.',
  'RFC 6750, section 5.3':
    'Always use TLS (https): Clients MUST always use TLS [RFC5246] (https) or equivalent transport security when making requests with protected resources.',
  'RFC 7515, section 5.2':
    'Base64url-decode the encoded representation of the JWS Protected Header, following the restriction that no line breaks, whitespace, or other additional characters have been used.',
  'RFC 7519, section 4.1.3':
    'If the principal processing the claim does not identify itself with a value in the "aud" claim when this claim is present, then the JWT MUST be rejected.',
  'RFC 8259, section 8.1':
    'JSON text exchanged between systems that are not part of a closed ecosystem MUST be encoded using UTF-8 [RFC3629].',
  'RFC 8259, section 8.1, byte order mark':
    'Implementations MUST NOT add a byte order mark (U+FEFF) to the beginning of a networked-transmitted JSON text.',
  'RFC 8259, section 10': 'The resulting text MUST strictly conform to the JSON grammar.',
  'RFC 8725, section 3.10':
    'Similarly, blindly following a "jku" (JWK set URL) or "x5u" (X.509 URL) header, which may contain an arbitrary URL, could result in server-side request forgery (SSRF) attacks.',
  'RFC 9110, section 3.4':
    'A server responds to a client\'s request by sending one or more "response" messages, each including a status code (Section 15).',
  'RFC 9110, section 9.1':
    'An origin server that receives a request method that is unrecognized or not implemented SHOULD respond with the 501 (Not Implemented) status code.',
  'RFC 9110, section 11.1':
    'It uses a case-insensitive token to identify the authentication scheme:',
  'RFC 9110, section 12.5.5':
    'The "Vary" header field in a response describes what parts of a request message, aside from the method and target URI, might have influenced the origin server\'s process for selecting the content of this response.',
  'RFC 9110, section 15.5.1':
    'The 400 (Bad Request) status code indicates that the server cannot or will not process the request due to something that is perceived to be a client error (e.g., malformed request syntax, invalid request message framing, or deceptive request routing).',
  'RFC 9110, section 15.5.2':
    'The 401 (Unauthorized) status code indicates that the request has not been applied because it lacks valid authentication credentials for the target resource.',
  'RFC 9110, section 15.5.2, challenge':
    'The server generating a 401 response MUST send a WWW-Authenticate header field (Section 11.6.1) containing at least one challenge applicable to the target resource.',
  'RFC 9110, section 15.5.5':
    'The 404 (Not Found) status code indicates that the origin server did not find a current representation for the target resource or is not willing to disclose that one exists.',
  'RFC 9110, section 15.6':
    'The 5xx (Server Error) class of status code indicates that the server is aware that it has erred or is incapable of performing the requested method.',
  'RFC 9110, section 15.6.3':
    'The 502 (Bad Gateway) status code indicates that the server, while acting as a gateway or proxy, received an invalid response from an inbound server it accessed while attempting to fulfill the request.',
  'RFC 9111, section 3.5':
    'A shared cache MUST NOT use a cached response to a request with an Authorization header field (Section 11.6.2 of [HTTP]) to satisfy any subsequent request unless the response contains a Cache-Control field with a response directive (Section 5.2.2) that allows it to be stored by a shared cache, and the cache conforms to the requirements of that directive for that response.',
  'RFC 9111, section 5.2.2.1':
    "This directive uses the token form of the argument syntax: e.g., 'max-age=5' not 'max-age=\"5\"'.",
  'RFC 9112, section 2.2':
    'When a server listening only for HTTP request messages, or processing what appears from the start-line to be an HTTP request message, receives a sequence of octets that does not match the HTTP-message grammar aside from the robustness exceptions listed above, the server SHOULD respond with a 400 (Bad Request) response and close the connection.',
} as const;

const quoted = <Key extends string>(
  texts: Readonly<Record<Key, string>>,
  sourceOf: (key: string) => Partial<Statement>,
): Readonly<Record<Key, Statement>> =>
  Object.fromEntries(
    Object.entries<string>(texts).map(([key, text]) => [key, { text, ...sourceOf(key) }]),
  ) as Record<Key, Statement>;

/** Statements of the specification. */
export const spec = quoted(specification, () => ({}));

/** Statements of standards, by standard and section. */
export const standard = quoted(standards, (source) => ({ source }));
