import { randomBytes } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { EncryptJWT, errors, exportJWK, generateKeyPair, jwtDecrypt, jwtVerify, SignJWT } from 'jose';
import type { Claims, Config, Json, Keyring } from './core.ts';
import { ExpiredSignature, Refusal } from './core.ts';

const signedForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const encryptedForm = /^[\w-]+(?:\.[\w-]+){4}$/;

function claimsOf(payload: JWTPayload): Claims {
  const { sub, scope } = payload;
  if (typeof sub !== 'string' || typeof scope !== 'string') throw new Refusal(401, 'The access token is invalid');
  return { ...payload, sub, scope };
}

function translateError(error: unknown): Error {
  if (error instanceof errors.JWTExpired) return new ExpiredSignature('Signature has expired');
  return new Refusal(401, 'The access token is invalid');
}

function sealed(config: Config): Keyring {
  const key = randomBytes(32);
  const header = { alg: 'A256KW', enc: 'A128CBC-HS256', typ: 'JWT' };
  return {
    jwks: { keys: [] },
    sign: (claims) => new EncryptJWT(claims).setProtectedHeader(header).encrypt(key),
    open: async (token) => {
      if (!encryptedForm.test(token)) throw new Refusal(401, 'The access token is invalid');
      try {
        const options = { issuer: config.issuer, requiredClaims: ['exp'], keyManagementAlgorithms: ['A256KW'] };
        return claimsOf((await jwtDecrypt(token, key, options)).payload);
      } catch (error) {
        throw translateError(error);
      }
    },
  };
}

async function signed(config: Config): Promise<Keyring> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: config.kid, use: 'sig', alg: 'ES256' };
  const header = { alg: 'ES256', typ: 'JWT', kid: config.kid };
  return {
    jwks: { keys: [jwk] },
    sign: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(privateKey),
    open: async (token) => {
      if (!signedForm.test(token)) throw new Refusal(401, 'The access token is invalid');
      try {
        const options = { issuer: config.issuer, requiredClaims: ['exp'], algorithms: ['ES256'] };
        const { payload, protectedHeader } = await jwtVerify(token, publicKey, options);
        if (protectedHeader.kid !== config.kid) throw new Refusal(401, 'The access token is invalid');
        return claimsOf(payload);
      } catch (error) {
        throw translateError(error);
      }
    },
  };
}

export async function keyring(config: Config): Promise<Keyring> {
  return config.encrypted ? sealed(config) : signed(config);
}

export function claimsFor(config: Config, client: { id: string; scopes: readonly string[] }, issuedAt: number): Json {
  return {
    iss: config.issuer,
    sub: client.id,
    aud: config.audience,
    iat: issuedAt,
    exp: issuedAt + config.lifetime,
    jti: randomBytes(12).toString('hex'),
    client_id: client.id,
    scope: client.scopes.join(' '),
    ...config.claims(config.lifetime),
  };
}

/** The payload of a token whose signature nobody has looked at. */
export function unverified(token: string): Claims | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return claimsOf(payload as JWTPayload);
  } catch {
    return undefined;
  }
}
