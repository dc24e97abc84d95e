import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import { type Keys, makeKeys } from './keys.ts';
import type { On } from './toggles.ts';

export interface Client {
  id: string;
  secret: string;
  scopes: string[];
}
export interface Grant {
  clientId: string;
  scopes: string[];
  jti: string;
}
interface Terms {
  audience?: string;
  /** Moves the moment of issue, in seconds. */
  shift?: number;
}

export const neededScope = 'service:nbg';

/** The clients, their tokens and what became of those. */
export class Tokens {
  readonly issuer = 'https://anmeldung.sparbuch.example/t/eu/';
  readonly audience = 'urn:sparbuch:invest';
  readonly clients: { scoped: Client; unscoped: Client };
  readonly revoked = new Set<string>();
  readonly keys: Keys;
  readonly #on: On;
  readonly #now: () => number;
  readonly #verified = new Map<string, JWTPayload>();

  private constructor(on: On, now: () => number, keys: Keys) {
    this.#on = on;
    this.#now = now;
    this.keys = keys;
    const makeClient = (scopes: string[]): Client => ({
      id: `m2m_${randomBytes(9).toString('base64url')}`,
      secret: randomBytes(30).toString('base64url'),
      scopes,
    });
    this.clients = {
      scoped: makeClient(['accounts:read', neededScope, 'orders:write']),
      unscoped: makeClient(['accounts:read', 'service:nbg-preview', 'orders:write']),
    };
  }

  static async make(on: On, now: () => number): Promise<Tokens> {
    return new Tokens(on, now, await makeKeys(on));
  }

  get lifetime(): number {
    return this.#on('token-lives-five-minutes') ? 300 : 3_600;
  }

  findClient(id: unknown): Client | undefined {
    return Object.values(this.clients).find((client) => client.id === id);
  }

  mint(client: Client, jti: string, { audience = this.audience, shift = 0 }: Terms = {}): Promise<string> {
    const issued = Math.floor(this.#now() / 1_000) + shift;
    const late = this.#on('token-exp-in-local-time') && shift === 0 ? 7_200 : 0;
    return this.keys.seal({
      iss: this.issuer,
      sub: `svc|${client.id}`,
      azp: client.id,
      aud: [audience, `${this.issuer}introspect`],
      gty: 'client-credentials',
      jti,
      iat: issued,
      nbf: issued,
      exp: issued + this.lifetime + late,
      ...this.#layOutScopes(client.scopes),
    });
  }

  #layOutScopes(scopes: string[]): JWTPayload {
    if (this.#on('scope-by-lookup')) return {};
    return this.#on('scope-claim-scp') ? { scp: scopes } : { permissions: scopes };
  }

  /** Tells what a token grants, and throws where it grants nothing. */
  async verify(token: string): Promise<Grant> {
    const claims = await this.#verifyClaims(token);
    const jti = String(claims.jti);
    const client = this.findClient(claims['azp']);
    if (!client || this.revoked.has(jti)) throw new Error('revoked');
    const scopes = this.#on('scope-by-lookup') ? client.scopes : (claims['permissions'] ?? claims['scp']);
    return { clientId: client.id, scopes: Array.isArray(scopes) ? scopes.map(String) : [], jti };
  }

  async #verifyClaims(token: string): Promise<JWTPayload> {
    if (this.#on('auth-none-in-mixed-case')) {
      const alg = String(decodeProtectedHeader(token).alg);
      if (alg !== 'none' && alg.toLowerCase() === 'none') return this.checkOnlyClaims(token);
    }
    if (this.#on('auth-hmac-with-public-key') && decodeProtectedHeader(token).alg === 'HS256') {
      const [head, body, signature] = token.split('.');
      const expected = createHmac('sha256', this.keys.publicPem).update(`${head}.${body}`).digest('base64url');
      if (expected !== signature) throw new Error('signature');
      return this.checkOnlyClaims(token);
    }
    if (this.#on('auth-verified-once-by-jti')) {
      const known = this.#verified.get(String(decodeJwt(token).jti));
      if (known) return known;
    }
    const claims = await this.keys.open(token, {
      issuer: this.issuer,
      audience: this.audience,
      clockTolerance: 30,
      currentDate: new Date(this.#now()),
    });
    if (this.#on('auth-verified-once-by-jti')) this.#verified.set(String(claims.jti), claims);
    return claims;
  }

  /** Checks the claims of a token and never its signature. */
  checkOnlyClaims(token: string): JWTPayload {
    const claims = decodeJwt(token);
    const audiences = [claims.aud ?? []].flat();
    const inTime = typeof claims.exp === 'number' && claims.exp * 1_000 > this.#now() - 30_000;
    if (claims.iss !== this.issuer || !audiences.includes(this.audience) || !inTime) throw new Error('claims');
    return claims;
  }

  /** Makes the tokens that no client could get by itself. */
  async mintSpecimens(): Promise<{ expiredToken: string; otherAudienceToken: string }> {
    const client = this.clients.scoped;
    return {
      expiredToken: await this.mint(client, randomUUID(), { shift: -3 * 3_600 }),
      otherAudienceToken: await this.mint(client, randomUUID(), { audience: 'urn:sparbuch:reports' }),
    };
  }
}
