import { userShared } from '../common-faults.ts';
import { defineStack, nodeServer } from '../define.ts';

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
  variations: {
    'strict-routing': 'Paths in another case or with a trailing slash are unknown',
    'guard-before-routes': 'The guard runs before the router, so unknown routes get 401',
    'no-etag': 'Responses have no ETag',
    'static-key': 'The key is read once, at the start',
  },
  faults: {
    'jsonwebtoken-4': {
      title: 'jsonwebtoken 4.1.0 takes the public key for a secret',
      source: 'CVE-2015-9235',
    },
    'jsonwebtoken-8': {
      title: 'jsonwebtoken 8.5.1 allows alg none without a key',
      source: 'CVE-2022-23540',
      // Node may respond before its parser refuses the coding (RFC 9112 section 6.3).
      mayFail: ['http/protocol-violations'],
    },
    'no-audience': 'express-jwt is given no audience',
    'credentials-optional': 'credentialsRequired is false',
    'scope-by-substring': 'The scope is searched as a substring',
    'guard-by-path': 'The guard compares paths, the router ignores case',
    'user-from-query': 'x-user-id may be a query parameter',
    'user-in-module': userShared('A module variable contains the current user'),
    'cached-by-url': 'Cache key omits x-user-id',
    'json-of-any-type': 'express.json parses bodies of any type',
    'form-bodies': {
      title: 'express.urlencoded parses forms into objects',
      unfound: 'The check sends JSON under other media types, never a form.',
    },
    'default-json': {
      title: 'express.json accepts a byte order mark and bytes that are not UTF-8',
      source: 'RFC 8259 section 8.1',
    },
    'default-error-handler': 'Errors are the HTML of Express',
    'default-not-found': 'Unknown routes get the HTML 404 of Express',
    'rejections-not-passed-on': 'Rejections of async handlers are not passed on',
    'update-without-check': 'The address is stored as it comes',
  },
});
