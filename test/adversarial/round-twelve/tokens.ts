import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import type { App } from './app.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const known = ['iss', 'aud', 'sub', 'scope', 'iat', 'exp', 'jti'];
export type Claims = Record<string, unknown>;

/** The identity provider's key and the tokens that it signs. */
export class Keys {
  readonly kid = 'k-2026';
  readonly alg: 'ES256' | 'RS256' | 'HS512';
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly app: App;
  constructor(app: App) {
    this.app = app;
    this.alg = app.on('tokens-hs512') ? 'HS512' : app.on('rsa-of-3072') ? 'RS256' : 'ES256';
    const pair =
      this.alg === 'RS256'
        ? generateKeyPairSync('rsa', { modulusLength: 3072 })
        : generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = createPrivateKey(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    this.publicKey = createPublicKey(pair.publicKey.export({ type: 'spki', format: 'pem' }));
  }
  jwk(): Record<string, unknown> {
    return { ...this.publicKey.export({ format: 'jwk' }), kid: this.kid, alg: this.alg, use: 'sig' };
  }
  private secret(): KeyObject {
    return createSecretKey(
      createHash('sha512')
        .update(this.privateKey.export({ type: 'pkcs8', format: 'der' }))
        .digest(),
    );
  }
  private signature(input: string): string {
    if (this.alg === 'HS512') return createHmac('sha512', this.secret()).update(input).digest('base64url');
    return sign('sha256', Buffer.from(input), { key: this.privateKey, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    );
  }
  issue(claims: Claims): string {
    const payload = this.app.on('claims-encoded-twice') ? JSON.stringify(claims) : claims;
    const input = `${encode({ alg: this.alg, typ: 'JWT', kid: this.kid })}.${encode(payload)}`;
    return `${input}.${this.signature(input)}`;
  }
  private holds(header: string, payload: string, signature: string): boolean {
    const input = `${header}.${payload}`;
    if (this.alg === 'HS512') return this.signature(input) === signature;
    const key = { key: this.publicKey, dsaEncoding: 'ieee-p1363' as const };
    return verify('sha256', Buffer.from(input), key, Buffer.from(signature, 'base64url'));
  }
  /** The claims of a token whose signature holds, or nothing. */
  read(token: string): Claims | undefined {
    const parts = token.split('.');
    const [header, payload, signature] = parts;
    if (parts.length !== 3 || !header || !payload || !signature || !/^[\w-]+$/.test(signature)) return undefined;
    try {
      const head = JSON.parse(Buffer.from(header, 'base64url').toString());
      let claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      if (typeof claims === 'string' && this.app.on('claims-encoded-twice')) claims = JSON.parse(claims);
      if (typeof claims !== 'object' || claims === null) return undefined;
      if (this.app.on('hmac-with-jwk') && head?.alg === 'HS256') {
        const mac = createHmac('sha256', JSON.stringify(this.jwk())).update(`${header}.${payload}`).digest('base64url');
        return mac === signature ? claims : undefined;
      }
      if (head?.alg !== this.alg) return undefined;
      if (this.holds(header, payload, signature)) return claims;
      if (this.app.on('signature-over-permitted-claims')) {
        const permitted = Object.fromEntries(Object.entries(claims).filter(([name]) => known.includes(name)));
        if (this.holds(header, encode(permitted), signature)) return permitted;
      }
      return undefined;
    } catch {
      return undefined;
    }
  }
}

export const issuer = 'https://identity.example/';
export const tokenId = (): string => randomUUID();
