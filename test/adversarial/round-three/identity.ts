import { randomBytes, randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Language } from './people.ts';
import type { On } from './toggles.ts';

export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly previousSecret?: string;
  readonly scopes: readonly string[];
  readonly language: Language;
  readonly hasUsers: boolean;
}

export interface Key {
  readonly kid: string;
  readonly sign: CryptoKey;
  readonly verify: CryptoKey;
  readonly jwk: JWK;
}

export interface Identity {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithm: string;
  readonly lifetime: number;
  readonly clients: readonly Client[];
  readonly revoked: Set<string>;
  keySet(): { keys: JWK[] };
  findKey(kid: string | undefined): Key | undefined;
  mint(client: Client, options?: { audience?: string; issuedAt?: number }): Promise<{ token: string; id: string }>;
}

async function makeKey(algorithm: string): Promise<Key> {
  const kid = randomUUID();
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg: algorithm, use: 'sig' };
  return { kid, sign: pair.privateKey, verify: pair.publicKey, jwk };
}

function makeClients(on: On): readonly Client[] {
  const odd = on('secrets-with-odd-characters') ? ' "żółć" \\ / \' 🔑 &=+%' : '';
  const lookAlikes = ['service:nbg:read', 'xservice:nbg', 'SERVICE:NBG'];
  return [
    {
      id: 'm2m-bociek',
      secret: randomBytes(48).toString('hex') + odd,
      scopes: ['service:basic', 'service:nbg'],
      language: 'pl',
      hasUsers: true,
    },
    {
      id: 'm2m-pelargos',
      secret: randomBytes(48).toString('hex') + odd,
      scopes: on('scopes-that-only-look-alike') ? lookAlikes : ['service:basic'],
      language: 'pl',
      hasUsers: !on('second-client-has-no-users'),
    },
  ];
}

/** Makes an identity provider with keys and clients of its own. */
export async function makeIdentity(on: On): Promise<Identity> {
  const algorithm = on('tokens-signed-with-pss') ? 'PS384' : 'RS256';
  const lifetime = on('tokens-of-two-minutes') ? 120 : 3600;
  const issuer = 'https://login.bocian.example/';
  const audience = 'https://api.bocian.example';
  const keys = [await makeKey(algorithm)];
  const others = on('crowded-key-set') ? [await makeKey('RSA-OAEP-256'), await makeKey('ES512')] : [];
  const encryption = others.map(({ jwk }, at) => (at === 0 ? { ...jwk, use: 'enc' } : { ...jwk, key_ops: ['verify'] }));
  let minted = 0;

  const mint: Identity['mint'] = async (client, options = {}) => {
    minted += 1;
    if (on('keys-rotate') && minted % 4 === 0) keys.push(await makeKey(algorithm));
    const key = keys.at(-1);
    if (key === undefined) throw new Error('no key');
    const id = randomUUID();
    const issuedAt = options.issuedAt ?? Math.floor(Date.now() / 1000);
    const life = on('expiry-claim-two-minutes-early') ? lifetime - 120 : lifetime;
    const core = { iss: issuer, aud: options.audience ?? audience, exp: issuedAt + life };
    const scope = on('scopes-in-a-register') ? {} : { scope: client.scopes.join(' ') };
    const about = on('minimal-claims') ? {} : { sub: `${client.id}@clients`, azp: client.id, iat: issuedAt, jti: id };
    const profile = on('access-token-profile') ? { client_id: client.id, auth_time: issuedAt, acr: '0' } : {};
    const ballast = on('long-tokens')
      ? { entitlements: Array.from({ length: 24 }, (_, at) => `urn:bocian:rights:${at}`) }
      : {};
    const payload = Buffer.from(JSON.stringify({ ...core, ...scope, ...about, ...profile, ...ballast }));
    const zipped = on('payload-is-compressed');
    const header = {
      alg: algorithm,
      kid: key.kid,
      typ: on('access-token-profile') ? 'at+jwt' : 'JWT',
      ...(zipped ? { zip: 'DEF' } : {}),
    };
    const token = await new CompactSign(zipped ? deflateRawSync(payload) : payload)
      .setProtectedHeader(header)
      .sign(key.sign);
    return { token, id };
  };

  return {
    issuer,
    audience,
    algorithm,
    lifetime,
    clients: makeClients(on),
    revoked: new Set(),
    keySet: () => ({ keys: [...encryption, ...keys.map((key) => key.jwk)] }),
    findKey: (kid) => keys.find((key) => key.kid === kid),
    mint,
  };
}
