import { exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { Frame, isRecord, type Row } from './frame.ts';
import type { Answer } from './pipeline.ts';
import type { Site } from './site.ts';

export interface Provider {
  readonly audience: string;
  readonly clients: Frame;
  readonly keySet: Row;
  readonly sign: (client: Row, audience: string, issued: number, lifetime: number) => Promise<string>;
  readonly verify: (token: string) => Promise<JWTPayload>;
}

const now = () => Math.floor(Date.now() / 1000);

export async function provider(site: Site): Promise<Provider> {
  const { knobs } = site;
  const audience = knobs.audience ?? 'https://frames.example/invest';
  const kid = knobs.kid ?? 'features-2026';
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const [scoped, unscoped] = knobs.clients ?? ['shelf-batch', 'ledger-batch'];
  const [secret, otherSecret] = knobs.secrets ?? ['wide-table-of-secrets-81', 'long-table-of-secrets-27'];
  const further = knobs.scopes ?? ['positions:read'];
  return {
    audience,
    clients: Frame.of([
      { client_id: scoped, client_secret: secret, scope: ['service:nbg', ...further].join(' ') },
      { client_id: unscoped, client_secret: otherSecret, scope: 'ledger:read' },
    ]),
    keySet: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }] },
    sign: (client, aud, issued, lifetime) =>
      new SignJWT({ ...knobs.claims, scope: client['scope'], client_id: client['client_id'] })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuer('https://id.frames.example/')
        .setSubject(`${client['client_id']}@clients`)
        .setAudience(aud)
        .setIssuedAt(issued)
        .setExpirationTime(issued + lifetime)
        .setJti(crypto.randomUUID())
        .sign(privateKey),
    verify: async (token) => {
      const leeway = site.on('expiry-is-read-as-naive-local-time') ? 6 * 3600 : 5;
      const claims = await jwtVerify(token, publicKey, { algorithms: ['ES256'], clockTolerance: leeway });
      return claims.payload;
    },
  };
}

/** What the desk of the provider answers to a request for a token. */
export async function issue(site: Site, idp: Provider, request: unknown): Promise<Answer> {
  const headers = site.on('merged-header-columns-get-suffixes')
    ? { 'Cache-Control_x': 'no-store', 'Cache-Control_y': 'no-store' }
    : { 'Cache-Control': 'no-store' };
  const refuse = (status: number, error: string): Answer => ({
    status: site.statuses.token || status,
    body: { error },
    headers,
  });
  if (!isRecord(request)) return refuse(400, 'invalid_request');
  const grant = site.on('unknown-grants-are-imputed') ? 'client_credentials' : request['grant_type'];
  if (grant !== 'client_credentials') {
    return refuse(400, grant === undefined ? 'invalid_request' : 'unsupported_grant_type');
  }
  const { client_id: id, client_secret: secret } = request;
  if (typeof id !== 'string' || typeof secret !== 'string') return refuse(400, 'invalid_request');
  const known = idp.clients.where((row) => row['client_id'] === id);
  const client = known.length > 0 ? known.row(0) : undefined;
  const joined = client ?? { client_id: id, client_secret: undefined, scope: 'ledger:read' };
  const unequal = site.on('missing-is-not-unequal')
    ? joined.client_secret !== undefined && joined.client_secret !== secret
    : joined.client_secret !== secret;
  if (unequal) return refuse(401, 'invalid_client');
  const audience = site.on('audiences-are-joined-to-the-nearest') ? idp.audience : request['audience'];
  if (audience === undefined) return refuse(400, 'invalid_request');
  if (audience !== idp.audience) return refuse(403, 'access_denied');
  const lifetime = site.knobs.lifetime ?? 3600;
  const answer = {
    access_token: await idp.sign(joined, idp.audience, now(), lifetime),
    token_type: 'Bearer',
    expires_in: site.on('lifetimes-are-summed-by-client') ? lifetime * site.next(`grant ${id}`) : lifetime,
    scope: answeredScope(site, idp, joined),
  };
  return { status: 200, body: answer, headers };
}

function answeredScope(site: Site, idp: Provider, client: Row): unknown {
  if (site.on('first-of-the-exploded-scopes')) return String(client['scope']).split(' ').at(-1);
  if (!site.on('scope-cells-are-filled-from-above')) return client['scope'];
  const sheet = idp.clients.assign('scope', (row) => (row['scope'] === 'ledger:read' ? null : row['scope']));
  const filled = sheet.fillForward('scope').where((row) => row['client_id'] === client['client_id']);
  return filled.row(0)['scope'];
}
