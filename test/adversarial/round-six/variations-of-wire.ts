import type { Variation } from './variations.ts';

/** Variations of tokens, users and HTTP. */
export const variationsOfWire: readonly Variation[] = [
  {
    id: 'tokens-es512',
    title: 'Tokens are signed with ECDSA on P-521',
    why: 'token/jwt asks for any alg but none; ES512 is registered by RFC 7518 section 3.1.',
  },
  {
    id: 'kid-shared-by-two-types',
    title: 'An RSA key in the key set has the kid of the elliptic one that signs',
    why: 'RFC 7517 section 4.5: keys of different types may share a kid.',
  },
  {
    id: 'forty-published-keys',
    title: 'The key set holds forty keys of one type',
    why: 'RFC 7517 section 5: a set is an array of keys, and its length is not limited.',
  },
  {
    id: 'scopes-as-numbers',
    title: 'Scopes stand in the token as numbers of rights',
    why: 'The claims of the token are not shown; the scope string of the answer has the names.',
  },
  {
    id: 'header-names-the-key-set',
    title: 'The header of each token names the key set of the provider by jku, which the API does not follow',
    why: 'RFC 7515 section 4.1.2: jku is an optional header parameter.',
  },
  {
    id: 'token-refusals-each-of-their-own',
    title: 'Refusals of the token endpoint are 400, 401, 403, 405 or 422',
    why: 'token/refusal-status asks for 4xx, and errors of the identity provider need not be ApiError.',
  },
  {
    id: 'scope-empty-for-the-second-client',
    title: 'The scope of the second client is answered as an empty text',
    why: 'token/scope-withheld: a scope string that does not contain the word.',
  },
  {
    id: 'secret-of-seven-hundred',
    title: 'Client secrets have over seven hundred characters',
    why: 'client_secret is a string of JSON without a stated length, far below the bounds of a body.',
  },
  {
    id: 'ids-without-digits',
    title: 'The ids of users and guides hold letters only',
    why: 'The pattern ^[a-f0-9]{24}$ asks for no digit.',
  },
  {
    id: 'two-scripts-of-a-language',
    title: 'The two users read Chinese in simplified and in traditional characters',
    why: 'Texts are localised to the language of the user, and a tag of a language names its script (RFC 5646).',
  },
  {
    id: 'challenge-with-quoted-commas',
    title: 'The challenge has commas, equals signs and escaped quotation marks within quoted values',
    why: 'RFC 9110 sections 5.6.4 and 11.2: a parameter may be a quoted string.',
  },
  {
    id: 'reason-phrase-in-vietnamese',
    title: 'Reason phrases are Vietnamese in UTF-8',
    why: 'RFC 9112 section 4: a reason phrase may hold obs-text, and clients ignore it.',
  },
  {
    id: 'chunk-sizes-padded',
    title: 'Chunk sizes are upper-case and padded with zeros',
    why: 'RFC 9112 section 7.1: chunk-size is one or more hexadecimal digits.',
  },
  {
    id: 'chunked-in-capitals',
    title: 'The transfer coding is written Chunked',
    why: 'RFC 9112 section 7: names of transfer codings are case-insensitive.',
  },
  {
    id: 'content-length-padded',
    title: 'Content-Length is padded with zeros',
    why: 'RFC 9110 section 8.6: it is one or more digits.',
  },
  {
    id: 'connection-names-a-field',
    title: 'Connection names a further field, which is sent',
    why: 'RFC 9110 section 7.6.1: connection options may name fields of the hop.',
  },
  {
    id: 'header-order-random',
    title: 'Header fields come in another order each time',
    why: 'RFC 9110 section 5.3: the order of fields of different names is not significant.',
  },
  {
    id: 'no-space-after-the-colon',
    title: 'Field values follow the colon at once, with two spaces behind them',
    why: 'RFC 9112 section 5: white space around a field value is optional and no part of it.',
  },
  {
    id: 'heads-in-small-pieces',
    title: 'Heads arrive in pieces of sixteen bytes',
    why: 'HTTP is read from a stream, in which pieces have no meaning.',
  },
  {
    id: 'idle-connections-close',
    title: 'A connection that is idle for a quarter of a second is closed',
    why: 'RFC 9112 section 9.5: a server may close an idle connection at any time.',
  },
  {
    id: 'refused-before-the-body',
    title: 'A missing or bad token is refused before the body has come, which is then read and dropped',
    why: 'RFC 9110 section 7.5: a server may answer before the request is complete.',
  },
  {
    id: 'two-guides-change-places-once',
    title: 'An editor swaps two guides once while the run lasts',
    why: 'READING, Stability: content may change once, and only a difference that comes back and forth is a finding.',
  },
  {
    id: 'media-types-named-in-refusals',
    title: 'A 415 names the accepted types in Accept and Accept-Patch',
    why: 'RFC 9110 section 15.5.16 and RFC 5789 section 3.1.',
  },
  {
    id: 'all-five-members-required',
    title: 'An address without line2 is refused too',
    why: 'Which address fields are required is not shown; address/coercion is observe.',
  },
  {
    id: 'sides-in-any-case',
    title: 'The sides BUY and Sell are taken as well',
    why: 'Allowed side values are not shown; orders/side-values is observe.',
  },
];
