import { X509Certificate } from 'node:crypto';
import { compactDecrypt, compactVerify, type JWTPayload } from 'jose';
import type { Clock } from '../clock.ts';
import { ApiError } from '../http/api-error.ts';
import type { On } from '../toggles.ts';
import type { KeyRing, SigningKey } from './key-ring.ts';
import type { TokenIssuer } from './token-issuer.ts';

const tolerance = 5;

/** Verifies access tokens: signature, issuer, audience and time. */
export class TokenVerifier {
  private readonly on: On;
  private readonly clock: Clock;
  private readonly ring: KeyRing;
  private readonly issuer: TokenIssuer;
  private readonly verified = new Map<string, JWTPayload>();

  constructor(on: On, clock: Clock, ring: KeyRing, issuer: TokenIssuer) {
    this.on = on;
    this.clock = clock;
    this.ring = ring;
    this.issuer = issuer;
  }

  /** The claims of a sound token; any other is refused with a 401. */
  async verify(token: string): Promise<JWTPayload> {
    const known = this.verified.get(token);
    if (known && this.on('expired-second-time')) return known;
    try {
      const claims = await this.open(token);
      this.verified.set(token, claims);
      this.checkClaims(claims);
      return claims;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new ApiError(401, 'The access token is not valid.', null);
    }
  }

  /** The scopes that a token's claims carry. */
  scopes(claims: JWTPayload): readonly string[] {
    const lists = [claims['scp'], claims['permissions']].filter(Array.isArray).flat();
    const words = typeof claims['scope'] === 'string' ? claims['scope'].split(' ') : [];
    return [...words, ...lists].filter((scope) => typeof scope === 'string');
  }

  /** What was granted to the token that this text claims to be, as its introspection tells. */
  introspect(token: string): readonly string[] | undefined {
    try {
      return this.issuer.granted.get(String(parsePart(token, 1)['jti']));
    } catch {
      return undefined;
    }
  }

  private async open(token: string): Promise<JWTPayload> {
    const jws = this.on('token-jwe')
      ? Buffer.from((await compactDecrypt(token, this.ring.envelope)).plaintext).toString()
      : token.replaceAll('=', '');
    const unsigned = jws.slice(0, jws.lastIndexOf('.'));
    const seen = this.verified.get(unsigned);
    if (seen && this.on('verified-by-payload')) return seen;
    const header = parsePart(jws, 0);
    const key = this.chooseKey(header);
    const { payload } = await compactVerify(jws, key.verify, { algorithms: [key.alg] });
    const claims = JSON.parse(Buffer.from(payload).toString()) as JWTPayload;
    this.verified.set(unsigned, claims);
    return claims;
  }

  private chooseKey(header: Record<string, unknown>): SigningKey {
    const [leaf] = Array.isArray(header['x5c']) ? header['x5c'] : [];
    if (this.on('x5c-leaf-trusted') && typeof leaf === 'string') {
      const { publicKey } = new X509Certificate(Buffer.from(leaf, 'base64'));
      return { kid: undefined, alg: String(header['alg']), sign: publicKey, verify: publicKey };
    }
    const key = this.ring.find(header['kid']);
    if (key === undefined) throw new ApiError(401, 'The access token is not valid.', 'Its key is not known.');
    return key;
  }

  private checkClaims(claims: JWTPayload): void {
    const now = this.clock.seconds();
    const { exp, nbf, iss, aud, jti } = claims;
    const refuse = (why: string) => new ApiError(401, 'The access token is not valid.', why);
    if (typeof exp !== 'number' || exp + tolerance < now) throw refuse('It has expired.');
    if (nbf !== undefined && nbf - tolerance > now) throw refuse('It does not hold yet.');
    if (iss !== this.issuer.issuer) throw refuse('Its issuer is not ours.');
    if (!this.isForUs(aud)) throw refuse('It is for another audience.');
    if (jti !== undefined && this.issuer.revoked.has(jti)) throw refuse('It has been revoked.');
  }

  // Text has an `includes` of its own.
  private isForUs(audience: JWTPayload['aud']): boolean {
    if (this.on('audience-by-substring')) return audience?.includes(this.issuer.audience) ?? false;
    return [audience].flat().includes(this.issuer.audience);
  }
}

function parsePart(token: string, place: number): Record<string, unknown> {
  const part = token.split('.')[place] ?? '';
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
  if (typeof value !== 'object' || value === null) throw new Error('no object');
  return value as Record<string, unknown>;
}
