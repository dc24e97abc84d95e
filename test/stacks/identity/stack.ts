import { defineStack, nodeServer } from '../define.ts';

const grantsEverything = {
  title: 'Every client gets the scope of the guides',
  reasons: {
    'scope/guides-required':
      'The API serves a token that contains the scope, as it should. The check does not look.',
  },
};

export const mockServer = defineStack({
  id: 'oauth2-mock-server',
  title: 'oauth2-mock-server with hooks, and Fastify',
  needs: { npm: ['oauth2-mock-server', 'fastify', '@fastify/jwt'] },
  identity: 'oauth2-mock-server',
  program: nodeServer('fastify'),
  variations: {
    'short-tokens': 'Tokens are valid for ten minutes',
  },
  faults: {
    'any-secret': 'The mock compares no secret',
    'any-grant': 'The mock grants any grant_type',
    'secret-optional': 'The secret may be missing',
    'any-audience': 'The audience of the request is ignored',
    'grants-everything': grantsEverything,
    'expiry-as-text': {
      title: 'expires_in is a string',
      source: 'RFC 6749 section 5.1: numerical values are included as JSON numbers',
    },
    'bearer-in-lower-case': 'token_type is bearer',
  },
});

export const oidcProvider = defineStack({
  id: 'oidc-provider',
  title: 'oidc-provider behind a translator from JSON to forms, and Express',
  needs: { npm: ['oidc-provider', 'express', 'express-jwt'] },
  identity: 'oidc-provider',
  program: nodeServer('express'),
  variations: {
    'short-tokens': 'Tokens are valid for ten minutes',
  },
  faults: {
    'fixes-grant': 'The translator writes grant_type itself',
    'fixes-audience': 'The translator writes the audience itself',
    'writes-text': 'The form turns members of other types into text',
    'loses-status': {
      title: 'The translator returns 200 with the error',
      source: 'RFC 6749 section 5.2',
    },
    'drops-headers': {
      title: 'The translator lets responses be cached',
      source: 'RFC 6749 section 5.1',
    },
    'grants-everything': grantsEverything,
    'opaque-tokens': 'Access tokens are opaque, as is the default',
  },
});
