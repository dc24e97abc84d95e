import { randomUUID } from 'node:crypto';
import type { Row } from './variations-data.ts';

/** Other forms of tokens, refusals and messages. */
export const formRows: readonly Row[] = [
  ['rs384', 'Tokens are signed with RSA and SHA-384', { alg: 'RS384' }],
  ['ps512', 'Tokens are signed with RSASSA-PSS and SHA-512', { alg: 'PS512' }],
  [
    'long-type-of-tokens',
    'The type of tokens is written in full, application/at+jwt',
    { header: { typ: 'application/at+jwt' } },
  ],
  [
    'exp-later',
    'exp is fifty seconds after the end that expires_in tells',
    { claims: (_, now) => ({ exp: now + 3650 }) },
  ],
  ['chain-of-actors', 'Tokens tell a chain of actors', { claims: () => ({ act: { sub: 'a', act: { sub: 'b' } } }) }],
  [
    'distinguished-subject',
    'The subject of tokens is a distinguished name',
    { claims: (client) => ({ sub: `CN=${client},O=House\\, Ltd` }) },
  ],
  [
    'no-store-in-capitals',
    'NO-STORE stands behind private, in capitals',
    { tokenHeaders: { 'Cache-Control': 'private , NO-STORE' } },
  ],
  ['token-conflict', 'The token endpoint refuses with 409 whatever it refuses', { tokenStatus: () => 409 }],
  [
    'key-with-dates',
    'The published key tells dates and a null',
    { keySet: (jwk) => ({ next: null, keys: [{ ...jwk, nbf: 1, exp: 9e9, revoked: null }] }) },
  ],
  [
    'secrets-of-digits',
    'Client ids are numbers and secrets have six digits',
    {
      clients: [
        { id: '1001', secret: '482913', scopes: 'service:nbg' },
        { id: '1002', secret: '751064', scopes: 'other' },
      ],
    },
  ],
  ['token-at-the-root', 'The token endpoint stands at the root of the API', { tokenPath: '/' }],
  [
    'unknown-user-conflict',
    'An unknown user is 409 but for daily summaries',
    { status: (k, op) => (k === 'user-unknown' && op !== 'summaries' ? 409 : undefined) },
  ],
  [
    'malformed-user-424',
    'A malformed user is 424, a missing one 449',
    { status: (k) => ({ 'user-malformed': 424, 'user-missing': 449 })[k as string] },
  ],
  [
    'bodies-forbidden',
    'Bodies that are wrong are 403',
    { status: (k) => (['json', 'shape', 'type', 'country', 'amount'].includes(k) ? 403 : undefined) },
  ],
  [
    'teapot',
    'Malformed JSON is 418 and a wrong shape 424',
    { status: (k) => ({ json: 418, shape: 424 })[k as string] },
  ],
  ['media-417', 'Another media type is 417', { status: (k) => (k === 'media' ? 417 : undefined) }],
  [
    'malformed-guide-410',
    'A malformed guide id is 410',
    { status: (k) => (k === 'guide-malformed' ? 410 : undefined) },
  ],
  [
    'three-scripts',
    'Messages are in three scripts at once',
    { message: (m) => (m === 'User not found.' ? m : `${m} Δεν έγινε. 拒否`) },
  ],
  [
    'version-five-ids',
    'Response ids are UUIDs of version 5',
    { responseId: () => randomUUID().replace(/^(.{14})4/, '$15') },
  ],
  [
    'query-refused-in-private',
    'Query parameters are refused for private data and ignored elsewhere',
    { refusesQuery: (op) => op !== 'guides' && op !== 'guide' && op !== 'insights' },
  ],
  [
    'checks-of-browsers',
    'The lifetime of the listing comes with pre-check and post-check',
    { listingHeaders: { 'Cache-Control': 'private, max-age=1800, post-check=900, pre-check=1800' } },
  ],
  [
    'everything-forbidden',
    'Private data forbid caching with every directive there is, private among them',
    { privateCaching: 'no-cache, no-store, must-revalidate, proxy-revalidate, private, max-age=0' },
  ],
  ['order-is-a-number', 'An order is answered with its bare number', { order: () => 700123 }],
  [
    'rows-affected',
    'An address update is answered with the number of rows, 1',
    { updated: () => ({ status: 200, body: 1, headers: {} }) },
  ],
  [
    'update-like-an-error',
    'An address update is answered with status and error members',
    { updated: () => ({ status: 200, body: { status: 200, error: null, responseId: null }, headers: {} }) },
  ],
  ['update-299', 'An address update is 299', { updated: () => ({ status: 299, body: {}, headers: {} }) }],
  [
    'read-back-at-the-root',
    'The address that is read back is the whole body',
    { readBack: (a) => a, readBackAt: { path: '/users/me/address', pointer: '' } },
  ],
  [
    'read-back-in-a-list',
    'The address is read back from within a list, by a path with a query',
    {
      readBack: (a) => ({ users: [{ address: a }] }),
      readBackAt: { path: '/users/me/address?view=full', pointer: '/users/0/address' },
    },
  ],
  [
    'postal-codes-above-zero',
    'Postal codes that are no positive whole numbers are refused',
    { addressRefuses: (c, v) => c === 'postalCode' && typeof v === 'number' && !(Number.isInteger(v) && v > 0) },
  ],
  ['trailing-zeros', 'Decimals end with zeros', { text: (json) => json.replace(/(:-?\d+\.\d+)(?=[,}])/g, '$1000') }],
  ['slow-writes', 'Writes take a third of a second', { delay: (c) => (c.method === 'GET' ? 0 : 330) }],
  [
    'slow-second-user',
    'Requests for one user take longer than those for others',
    { delay: (c) => (String(c.headers['x-user-id']).startsWith('6e') ? 150 : 0) },
  ],
  [
    'shed-refusals',
    'Every fifth refusal is a 429',
    { shed: (_, a, count) => (a && a.status >= 400 && count('refusal') % 5 === 0 ? 429 : undefined) },
  ],
  [
    'three-in-a-row',
    'Three requests in a row of every thirty are 503 with Retry-After',
    { shed: (_, a, count) => (!a && count('request') % 30 > 26 ? 503 : undefined) },
  ],
  [
    'one-user-sheds',
    'Every eleventh request for one user is a 429',
    {
      shed: (c, a, count) =>
        !a && String(c.headers['x-user-id']).startsWith('5f') && count('one') % 11 === 0 ? 429 : undefined,
    },
  ],
  ['localhost', 'The addresses name localhost', { host: 'localhost' }],
  [
    'privacy-policy',
    'Answers carry P3P, a cookie of the session and the limits of the connection',
    {
      headers: {
        P3P: 'CP="NOI DSP"',
        'Set-Cookie': 'JSESSIONID=0a1b.node1; Path=/; HttpOnly',
        'Keep-Alive': 'timeout=5, max=97',
      },
    },
  ],
];
