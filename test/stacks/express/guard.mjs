import { createPublicKey } from 'node:crypto';
import { expressjwt, UnauthorizedError } from 'express-jwt';
import jsonwebtoken4 from 'jsonwebtoken-4';
import jsonwebtoken8 from 'jsonwebtoken-8';
import { expressJwtSecret } from 'jwks-rsa';
import { audience, bearerJwt, is, issuer, jwksUrl } from '../core.mjs';

const { keys } = await (await fetch(jwksUrl)).json();
const pem = createPublicKey({ key: keys[0], format: 'jwk' }).export({
  type: 'spki',
  format: 'pem',
});

const withExpressJwt = expressjwt({
  secret: is('static-key') ? pem : secretOf(),
  algorithms: ['RS256'],
  issuer,
  ...(is('no-audience') ? {} : { audience }),
  ...(is('credentials-optional') ? { credentialsRequired: false } : {}),
});

/** Returns the key for the token's kid. An unknown kid is not a server error. */
function secretOf() {
  const find = expressJwtSecret({ jwksUri: jwksUrl, cache: true, jwksRequestsPerMinute: 600 });
  return (request, decoded) =>
    find(request, decoded).catch((error) => {
      throw new UnauthorizedError('invalid_token', error);
    });
}

/** Returns a guard as written for older versions of the library. */
function handWritten(verify) {
  return (request, _response, next) => {
    const [, token] = bearerJwt.exec(request.get('authorization')) ?? [];
    const refusal = new UnauthorizedError('invalid_token', { message: 'invalid token' });
    if (token === undefined) return next(refusal);
    verify(token, (error, claims) => {
      request.auth = claims;
      next(error || typeof claims !== 'object' ? refusal : undefined);
    });
  };
}

/**
 * Before 4.2.2, the token's `alg` determines the use of the key: a public key becomes an HMAC
 * secret.
 */
const with4 = handWritten((token, done) =>
  jsonwebtoken4.verify(token, pem, { audience, issuer }, done),
);

/** Up to 8.5.1, `none` is allowed if there is no key: here no key has the `alg` of the token. */
const with8 = handWritten((token, done) => {
  const keyOf = ({ kid, alg }, found) => {
    found(null, keys.some((key) => key.kid === kid && key.alg === alg) ? pem : undefined);
  };
  jsonwebtoken8.verify(token, keyOf, { audience, issuer }, done);
});

export const guard = is('jsonwebtoken-4') ? with4 : is('jsonwebtoken-8') ? with8 : withExpressJwt;
