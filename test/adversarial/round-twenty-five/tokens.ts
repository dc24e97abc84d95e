import { randomUUID } from 'node:crypto';
import type { CryptoKey, JWK } from 'jose';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import type { App } from './app.ts';
import { Refusal } from './refusal.ts';
import type { Answer, Bag, Exchange, Registered } from './types.ts';

export interface Keys {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

let shared: Promise<Keys> | undefined;

const generate = async (): Promise<Keys> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return { privateKey, publicKey, jwk: await exportJWK(publicKey) };
};

/** Making RSA keys is slow: the instances of one process share a pair. */
export const makeKeys = (): Promise<Keys> => (shared ??= generate());

export const sign = (app: App, client: Registered, audience: string, issued: number): Promise<string> =>
  new SignJWT({
    iss: app.issuer,
    aud: audience,
    iat: issued,
    exp: issued + app.lifetime,
    jti: randomUUID(),
    ...app.claims(client),
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: app.kid })
    .sign(app.keys.privateKey);

/** Verifies like PyJWT; `skip` names the checks that a defect leaves out. */
export const verify = async (
  app: App,
  token: string,
  skip: { expiry?: boolean; audience?: boolean } = {},
): Promise<Bag> => {
  try {
    const { payload } = await jwtVerify(token, app.keys.publicKey, {
      algorithms: ['RS256'],
      issuer: app.issuer,
      requiredClaims: ['exp', 'iat'],
      ...(skip.audience ? {} : { audience: app.audience }),
      ...(skip.expiry ? { currentDate: new Date(0), clockTolerance: 0 } : {}),
    });
    return payload;
  } catch {
    throw new Refusal(401, 'token', 'Invalid authentication credentials');
  }
};

export const authorize = async (app: App, x: Exchange): Promise<Bag> => {
  const token = app.bearer(x);
  if (token === undefined) throw new Refusal(401, 'token-missing', 'Not authenticated');
  return verify(app, token);
};

const readObject = (x: Exchange): Bag | undefined => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(x.body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : undefined;
  } catch {
    return undefined;
  }
};

export const issue = async (app: App, x: Exchange): Promise<Answer> => {
  const body = readObject(x);
  if (x.method !== 'POST') return app.tokenRefusal(405, 'invalid_request');
  if (body === undefined) return app.tokenRefusal(400, 'invalid_request');
  if (!app.checkGrant(body)) return app.tokenRefusal(400, 'unsupported_grant_type');
  const client = [app.scoped, app.unscoped].find(({ id }) => id === body['client_id']);
  if (client === undefined || app.secretOf(body) !== client.secret) return app.tokenRefusal(401, 'invalid_client');
  if (body['audience'] !== app.audience) return app.tokenRefusal(403, 'access_denied');
  const token = await sign(app, client, app.audience, Math.floor(Date.now() / 1000));
  return app.json(200, app.tokenAnswer(client, token));
};
