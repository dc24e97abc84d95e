import { createPublicKey } from 'node:crypto';
import * as jwt from '@hapi/jwt';
import jsonWebToken from 'json-web-token-3';
import { audience, bearerJwt, is, issuer, jwksUrl, Refusal } from '../core.mjs';

export const oldScheme = 'old';

/** Registers the strategies from which the server chooses. */
export async function register(server) {
  await server.register(jwt.default ?? jwt);
  server.auth.strategy('jwt', 'jwt', {
    keys: { uri: jwksUrl, algorithms: ['RS256'] },
    verify: {
      aud: is('audience-off') ? false : audience,
      iss: issuer,
      sub: false,
      ...(is('expiry-off') ? { exp: false } : {}),
    },
    validate: ({ decoded: { payload } }) => ({
      isValid: true,
      credentials: { scope: scopesOf(payload) },
    }),
  });
  server.auth.scheme(oldScheme, () => ({ authenticate }));
  server.auth.strategy(oldScheme, oldScheme);
}

const scopesOf = ({ scope }) => String(scope ?? '').split(' ');

const { keys } = await (await fetch(jwksUrl)).json();
const pem = createPublicKey({ key: keys[0], format: 'jwk' }).export({
  type: 'spki',
  format: 'pem',
});

/** Before 4.0.0, the token's `alg` determines the use of the key. */
function authenticate({ headers }, h) {
  const [, token = ''] = bearerJwt.exec(headers.authorization) ?? [];
  const value = decoded(token);
  const isGood = value?.aud === audience && value.iss === issuer && value.exp > Date.now() / 1000;
  if (!isGood) throw new Refusal(401, 'Bearer token invalid');
  return h.authenticated({ credentials: { scope: scopesOf(value) } });
}

/** The old version returns some of its errors and throws the others. */
function decoded(token) {
  try {
    const { error, value } = jsonWebToken.decode(pem, token);
    return error ? undefined : value;
  } catch {
    return undefined;
  }
}
