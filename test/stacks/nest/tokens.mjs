import { createPublicKey } from 'node:crypto';
import { createRemoteJWKSet, EmbeddedJWK, errors, jwtVerify } from 'jose';
import jwtSimple from 'jwt-simple-0';
import { audience, bearerJwt, is, issuer, jwksUrl, Refusal } from '../core.mjs';

const { keys } = await (await fetch(jwksUrl)).json();
const pem = createPublicKey({ key: keys[0], format: 'jwk' }).export({
  type: 'spki',
  format: 'pem',
});
const keySet = is('embedded-key') ? EmbeddedJWK : createRemoteJWKSet(new URL(jwksUrl));

export async function verifyToken(authorization = '') {
  const [, token] = bearerJwt.exec(authorization) ?? [];
  if (token === undefined) throw new Refusal(401, 'Bearer token missing or malformed');
  try {
    if (is('jwt-simple-0')) return withJwtSimple(token);
    const options = { issuer, ...(is('no-audience') ? {} : { audience }), requiredClaims: ['exp'] };
    const tolerant = is('clock-tolerance') ? { clockTolerance: 60 } : {};
    return (await jwtVerify(token, keySet, { ...options, ...tolerant })).payload;
  } catch (error) {
    // EmbeddedJWK has no key for a token of the identity provider, which names one by its kid.
    if (is('embedded-key') && !(error instanceof errors.JWSSignatureVerificationFailed))
      return withKid(token);
    throw new Refusal(401, 'Bearer token invalid');
  }
}

const remote = createRemoteJWKSet(new URL(jwksUrl));

async function withKid(token) {
  const { payload } = await jwtVerify(token, remote, { audience, issuer }).catch(() => {
    throw new Refusal(401, 'Bearer token invalid');
  });
  return payload;
}

/** Before 0.3.1, the token's `alg` determines the use of the key, unless an algorithm is given. */
function withJwtSimple(token) {
  const claims = jwtSimple.decode(token, pem);
  if (claims.aud !== audience || claims.iss !== issuer || !(claims.exp > Date.now() / 1000))
    throw new Error('claims');
  return claims;
}
