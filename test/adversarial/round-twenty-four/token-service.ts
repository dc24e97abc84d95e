import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { CryptoKey } from 'jose';
import { SignJWT } from 'jose';
import type { Schema, TokenService } from './schema.ts';
import { isBag, Raise } from './schema.ts';
import type { Answer, Bag, Client } from './types.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const same = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right));
export const parseJson = (text: string | undefined): unknown => {
  if (text === undefined) throw new Raise(400, 'The body is not UTF-8');
  try {
    return JSON.parse(text);
  } catch {
    throw new Raise(400, 'The body is not JSON');
  }
};

/** The package of the identity provider: grants, clients and tokens. */
export const tokenService = (db: () => Schema, key: CryptoKey): TokenService => ({
  request: (text) => {
    const body = parseJson(text);
    if (!isBag(body)) throw new Raise(400, 'invalid_request');
    return body;
  },
  checkGrant: ({ grant_type: type }) => {
    if (type !== 'client_credentials') throw new Raise(400, 'unsupported_grant_type');
  },
  client: ({ client_id: id, client_secret: secret }) => {
    if (typeof id !== 'string' || typeof secret !== 'string') throw new Raise(400, 'invalid_request');
    const { scoped, unscoped } = db().config;
    const client = [scoped, unscoped].find((known) => same(known.id, id) && same(known.secret, secret));
    if (client === undefined) throw new Raise(401, 'invalid_client');
    return client;
  },
  checkAudience: ({ audience }) => {
    if (audience !== db().config.audience) throw new Raise(403, 'access_denied');
  },
  scope: (client: Client) =>
    client.id === db().config.scoped.id ? 'service:read service:write service:nbg' : 'service:read service:write',
  toldScope: (client: Client) => db().token.scope(client),
  claims: (client: Client): Bag => {
    const now = Math.floor(db().clock() / 1000);
    return {
      iss: 'urn:depot:identity',
      sub: client.id,
      aud: db().config.audience,
      iat: now,
      exp: now + db().config.lifetime,
      jti: randomUUID(),
      scope: db().token.scope(client),
    };
  },
  sign: (claims: Bag) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: db().config.kid }).sign(key),
  answer: (client: Client, token: string): Bag => ({
    access_token: token,
    token_type: 'Bearer',
    expires_in: db().config.lifetime,
    scope: db().token.toldScope(client),
  }),
  fields: () => ({ 'Cache-Control': 'no-store', Pragma: 'no-cache' }),
  refusal: (raise: Raise): Answer => ({
    status: raise.status,
    fields: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...raise.fields },
    body: JSON.stringify({ error: raise.message, error_description: raise.detail ?? 'The request was refused' }),
  }),
});

/** POST {auth_url} */
export const issue = async (db: Schema, method: string, text: string | undefined): Promise<Answer> => {
  try {
    if (method !== 'POST') throw new Raise(405, 'invalid_request', null, { Allow: 'POST' });
    const body = db.token.request(text);
    const grant = {
      grant_type: body['grant_type'],
      audience: body['audience'],
      client_id: body['client_id'],
      client_secret: body['client_secret'],
    };
    db.token.checkGrant(grant);
    const client = db.token.client(grant);
    db.token.checkAudience(grant);
    const token = await db.token.sign(db.token.claims(client));
    return {
      status: 200,
      fields: { 'Content-Type': 'application/json', ...db.token.fields() },
      body: JSON.stringify(db.token.answer(client, token)),
    };
  } catch (error) {
    if (error instanceof Raise) return db.token.refusal(error);
    throw error;
  }
};
