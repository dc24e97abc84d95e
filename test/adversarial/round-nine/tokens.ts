import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import type { App, ClientRecord, Json } from './app.ts';
import { isObject } from './checks.ts';

export interface Authority {
  readonly jwks: () => Json;
  readonly sign: (claims: Json) => Promise<string>;
  readonly verify: (token: string) => Promise<Json>;
  readonly endpoint: (request: Request) => Promise<Response>;
}

/** The identity provider, which shares nothing but its published key with the API. */
export async function authority(app: App, issuer: string): Promise<Authority> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'ES256', use: 'sig' };
  const { tokens } = app;
  const sign = (claims: Json) =>
    new SignJWT({ iss: issuer, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'key-1', typ: 'JWT', ...tokens.header })
      .sign(privateKey);
  const verify = async (token: string): Promise<Json> => {
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw new Error('no token');
    const options = { issuer, audience: tokens.audience, algorithms: ['ES256'], requiredClaims: ['exp'] };
    return (await jwtVerify(token, publicKey, { ...options, currentDate: new Date(app.clock()) })).payload as Json;
  };

  async function issue(client: ClientRecord): Promise<Response> {
    const seconds = Math.floor(app.clock() / 1000);
    const claims = tokens.claims(client, seconds);
    app.log.push({ type: 'token-issued', jti: String(claims['jti']), at: app.clock() });
    const answer = {
      access_token: await sign(claims),
      token_type: 'Bearer',
      expires_in: tokens.lifetime,
      scope: client.scopes.join(' '),
    };
    return Response.json(tokens.answer(answer, client), { headers: tokens.headers });
  }

  async function endpoint(request: Request): Promise<Response> {
    if (request.method !== 'POST') return tokens.refuse(405, 'invalid_request');
    let body: unknown;
    try {
      body = JSON.parse(await request.text());
    } catch {
      return tokens.refuse(400, 'invalid_request');
    }
    if (!isObject(body)) return tokens.refuse(400, 'invalid_request');
    const { grant_type, audience, client_id, client_secret } = body;
    if (grant_type === undefined) return tokens.refuse(400, 'invalid_request');
    if (!tokens.knownGrant(grant_type)) return tokens.refuse(400, 'unsupported_grant_type');
    if (typeof client_id !== 'string' || typeof client_secret !== 'string')
      return tokens.refuse(400, 'invalid_request');
    const client = app.clients.find(({ id }) => id === client_id);
    if (!client) return tokens.refuse(401, 'unknown_client');
    if (!tokens.sameSecret(client_secret, client.secret)) return tokens.refuse(401, 'invalid_client');
    if (audience !== tokens.audience) return tokens.refuse(403, 'access_denied');
    return issue(client);
  }

  return { jwks: () => ({ keys: [jwk] }), sign, verify, endpoint };
}
