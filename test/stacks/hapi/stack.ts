import { defineStack, nodeServer } from '../define.ts';

export const hapi = defineStack({
  id: 'hapi',
  title: 'hapi 21 with @hapi/jwt and joi',
  needs: { npm: ['@hapi/hapi', '@hapi/jwt', 'joi', 'json-web-token-3', 'oidc-provider'] },
  identity: 'oidc-provider',
  program: nodeServer('hapi'),
  variations: {
    'trailing-slash': 'The router ignores a trailing slash',
    'any-case': 'The router ignores case',
    'route-cache': "hapi's route cache writes Cache-Control",
    'update-without-content': 'The address update returns 204',
  },
  faults: {
    'json-web-token-3': {
      title: 'json-web-token 3.1.1 takes the public key for a secret',
      source: 'CVE-2023-48238',
    },
    'audience-off': 'verify.aud is false',
    'expiry-off': 'verify.exp is false',
    'auth-tried': 'The mode of the strategy is try',
    'cache-key-without-user': 'generateKey of the server method ignores its argument',
    'lifetime-in-seconds': 'The lifetime has the wrong unit',
    'handler-returns-nothing': 'No result for unknown guides',
    'own-errors-alone': 'Errors of hapi itself keep its shape',
    'default-payload': 'hapi takes a body without Content-Type for JSON',
    'objects-from-text': {
      title: 'joi reads an object from text',
      unfound: 'No case sends the object as JSON text.',
    },
    'validation-logged': 'failAction lets an invalid body pass',
  },
});
