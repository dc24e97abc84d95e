import { join } from 'node:path';
import { defineStack } from '../define.ts';
import { stacksFolder } from '../target.ts';

const shortTokens = { id: 'short-tokens', title: 'Tokens are valid for ten minutes' };

export const mockServer = defineStack({
  id: 'oauth2-mock-server',
  title: 'oauth2-mock-server with hooks, and Fastify',
  needs: { npm: ['oauth2-mock-server', 'fastify', '@fastify/jwt'] },
  identity: 'oauth2-mock-server',
  program: () => ({ command: [process.execPath, join(stacksFolder, 'fastify', 'server.mjs')] }),
  variations: [shortTokens],
  faults: [
    {
      id: 'any-secret',
      title: 'The mock compares no secret',
      mechanism: 'token-issuance',
      breaks: 'token/bad-credentials',
    },
    {
      id: 'any-grant',
      title: 'The mock grants any grant_type',
      mechanism: 'token-issuance',
      breaks: 'token/bad-grant',
    },
    {
      id: 'secret-optional',
      title: 'The secret is compared only if there is one',
      mechanism: 'token-issuance',
      breaks: 'token/missing-fields',
    },
    {
      id: 'any-audience',
      title: 'The audience of the request is ignored',
      mechanism: 'token-issuance',
      breaks: 'token/wrong-audience',
    },
    {
      id: 'grants-everything',
      title: 'Every client gets the scope of the guides',
      mechanism: 'scope',
      breaks: 'token/scope-withheld',
    },
    {
      id: 'expiry-as-text',
      title: 'expires_in is a string',
      mechanism: 'serialisation',
      breaks: 'token/issued',
      source: 'RFC 6749 section 5.1: numerical values are included as JSON numbers',
    },
    {
      id: 'bearer-in-lower-case',
      title: 'token_type is bearer',
      mechanism: 'serialisation',
      breaks: 'token/type-bearer-case',
    },
  ],
});

export const oidcProvider = defineStack({
  id: 'oidc-provider',
  title: 'oidc-provider behind a translator from JSON to forms, and Express',
  needs: { npm: ['oidc-provider', 'express', 'express-jwt'] },
  identity: 'oidc-provider',
  program: () => ({ command: [process.execPath, join(stacksFolder, 'express', 'server.mjs')] }),
  variations: [shortTokens],
  faults: [
    {
      id: 'fixes-grant',
      title: 'The translator writes grant_type itself',
      mechanism: 'token-issuance',
      breaks: 'token/bad-grant',
    },
    {
      id: 'fixes-audience',
      title: 'The translator writes the audience itself',
      mechanism: 'token-issuance',
      breaks: 'token/wrong-audience',
    },
    {
      id: 'writes-text',
      title: 'The form turns members of other types into text',
      mechanism: 'coercion',
      breaks: 'token/missing-fields',
    },
    {
      id: 'loses-status',
      title: 'The translator returns 200 with the error',
      mechanism: 'error-as-success',
      breaks: 'token/refusal-status',
      source: 'RFC 6749 section 5.2',
    },
    {
      id: 'drops-headers',
      title: 'The translator lets responses be cached',
      mechanism: 'cache-lifetime',
      breaks: 'token/no-store',
      source: 'RFC 6749 section 5.1',
    },
    {
      id: 'grants-everything',
      title: 'Every client gets the scope of the guides',
      mechanism: 'scope',
      breaks: 'token/scope-withheld',
    },
    {
      id: 'opaque-tokens',
      title: 'Access tokens are opaque, as is the default',
      mechanism: 'token-issuance',
      breaks: 'token/jwt',
    },
  ],
});
