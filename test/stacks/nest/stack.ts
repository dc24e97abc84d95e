import {
  bodyCrashes,
  cachedByUrl,
  frameworkShape,
  keyConfusion,
  scopeMisread,
} from '../common-faults.ts';
import { defineStack, nodeServer } from '../define.ts';
import { fault } from '../fault.ts';

export const nest = defineStack({
  id: 'nest',
  title: 'NestJS 11 with jose',
  needs: {
    npm: [
      '@nestjs/core',
      '@nestjs/cache-manager',
      'class-validator',
      'jose',
      'jwt-simple-0',
      'oauth2-mock-server',
    ],
  },
  identity: 'oauth2-mock-server',
  program: nodeServer('nest'),
  variations: [
    { id: 'no-server-cache', title: 'The server keeps no listing' },
    { id: 'accepted-update', title: 'The address update returns 202' },
    { id: 'unknown-members-dropped', title: 'The validation pipe drops unknown members' },
    { id: 'clock-tolerance', title: 'A token is valid for another minute' },
  ],
  faults: [
    keyConfusion(
      'jwt-simple-0',
      'jwt-simple 0.3.0 takes the public key for a secret',
      'CVE-2016-10555',
    ),
    fault(
      'embedded-key',
      "jose's EmbeddedJWK trusts the key in the token's header",
      'token-validation',
      'auth/forged',
    ),
    fault(
      'no-audience',
      'jwtVerify is given no audience',
      'token-validation',
      'auth/other-audience',
    ),
    scopeMisread(
      'scope-of-the-class',
      'The guard reads the metadata of the class, not of the method',
    ),
    fault(
      'singleton-user',
      'A singleton provider contains the current user',
      'race',
      'user/isolation',
      {
        mayFail: [
          'guides/localised',
          'summaries/forbidden',
          'notifications/localised',
          'address/isolation',
        ],
      },
    ),
    cachedByUrl('default-cache-key', 'The key of CacheInterceptor is the URL'),
    fault('no-filter', 'Errors have the shape of Nest', 'framework-error-page', 'errors/shape', {
      mayFail: ['auth/challenge', 'errors/unknown-route'],
    }),
    frameworkShape('http-errors-alone', 'The filter does not catch errors of the body parser'),
    fault(
      'response-not-ended',
      'A method with @Res() does not end the response',
      'no-response',
      'http/answers',
    ),
    fault(
      'nested-alone',
      'ValidateNested accepts an array or nothing',
      'missing-validation',
      'address/wrong-shape',
      {
        mayFail: ['address/content-type'],
      },
    ),
    fault(
      'implicit-conversion',
      'enableImplicitConversion turns objects into text',
      'coercion',
      'address/wrong-type',
      {
        // String() throws if toString is not a function.
        mayFail: ['http/no-server-error'],
      },
    ),
    bodyCrashes('any-depth', 'class-transformer gets bodies of any depth'),
    fault(
      'default-body-parsers',
      "Nest's own parsers decode leniently",
      'lenient-parser',
      'http/invalid-utf-8',
      {
        mayFail: ['address/json-extensions', 'orders/json-extensions', 'http/no-server-error'],
      },
    ),
  ],
});
