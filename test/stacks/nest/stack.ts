import { defineStack } from '../define.ts';

export const nest = defineStack({
  id: 'nest',
  title: 'NestJS 11 with jose',
  needs: {
    npm: ['@nestjs/core', '@nestjs/cache-manager', 'class-validator', 'jose', 'jwt-simple-0', 'oauth2-mock-server'],
  },
  identity: 'oauth2-mock-server',
  program: ({ source }) => ({ command: [process.execPath, `${source}/server.mjs`] }),
  variations: [
    { id: 'no-server-cache', title: 'The server keeps no listing' },
    { id: 'accepted-update', title: 'The address update returns 202' },
    { id: 'unknown-members-dropped', title: 'The validation pipe drops unknown members' },
    { id: 'clock-tolerance', title: 'A token is valid for another minute' },
  ],
  faults: [
    {
      id: 'jwt-simple-0',
      title: 'jwt-simple 0.3.0 takes the public key for a secret',
      mechanism: 'token-validation',
      breaks: 'auth/forged-key-confusion',
      source: 'CVE-2016-10555',
    },
    {
      id: 'embedded-key',
      title: "jose's EmbeddedJWK trusts the key in the token's header",
      mechanism: 'token-validation',
      breaks: 'auth/forged',
    },
    {
      id: 'no-audience',
      title: 'jwtVerify is given no audience',
      mechanism: 'token-validation',
      breaks: 'auth/other-audience',
    },
    {
      id: 'scope-of-the-class',
      title: 'The guard reads the metadata of the class, not of the method',
      mechanism: 'scope',
      breaks: 'scope/guides-required',
    },
    {
      id: 'singleton-user',
      title: 'A singleton provider contains the current user',
      mechanism: 'shared-state',
      breaks: 'user/isolation',
      also: ['guides/localised', 'summaries/forbidden', 'notifications/localised', 'address/isolation'],
    },
    {
      id: 'default-cache-key',
      title: 'The key of CacheInterceptor is the URL',
      mechanism: 'cache-key',
      breaks: 'guides/localised',
    },
    {
      id: 'no-filter',
      title: 'Errors have the shape of Nest',
      mechanism: 'framework-default',
      breaks: 'errors/shape',
      also: ['auth/challenge', 'errors/unknown-route'],
    },
    {
      id: 'http-errors-alone',
      title: 'The filter does not catch errors of the body parser',
      mechanism: 'framework-default',
      breaks: 'errors/shape',
    },
    {
      id: 'response-not-ended',
      title: 'A method with @Res() does not end the response',
      mechanism: 'no-response',
      breaks: 'http/answers',
    },
    {
      id: 'nested-alone',
      title: 'ValidateNested accepts an array and a missing member',
      mechanism: 'validation',
      breaks: 'address/wrong-shape',
      also: ['address/content-type'],
    },
    {
      id: 'implicit-conversion',
      title: 'enableImplicitConversion turns objects into text',
      mechanism: 'coercion',
      breaks: 'address/wrong-type',
    },
    {
      id: 'default-body-parsers',
      title: "Nest's own parsers accept forms",
      mechanism: 'media-type',
      breaks: 'address/content-type',
      unfound: 'The check sends JSON under other media types, never a form.',
    },
  ],
});
