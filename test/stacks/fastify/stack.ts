import { defineStack, nodeServer } from '../define.ts';

export const fastify = defineStack({
  id: 'fastify',
  title: 'Fastify 5 with @fastify/jwt',
  needs: { npm: ['fastify', '@fastify/jwt', 'jws-2', 'oauth2-mock-server'] },
  identity: 'oauth2-mock-server',
  program: nodeServer('fastify'),
  variations: {
    'trailing-slash': 'The router ignores a trailing slash',
    'duplicate-slashes': 'The router joins slashes',
    'no-head': 'No HEAD routes',
    'verified-tokens-cached': 'fast-jwt caches verified tokens',
    'response-schema': 'A response schema serialises cash',
    'update-without-content': 'The address update returns 204',
  },
  faults: {
    'jws-2': {
      title: 'jws 2.0.0 lets the token name the algorithm',
      source: 'CVE-2016-1000223',
      // Node may respond before its parser refuses the coding (RFC 9112 section 6.3).
      mayFail: ['http/protocol-violations'],
    },
    'no-audience': 'Verification has no allowedAud',
    'expiry-ignored': 'ignoreExpiration, meant for tests, is on',
    'token-decoded': 'The guard decodes the token instead of verifying it',
    'second-word': 'The token is the second word after any scheme',
    'default-coercion': "Fastify's ajv coerces types of the body",
    'unknown-members-kept': 'The update keeps members that it does not know',
    'default-parsers': {
      title: "Fastify's own parsers read the body",
      source: 'RFC 8259 section 8.1',
    },
    'default-error-handler': 'Errors have the shape of Fastify',
    'default-not-found': 'Unknown routes get the 404 of Fastify',
    'default-framework-errors': 'A bad path gets a router error',
    'stack-in-description': 'Error descriptions contain the stack trace',
    'guard-by-path': 'The guard compares the raw URL with its list of paths',
    'cached-by-url': 'Cache key omits x-user-id',
    'handler-hangs': 'A handler without async ends without a reply',
    'response-schema-too-narrow': 'Its schema drops maxValueDifferences',
  },
});
