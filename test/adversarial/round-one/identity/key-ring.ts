import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, type JWK } from 'jose';
import type { On } from '../toggles.ts';

export interface SigningKey {
  readonly kid: string | undefined;
  readonly alg: string;
  readonly sign: KeyObject | Uint8Array;
  readonly verify: KeyObject | Uint8Array;
}

/** The identity provider's keys; the API takes part in them through the key set. */
export class KeyRing {
  readonly keys: readonly SigningKey[];
  readonly symmetric: boolean;
  /** The key that the identity provider and the API share, where tokens are encrypted. */
  readonly envelope = randomBytes(32);
  private turn = 0;

  constructor(on: On) {
    this.symmetric = on('keys-hs256-without-jwks');
    this.keys = makeKeys(on);
  }

  /** The key for the next token. */
  next(): SigningKey {
    const key = this.keys[this.turn % this.keys.length] as SigningKey;
    this.turn += 1;
    return key;
  }

  find(kid: unknown): SigningKey | undefined {
    return this.keys.find((key) => key.kid === undefined || key.kid === kid);
  }

  /** The public key set. */
  async publish(): Promise<{ keys: JWK[] }> {
    const keys = this.keys.map(async ({ kid, alg, verify }) => ({
      ...(await exportJWK(verify as KeyObject)),
      ...(kid === undefined ? {} : { kid }),
      alg,
      use: 'sig',
    }));
    return { keys: await Promise.all(keys) };
  }
}

function makeKeys(on: On): SigningKey[] {
  if (on('keys-hs256-without-jwks')) {
    const secret = randomBytes(64);
    return [{ kid: randomUUID(), alg: 'HS256', sign: secret, verify: secret }];
  }
  if (on('keys-eddsa')) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    return [{ kid: randomUUID(), alg: 'EdDSA', sign: privateKey, verify: publicKey }];
  }
  if (on('several-keys')) return [rsa(randomUUID()), elliptic()];
  return [rsa(on('token-without-kid') ? undefined : randomUUID())];
}

function rsa(kid: string | undefined): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, alg: 'RS256', sign: privateKey, verify: publicKey };
}

function elliptic(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid: randomUUID(), alg: 'ES256', sign: privateKey, verify: publicKey };
}
