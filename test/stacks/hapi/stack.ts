import { defineStack } from '../define.ts';

export const hapi = defineStack({
  id: 'hapi',
  title: 'hapi 21 with @hapi/jwt and joi',
  needs: { npm: ['@hapi/hapi', '@hapi/jwt', 'joi', 'json-web-token-3', 'oidc-provider'] },
  identity: 'oidc-provider',
  program: ({ source }) => ({ command: [process.execPath, `${source}/server.mjs`] }),
  variations: [
    { id: 'trailing-slash', title: 'The router ignores a trailing slash' },
    { id: 'any-case', title: 'The router ignores case' },
    { id: 'route-cache', title: "hapi's route cache writes Cache-Control" },
    { id: 'update-without-content', title: 'The address update returns 204' },
  ],
  faults: [
    {
      id: 'json-web-token-3',
      title: 'json-web-token 3.1.1 takes the public key for a secret',
      mechanism: 'token-validation',
      breaks: 'auth/forged-key-confusion',
      source: 'CVE-2023-48238',
    },
    {
      id: 'audience-off',
      title: 'verify.aud is false',
      mechanism: 'token-validation',
      breaks: 'auth/other-audience',
    },
    { id: 'expiry-off', title: 'verify.exp is false', mechanism: 'token-validation', breaks: 'auth/expired' },
    {
      id: 'auth-tried',
      title: 'The mode of the strategy is try',
      mechanism: 'token-validation',
      breaks: 'auth/missing',
      also: [
        'auth/malformed',
        'auth/forged',
        'auth/forged-key-confusion',
        'auth/expired',
        'auth/other-audience',
        'scope/forged-scope',
      ],
    },
    {
      id: 'cache-key-without-user',
      title: 'generateKey of the server method ignores its argument',
      mechanism: 'cache-key',
      breaks: 'guides/localised',
    },
    {
      id: 'lifetime-in-seconds',
      title: 'The lifetime is in seconds, hapi expects milliseconds',
      mechanism: 'cache-lifetime',
      breaks: 'guides/cache-control-lifetime',
    },
    {
      id: 'handler-returns-nothing',
      title: 'A handler returns nothing for an unknown guide',
      mechanism: 'unhandled-error',
      breaks: 'http/no-server-error',
    },
    {
      id: 'default-errors',
      title: 'Errors have the shape of boom',
      mechanism: 'framework-default',
      breaks: 'errors/shape',
    },
    {
      id: 'default-payload',
      title: 'hapi takes a body without Content-Type for JSON',
      mechanism: 'media-type',
      breaks: 'address/content-type',
    },
    {
      id: 'objects-from-text',
      title: 'joi reads an object from text',
      mechanism: 'coercion',
      breaks: 'address/wrong-shape',
    },
    {
      id: 'validation-logged',
      title: 'failAction lets an invalid body pass',
      mechanism: 'validation',
      breaks: 'address/wrong-type',
    },
  ],
});
