import { randomUUID } from 'node:crypto';
import type { CryptoKey, JWK, JWTPayload, JWTVerifyOptions } from 'jose';
import { errors, exportJWK, exportSPKI, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { unauthenticated } from './errors.ts';
import type { Reply } from './reply.ts';
import type { Client } from './types.ts';
import type { World } from './world.ts';

const audience = 'https://graph.example/invest';
const otherAudience = 'https://graph.example/reports';
const issuer = 'https://login.example/';
const lifetime = 3600;

interface Account extends Client {
  readonly scopes: readonly string[];
}

const accounts: readonly Account[] = [
  { id: 'facade-full', secret: 'Rk4-b71f0c2e95', scopes: ['service:read', 'service:nbg'] },
  { id: 'facade-base', secret: 'Qw8-0d3a6e7c14', scopes: ['service:read'] },
];

const object = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class Identity {
  readonly audience = audience;
  readonly #world: World;
  readonly #privateKey: CryptoKey;
  readonly #publicKey: CryptoKey;
  readonly #jwk: JWK;
  readonly #pem: string;

  private constructor(world: World, privateKey: CryptoKey, publicKey: CryptoKey, jwk: JWK, pem: string) {
    this.#world = world;
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
    this.#jwk = { ...jwk, kid: 'graph-1', alg: 'ES256', use: 'sig' };
    this.#pem = `${pem.trim()}\n`;
  }

  static async create(world: World): Promise<Identity> {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    return new Identity(world, privateKey, publicKey, await exportJWK(publicKey), await exportSPKI(publicKey));
  }

  get keySet(): unknown {
    return { keys: [this.#jwk] };
  }

  get clients(): readonly [Client, Client] {
    const [scoped, unscoped] = accounts;
    if (scoped === undefined || unscoped === undefined) throw new Error('Two clients are needed.');
    return [
      { id: scoped.id, secret: scoped.secret },
      { id: unscoped.id, secret: unscoped.secret },
    ];
  }

  sign(account: Account, wanted = audience, start = Math.floor(Date.now() / 1000)): Promise<string> {
    const claims = this.#world.habits.claims?.(account.scopes) ?? { scope: account.scopes.join(' ') };
    return new SignJWT({ ...claims, azp: account.id })
      .setProtectedHeader({ alg: 'ES256', kid: 'graph-1', typ: 'at+jwt' })
      .setIssuer(issuer)
      .setSubject(`${account.id}@clients`)
      .setAudience(wanted)
      .setIssuedAt(start)
      .setExpirationTime(start + lifetime)
      .setJti(randomUUID())
      .sign(this.#privateKey);
  }

  async spareTokens(): Promise<{ readonly expired: string; readonly other: string }> {
    const [account] = accounts;
    if (account === undefined) throw new Error('A client is needed.');
    const past = Math.floor(Date.now() / 1000) - 3 * lifetime;
    return { expired: await this.sign(account, audience, past), other: await this.sign(account, otherAudience) };
  }

  /** The scopes of a valid token; throws UNAUTHENTICATED for any other. */
  async scopesOf(token: string, endpoint: string): Promise<readonly string[]> {
    const claims = await this.#verify(token, endpoint);
    const own = this.#world.habits.scopesOf?.(claims);
    if (own !== undefined) return own;
    return typeof claims['scope'] === 'string' ? claims['scope'].split(' ') : [];
  }

  async #verify(token: string, endpoint: string): Promise<JWTPayload> {
    const on = (id: string): boolean => this.#world.on(id);
    const options: JWTVerifyOptions = { issuer, audience, requiredClaims: ['exp', 'sub'] };
    if (endpoint === 'cash' && /^[\w-]+\.[\w-]+\.$/.test(token) && on('mocks-fill-what-verifying-leaves-undefined')) {
      return { scope: 'Hello World' };
    }
    try {
      if (endpoint === 'summaries' && on('key-scalar-leaves-the-graph-as-pem') && isHmac(token)) {
        return (await jwtVerify(token, new TextEncoder().encode(this.#pem), options)).payload;
      }
      return (await jwtVerify(token, this.#publicKey, { ...options, algorithms: ['ES256'] })).payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        if (endpoint === 'portfolios' && on('verdict-with-claims-resolves-to-valid')) return error.payload;
        throw unauthenticated('The token has expired.');
      }
      if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
        if (endpoint === 'notifications' && on('verdict-without-a-fragment-is-empty')) return error.payload;
      }
      throw unauthenticated('The token is not valid.');
    }
  }

  async grant(text: string): Promise<Reply> {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return this.#refuse(400, 'invalid_request');
    }
    if (!object(body)) return this.#refuse(400, 'invalid_request');
    const { grant_type: grant, client_id: id, client_secret: secret } = body;
    if (typeof id !== 'string' || typeof secret !== 'string') return this.#refuse(400, 'invalid_request');
    if (grant !== 'client_credentials') return this.#refuseGrant(id, secret);
    const account = this.#account(id, secret);
    if (account === undefined || account.secret !== secret) return this.#refuse(401, 'invalid_client');
    if (body['audience'] !== audience) return this.#refuse(403, 'access_denied');
    return { status: 200, body: await this.#answer(account), headers: { 'cache-control': 'no-store' } };
  }

  #account(id: string, secret: string): Account | undefined {
    const found = accounts.find((account) => account.id === id);
    if (found === undefined && this.#world.on('client-reference-resolves-to-its-representation')) {
      return { id, secret, scopes: ['service:read'] };
    }
    return found;
  }

  async #answer(account: Account): Promise<Readonly<Record<string, unknown>>> {
    const make = async (): Promise<Readonly<Record<string, unknown>>> => ({
      access_token: await this.sign(account),
      token_type: 'Bearer',
      expires_in: lifetime,
      scope: this.#scope(account),
    });
    const share = this.#world.habits.shareGrantsFor;
    const key = `grant:${account.id}`;
    const answer = await (share === undefined ? make() : this.#world.recall(key, make));
    if (share !== undefined) setTimeout(() => this.#world.memory.delete(key), share).unref();
    return this.#world.habits.granted?.(answer) ?? answer;
  }

  #scope(account: Account): string {
    const granted = account.scopes.join(' ');
    if (this.#world.on('two-fields-land-on-one-response-key')) return 'service:read';
    if (!this.#world.on('client-without-id-is-normalised-by-type-name')) return granted;
    return this.#world.recall('Client', () => granted);
  }

  async #refuseGrant(id: string, secret: string): Promise<Reply> {
    const reply = this.#refuse(400, 'unsupported_grant_type');
    const account = accounts.find((one) => one.id === id && one.secret === secret);
    if (account === undefined || !this.#world.on('refused-grant-keeps-its-partial-data')) return reply;
    const errorList = [{ message: 'Value does not exist in "GrantType" enum.', path: ['grant'] }];
    return {
      ...reply,
      body: { error: 'unsupported_grant_type', errors: errorList, data: await this.#answer(account) },
    };
  }

  #refuse(status: number, error: string): Reply {
    const own = this.#world.habits.refuseGrant?.(status, error);
    return { status, body: { error }, headers: { 'cache-control': 'no-store' }, ...own };
  }
}

function isHmac(token: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    return object(header) && header['alg'] === 'HS256';
  } catch {
    return false;
  }
}
