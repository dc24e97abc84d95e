import type { KeyObject, webcrypto } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Answer, type Call, isObject, type Json, ok, type Warm } from './shapes.ts';

export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}
export interface Issuer {
  readonly audience: string;
  readonly clients: { readonly scoped: Client; readonly unscoped: Client };
  readonly alg: string;
  readonly publicKey: webcrypto.CryptoKey | KeyObject;
  readonly jwks: Json;
  issue(client: Client, audience: string, from?: number): Promise<string>;
  desk(call: Call): Promise<Answer>;
}

const algOf = (warm: Warm): string =>
  warm.has('tokens-signed-on-the-curve-of-384-bits')
    ? 'ES384'
    : warm.has('tokens-signed-with-rsa-and-512-bits')
      ? 'RS512'
      : 'RS256';

const clientsOf = (warm: Warm): Issuer['clients'] => {
  const [one, two] = warm.has('client-ids-are-json-texts')
    ? ['{"desk":"m2m"}', '{"desk":"reader"}']
    : ['m2m-desk', 'm2m-reader'];
  const secret = 'k7Q~4mZp';
  const more = warm.has('scopes-of-sixty-words') ? Array.from({ length: 60 }, (_, at) => `area${at}:read`) : [];
  return {
    scoped: { id: one, secret: `${secret}-one`, scopes: [...more, 'service:read', 'service:nbg'] },
    unscoped: { id: two, secret: `${secret}-two`, scopes: [] },
  };
};

export const issuerOf = async (warm: Warm): Promise<Issuer> => {
  const alg = algOf(warm);
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = warm.has('kid-is-a-resource-name') ? 'arn:cloud:kms:eu-central-1:41:key/5d/0c?v=2' : 'key-2026-03';
  const audience = warm.has('audience-with-a-query')
    ? 'https://api.invest.example/m2m?tenant=7&env=prod#v2'
    : 'https://api.invest.example/m2m';
  const clients = clientsOf(warm);
  const life = warm.has('tokens-for-seven-hours-less-a-second') ? 25_199 : 3600;
  const typ = warm.has('token-type-as-full-media-type') ? 'application/at+jwt' : 'JWT';
  const granted = (client: Client): readonly string[] => {
    if (!warm.has('granted-scopes-stay-warm')) return client.scopes;
    const kept = (warm.memory.get('scopes') ?? []) as string[];
    for (const scope of client.scopes) if (!kept.includes(scope)) kept.push(scope);
    warm.memory.set('scopes', kept);
    return kept;
  };
  const issue = (client: Client, aud: string, from = Math.floor(Date.now() / 1000)): Promise<string> => {
    const scopes = granted(client);
    const again = warm.has('grants-are-registered-once-an-hour') && from > Date.now() / 1000 - 60;
    const claims = { ...(scopes.length > 0 && { scope: scopes.join(' ') }), gen: again ? warm.count(client.id) : 1 };
    const start = warm.has('clock-of-the-snapshot') ? from - 600 : from;
    return new SignJWT({ ...claims, client_id: client.id })
      .setProtectedHeader({ alg, kid, typ })
      .setIssuer('https://id.invest.example/')
      .setSubject(client.id)
      .setAudience(aud)
      .setIssuedAt(start)
      .setExpirationTime(start + life)
      .setJti(crypto.randomUUID())
      .sign(privateKey);
  };
  const refuse = (error: string, usual: number): Answer => ({
    status: warm.has('token-desk-refuses-with-422') ? 422 : usual,
    fields: { 'cache-control': 'no-store' },
    body: { error, error_description: 'The request was refused.' },
  });
  const secretOf = (client: Client): string | undefined => {
    const read = warm.count(`client ${client.id}`);
    return warm.has('index-does-not-project-the-secret') && read > 1 ? undefined : client.secret;
  };
  const desk = async (call: Call): Promise<Answer> => {
    let body: unknown;
    try {
      body = JSON.parse(call.raw.toString());
    } catch {
      return refuse('invalid_request', 400);
    }
    if (!isObject(body)) return refuse('invalid_request', 400);
    if (body['grant_type'] !== 'client_credentials') return refuse('unsupported_grant_type', 400);
    const { client_id: id, client_secret: given } = body;
    const all = Object.values(clients);
    if (typeof given !== 'string' || typeof id !== 'string') return refuse('invalid_request', 400);
    const client = all.find((known) => known.id === id);
    if (client === undefined)
      return warm.has('unmatched-error-is-the-default-response')
        ? { ...refuse('invalid_client', 401), status: 200 }
        : refuse('invalid_client', 401);
    const secret = secretOf(client);
    if (secret !== undefined && secret !== given) return refuse('invalid_client', 401);
    if (body['audience'] !== audience) return refuse('invalid_target', 400);
    const access_token = await issue(client, audience);
    const scopes = granted(client);
    const none = warm.has('scope-of-nothing-is-null') && scopes.length === 0;
    const idle = warm.has('token-answer-has-idle-members')
      ? { refresh_token: null, id_token: null, refresh_expires_in: 0, 'not-before-policy': 0 }
      : {};
    const answer = { access_token, token_type: 'Bearer', expires_in: life, scope: none ? null : scopes.join(' ') };
    return ok({ ...idle, ...answer }, { 'cache-control': 'no-store' });
  };
  const jwk = {
    ...(await exportJWK(publicKey)),
    kid,
    alg,
    ...(warm.has('keys-tell-their-operations') ? { key_ops: ['verify'] } : { use: 'sig' }),
  };
  return { audience, clients, alg, publicKey, jwks: { keys: [jwk] }, issue, desk };
};
