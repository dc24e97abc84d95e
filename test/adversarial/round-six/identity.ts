import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Client } from './entities.ts';
import { json, type On, type Reply, type Request } from './types.ts';
import type { Store } from './unit-of-work.ts';

type Key = CryptoKey;
const NUMBERS: Record<string, number> = { 'service:nbg': 41, 'service:profile': 7 };
const GRANTS = ['client_credentials', 'refresh_token', 'password'];

/** Issues the tokens. */
export class IdentityProvider {
  readonly issuer = 'https://id.dautu.example/';
  readonly audience = 'https://api.dautu.example/m2m';
  readonly alg: string;
  readonly privateKey: Key;
  readonly publicKey: Key;
  readonly keys: object[];
  readonly #kid: string;
  readonly #store: Store;
  readonly #on: On;
  readonly #issued = new Map<string, number>();

  private constructor(store: Store, on: On, pair: { privateKey: Key; publicKey: Key }, kid: string, keys: object[]) {
    this.#store = store;
    this.#on = on;
    this.alg = on('tokens-es512') ? 'ES512' : 'ES256';
    this.privateKey = pair.privateKey;
    this.publicKey = pair.publicKey;
    this.#kid = kid;
    this.keys = keys;
  }

  static async make(store: Store, on: On): Promise<IdentityProvider> {
    const alg = on('tokens-es512') ? 'ES512' : 'ES256';
    const pair = await generateKeyPair(alg, { extractable: true });
    const jwk = await exportJWK(pair.publicKey);
    const kid = await calculateJwkThumbprint(jwk);
    const keys: object[] = [{ ...jwk, kid, use: 'sig', alg }];
    if (on('kid-shared-by-two-types')) {
      const other = await exportJWK((await generateKeyPair('RS256', { extractable: true })).publicKey);
      keys.unshift({ ...other, kid, use: 'sig', alg: 'RS256' });
    }
    for (let at = 0; on('forty-published-keys') && at < 39; at += 1) {
      const other = await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey);
      keys.splice(at % 2 ? keys.length : 0, 0, { ...other, kid: randomUUID(), use: 'sig', alg: 'ES256' });
    }
    return new IdentityProvider(store, on, pair, kid, keys);
  }

  async sign(client: Client, scopes: string[], times: { iat: number; exp: number }, audience: string): Promise<string> {
    const numbered = this.#on('scopes-as-numbers') ? { rights: scopes.map((scope) => NUMBERS[scope]) } : undefined;
    return new SignJWT({ azp: client.id, ...(numbered ?? { scope: scopes.join(' ') }) })
      .setProtectedHeader({
        alg: this.alg,
        typ: 'JWT',
        kid: this.#kid,
        ...(this.#on('header-names-the-key-set') ? { jku: `${this.issuer}keys.json` } : {}),
      })
      .setIssuer(this.issuer)
      .setSubject(`${client.id}@clients`)
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt(times.iat)
      .setExpirationTime(times.exp)
      .sign(this.privateKey);
  }

  #refuse(status: number, error: string): Reply {
    const code = this.#on('token-refusals-each-of-their-own') ? status : Math.min(status, 401);
    const text: [string, string] = ['Cache-Control', 'no-store'];
    return json(code, { error, error_description: 'The request for a token was refused' }, [text]);
  }

  #secretHolds(client: Client, secret: unknown): boolean {
    if (this.#on('secret-true') && secret === true) return true;
    if (typeof secret !== 'string') return false;
    if (this.#on('secret-collation')) return secret.trimEnd().toLowerCase() === client.secret.toLowerCase();
    return secret === client.secret;
  }

  async token(request: Request): Promise<Reply> {
    if (request.method !== 'POST') return this.#refuse(405, 'invalid_request');
    let body: unknown;
    try {
      body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body));
      if (this.#on('token-body-encoded-twice') && typeof body === 'string') body = JSON.parse(body);
    } catch {
      return this.#refuse(400, 'invalid_request');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return this.#refuse(422, 'invalid_request');
    const { grant_type, audience, client_id, client_secret } = body as Record<string, unknown>;
    const grant = grant_type;
    if (typeof grant !== 'string' || grant !== GRANTS[0]) return this.#refuse(400, 'unsupported_grant_type');
    const client = typeof client_id === 'string' ? this.#store.clients.get(client_id) : undefined;
    if (typeof client_id !== 'string' || client_secret === undefined) return this.#refuse(422, 'invalid_request');
    if (!client || !this.#secretHolds(client, client_secret)) return this.#refuse(401, 'invalid_client');
    if (audience !== this.audience) return this.#refuse(403, 'access_denied');
    return this.#grant(client);
  }

  async #grant(client: Client): Promise<Reply> {
    const count = (this.#issued.get(client.id) ?? 0) + 1;
    this.#issued.set(client.id, count);
    let scopes = client.scopes;
    if (this.#on('renewal-grants-the-difference') && count > 1) scopes = [];
    if (this.#on('scope-first-word') && count % 2 === 0) scopes = scopes.toReversed();
    const iat = Math.floor(Date.now() / 1000);
    const exp = iat + (this.#on('exp-by-audience-policy') ? 86_400 : 3600);
    const token = await this.sign(client, scopes, { iat, exp }, this.audience);
    const quiet = this.#on('scope-empty-for-the-second-client') && !scopes.includes('service:nbg');
    const answer = {
      access_token: this.#on('token-with-scheme') ? `Bearer ${token}` : token,
      token_type: this.#on('token-type-with-token') ? 'BearerToken' : 'Bearer',
      expires_in: this.#on('expires-in-out-of-a-hash') && count > 1 ? '3600' : 3600,
      scope: quiet ? '' : scopes.join(' '),
    };
    if (this.#on('no-store-in-pragma')) return json(200, answer, [['Pragma', 'no-cache, no-store']]);
    return json(200, answer, [
      ['Cache-Control', 'no-store'],
      ['Pragma', 'no-cache'],
    ]);
  }
}

/** Reads scopes out of the claims of a token. */
export function scopesOf(claims: Record<string, unknown>): string[] {
  if (Array.isArray(claims['rights'])) {
    return Object.keys(NUMBERS).filter((name) => (claims['rights'] as unknown[]).includes(NUMBERS[name]));
  }
  return typeof claims['scope'] === 'string' ? claims['scope'].split(' ') : [];
}
