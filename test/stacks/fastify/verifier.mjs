import { createPublicKey } from 'node:crypto';
import { createVerifier } from 'fast-jwt-3';
import { audience, bearerJwt, is, issuer, jwksUrl } from '../core.mjs';

const { keys } = await (await fetch(jwksUrl)).json();
const key = createPublicKey({ key: keys[0], format: 'jwk' });

/** Options of @fastify/jwt. */
export const jwtOptions = {
  secret: { public: key.export({ type: 'spki', format: 'pem' }) },
  verify: {
    algorithms: ['RS256'],
    allowedIss: issuer,
    // fast-jwt verifies `aud` only if it is told which.
    ...(is('no-audience') ? {} : { allowedAud: audience }),
    ...(is('expiry-ignored') ? { ignoreExpiration: true } : {}),
    cache: is('verified-tokens-cached'),
    // fast-jwt decodes with Buffer, which skips what is not base64url.
    extractToken: ({ headers }) =>
      is('lenient-base64url') ? headers.authorization.split(' ')[1] : bearerJwt.exec(headers.authorization)?.[1],
  },
};

/** Up to 3.3.1, fast-jwt takes a PKCS#1 key for a secret, and allows HS256. */
export const verifyWithOldVersion = createVerifier({
  key: key.export({ type: 'pkcs1', format: 'pem' }),
  allowedAud: audience,
});
