import type { Defect } from './target.ts';

const of = (id: string, title: string, breaks: string, why: string, also?: readonly string[]): Defect =>
  also === undefined ? { id, title, breaks, why } : { id, title, breaks, why, also };

/** Defects of tokens, credentials, scopes and users. */
export const accessDefects: readonly Defect[] = [
  of(
    'unknown-clients-are-guests',
    'A client that nobody knows is a guest with a token without scopes',
    'token/bad-credentials',
    'A made-up client_id with any secret gets an access_token.',
  ),
  of(
    'comparison-of-secrets-fails-open',
    'The comparison in constant time throws for another length, and the provider then lets the client in',
    'token/bad-credentials',
    'A wrong secret of another length gets a token, and one of the same length does not.',
  ),
  of(
    'a-missing-grant-is-the-only-one',
    'A missing grant_type means the only grant that the client has',
    'token/bad-grant',
    'A token request without grant_type, or with null, gets a token, while other grants are refused.',
  ),
  of(
    'clients-found-by-partial-match',
    'Clients are found by partial matching, which an empty object or list satisfies',
    'token/missing-fields',
    'client_secret sent as {} or [] gets a token.',
  ),
  of(
    'scopes-joined-by-commas',
    'The scopes of the answer are joined by commas',
    'token/scope-granted',
    'The scope is "service:nbg,service:perfil", without service:nbg as a word between spaces.',
  ),
  of(
    'token-answers-live-as-long-as-tokens',
    'The answer of the token endpoint may be kept as long as the token lives',
    'token/no-store',
    'Cache-Control of a token answer is private, max-age=3600.',
  ),
  of(
    'unknown-audiences-are-the-default-one',
    'An audience that is not known is replaced by the default one of the tenant',
    'token/wrong-audience',
    'A token asked for another audience is accepted by every endpoint.',
  ),
  of(
    'signatures-remembered-alone',
    'Verified tokens are remembered by their signature alone',
    'auth/forged',
    'Once a token was accepted, any altered payload with its signature is.',
    ['scope/forged-scope'],
  ),
  of(
    'unknown-algorithms-left-to-the-services',
    'A token of an algorithm that the gateway does not know is left to the services, which do not verify',
    'auth/forged',
    'Tokens with alg none, HS256 or RS256 and the right claims are accepted, and altered ES256 tokens are refused.',
    ['auth/forged-key-confusion'],
  ),
  of(
    'content-ignores-the-expiry',
    'Editorial content was made available with expired tokens',
    'auth/expired',
    'The expired token gets 200 on analyst insights only.',
  ),
  of(
    'ornaments-around-tokens',
    'Quotation marks and brackets around a token are taken off',
    'auth/malformed',
    'Bearer "<token>" in quotation marks or in angle brackets is accepted.',
  ),
  of(
    'expiry-of-writes-judged-on-the-way-out',
    'On address updates the expiry is judged after the handler',
    'auth/before-effects',
    'A PATCH with the expired token gets its 401, and the read-back shows the new address.',
  ),
  of(
    'challenge-renamed-by-the-gateway',
    'The managed gateway renames the challenge',
    'auth/challenge',
    'Each 401 carries x-amzn-remapped-www-authenticate instead of WWW-Authenticate.',
  ),
  of(
    'bearer-in-two-spellings',
    'The scheme is known in two spellings',
    'auth/scheme-case',
    'Bearer and bearer are accepted, and BEARER is a 401.',
  ),
  of(
    'hindi-listing-is-a-function-of-its-own',
    'The listing in Hindi is a function of its own, without the guard of the scope',
    'scope/guides-required',
    'The unscoped token gets 200 on the guides for the second user, and 403 for the first.',
  ),
  of(
    'user-id-taken-from-anywhere',
    'The mapping of the gateway takes x-user-id from the header or else from the query',
    'user/missing',
    'A request without the header and with ?x-user-id=<id> is answered with data.',
  ),
  of(
    'orders-of-the-house',
    'An order without a user is one for the account of the house',
    'user/missing',
    'A POST of an order without x-user-id is a 201.',
  ),
  of(
    'user-ids-compared-as-numbers',
    'User ids are compared as hexadecimal numbers',
    'user/malformed',
    'A valid id with a zero before it, thus of 25 characters, is accepted.',
  ),
  of(
    'portfolio-of-the-next-user',
    'The user of a portfolio is the first one not below the id',
    'user/unknown',
    'A well-formed id of nobody, such as 24 zeros, gets the portfolio of the user who follows.',
  ),
  of(
    'an-address-begins-a-user',
    'The event of a changed address begins a stream for whoever is named',
    'user/unknown',
    'A PATCH of the address for a well-formed id of nobody is a 200.',
  ),
  of(
    'ids-of-the-future-are-malformed',
    'An unknown user id whose time lies in the future is malformed for daily summaries',
    'user/unknown-summaries',
    'The unknown id ffffffffffffffffffffffff is a 400 there, and 000000000000000000000001 a 401.',
  ),
  of(
    'batch-answers-in-the-order-of-the-query',
    'A batch of look-ups is handed out in the order of the database, not in that of the askers',
    'user/isolation',
    'When two users ask for their cash at the same time in one order of theirs, each gets the cash of the other.',
  ),
];
