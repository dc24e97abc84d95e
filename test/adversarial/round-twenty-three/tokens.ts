import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, exportJWK, jwtVerify, SignJWT } from 'jose';
import type { Call, Reply, World } from './model.ts';
import { isBag, Refusal } from './model.ts';
import type { Bag, Client } from './types.ts';

const scopes = { scoped: ['service:read', 'service:nbg'], unscoped: ['service:read'] };

export interface Tokens {
  readonly issue: (client: Client, age?: number, audience?: string) => Promise<string>;
  readonly answer: (body: Buffer) => Promise<Reply>;
  readonly verify: (call: Call) => Promise<JWTPayload>;
  readonly keySet: () => Promise<Bag>;
}

const json = (status: number, value: unknown, fields: Record<string, string> = {}): Reply => ({
  status,
  fields: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8', ...fields },
  body: JSON.stringify(value),
});

export function makeTokens(world: World): Tokens {
  const { on } = world;
  const rsa = on('modulus-of-2056-bits');
  const alg = rsa ? 'RS256' : 'ES256';
  const keys = rsa
    ? generateKeyPairSync('rsa', { modulusLength: 2056 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const box = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = on('kid-is-a-process') ? '#PID<0.412.0>' : 'atlas-1';

  const granted = (client: Client): readonly string[] => (client === world.scoped ? scopes.scoped : scopes.unscoped);

  async function issue(client: Client, age = 0, audience = world.audience): Promise<string> {
    const now = Math.floor(Date.now() / 1000) - age;
    const life = on('hours-of-the-timer-are-milliseconds') ? 3_600_000 : 3600;
    const jwt = await new SignJWT({ scope: granted(client).join(' ') })
      .setProtectedHeader({ alg, kid, typ: 'JWT' })
      .setIssuer(world.issuer)
      .setSubject(client.id)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + life)
      .setJti(randomUUID())
      .sign(keys.privateKey);
    return on('tokens-encrypted-by-key-agreement') ? await seal(jwt, box.publicKey) : jwt;
  }

  function refuse(status: number, error: string): Reply {
    if (!on('token-refusals-are-erlang-terms')) return json(status, { error, error_description: 'Refused.' });
    const fields = { 'cache-control': 'no-store', 'content-type': 'text/plain' };
    return { status, fields, body: `{error,{${error},<<"refused">>}}.\n` };
  }

  async function answer(body: Buffer): Promise<Reply> {
    const request = parse(body);
    if (request === undefined) return refuse(400, 'invalid_request');
    const { grant_type: grant, client_id: id, client_secret: secret, audience } = request;
    const atom = grant === undefined || grant === null || typeof grant === 'boolean';
    if (grant !== 'client_credentials' && !(on('nil-is-an-atom') && atom)) {
      return refuse(400, 'unsupported_grant_type');
    }
    if (typeof id !== 'string' || typeof secret !== 'string') {
      return refuse(on('status-of-a-conn-is-unset') ? 200 : 400, 'invalid_request');
    }
    const client = [world.scoped, world.unscoped].find((one) => one.id === id);
    if (client === undefined && on('lookup-of-nobody-is-a-bad-match')) return refuse(500, 'badmatch');
    if (client === undefined || client.secret !== secret) return refuse(401, 'invalid_client');
    if (audience !== undefined && audience !== world.audience) return refuse(400, 'invalid_target');
    const charlist = [...'3600'].map((digit) => digit.charCodeAt(0));
    const policy = on('before-send-callbacks-run-backwards') ? 'max-age=0, private, must-revalidate' : 'no-store';
    const status = on('token-answered-with-203') ? 203 : 200;
    return json(
      status,
      {
        access_token: await issue(client),
        expires_in: on('lifetime-is-a-charlist') ? charlist : 3600,
        scope: granted(client).join(on('scopes-are-an-io-list') ? '' : ' '),
        token_type: on('type-of-tokens-is-an-alias') ? 'Elixir.Bearer' : 'Bearer',
      },
      { 'cache-control': policy },
    );
  }

  function unauthorised(message: string, kind: 'token' | 'audience' = 'token', status = 401): Refusal {
    return new Refusal(status, kind, message);
  }

  async function verify(call: Call): Promise<JWTPayload> {
    const header = call.header('authorization');
    if (header === undefined) throw unauthorised('The bearer token is missing.');
    const sealed = /^bearer +([\w-]+(?:\.[\w-]*){2,4})$/i.exec(header)?.[1];
    if (sealed === undefined) throw unauthorised('The bearer token is malformed.');
    if (on('unsecured-signing-is-a-global-switch') && world.flags.has('unsecured')) {
      const claims = unsecured(sealed);
      if (claims !== undefined) return claims;
    }
    try {
      const token = on('tokens-encrypted-by-key-agreement') ? await open(sealed, box.privateKey) : sealed;
      if (decodeProtectedHeader(token).kid !== kid) throw new Error('unknown key');
      const unpinned = on('unpinned-variable-matches-anything') && call.route === 'portfolios';
      const monotonic = on('monotonic-time-is-negative') && call.route === 'insights';
      const { payload } = await jwtVerify(token, keys.publicKey, {
        algorithms: [alg],
        issuer: world.issuer,
        requiredClaims: ['exp', 'sub'],
        ...(unpinned ? {} : { audience: world.audience }),
        ...(monotonic ? { currentDate: new Date(-576_460_752) } : {}),
      });
      return payload;
    } catch (error) {
      const audience = isAudience(error);
      const forbidden = audience && on('other-audience-by-method') && call.method === 'GET';
      throw unauthorised('The bearer token is invalid.', audience ? 'audience' : 'token', forbidden ? 403 : 401);
    }
  }

  async function keySet(): Promise<Bag> {
    return { keys: [{ ...(await exportJWK(keys.publicKey)), alg, kid, use: 'sig' }] };
  }

  return { issue, answer, verify, keySet };
}

async function seal(token: string, key: KeyObject): Promise<string> {
  return await new CompactEncrypt(Buffer.from(token))
    .setProtectedHeader({ alg: 'ECDH-ES+A128KW', enc: 'A128CBC-HS256', cty: 'JWT' })
    .encrypt(key);
}

async function open(token: string, key: KeyObject): Promise<string> {
  return Buffer.from((await compactDecrypt(token, key)).plaintext).toString();
}

function isAudience(error: unknown): boolean {
  return error instanceof Error && 'claim' in error && error.claim === 'aud';
}

function unsecured(token: string): JWTPayload | undefined {
  try {
    const [head = '', payload = '', signature] = token.split('.');
    const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString());
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return signature === '' && isBag(header) && header['alg'] === 'none' && isBag(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

function parse(body: Buffer): Bag | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
    return isBag(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
