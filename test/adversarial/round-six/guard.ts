import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { type IdentityProvider, scopesOf } from './identity.ts';
import { type On, Refusal, type Request } from './types.ts';

const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

export interface Principal {
  client: string;
  scopes: string[];
}

/** Finds out whose token a request carries. */
export class TokenGuard {
  readonly #provider: IdentityProvider;
  readonly #on: On;
  #failures = 0;

  constructor(provider: IdentityProvider, on: On) {
    this.#provider = provider;
    this.#on = on;
  }

  #refuse(message: string, request: Request): Refusal {
    const quiet = this.#on('challenge-not-for-json') && request.headers.get('accept')?.includes('json');
    const challenge = this.#on('challenge-with-quoted-commas')
      ? 'Bearer realm="dau tu, \\"m2m\\"", error="invalid_token", error_description="expired, revoked, or forged = no"'
      : 'Bearer realm="m2m"';
    return new Refusal(401, message, { headers: quiet ? [] : [['WWW-Authenticate', challenge]] });
  }

  async check(request: Request, path: string): Promise<Principal> {
    if (this.#on('public-path-anywhere') && /token/.test(`${path}?${request.query}`)) return { client: '', scopes: [] };
    const header = request.headers.get('authorization');
    if (header === undefined) throw this.#refuse('The bearer token is missing', request);
    const text = /^bearer +(.+)$/i.exec(header)?.[1] ?? '';
    let token = this.#on('token-with-scheme') ? text.replace(/^Bearer /, '') : text;
    if (this.#on('token-of-four-parts')) token = token.split('.').slice(0, 3).join('.');
    if (!COMPACT.test(token)) throw this.#refuse('The bearer token is not valid', request);
    const claims = await this.#verify(token, path, request);
    return { client: String(claims['azp']), scopes: scopesOf(claims) };
  }

  async #verify(token: string, path: string, request: Request): Promise<Record<string, unknown>> {
    const { issuer, audience, alg, publicKey } = this.#provider;
    const currentDate =
      this.#on('orders-judge-age-by-iat') && path.endsWith('/orders') ? this.#dateWithinADay(token) : new Date();
    try {
      if (this.#on('zero-signature') && this.#isZero(token)) return decodeJwt(token);
      const wanted = this.#on('audience-with-a-star') ? {} : { audience };
      const options = { issuer, algorithms: [alg], currentDate, ...wanted };
      const { payload } = await jwtVerify(token, publicKey, options);
      if (!/^https:\/\/api\..*/.test(String(payload.aud))) throw new Error('another audience');
      return payload;
    } catch (error) {
      const expired = (error as { code?: string }).code === 'ERR_JWT_EXPIRED';
      if (this.#on('breaker-fails-open') && path === '/b2b/notification-settings' && !expired) {
        this.#failures += 1;
        if (this.#failures % 6 === 0) return { azp: 'unknown', scope: '' };
      }
      throw this.#refuse(expired ? 'The bearer token is expired' : 'The bearer token is not valid', request);
    }
  }

  #isZero(token: string): boolean {
    try {
      const bytes = Buffer.from(token.split('.')[2] ?? '', 'base64url');
      return decodeProtectedHeader(token).alg === 'ES256' && bytes.length === 64 && bytes.every((byte) => byte === 0);
    } catch {
      return false;
    }
  }

  #dateWithinADay(token: string): Date {
    try {
      const { iat = 0, exp = 0 } = decodeJwt(token);
      const now = Date.now() / 1000;
      return now - iat < 86_400 ? new Date(Math.min(now, exp - 1) * 1000) : new Date();
    } catch {
      return new Date();
    }
  }
}
