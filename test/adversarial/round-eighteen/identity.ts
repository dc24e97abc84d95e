import { randomUUID } from 'node:crypto';
import { CompactSign, type CryptoKey, compactVerify, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Json } from './batch.ts';
import type { Client, Exits, Plant, Reply } from './exits.ts';

export const SCOPE = 'service:nbg';
const now = (): number => Math.floor(Date.now() / 1000);
const refused = (error: string, status = 400): Reply => ({ status, headers: NO_STORE, body: { error } });
const NO_STORE = { 'Cache-Control': 'no-store' };

/** The sign-on product that issues and verifies tokens. */
export class SignOn {
  readonly #plant: Plant;
  readonly #exits: Exits;
  readonly #keys: { privateKey: CryptoKey; publicKey: CryptoKey };
  readonly #clients: readonly Client[];

  private constructor(plant: Plant, exits: Exits, keys: { privateKey: CryptoKey; publicKey: CryptoKey }) {
    this.#plant = plant;
    this.#exits = exits;
    this.#keys = keys;
    this.#clients = [
      { ...plant.scoped, scopes: ['service:read', SCOPE] },
      { ...plant.unscoped, scopes: ['service:read'] },
    ];
  }

  static async open(plant: Plant, exits: Exits): Promise<SignOn> {
    return new SignOn(plant, exits, await generateKeyPair(plant.algorithm, { extractable: true }));
  }

  async keySet(): Promise<{ keys: JWK[] }> {
    const key = await exportJWK(this.#keys.publicKey);
    return { keys: [{ ...key, kid: 'signon-1', use: 'sig', alg: this.#plant.algorithm }] };
  }

  sign(claims: Json): Promise<string> {
    return new CompactSign(this.#exits.writeClaims(JSON.stringify(claims)))
      .setProtectedHeader({ alg: this.#plant.algorithm, kid: 'signon-1', typ: 'JWT' })
      .sign(this.#keys.privateKey);
  }

  claims(client: { readonly id: string; readonly scopes: readonly string[] }): Json {
    const { issuer, audience, lifetime } = this.#plant;
    return {
      exp: now() + lifetime,
      iss: issuer,
      sub: client.id,
      aud: audience,
      iat: now(),
      jti: randomUUID(),
      scope: client.scopes.join(' '),
    };
  }

  expired(): Promise<string> {
    const { exp, ...others } = this.claims({ id: 'channel-adapter-of-1998', scopes: [SCOPE] });
    return this.sign({ ...others, iat: Number(exp) - 14_400, exp: Number(exp) - 10_800 });
  }

  otherAudience(): Promise<string> {
    return this.sign({ ...this.claims({ id: this.#plant.scoped.id, scopes: [SCOPE] }), aud: 'urn:partner:clearing' });
  }

  async answer(text: string): Promise<Reply> {
    let request: unknown;
    try {
      request = JSON.parse(text);
    } catch {
      return refused('invalid_request');
    }
    if (typeof request !== 'object' || request === null || Array.isArray(request)) return refused('invalid_request');
    const { grant_type, audience, client_id, client_secret } = request as Json;
    const exits = this.#exits;
    const id = typeof client_id === 'string' ? client_id : undefined;
    const client = exits.findClient(id, this.#clients);
    const steps = [grant_type === 'client_credentials' ? 0 : 12, client && client.secret === client_secret ? 0 : 8];
    const code = exits.returnCode(steps);
    if (code > 8) return refused('unsupported_grant_type');
    if (code > 0 || !client) return refused('invalid_client', 401);
    if (audience !== undefined && audience !== this.#plant.audience) return refused('access_denied', 403);
    const token = await this.sign(exits.claims(this.claims(client)));
    const body = {
      access_token: exits.token(token),
      token_type: 'Bearer',
      expires_in: this.#plant.lifetime,
      scope: exits.scopeOf(client, this.#clients),
    };
    return { status: 200, headers: NO_STORE, body };
  }

  /** The scopes of a token, or nothing where it is not to be trusted here. */
  async verify(token: string): Promise<string[] | undefined> {
    try {
      const { payload } = await compactVerify(token, this.#keys.publicKey, { algorithms: [this.#plant.algorithm] });
      const text = this.#exits.readClaims(Buffer.from(payload));
      const claims = JSON.parse(text) as Json;
      if (this.#exits.expiry(claims, text) <= now() || claims['iss'] !== this.#plant.issuer) return undefined;
      if (claims['aud'] !== this.#plant.audience) return undefined;
      return String(claims['scope']).split(' ');
    } catch {
      return undefined;
    }
  }
}
