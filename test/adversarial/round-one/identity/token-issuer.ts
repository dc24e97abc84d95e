import { randomUUID } from 'node:crypto';
import { CompactEncrypt, type JWTPayload, SignJWT } from 'jose';
import type { Clock } from '../clock.ts';
import type { On } from '../toggles.ts';
import type { KeyRing } from './key-ring.ts';

export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}

export interface Issued {
  readonly token: string;
  readonly expiresIn: number;
  readonly renewed: boolean;
}

interface Grant {
  readonly jti: string;
  readonly token: string;
  readonly expires: number;
}

const lifetime = 3600;

/** Makes the access tokens, and remembers what it granted. */
export class TokenIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** The scopes of each token, as an introspection would tell them. */
  readonly granted = new Map<string, readonly string[]>();
  readonly revoked = new Set<string>();
  private readonly latest = new Map<string, Grant>();
  private readonly on: On;
  private readonly clock: Clock;
  private readonly ring: KeyRing;

  constructor(on: On, clock: Clock, ring: KeyRing, names: { issuer: string; audience: string }) {
    this.on = on;
    this.clock = clock;
    this.ring = ring;
    this.issuer = names.issuer;
    this.audience = names.audience;
  }

  async issue(client: Client): Promise<Issued> {
    const now = this.clock.seconds();
    const last = this.latest.get(client.id);
    if (last && this.on('token-reused') && last.expires - now > 60) {
      return { token: last.token, expiresIn: last.expires - now, renewed: true };
    }
    if (last && this.on('token-revoked-on-renewal')) this.revoked.add(last.jti);
    const jti = randomUUID();
    const expires = now + lifetime;
    // A renewed token begins where the one before it ends, so that there never are two.
    const notBefore = last && this.on('renewed-token-not-yet-valid') ? { nbf: last.expires } : {};
    const token = await this.mint(client, { aud: this.audience, iat: now, exp: expires, jti, ...notBefore });
    this.latest.set(client.id, { jti, token, expires });
    this.granted.set(jti, client.scopes);
    const left = this.on('expires-in-fraction') ? (expires * 1000 - this.clock.now()) / 1000 : lifetime;
    return { token, expiresIn: left, renewed: last !== undefined };
  }

  /** A token that expired an hour ago. */
  async mintExpired(client: Client): Promise<string> {
    const then = this.clock.seconds() - 2 * lifetime;
    return this.mint(client, { aud: this.audience, iat: then, exp: then + lifetime, jti: randomUUID() });
  }

  /** A sound token for another service of the same operator. */
  async mintForOtherAudience(client: Client): Promise<string> {
    const now = this.clock.seconds();
    return this.mint(client, { aud: `${this.audience}/reporting`, iat: now, exp: now + lifetime, jti: randomUUID() });
  }

  private async mint(client: Client, claims: JWTPayload): Promise<string> {
    const key = this.ring.next();
    const aud = this.on('audience-array') ? [claims.aud as string, `${this.issuer}userinfo`] : claims.aud;
    const payload = { iss: this.issuer, sub: `${client.id}@clients`, azp: client.id, ...claims, aud };
    const header = { alg: key.alg, typ: 'JWT', ...(key.kid === undefined ? {} : { kid: key.kid }) };
    const signed = await new SignJWT({ ...payload, ...this.scopeClaims(client) } as JWTPayload)
      .setProtectedHeader(header)
      .sign(key.sign);
    if (this.on('token-jwe')) {
      return new CompactEncrypt(Buffer.from(signed))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: 'JWT' })
        .encrypt(this.ring.envelope);
    }
    if (this.on('jwt-padded')) return signed.split('.').map(pad).join('.');
    return signed;
  }

  private scopeClaims(client: Client): object {
    if (this.on('scopes-in-scp-array')) return { scp: client.scopes };
    if (this.on('scopes-as-permissions')) return { permissions: client.scopes, gty: 'client-credentials' };
    return { scope: client.scopes.join(' ') };
  }
}

function pad(part: string): string {
  return part.padEnd(Math.ceil(part.length / 4) * 4, '=');
}
