import { shapeVariations } from './shape-variations.ts';
import { type Variation, variation } from './variation.ts';

export type { Variation } from './variation.ts';

const identityVariations: readonly Variation[] = [
  variation('tokens-rs512', 'Tokens are signed by RS512', 'token/jwt asks for any alg but none.'),
  variation('tokens-es384', 'Tokens are signed by ES384', 'token/jwt asks for any alg but none.'),
  variation(
    'keys-without-use',
    'The published key has key_ops, and neither alg nor use',
    'Both are optional (RFC 7517 sections 4.2 to 4.4).',
  ),
  variation(
    'thumbprints-in-token-header',
    'The header of a token has the thumbprint of a certificate',
    'x5t#S256 is a registered parameter (RFC 7515 section 4.1.8).',
  ),
  variation(
    'own-key-in-token-header',
    'The header of a token holds the public key, which the API does not trust for that',
    'jwk is a registered parameter (RFC 7515 section 4.1.3).',
  ),
  variation(
    'payload-in-lines',
    'The payload of a token is indented and holds letters beyond ASCII',
    'The payload is any UTF-8 JSON (RFC 7519 section 7.1).',
  ),
  variation(
    'dates-with-fractions',
    'iat and exp have fractions of a second',
    'A NumericDate may be no integer (RFC 7519 section 2).',
  ),
  variation('tokens-for-ten-years', 'Tokens last ten years', 'token/lifetime is observed.'),
  variation('token-answered-with-201', 'A token is answered with 201', 'token/issued asks for a 2xx.'),
  variation(
    'scopes-in-realm-roles',
    'The scopes stand in realm_access.roles',
    'The claims of the token are not shown.',
  ),
  variation(
    'token-endpoint-with-query',
    'The address of the token endpoint has a query',
    'It may have one (RFC 6749 section 3.2); its address is not shown.',
  ),
  variation(
    'key-set-of-its-own-type',
    'The key set is application/jwk-set+json',
    'It is the registered type (RFC 7517 section 8.5.2).',
  ),
  variation('audience-of-digits', 'The audience is a text of digits', 'The value of audience is not shown.'),
  variation(
    'challenge-of-insufficient-scope',
    'A 403 for a missing scope carries a challenge',
    'RFC 6750 section 3.1 has it so, and RFC 9110 section 11.6.1 allows the field in other answers.',
  ),
  variation(
    'challenge-with-resource-metadata',
    'Challenges name the metadata of the resource',
    'RFC 9728 section 5.1 defines the parameter.',
  ),
  variation(
    'first-use-of-token-slow',
    'The first use of each token takes a quarter of a second',
    'No time is stated; the time limit is longer.',
  ),
];

const httpVariations: readonly Variation[] = [
  variation(
    'processing-before-answer',
    'A 102 precedes every answer',
    'A client has to parse 1xx answers (RFC 9110 section 15.2).',
  ),
  variation(
    'chunk-extensions',
    'Chunks have extensions, and the connection closes',
    'A recipient ignores those it does not know (RFC 9112 section 7.1.1).',
  ),
  variation(
    'language-of-content-named',
    'Answers in a language name it in Content-Language',
    'RFC 9110 section 8.5 allows it.',
  ),
  variation(
    'last-modified-of-listing',
    'The listing says when it was changed last',
    'RFC 9110 section 8.8.2 recommends it.',
  ),
  variation('digest-of-content', 'Answers carry a digest of their content', 'RFC 9530 section 2 allows it.'),
  variation(
    'upgrade-advertised',
    'Answers advertise another protocol by Upgrade',
    'A server may do so in any answer (RFC 9110 section 7.8).',
  ),
  variation(
    'clock-of-gateway-behind',
    'The Date of the API is 45 seconds behind that of the identity provider',
    'Clocks of two parties differ; tokens are judged with leeway.',
  ),
  variation(
    'writes-limited',
    'Every fourth write is answered 429 with Retry-After',
    'READING: load shedding is never a failure.',
  ),
  variation(
    'services-restart-once',
    'Each service is restarted once, and its endpoints are 503 for a quarter of a second',
    'READING: load shedding is never a failure.',
  ),
  variation('length-required', 'Bodies without a length are refused with 411', 'RFC 9110 section 15.5.12 allows it.'),
  variation(
    'path-with-query-unknown',
    'A path with a query is no path of the API, and 404',
    'robustness/unexpected-query: or refused.',
  ),
  variation(
    'paths-in-any-case',
    'Paths are found in capitals as well',
    'Nothing says that other spellings are no paths of the API.',
  ),
  variation(
    'listing-not-to-be-transformed',
    'The listing says must-revalidate and no-transform besides its lifetime',
    'The lifetime is stated, further directives are free (RFC 9111 section 5.2.2).',
  ),
  variation(
    'unknown-guide-kept-with-age',
    'The refusal of an unknown guide comes out of a cache for two seconds, with its Age',
    'A 404 may be kept (RFC 9110 section 15.1), and errors/response-id-unique excepts answers with Age.',
  ),
  variation(
    'response-ids-of-version-1',
    'Response ids are of version 1 and differ in their first digits only',
    'errors/response-id-uuid asks for RFC 9562 text.',
  ),
];

export const variations: readonly Variation[] = [...identityVariations, ...httpVariations, ...shapeVariations];
