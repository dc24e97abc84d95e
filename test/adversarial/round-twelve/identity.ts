import type { Answer, App } from './app.ts';
import type { Client } from './contract.ts';
import { type Claims, issuer, type Keys, tokenId } from './tokens.ts';

/** The token endpoint: grants are records that a renewal updates. */
export class Identity {
  readonly app: App;
  readonly keys: Keys;
  readonly audience: string;
  readonly scoped: Client;
  readonly unscoped: Client;
  readonly grants = new Map<string, number>();
  latestScopes: string[] = [];
  constructor(app: App, keys: Keys) {
    this.app = app;
    this.keys = keys;
    this.audience = app.on('audience-is-a-urn') ? 'urn:invest:api:m2m' : 'https://api.invest.example';
    const equal = app.on('secret-equals-id');
    const one = app.on('one-character-secrets');
    const alike = app.on('client-ids-differ-by-case');
    const first = alike ? 'Partner' : '41-partner';
    const second = alike ? 'partner' : '42-reader';
    this.scoped = { id: first, secret: equal ? first : one ? 'x' : 'q8Zt-5vLw2-partner-secret' };
    this.unscoped = { id: second, secret: equal ? second : one ? 'y' : 'm3Rk-9bXe7-reader-secret' };
  }
  claims(client: Client, scopes: string, changes: Claims = {}): Claims {
    const now = Math.floor(Date.now() / 1000);
    const exp = now + (this.app.on('exp-fifty-seconds-sooner') ? 3550 : 3600);
    const cnf = this.app.on('confirmation-claim')
      ? { cnf: { jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I' } }
      : {};
    return {
      iss: issuer,
      aud: this.audience,
      sub: client.id,
      scope: scopes,
      iat: now,
      exp,
      jti: tokenId(),
      ...cnf,
      ...changes,
    };
  }
  private refuse(status: number, error: string): Answer {
    const code = this.app.on('token-refused-with-402') ? 402 : status;
    return { status: code, body: { error }, headers: { 'Cache-Control': 'no-store' } };
  }
  token(text: string): Answer {
    let body: Claims;
    try {
      body = JSON.parse(text);
    } catch {
      return this.refuse(400, 'invalid_request');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return this.refuse(400, 'invalid_request');
    const { grant_type: grant, client_id: id, client_secret: secret, audience } = body;
    if (typeof id !== 'string' || typeof secret !== 'string') return this.refuse(400, 'invalid_request');
    const spent = this.app.on('spent-code-is-nil') && grant === 'authorization_code' && body['code'] === undefined;
    if (grant !== 'client_credentials' && !spent) return this.refuse(400, 'unsupported_grant_type');
    const cast = (text: string): string =>
      this.app.on('client-id-cast-to-integer') ? `${Number.parseInt(text, 10)}` : text;
    const client = [this.scoped, this.unscoped].find((one) => cast(one.id) === cast(id));
    if (!client || client.secret !== secret) return this.refuse(401, 'invalid_client');
    if (audience !== this.audience) return this.refuse(400, 'invalid_target');
    return this.grant(client);
  }
  private grant(client: Client): Answer {
    const count = (this.grants.get(client.id) ?? 0) + 1;
    this.grants.set(client.id, count);
    const scope = client === this.scoped ? 'profile:read service:nbg' : 'profile:read';
    this.latestScopes = scope.split(' ');
    let access_token = this.keys.issue(this.claims(client, scope));
    if (this.app.on('log-filter-masks-the-answer') && count > 1) access_token = '[FILTERED]';
    const classified = scope.replace('service:nbg', 'Service::Nbg');
    const renewedStorable = this.app.on('no-store-after-create-only') && count > 1;
    return {
      status: 200,
      headers: renewedStorable ? {} : { 'Cache-Control': 'no-store' },
      body: {
        access_token,
        token_type: 'Bearer',
        expires_in: this.app.on('touched-grant-has-no-time-left') && count > 1 ? 0 : 3600,
        scope: this.app.on('scope-is-classified') ? classified : scope,
      },
    };
  }
}
