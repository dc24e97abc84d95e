import {
  bodyCrashes,
  cachedByUrl,
  notFoundAsIs,
  notUtf8,
  tokenNotVerified,
} from '../common-faults.ts';
import { defineStack, nodeServer } from '../define.ts';
import { anyToken, fault } from '../fault.ts';

export const fastify = defineStack({
  id: 'fastify',
  title: 'Fastify 5 with @fastify/jwt',
  needs: { npm: ['fastify', '@fastify/jwt', 'jws-2', 'oauth2-mock-server'] },
  identity: 'oauth2-mock-server',
  program: nodeServer('fastify'),
  variations: [
    { id: 'trailing-slash', title: 'The router ignores a trailing slash' },
    { id: 'duplicate-slashes', title: 'The router joins slashes' },
    { id: 'no-head', title: 'No HEAD routes' },
    { id: 'verified-tokens-cached', title: 'fast-jwt caches verified tokens' },
    { id: 'response-schema', title: 'A response schema serialises cash' },
    { id: 'update-without-content', title: 'The address update returns 204' },
  ],
  faults: [
    fault(
      'jws-2',
      'jws 2.0.0 lets the token name the algorithm',
      'token-validation',
      'auth/forged-key-confusion',
      {
        mayFail: ['auth/forged', 'http/protocol-violations'],
        source: 'CVE-2016-1000223',
      },
    ),
    fault(
      'no-audience',
      'Verification has no allowedAud',
      'token-validation',
      'auth/other-audience',
    ),
    fault(
      'expiry-ignored',
      'ignoreExpiration, meant for tests, is on',
      'token-validation',
      'auth/expired',
    ),
    tokenNotVerified('token-decoded', 'The guard decodes the token instead of verifying it'),
    fault(
      'second-word',
      'The token is the second word after any scheme',
      'authorization-parsing',
      'auth/malformed',
    ),
    fault(
      'default-coercion',
      "Fastify's ajv coerces types of the body",
      'coercion',
      'address/wrong-type',
      {
        mayFail: ['orders/wrong-type'],
      },
    ),
    bodyCrashes('unknown-members-kept', 'The update keeps members that it does not know'),
    notUtf8('default-parsers', "Fastify's own parsers read the body"),
    fault(
      'default-error-handler',
      'Errors have the shape of Fastify',
      'framework-error-page',
      'errors/shape',
      {
        mayFail: [
          'auth/challenge',
          'auth/malformed',
          'auth/encoding',
          'auth/forged',
          'http/no-server-error',
        ],
      },
    ),
    notFoundAsIs('default-not-found', 'Unknown routes get the 404 of Fastify'),
    fault(
      'default-framework-errors',
      'A bad path gets a router error',
      'framework-error-page',
      'errors/shape',
      {
        mayFail: ['errors/unknown-route'],
      },
    ),
    fault(
      'stack-in-description',
      'Error descriptions contain the stack trace',
      'error-leak',
      'errors/no-leak',
    ),
    fault(
      'guard-by-path',
      'The guard compares the raw URL with its list of paths',
      'guard-by-path',
      'auth/missing',
      {
        mayFail: anyToken,
      },
    ),
    cachedByUrl('cached-by-url', 'Cache key omits x-user-id'),
    fault(
      'handler-hangs',
      'A handler without async ends without a reply',
      'no-response',
      'http/answers',
    ),
    fault(
      'response-schema-too-narrow',
      'Its schema drops maxValueDifferences',
      'missing-member',
      'summaries/ok',
    ),
  ],
});
