import { cachedByUrl, frameworkShape, keyConfusion } from '../common-faults.ts';
import { defineStack, nodeServer } from '../define.ts';
import { anyToken, fault } from '../fault.ts';

export const hapi = defineStack({
  id: 'hapi',
  title: 'hapi 21 with @hapi/jwt and joi',
  needs: { npm: ['@hapi/hapi', '@hapi/jwt', 'joi', 'json-web-token-3', 'oidc-provider'] },
  identity: 'oidc-provider',
  program: nodeServer('hapi'),
  variations: [
    { id: 'trailing-slash', title: 'The router ignores a trailing slash' },
    { id: 'any-case', title: 'The router ignores case' },
    { id: 'route-cache', title: "hapi's route cache writes Cache-Control" },
    { id: 'update-without-content', title: 'The address update returns 204' },
  ],
  faults: [
    keyConfusion(
      'json-web-token-3',
      'json-web-token 3.1.1 takes the public key for a secret',
      'CVE-2023-48238',
    ),
    fault('audience-off', 'verify.aud is false', 'token-validation', 'auth/other-audience'),
    fault('expiry-off', 'verify.exp is false', 'token-validation', 'auth/expired'),
    fault('auth-tried', 'The mode of the strategy is try', 'token-validation', 'auth/missing', {
      mayFail: anyToken,
    }),
    cachedByUrl('cache-key-without-user', 'generateKey of the server method ignores its argument'),
    fault(
      'lifetime-in-seconds',
      'The lifetime has the wrong unit',
      'cache-headers',
      'guides/cache-control-lifetime',
    ),
    fault(
      'handler-returns-nothing',
      'No result for unknown guides',
      'crash-on-missing-record',
      'http/no-server-error',
    ),
    frameworkShape('own-errors-alone', 'Errors of hapi itself keep its shape'),
    fault(
      'default-payload',
      'hapi takes a body without Content-Type for JSON',
      'media-type',
      'address/content-type',
      {
        mayFail: ['orders/content-type', 'http/invalid-utf-8'],
      },
    ),
    fault('objects-from-text', 'joi reads an object from text', 'coercion', 'address/wrong-shape', {
      unfound: 'No case sends the object as JSON text.',
    }),
    fault(
      'validation-logged',
      'failAction lets an invalid body pass',
      'missing-validation',
      'address/wrong-type',
      {
        mayFail: [
          ...[
            'errors/shape',
            'http/no-server-error',
            'address/wrong-shape',
            'address/country-code',
          ],
          ...['orders/wrong-shape', 'orders/wrong-type', 'orders/amount-bounds'],
        ],
      },
    ),
  ],
});
