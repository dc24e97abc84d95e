import type { Mechanism } from '../../fixtures/faults/mechanisms.ts';
import type { Fault } from './stack.ts';

export type More = Partial<Pick<Fault, 'alsoFails' | 'mayFail' | 'source' | 'unfound'>>;

/** Returns a fault. `more` contains its optional members. */
export function fault(
  id: string,
  title: string,
  mechanism: Mechanism,
  breaks: string,
  more: More = {},
): Fault {
  return { id, title, mechanism, breaks, ...more };
}

/** Requirements that may report a race in which one user gets another's data. */
export const mixedUp = [
  ...['guides/localised', 'notifications/localised', 'summaries/forbidden', 'http/no-server-error'],
  ...['robustness/unexpected-query', 'notifications/ok'],
];

/** Requirements that report that the server accepts any token. */
export const anyToken = [
  ...[
    'auth/malformed',
    'auth/encoding',
    'auth/forged',
    'auth/forged-key-confusion',
    'auth/expired',
  ],
  ...['auth/other-audience', 'scope/forged-scope'],
];

/** Requirements that report that the server ignores the user. */
export const anyUser = [
  'user/missing',
  'user/malformed',
  'user/repeated',
  'user/unknown',
  'user/isolation',
];

/** Requirements that report that a cache serves anybody. */
export const anybody = [
  'auth/missing',
  ...anyToken,
  'scope/guides-required',
  ...anyUser,
  'guides/localised',
];

/**
 * Requirements that report invalid JSON that Python's json.loads accepts, unless the stack decodes
 * strictly.
 */
export const ofJsonLoads = [
  'http/no-server-error',
  'http/invalid-utf-8',
  'address/json-extensions',
];

/** Why a requirement reports nothing. */
export const noSuchCode = 'no sample has a postalCode with letters or leading zeros';
