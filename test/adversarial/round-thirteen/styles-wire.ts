import { randomBytes, randomUUID } from 'node:crypto';
import type { Named } from './styles.ts';

const busy = (count: number, every: number, status: number, text: string, headers: Record<string, string>) =>
  count % every === 0 ? { status, text, headers: { 'Content-Type': 'text/plain', ...headers } } : undefined;

/** A UUID of another version, random otherwise. */
const uuidOf = (version: string) => () => {
  const id = randomUUID();
  return `${id.slice(0, 14)}${version}${id.slice(15)}`;
};

export const wireStyles: readonly Named[] = [
  ['response-ids-of-version-3', 'Response ids are UUIDs of version 3.', { responseId: uuidOf('3') }],
  [
    'errors-with-problem-members',
    'Errors have the members of RFC 9457 besides.',
    { error: (e) => ({ ...e, type: 'about:blank', title: 'No', instance: '/x' }) },
  ],
  [
    'error-members-backwards',
    'Members of errors come in the reverse order.',
    { error: (e) => Object.fromEntries(Object.entries(e).reverse()) },
  ],
  ['unknown-user-421', 'An unknown user is answered with 421 except on daily summaries.', { unknownUser: 421 }],
  [
    'malformed-user-416',
    'A malformed user is answered with 416 and a missing one with 424.',
    { malformedUser: 416, missingUser: 424 },
  ],
  ['malformed-guide-414', 'A malformed guide id is answered with 414.', { malformedGuide: 414 }],
  [
    'refused-bodies-409',
    'A body of a wrong shape is answered with 409 and another type with 406.',
    { bodyRefused: 409, mediaTypeRefused: 406 },
  ],
  ['token-refusal-404', 'The token endpoint answers a wrong client with 404.', { tokenRefusal: 404 }],
  [
    'token-answer-with-nulls',
    'The token answer has null for what it does not give.',
    { tokenAnswer: { refresh_token: null, error: null } },
  ],
  ['token-of-a-minute-and-a-half', 'Tokens last for 400 seconds.', { lifetime: 400 }],
  [
    'claims-in-other-scripts',
    'Tokens have claims in Japanese, and one with an empty name.',
    { claims: { 名前: '投資', '': 0 } },
  ],
  [
    'claims-twice-as-many',
    'Tokens carry forty claims of their tenant.',
    { claims: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`t${at}`, at])) },
  ],
  [
    'token-typed-with-suffix',
    'The type in the header of tokens is application/at+jwt in full.',
    { tokenHeader: { typ: 'application/at+jwt', cty: 'json' } },
  ],
  ['audience-with-umlaut', 'The audience is a text with spaces and umlauts.', { audience: 'Börse für Geräte #1' }],
  ['base-with-a-dot-segment-name', 'The base has segments named v1.0 and ~me.', { base: '/v1.0/~me/api' }],
  [
    'json-with-an-escaped-letter',
    'Each letter k is escaped in JSON, in names of members as well.',
    { text: (json) => json.replaceAll('k', '\\u006B') },
  ],
  [
    'cookies-are-set',
    'Every answer sets a cookie.',
    { headers: () => ({ 'Set-Cookie': 'shard=%7B7%7D; Path=/; HttpOnly; SameSite=Lax' }) },
  ],
  ['json-between-form-breaks', 'JSON is set between carriage returns.', { text: (json) => `\r\r${json}\r` }],
  [
    'media-type-with-boundary',
    'The media type has parameters in capitals and in quotation marks.',
    { mediaType: 'Application/JSON; Charset="UTF-8"; Profile="a;b"' },
  ],
  [
    'lifetime-among-private-fields',
    'Cache-Control names a field in private, and its directives are in capitals.',
    { cacheControl: 'PRIVATE="Set-Cookie, X-A", MAX-AGE=1800' },
  ],
  [
    'stale-listings-while-revalidating',
    'The listing may be served stale while it is asked for anew.',
    { cacheControl: 'private, max-age=1800, stale-while-revalidate=30, stale-if-error=60' },
  ],
  ['vary-with-empty-elements', 'Vary has empty elements and spaces.', { vary: ' , accept,, X-USER-ID ,' }],
  [
    'timings-are-told',
    'Answers tell their timings in Server-Timing.',
    { headers: () => ({ 'Server-Timing': 'db;dur=1.2;desc="a, b", app' }) },
  ],
  [
    'client-hints-are-wished',
    'Answers wish for client hints and clear no data.',
    { headers: () => ({ 'Accept-CH': 'DPR, ECT', 'Critical-CH': 'ECT' }) },
  ],
  [
    'noise-in-headers',
    'Answers carry a header of random length.',
    { headers: () => ({ 'X-Pad': 'x'.repeat((randomBytes(1)[0] ?? 0) * 4) }) },
  ],
  ['every-fifth-waits', 'Some answers wait for 120 milliseconds.', { delay: () => (Math.random() < 0.2 ? 120 : 0) }],
  [
    'shed-with-a-date',
    'Every 31st request is 503 with a date in Retry-After.',
    {
      shed: (count) => busy(count, 31, 503, 'later', { 'Retry-After': new Date(Date.now() + 1000).toUTCString() }),
    },
  ],
  [
    'shed-with-nought',
    'Every ninth request is 429, to be repeated at once.',
    { shed: (count) => busy(count, 9, 429, 'again', { 'Retry-After': '0' }) },
  ],
  [
    'update-203-with-markup',
    'An address update is 203 with the address under another name.',
    { updated: (address) => ({ status: 203, body: { stored: address }, headers: {} }) },
  ],
];
