import type { Mechanism } from '../../fixtures/faults/mechanisms.ts';
import { anyToken, fault, type More, mixedUp } from './fault.ts';
import type { Fault } from './stack.ts';

/** Defines a fault that several stacks have, each with its own id and title. */
function common(mechanism: Mechanism, breaks: string, more: More) {
  return (id: string, title: string): Fault => fault(id, title, mechanism, breaks, more);
}

/** Faults that any proxy may have. */
export const faultsOfProxies: readonly Fault[] = [
  fault('challenge-hidden', 'WWW-Authenticate is removed', 'status-mapping', 'auth/challenge', {
    source: 'RFC 9110 section 15.5.2',
  }),
  fault(
    'everything-public',
    'Every response is public',
    'cache-headers',
    'http/private-data-not-shared',
    {
      mayFail: ['guides/cache-control-errors'],
    },
  ),
  fault(
    'user-from-query',
    'A missing x-user-id is taken from the query',
    'credential-location',
    'user/missing',
  ),
];
export const cacheKeyWithoutToken = fault(
  'cache-key-without-token',
  'Cache key omits the token, so a hit needs none',
  'cache-key',
  'auth/missing',
  { mayFail: [...anyToken, 'scope/guides-required'] },
);
export const smallHeaders = common('http-parser', 'errors/json', {
  mayFail: ['auth/malformed', 'auth/forged'],
});
export const slashDecoded = common('guard-by-path', 'guide/malformed-id', {});
export const notFoundAsIs = common('framework-error-page', 'errors/unknown-route', {});
export const frameworkShape = common('framework-error-page', 'errors/shape', {});

export const tokenNotVerified = common('token-validation', 'auth/forged', { mayFail: anyToken });
export const keyConfusion = (id: string, title: string, source = 'RFC 8725 section 3.1') =>
  fault(id, title, 'key-confusion', 'auth/forged-key-confusion', { source });
export const lenientBase64 = common('token-validation', 'auth/encoding', {
  source: 'RFC 7515 section 5.2',
});
export const audienceUnchecked = common('token-validation', 'auth/other-audience', {
  source: 'RFC 8725 section 3.9',
});
export const schemeOptional = common('authorization-parsing', 'auth/malformed', {
  mayFail: ['auth/scheme-case'],
});
export const scopeMisread = common('scope-check', 'scope/guides-required', {});
export const guardByPath = common('guard-by-path', 'auth/missing', {
  mayFail: ['scope/guides-required'],
});

export const userShared = common('race', 'user/isolation', { mayFail: mixedUp });
export const cachedWithoutUser = common('cache-key', 'guides/localised', {
  mayFail: ['user/isolation'],
});
export const cachedByUrl = common('cache-key', 'guides/localised', {});
export const userRewritten = common('identifier-parsing', 'user/malformed', {
  mayFail: ['user/repeated'],
});
export const oneHeaderLine = common('identifier-parsing', 'user/repeated', {
  source: 'RFC 9110 section 5.3',
});

export const notUtf8 = common('lenient-parser', 'http/invalid-utf-8', {
  mayFail: ['address/json-extensions', 'orders/json-extensions'],
  source: 'RFC 8259 section 8.1',
});
export const jsonExtended = common('lenient-parser', 'address/json-extensions', {
  mayFail: ['orders/json-extensions'],
});
export const bodyCrashes = common('crash-on-body', 'http/no-server-error', {});
export const finalLineBreak = common('missing-validation', 'address/country-code', {});
