import type { Variation } from './target.ts';

const of = (id: string, title: string, why: string): Variation => ({ id, title, why });

/** Variations of tokens, users, bodies and the reading back of addresses. */
export const accessVariations: readonly Variation[] = [
  of('a-token-is-created', 'The token endpoint answers 201 Created', 'token/issued asks for a 2xx.'),
  of(
    'claims-written-with-white-space',
    'The claims are written with tabs, CRLF and letters beyond ASCII',
    'RFC 7519 section 7.1: any UTF-8 representation of the JSON object, white space included, may be signed.',
  ),
  of(
    'key-set-has-its-own-media-type',
    'The key set is application/jwk-set+json',
    'RFC 7517 section 8.5.2 registers that type.',
  ),
  of(
    'keys-without-use-and-algorithm',
    'The published key has key_ops and ext, and neither use nor alg',
    'RFC 7517 sections 4.2 to 4.4: all three are optional, and unknown members are ignored.',
  ),
  of(
    'answer-without-scope-where-nothing-special',
    'The token answer of the client without service:nbg has no scope member',
    'token/scope-withheld: its scope string, if there is one; token/issued binds the scoped client.',
  ),
  of(
    'many-scopes-in-any-order',
    'The scope of the answer has two dozen further words, in another order each time',
    'RFC 6749 section 3.3: the order of scopes does not matter; token/scope-granted asks for the whole word.',
  ),
  of(
    'tokens-for-other-audiences',
    'A token for another audience is issued, and the API refuses it',
    'token/wrong-audience: no token that the API accepts.',
  ),
  of(
    'expiry-with-decimals',
    'The claim exp has a fraction of a second',
    'RFC 7519 section 2: a NumericDate may hold non-integer values; it agrees with expires_in.',
  ),
  of(
    'roles-of-keycloak',
    'Scopes are roles below resource_access of the audience',
    'The claims of the token are not shown in the specification.',
  ),
  of(
    'token-address-has-a-query',
    'The address of the token endpoint has a query that it needs',
    'auth_url is given as a whole, and RFC 6749 section 3.2 lets it include a query that must be retained.',
  ),
  of(
    'clients-may-use-basic-authentication',
    'Clients may prove themselves by HTTP Basic as well',
    'RFC 6749 section 2.3.1; a body without credentials and without that header is still refused.',
  ),
  of(
    'media-type-checked-before-the-token',
    'The media type of a body is checked before the token',
    'The order of checks is not stated, and each negative has a single fault.',
  ),
  of(
    'methods-without-endpoint-are-501',
    'Methods that no endpoint has are 501 with ApiError',
    'RFC 9110 section 15.6.2; errors/method: 4xx or 501.',
  ),
  of(
    'malformed-guide-ids-are-404',
    'A malformed guide id is 404',
    'guide/malformed-id asks for a refusal, which is any 4xx.',
  ),
  of(
    'malformed-input-is-422',
    'Malformed user ids and bodies are 422, and a missing user id is 400',
    'A refusal is a 4xx; user/malformed-status is observed, and the status of refused bodies is not stated.',
  ),
  of(
    'ids-padded-with-zeros',
    'User ids are small numbers, padded with zeros',
    '00000000000000000000002a fits ^[a-f0-9]{24}$.',
  ),
  of(
    'a-guide-has-the-id-of-a-user',
    'The first guide has the id of the first user',
    'Ids of guides and of users are of the same form, and nothing says that they differ.',
  ),
  of(
    'countries-of-a-list',
    'Only the country codes where there are customers are taken',
    'The exact format of address fields is not shown; a sample that is refused belongs into the profile, and all common countries are listed.',
  ),
  of(
    'address-updates-are-pending',
    'An address update is 202 with a state and a Location',
    'address/accepted: 2xx, its status and body are observed; the read-back shows it at once.',
  ),
  of(
    'orders-answered-without-content',
    'An order is 202 without content',
    'orders/accepted: 2xx, and JSON where there is content.',
  ),
  of(
    'nothing-can-be-sold',
    'Orders can buy and not sell',
    'orders/side-values is observed; buy is the only value that is shown.',
  ),
  of(
    'only-the-charset-utf-8',
    'A body in a charset other than utf-8 is 415',
    'The stated Content-Type is application/json, and RFC 8259 section 8.1 knows UTF-8 only.',
  ),
  of(
    'bodies-may-be-compressed',
    'Bodies may be sent in gzip',
    'RFC 9110 section 8.4: a content coding is part of HTTP; bodies without it are read as ever.',
  ),
  of(
    'repeated-parameters-refused',
    'A query parameter that is sent twice is refused with 400',
    'robustness/unexpected-query: answered as without them, or refused.',
  ),
  of(
    'paths-are-forgiving',
    'Paths are matched without case, doubled slashes and a slash at the end',
    'The stated paths are served; how others are resolved belongs to the server (RFC 3986 section 6.2.3).',
  ),
  of(
    'read-back-behind-an-escaped-pointer',
    'The address is read back by a JSON pointer with escapes',
    'RFC 6901 section 3: ~1 is a slash and ~0 a tilde; the profile gives the pointer.',
  ),
  of(
    'read-back-tells-more',
    'The address that is read back has members which the service added',
    'The answer of a read-back is not shown, and address/overwrites is about what the update supplied.',
  ),
  of(
    'no-address-before-the-first-update',
    'Users have no address until the first update, and the read-back is 404 till then',
    'The supplied address overwrites any existing address: there may be none.',
  ),
];
