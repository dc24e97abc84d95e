import { defineStack, nodeServer } from '../define.ts';
import { fault } from '../fault.ts';

/** The API serves a token that contains the scope, as it should. */
const grantsEverything = fault(
  'grants-everything',
  'Every client gets the scope of the guides',
  'scope-check',
  'token/scope-withheld',
  {
    alsoFails: {
      'scope/guides-required': 'The check does not look whether the token is without the scope.',
    },
  },
);

const shortTokens = { id: 'short-tokens', title: 'Tokens are valid for ten minutes' };

export const mockServer = defineStack({
  id: 'oauth2-mock-server',
  title: 'oauth2-mock-server with hooks, and Fastify',
  needs: { npm: ['oauth2-mock-server', 'fastify', '@fastify/jwt'] },
  identity: 'oauth2-mock-server',
  program: nodeServer('fastify'),
  variations: [shortTokens],
  faults: [
    fault(
      'any-secret',
      'The mock compares no secret',
      'client-authentication',
      'token/bad-credentials',
    ),
    fault('any-grant', 'The mock grants any grant_type', 'missing-validation', 'token/bad-grant'),
    fault(
      'secret-optional',
      'The secret may be missing',
      'client-authentication',
      'token/missing-fields',
    ),
    fault(
      'any-audience',
      'The audience of the request is ignored',
      'token-validation',
      'token/wrong-audience',
    ),
    grantsEverything,
    fault('expiry-as-text', 'expires_in is a string', 'token-response', 'token/issued', {
      mayFail: ['token/expires-in'],
      source: 'RFC 6749 section 5.1: numerical values are included as JSON numbers',
    }),
    fault(
      'bearer-in-lower-case',
      'token_type is bearer',
      'token-response',
      'token/type-bearer-case',
    ),
  ],
});

export const oidcProvider = defineStack({
  id: 'oidc-provider',
  title: 'oidc-provider behind a translator from JSON to forms, and Express',
  needs: { npm: ['oidc-provider', 'express', 'express-jwt'] },
  identity: 'oidc-provider',
  program: nodeServer('express'),
  variations: [shortTokens],
  faults: [
    fault(
      'fixes-grant',
      'The translator writes grant_type itself',
      'missing-validation',
      'token/bad-grant',
    ),
    fault(
      'fixes-audience',
      'The translator writes the audience itself',
      'token-validation',
      'token/wrong-audience',
    ),
    fault(
      'writes-text',
      'The form turns members of other types into text',
      'coercion',
      'token/missing-fields',
      {
        mayFail: ['token/bad-grant'],
      },
    ),
    fault(
      'loses-status',
      'The translator returns 200 with the error',
      'status-mapping',
      'token/refusal-status',
      {
        source: 'RFC 6749 section 5.2',
      },
    ),
    fault(
      'drops-headers',
      'The translator lets responses be cached',
      'cache-headers',
      'token/no-store',
      {
        source: 'RFC 6749 section 5.1',
      },
    ),
    grantsEverything,
    fault(
      'opaque-tokens',
      'Access tokens are opaque, as is the default',
      'token-response',
      'token/jwt',
    ),
  ],
});
