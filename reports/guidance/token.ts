import { type GuidanceTable, implied, specified, when } from './guidance.ts';
import { why } from './shared.ts';
import { spec } from './statements.ts';

/** Guidance on the token endpoint. */
export const token: GuidanceTable = {
  'token/issued': specified(spec.tokenResponse, {
    'A number is sent as text: expires_in comes from a template, a form value or a cache.':
      'Convert the lifetime to a JSON integer before serialising it, also in responses from a cache.' +
      when('string', '!missing', '!null'),
    'The response omits scope, or sends it as an array.':
      'Configure the authorization server to return scope as one string, even if it equals the requested scope.' +
      when('missing', 'array', '!string', '!null'),
    'A gateway or serialiser renames the members, or wraps them in another object.':
      'Compare the raw JSON with RFC 6749, section 5.1, and remove naming policies and wrappers from this endpoint.' +
      when('missing', 'wrapped', '!string', '!null', '!array'),
    'The token endpoint accepts only form-encoded requests.':
      'Enable JSON bodies for the token endpoint, or translate them in the gateway.' +
      when('4xx', '5xx', '!2xx'),
  }),
  'token/type-bearer': specified(spec.tokenResponse, {
    'token_type contains the format of the token or an internal enum value.':
      'Set token_type to the constant Bearer, and keep the format of the token out of it.',
    'A gateway policy builds the token response from its own constants.':
      "Check the gateway's policy for token generation, and override token_type there.",
  }),
  'token/type-bearer-case': specified(spec.tokenResponse, {
    'The authorization server or its library writes the constant in lowercase.':
      'Override token_type in the token response, or in the gateway if the server cannot change it.',
    'A serialiser writes enum values in lowercase.':
      'Exempt token_type from the naming policy for enum values.',
  }),
  'token/expires-in': specified(spec.tokenResponse, {
    'expires_in is a string, because a form value, a template or a cache stores it as text.':
      'Convert the lifetime to an integer before serialising it.' +
      when('string', '!fraction', '!zero or less'),
    'The code computes expires_in from the clock, which leaves a fraction.':
      'Round the remaining lifetime down to whole seconds, also if the token comes from a cache.' +
      when('fraction', '!string'),
    'A sentinel such as -1 or 0 stands for an unlimited lifetime.':
      'Set a real lifetime for each client in the configuration.' +
      when('zero or less', '!string', '!fraction'),
  }),
  'token/lifetime': specified(spec.tokensExpire, {
    'The lifetime is a setting of the client or the API in the authorization server.':
      'Check the access token lifetime in the settings of the client and the API.',
    'The token comes from a cache, so a part of its lifetime is over.':
      'Check whether the token endpoint caches tokens, and for how long.',
  }),
  'token/jwt': specified(spec.jwt, {
    'The authorization server issues opaque tokens unless an API or audience is configured.':
      'Set the token format to JWT for this audience in the authorization server.',
    'The code encodes the parts with base64 and padding, or adds text to the token.':
      'Build the token with a JWT library only, and remove code that changes it afterwards.',
    'The signing algorithm is missing or none, or the payload is detached.':
      'Configure a signing key and an algorithm such as RS256, and allow no others.',
  }),
  'token/expiry-claim': implied('RFC 6749, section 5.1, expires_in', {
    'expires_in and exp come from two settings, or one of them is an instant or in milliseconds.':
      'Compute both from one lifetime in seconds: exp as seconds since 1970, expires_in as the remaining time.',
    'The expiry is in a claim with another name.':
      'Set the registered claim exp in the code that builds the token.',
    'The clock or the time zone of the server is wrong.':
      'Compare the Date header with the real time, and compute with UTC only.',
  }),
  'token/scope-granted': implied('RFC 6749, section 3.3', {
    'The code joins the scopes with a comma or without a separator.':
      'Join the granted scopes with one space where the response is built.',
    'The server shortens or renames scopes, so the prefix is missing.':
      'Return the scopes exactly as they are registered, with their prefix.',
    'The client has no grant for service:nbg.':
      'Check the permissions of this client in the authorization server.',
  }),
  'token/scope-withheld': implied('RFC 6749, section 3.3, granted scope', {
    'The response lists all scopes of the API instead of the scopes of the client.':
      'Compute scope from the grants of the authenticated client, for the token and the response alike.',
    'A default scope contains service:nbg for every client.':
      'Remove service:nbg from the default scopes, and grant it to single clients.',
    'Scopes of earlier requests remain in a list that all requests share.':
      'Create the list of scopes for each request, and copy defaults before you add to them.' +
      when('not alone'),
  }),
  'token/renewal': specified(spec.renewal, {
    'The API remembers the first token of a client, or refuses a second token while the first is valid.':
      'Verify each token by its signature and claims, and remove the list of known tokens.',
    'Some nodes sign with a key that the API does not know.':
      'Publish the keys of all issuing nodes in the JWKS, and reload it when an unknown kid arrives.',
    'The new token has nbf or iat in the future, or a filter masks it in the response.':
      'Decode the second token, compare its times with the clock, and compare it with the first.',
    ...why.staleReplica,
  }),
  'token/wrong-audience': implied('RFC 7519, section 4.1.3', {
    'The token endpoint ignores audience and issues a token for the default API.':
      'Refuse audiences that the client has no grant for, and put the requested audience into aud.',
    ...why.cacheKey,
  }),
  'token/bad-grant': implied('RFC 6749, section 5.2, unsupported_grant_type', {
    'The handler never reads grant_type, or replaces a missing value by client_credentials.':
      'Compare grant_type with client_credentials before anything else, and refuse a missing or null value.',
    'grant_type is compared by prefix or by substring.':
      'Use exact comparison of the whole string.',
    'Other registered grant types share the handler.':
      'Remove the grant types that this endpoint does not offer from its registration.',
    ...why.sharedState,
  }),
  'token/malformed-body': implied('RFC 6749, section 5.2, invalid_request', {
    ...why.parseErrorIgnored,
    'The parser repairs cut text, parses strings a second time, or takes the first element of an array.':
      'Parse the body once with a strict parser, and require an object.',
    ...why.sharedState,
  }),
  'token/json-extensions': implied('RFC 8259, section 10', {
    ...why.lenientJson,
    ...why.repairedJson,
  }),
  'token/missing-fields': implied('RFC 6749, section 5.2, invalid_request', {
    'The comparison of the secret is skipped if the value is missing, empty or not a string.':
      'Require client_id and client_secret to be strings that are not empty before you look up the client.',
    'The value is converted before the comparison, or compared with loose equality.':
      'Search the handler for string conversions and loose comparisons of credentials, and compare strings only.',
    'The value reaches a database query as an object, where it acts as an operator.':
      'Pass only strings to the query, and use typed parameters.',
    ...why.emptyBodyAllowed,
  }),
  'token/bad-credentials': implied('RFC 6749, section 5.2, invalid_client', {
    'The secret is not compared, or only in part: a prefix, without case, or with the secret of another client.':
      "Look up the client by its exact id, and compare the whole secret with that client's hash in constant time.",
    'The refusal is built from a token response, so a member of the body or a header contains the token.':
      'Authenticate the client first, and create the token only after that.',
    'An unknown client falls back to a default or to the previous client.':
      'Refuse the request if the lookup returns no client, and search for default values there.' +
      when('not alone'),
    'A cache or a recent success replaces the check of the secret.':
      'Check the secret in every request, and put no token cache before that check.' +
      when('not alone', 'cached'),
  }),
  'token/refusal-status': implied('RFC 6749, section 5.2', {
    'The handler returns the error object with the default status 200.':
      'Set the status together with the error: 401 for invalid_client, otherwise 400.' +
      when('2xx', '!3xx', '!4xx', '!5xx'),
    'A filter for browsers redirects refused requests to a login page.':
      'Exclude the token endpoint from the login filter.' + when('3xx', 'HTML'),
  }),
  'token/no-store': implied('RFC 6749, section 5.1', {
    'The token endpoint sets no Cache-Control, or another directive such as no-cache.':
      'Set Cache-Control: no-store on every response of the token endpoint.',
    'A global policy, a gateway or a CDN overwrites the header with its default.':
      'Compare the headers at the service with those at the client, and exempt the token endpoint from the policy.' +
      when('proxy'),
    'A cache returns a copy that is old, or that lost headers, types or members when it was stored.':
      'Compare a response from the cache with a fresh one, headers included, and correct what the cache stores.' +
      when('cached'),
  }),
};
