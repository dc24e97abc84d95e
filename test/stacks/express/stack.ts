import {
  cachedByUrl,
  keyConfusion,
  notFoundAsIs,
  notUtf8,
  scopeMisread,
} from '../common-faults.ts';
import { defineStack, nodeServer } from '../define.ts';
import { anyToken, fault, mixedUp } from '../fault.ts';

export const express = defineStack({
  id: 'express',
  title: 'Express 4 with express-jwt',
  needs: {
    npm: [
      'express',
      'express-jwt',
      'jwks-rsa',
      'jsonwebtoken-4',
      'jsonwebtoken-8',
      'oidc-provider',
    ],
  },
  identity: 'oidc-provider',
  program: nodeServer('express'),
  variations: [
    { id: 'strict-routing', title: 'Paths in another case or with a trailing slash are unknown' },
    {
      id: 'guard-before-routes',
      title: 'The guard runs before the router, so unknown routes get 401',
    },
    { id: 'no-etag', title: 'Responses have no ETag' },
    { id: 'static-key', title: 'The key is read once, at the start' },
  ],
  faults: [
    keyConfusion(
      'jsonwebtoken-4',
      'jsonwebtoken 4.1.0 takes the public key for a secret',
      'CVE-2015-9235',
    ),
    // The guard is synchronous, and Node responds before its parser refuses the coding (RFC 9112
    // section 6.3).
    fault(
      'jsonwebtoken-8',
      'jsonwebtoken 8.5.1 allows alg none without a key',
      'token-validation',
      'auth/forged',
      {
        mayFail: ['http/protocol-violations'],
        source: 'CVE-2022-23540',
      },
    ),
    fault(
      'no-audience',
      'express-jwt is given no audience',
      'token-validation',
      'auth/other-audience',
    ),
    fault(
      'credentials-optional',
      'credentialsRequired is false',
      'token-validation',
      'auth/missing',
      {
        mayFail: ['auth/malformed'],
      },
    ),
    scopeMisread('scope-by-substring', 'The scope is searched as a substring'),
    fault(
      'guard-by-path',
      'The guard compares paths, the router ignores case',
      'guard-by-path',
      'auth/missing',
      {
        mayFail: [...anyToken, 'scope/guides-required'],
      },
    ),
    fault(
      'user-from-query',
      'x-user-id may be a query parameter',
      'credential-location',
      'user/missing',
    ),
    fault(
      'user-in-module',
      'A module variable contains the current user',
      'race',
      'user/isolation',
      {
        mayFail: [...mixedUp, 'address/isolation'],
      },
    ),
    cachedByUrl('cached-by-url', 'Cache key omits x-user-id'),
    fault(
      'json-of-any-type',
      'express.json parses bodies of any type',
      'media-type',
      'address/content-type',
      {
        mayFail: ['orders/content-type'],
      },
    ),
    fault(
      'form-bodies',
      'express.urlencoded parses forms into objects',
      'media-type',
      'address/content-type',
      {
        unfound: 'The check sends JSON under other media types, never a form.',
      },
    ),
    notUtf8('default-json', 'express.json accepts a byte order mark and bytes that are not UTF-8'),
    fault(
      'default-error-handler',
      'Errors are the HTML of Express',
      'framework-error-page',
      'errors/json',
      {
        mayFail: ['auth/challenge', 'errors/no-leak'],
      },
    ),
    notFoundAsIs('default-not-found', 'Unknown routes get the HTML 404 of Express'),
    fault(
      'rejections-not-passed-on',
      'Rejections of async handlers are not passed on',
      'no-response',
      'http/answers',
    ),
    fault(
      'update-without-check',
      'The address is stored as it comes',
      'missing-validation',
      'address/wrong-type',
      {
        mayFail: [
          'address/wrong-shape',
          'address/country-code',
          'address/content-type',
          'http/no-server-error',
        ],
      },
    ),
  ],
});
