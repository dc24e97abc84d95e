import { userShared } from '../common-faults.ts';
import { defineStack, nodeServer } from '../define.ts';

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
  variations: {
    'no-server-cache': 'The server keeps no listing',
    'accepted-update': 'The address update returns 202',
    'unknown-members-dropped': 'The validation pipe drops unknown members',
    'clock-tolerance': 'A token is valid for another minute',
  },
  faults: {
    'jwt-simple-0': {
      title: 'jwt-simple 0.3.0 takes the public key for a secret',
      source: 'CVE-2016-10555',
    },
    'embedded-key': "jose's EmbeddedJWK trusts the key in the token's header",
    'no-audience': 'jwtVerify is given no audience',
    'scope-of-the-class': 'The guard reads the metadata of the class, not of the method',
    'singleton-user': userShared('A singleton provider contains the current user'),
    'default-cache-key': 'The key of CacheInterceptor is the URL',
    'no-filter': 'Errors have the shape of Nest',
    'http-errors-alone': 'The filter does not catch errors of the body parser',
    'response-not-ended': 'A method with @Res() does not end the response',
    'nested-alone': 'ValidateNested accepts an array or nothing',
    'implicit-conversion': 'enableImplicitConversion turns objects into text',
    'any-depth': 'class-transformer gets bodies of any depth',
    'default-body-parsers': "Nest's own parsers decode leniently",
  },
});
