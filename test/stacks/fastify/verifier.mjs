import { createPublicKey } from 'node:crypto';
import jws from 'jws-2';
import { audience, bearerJwt, is, issuer, jwksUrl } from '../core.mjs';

const { keys } = await (await fetch(jwksUrl)).json();
const key = createPublicKey({ key: keys[0], format: 'jwk' });

export const jwtOptions = {
  secret: { public: key.export({ type: 'spki', format: 'pem' }) },
  verify: {
    algorithms: ['RS256'],
    allowedIss: issuer,
    // fast-jwt verifies `aud` only if `allowedAud` is set.
    ...(is('no-audience') ? {} : { allowedAud: audience }),
    ...(is('expiry-ignored') ? { ignoreExpiration: true } : {}),
    cache: is('verified-tokens-cached'),
    // fast-jwt decodes with Buffer, which skips characters that are not base64url.
    extractToken: ({ headers }) =>
      is('second-word')
        ? headers.authorization.split(' ')[1]
        : bearerJwt.exec(headers.authorization)?.[1],
  },
};

/**
 * Before 3.0.0, jws takes the algorithm from the token: `none`, or an HMAC with the public key as
 * secret.
 */
export function verifyWithOldJws(token) {
  try {
    const { payload } = jws.verify(token, jwtOptions.secret.public) ? jws.decode(token) : {};
    const isGood =
      payload?.aud === audience && payload.iss === issuer && payload.exp > Date.now() / 1000;
    return isGood ? payload : undefined;
  } catch {
    return undefined;
  }
}
