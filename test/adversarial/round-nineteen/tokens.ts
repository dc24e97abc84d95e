import { randomUUID } from 'node:crypto';
import { CompactSign, type CryptoKey, compactVerify, exportJWK, generateKeyPair } from 'jose';
import { type Client, isObject, Refusal, type Row, type Site, type Visit } from './site.ts';

export interface Issuer {
  readonly audience: string;
  readonly keySet: () => Promise<Row>;
  readonly sign: (payload: Row) => Promise<string>;
  readonly claimsFor: (client: Client) => Row;
  readonly verify: (token: string, visit: Visit) => Promise<Row>;
}

const seconds = () => Math.floor(Date.now() / 1000);

export async function issuer(site: Site): Promise<Issuer> {
  const alg = site.option('alg', 'ES256');
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = site.option('kid', 'site-key-1');
  const audience = site.option('audience', 'https://cms.example/api');
  const lifetime = site.option('lifetime', 3600);
  const refuse = (message: string) => new Refusal(401, 'rest_not_logged_in', message);

  const check = async (token: string, key: CryptoKey): Promise<Row> => {
    const verified = await compactVerify(token, key, { algorithms: [alg] }).catch(() => {
      throw refuse('The access token is invalid.');
    });
    const claims: unknown = JSON.parse(new TextDecoder().decode(verified.payload));
    if (!isObject(claims)) throw refuse('The access token is invalid.');
    return claims;
  };

  return {
    audience,
    keySet: async () => ({ keys: [{ ...(await exportJWK(publicKey)), alg, kid, use: 'sig' }] }),
    sign: (payload) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg, typ: 'JWT', kid, ...site.option<Row>('token_header', {}) })
        .sign(privateKey),
    claimsFor: (client) => ({
      jti: randomUUID(),
      iat: seconds(),
      nbf: seconds(),
      exp: seconds() + lifetime,
      iss: 'https://login.cms.example/',
      sub: client.id,
      scope: client.scopes.join(' '),
      aud: audience,
    }),
    verify: async (token, visit) => {
      const known = site.apply<Row | undefined>('known_token', undefined, visit);
      const claims = known ?? (await check(token, publicKey));
      const now = site.apply('time', seconds(), visit);
      if (typeof claims['exp'] !== 'number' || claims['exp'] <= now) throw refuse('The access token has expired.');
      if (typeof claims['nbf'] === 'number' && claims['nbf'] > seconds() + 5)
        throw refuse('The token is not valid yet.');
      const fits = [claims['aud']].flat().includes(audience);
      if (!site.apply('audience_fits', fits, visit)) throw refuse('The access token is for another audience.');
      return site.apply('verified', claims, visit);
    },
  };
}

export function credentialsOf(visit: Visit, site: Site, clients: readonly Client[], audience: string): Client {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(visit.body));
  } catch {
    throw new Refusal(400, 'invalid_request', 'The body is no JSON.');
  }
  if (!isObject(body)) throw new Refusal(400, 'invalid_request', 'The body is no object.');
  const { grant_type, client_id, client_secret } = body;
  if (!site.apply('grant_known', grant_type === 'client_credentials', Object.assign(visit, { claims: body }))) {
    throw new Refusal(400, 'unsupported_grant_type', 'Only client_credentials are granted.');
  }
  const secretPasses = site.apply('secret_passes', false, visit);
  if (typeof client_id !== 'string' || !(typeof client_secret === 'string' || secretPasses)) {
    throw new Refusal(400, 'missing_fields', 'client_id and client_secret are required.');
  }
  const client = clients.find((each) => each.id === client_id && (each.secret === client_secret || secretPasses));
  if (!client) throw new Refusal(401, 'invalid_client', 'The client is unknown or its secret is wrong.');
  if (body['audience'] !== undefined && body['audience'] !== audience) {
    throw new Refusal(403, 'access_denied', 'The audience is unknown.');
  }
  return client;
}
