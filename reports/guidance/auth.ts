import { type GuidanceTable, implied, specified, when } from './guidance.ts';
import { why } from './shared.ts';
import { spec } from './statements.ts';

/** Guidance on tokens and scopes. */
export const auth: GuidanceTable = {
  'auth/missing': specified(spec.everyRequest, {
    'The route or a cache runs before the guard, or outside the group that the guard protects.':
      'List the routes with their middleware, and put the guard before the cache and on the whole API.' +
      when('alone', '!sent elsewhere'),
    'The guard also takes a token from the query, a cookie, the body, another header or an earlier request.':
      'Configure the guard to read Authorization of this request only, and remove its other token sources.' +
      when('sent elsewhere'),
    ...why.guardByPath,
    ...why.wrongStatus,
  }),
  'auth/malformed': specified(spec.everyRequest, {
    'The code splits, searches or decodes the header and never checks that the scheme is Bearer.':
      'Match the whole header against the scheme, spaces and one token, and refuse everything else with 401.',
    'The code repairs the token: it removes spaces, brackets or extra parts.':
      'Pass the token to the verifier unchanged, and require exactly the parts of a JWT.',
    'A token that cannot be decoded ends in a catch block that lets the request pass or responds with 400.':
      'Make the guard respond with 401 to every exception of the verifier.',
  }),
  'auth/encoding': implied('RFC 7515, section 5.2', {
    'The base64 decoder is lenient: it skips foreign characters and accepts padding or the other alphabet.':
      'Check the three parts against ^[A-Za-z0-9_-]+$ before you decode them.',
    'The code trims commas, dots or quotation marks around the token.':
      'Remove the trimming, and accept only white space around the value of the header.',
  }),
  'auth/forged': specified(spec.status401, {
    'The result of the verification is cached by the signature alone, or by the last part of the token.':
      'Use the whole token, or its hash, as key of the cache, and check exp in every request.' +
      when('genuine signature'),
    'The code decodes the token without verifying its signature, at least on this route or in some cases.':
      'Search for decode calls and disabled verification, and use one verify function on every route.' +
      when('alone', '!genuine signature'),
    'The verifier takes the algorithm or the key from the token: alg none, jwk, jku, x5u, x5c or an unknown kid.':
      "Fix the list of algorithms, and take keys from the identity provider's JWKS only." +
      when('alone', 'key in the token', '!genuine signature'),
    'A cache, session or connection remembers that an earlier token was valid.':
      'Cache verified tokens by the whole token, after verification, and nothing by connection or session.' +
      when('genuine signature', 'not alone', 'same connection', '!altered signature refused'),
    'The verifier fails open when a key is missing, an HMAC secret is configured or too many tokens were refused.':
      'Remove fallback keys and secrets, and refuse the token in every error path of the verifier.' +
      when('not alone', '!genuine signature'),
  }),
  'auth/forged-key-confusion': specified(spec.jwt, {
    'The verifier accepts HMAC algorithms and uses the public key as their secret.':
      'Allow only the asymmetric algorithm of your identity provider, such as RS256, in the call of the verifier.',
    'The JWT library is old and guesses the type of the key from the algorithm in the header.':
      'Update the library, and pass the key as a typed object instead of a PEM, DER or JWK string.',
  }),
  'auth/foreign-keys-fetched': implied('RFC 8725, section 3.10', {
    'The key resolver fetches the URL in jku or x5u before it decides which key to use.':
      'Configure a fixed JWKS URL, and ignore jku and x5u.',
    'A logger or token inspector resolves the header of the token.':
      'Search for code that reads the header of unverified tokens, and remove the requests that it sends.',
  }),
  'auth/expired': specified(spec.tokensExpire, {
    'The check of exp is disabled or missing on this route.':
      'Search the options of the verifier for ignored expiry, and use the same options on every route.' +
      when('alone', '!not alone'),
    'The tolerance for clock differences is hours instead of seconds, or the age is computed from iat.':
      'Set the leeway to 60 seconds at most, and compare exp with the clock.',
    'A cache of verified tokens outlives the token, or is keyed by client.':
      'Check exp in every request, also if the signature is in the cache.' +
      when('not alone', 'same connection'),
    ...why.wrongStatus,
  }),
  'auth/other-audience': implied('RFC 7519, section 4.1.3', {
    'The verifier runs without an expected audience, or the setting is missing on this route.':
      'Pass the exact audience to the verifier in the one place that all routes use.' +
      when('alone', '!not alone'),
    'The audience is compared by prefix or domain, or replaced by another claim such as azp.':
      'Compare aud with your identifier exactly, and use other claims only in addition.',
    'The result of the audience check is cached by client.':
      'Cache it by the whole token, or not at all.' + when('not alone'),
    ...why.wrongStatus,
  }),
  'auth/scheme-case': implied('RFC 9110, section 11.1', {
    'The code compares the header with "Bearer " case-sensitively.':
      'Compare the scheme without case, in every guard and gateway policy that reads the header.',
    'The code lists some spellings of the scheme and lacks others.':
      'Replace the list by one comparison that ignores case.',
  }),
  'auth/challenge': implied('RFC 9110, section 15.5.2, challenge', {
    'The error handler builds the 401 and does not set WWW-Authenticate.':
      'Set WWW-Authenticate: Bearer in the one function that writes every 401.' +
      when('everywhere', '!one endpoint'),
    'Only some of the paths to a 401 set it: a missing token, an expired token or this endpoint lacks it.':
      'Search for every place that responds with 401, and route it through that function.' +
      when('one endpoint', '!everywhere'),
    'A gateway removes or renames the header.':
      'Compare the 401 at the service with the 401 at the client, and let the gateway pass the header.' +
      when('proxy'),
  }),
  'auth/before-effects': implied('RFC 9110, section 15.5.2', {
    'The handler loads or stores data first and checks the token or the user afterwards.':
      'Run the guard as middleware before the handler, and return as soon as it refuses.',
    'The error body or a debug header is built from the response that was already prepared.':
      'Build errors from the error only, and remove details such as upstream responses and debug headers.',
    'A queue, a retry or a rollback applies the refused request later.':
      'Put a request into a queue only after every check, and roll back its own changes only.',
    ...why.sharedState,
  }),
  'scope/guides-required': specified(spec.status403, {
    'The route declares no scope check, or declares it only for some of its paths or users.':
      'Declare service:nbg on the route itself, for every path and user that reaches it.' +
      when('alone', '!not alone', '!sometimes'),
    'The scope check looks for a part of the word, or reads another claim than the scope.':
      'Split the scope claim at spaces, and compare each word with service:nbg.' +
      when('alone', '!not alone', '!sometimes'),
    'A cache of the server, the gateway or the CDN sends the listing before the scope is checked.':
      'Cache the listing behind the check.' +
      when('earlier request', 'not alone', 'sometimes', 'cached', '!same connection'),
    'A variable or a session remembers that an earlier token had the scope.':
      'Decide for each request from its own token, and store no decision outside the request.' +
      when('not alone', 'sometimes', 'same connection', 'other user before', '!right at a new URL'),
    ...why.wrongStatus,
    ...why.staleReplica,
  }),
  'scope/guides-sufficient': specified(spec.guidesScope, {
    'The route requires a further scope, or reads scopes from a claim that the token lacks, such as scp.':
      'Decode a token, and require service:nbg only, in the claim that your identity provider fills.' +
      when('alone', '!not alone'),
    'An earlier refusal or a quota is remembered for the user, the client or the connection.':
      'Do not cache refusals, and respond with 429 if a quota is used up.' +
      when('not alone', 'same connection', '!alone'),
    ...why.staleReplica,
  }),
  'scope/forged-scope': specified(spec.status401, {
    'Verified tokens are cached by their signature alone, or by an id inside the token, such as jti.':
      'Use the whole token as cache key, or its hash.',
    'The scope check decodes the token again without verifying it.':
      'Read scopes from the claims that the verifier returned.',
    'Large tokens take another path that skips verification.':
      'Remove the special path, or verify there as well.',
  }),
  'scope/declared': specified(spec.status403, {
    'The scope is declared in the profile, but not checked on the route, or checked as a substring.':
      'Add the scope to the policy of the route, and compare whole words of the scope claim.',
    ...why.wrongStatus,
  }),
  'scope/others': specified(spec.scopesNotShown, why.unspecified),
};
