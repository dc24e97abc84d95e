import { randomBytes, randomUUID } from 'node:crypto';
import {
  type CryptoKey,
  EncryptJWT,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  jwtDecrypt,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { On } from './toggles.ts';

interface Rules {
  issuer: string;
  audience: string;
  clockTolerance: number;
  currentDate: Date;
}

/** Seals and opens tokens with the keys of one server. */
export interface Keys {
  alg: string;
  /** The published keys, or nothing where none is. */
  published: JWK[] | undefined;
  publicPem: string;
  seal(claims: JWTPayload): Promise<string>;
  open(token: string, rules: Rules): Promise<JWTPayload>;
}

function chooseAlg(on: On): string {
  if (on('keys-rs256')) return 'RS256';
  if (on('keys-eddsa')) return 'EdDSA';
  return 'ES256';
}

/** Makes keys of the kind that the toggles ask for. */
export async function makeKeys(on: On): Promise<Keys> {
  if (on('keys-hs256')) return makeSharedKeys();
  if (on('tokens-encrypted')) return makeEncryptionKeys();
  const alg = chooseAlg(on);
  const count = on('keys-two-in-turn') ? 2 : 1;
  const pairs: { kid: string; publicKey: CryptoKey; privateKey: CryptoKey; jwk: JWK }[] = [];
  for (let i = 0; i < count; i++) {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const kid = randomUUID();
    pairs.push({ kid, publicKey, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } });
  }
  const others: JWK[] = on('keys-beside-others')
    ? [
        { ...(await exportJWK((await generateKeyPair('RSA-OAEP-256', { extractable: true })).publicKey)), use: 'enc' },
        { kty: 'AKP', kid: 'next-year', alg: 'ML-DSA-65', pub: randomBytes(40).toString('base64url') } as JWK,
      ]
    : [];
  const main = pairs[0];
  if (!main) throw new Error('no key');
  let sealed = 0;
  return {
    alg,
    published: [...others, ...pairs.map(({ jwk }) => jwk)],
    publicPem: await exportSPKI(main.publicKey),
    seal(claims) {
      const { kid, privateKey } = pairs[sealed++ % pairs.length] ?? main;
      const header = { alg, typ: 'JWT', ...(on('tokens-without-kid') ? {} : { kid }) };
      return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
    },
    async open(token, rules) {
      const find = (header: { kid?: string }): CryptoKey => {
        const pair = on('tokens-without-kid') ? main : pairs.find(({ kid }) => kid === header.kid);
        if (!pair) throw new Error('unknown key');
        return pair.publicKey;
      };
      return (await jwtVerify(token, find, { ...rules, algorithms: [alg] })).payload;
    },
  };
}

function makeSharedKeys(): Keys {
  const secret = randomBytes(48);
  return {
    alg: 'HS256',
    published: undefined,
    publicPem: '',
    seal: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret),
    open: async (token, rules) => (await jwtVerify(token, secret, { ...rules, algorithms: ['HS256'] })).payload,
  };
}

function makeEncryptionKeys(): Keys {
  const secret = randomBytes(32);
  return {
    alg: 'dir',
    published: undefined,
    publicPem: '',
    seal: (claims) => new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(secret),
    open: async (token, rules) =>
      (
        await jwtDecrypt(token, secret, {
          ...rules,
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        })
      ).payload,
  };
}
