import { type Defect, defect } from './defect.ts';

const tokenDefects: readonly Defect[] = [
  defect(
    'token-in-envelope',
    'token/issued',
    'The gateway wraps the token answer in data, as it wraps every answer',
    'The token answer has one member, data.',
  ),
  defect(
    'renewed-token-of-normalised-audience',
    'token/renewal',
    'The grant store keeps the audience as an address, with a slash at its end, and a renewal takes it from there',
    'The second token of a client is refused with 401.',
  ),
  defect(
    'token-in-plain-base64',
    'token/jwt',
    'The parts of the token are in base64 of the ordinary alphabet, without its padding',
    'The signature holds plus signs and slashes.',
  ),
  defect(
    'scope-percent-encoded',
    'token/scope-granted',
    'The scopes of the token answer are percent-encoded',
    'The scope says service%3Anbg.',
  ),
  defect(
    'token-cache-covers-scopes',
    'token/scope-withheld',
    'A token that is kept is handed out wherever it covers the scopes, whoever the client is',
    'After the scoped client, the unscoped one gets its token, scope and all.',
    'scope/guides-required',
  ),
  defect(
    'token-expires-at-claim',
    'token/expiry-claim',
    'The token ends with the claim expires_at and has no exp',
    'The payload has no exp.',
  ),
  defect(
    'audience-added-to-own',
    'token/wrong-audience',
    'The audience that was asked for is added to that of the API',
    'A token asked for another audience is issued, and the API accepts it.',
  ),
];

const authDefects: readonly Defect[] = [
  defect(
    'validator-400-for-missing-token',
    'auth/missing',
    'The validator of requests finds a required header missing before the guard is asked',
    'Portfolios answer 400 where there is no Authorization.',
  ),
  defect(
    'bearer-prefix-stripped-repeatedly',
    'auth/malformed',
    'The scheme is taken away as often as it stands in front',
    'Bearer Bearer and a good token is accepted.',
  ),
  defect(
    'verified-token-remembered-by-prefix',
    'auth/forged',
    'Verified tokens are remembered by their first two hundred characters',
    'A good token with an altered signature, or an altered end of its payload, is accepted.',
    'scope/forged-scope',
  ),
  defect(
    'invalid-token-is-anonymous',
    'auth/forged',
    'For cash, a token whose signature does not hold makes an anonymous visitor, which the guard takes for somebody',
    'Cash is served with an altered signature.',
  ),
  defect(
    'hmac-with-pkcs1-pem',
    'auth/forged-key-confusion',
    'The secret of an HMAC token is the public key as PKCS#1 PEM',
    'A token signed by HS256 with that text is accepted.',
  ),
  defect(
    'expiry-slides-with-activity',
    'auth/expired',
    'A token does not end while its client was active within the last half hour',
    'The expired token is accepted once the client used a good one.',
  ),
  defect(
    'other-audience-421',
    'auth/other-audience',
    'A token for another audience is answered 421, as a misdirected request',
    'The token for another audience gets 421.',
  ),
  defect(
    'challenge-remapped',
    'auth/challenge',
    'The gateway renames WWW-Authenticate to X-Amzn-Remapped-WWW-Authenticate',
    'A 401 has no WWW-Authenticate.',
  ),
  defect(
    'cached-listing-without-scope-check',
    'scope/guides-required',
    'The scope is asked where the listing is loaded, and the cache stands before it',
    'Once the listing was loaded, a token without the scope gets it.',
  ),
];

const userDefects: readonly Defect[] = [
  defect(
    'headers-of-last-forward',
    'user/missing',
    'The header fields of the forwarded request are one object that keeps the user before',
    'Notification settings without x-user-id are those of the last user.',
  ),
  defect(
    'where-clause-left-out',
    'user/missing',
    'Without a user the query for cash has no condition',
    'Cash without x-user-id holds the balances of all users.',
  ),
  defect(
    'user-lookalikes-read-as-digits',
    'user/malformed',
    'The letters O, I and l in x-user-id are read as digits, as human-friendly alphabets have it',
    'A user id in which a zero is the letter O is accepted.',
  ),
  defect(
    'user-repeated-alike-collapsed',
    'user/malformed',
    'Equal values of x-user-id that were joined are taken for one',
    'The same id twice, with a comma between, is accepted.',
  ),
  defect(
    'cache-key-lowercased',
    'user/malformed',
    'The cache of the listing lowercases its key and is asked before the user id is checked',
    'An id in capitals is served the listing that its user got before.',
  ),
  defect(
    'batch-answers-in-row-order',
    'user/isolation',
    'Portfolios asked for at the same time are loaded together and handed out in the order of the rows',
    'Simultaneous requests of two users get each other’s portfolios.',
  ),
];

export const identityDefects: readonly Defect[] = [...tokenDefects, ...authDefects, ...userDefects];
