import { createHmac, createPublicKey, type JsonWebKey, X509Certificate } from 'node:crypto';
import type { JWK } from 'jose';
import {
  decodeProtectedHeader,
  EmbeddedJWK,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodesAlike } from '../../../engine/secrets/forge/jws.ts';
import { type ForgeMaterial, forge } from '../../../engine/secrets/forge.ts';
import {
  confusedTokens,
  forgedTokens,
  keylessTokens,
  mintedTokens,
} from '../../../fixtures/malformed/forged-token.ts';

const claims = {
  sub: 'client@clients',
  scope: 'service:accounts',
  jti: 'x',
  exp: Math.floor(Date.now() / 1000) + 600,
};

const algs = ['RS256', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'HS256'] as const;
const issued = new Map<string, Awaited<ReturnType<typeof issue>>>();
const of = (alg: string) => issued.get(alg) as NonNullable<ReturnType<(typeof issued)['get']>>;

const listenerUrl = 'http://harness.example:8099';

/**
 * Issues a token with that alg. Resolves to the token, its key and the facts that forgeries need.
 */
async function issue(alg: string) {
  const signed = new SignJWT(claims).setProtectedHeader({ alg, kid: 'k1', typ: 'JWT' });
  const secret = Buffer.from('a secret of the issuer, long enough for HS256');
  if (alg === 'HS256')
    return {
      token: await signed.sign(secret),
      key: secret,
      material: { listenerUrl } as ForgeMaterial,
    };
  const { privateKey, publicKey } = await generateKeyPair(alg);
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg, use: 'sig' };
  return {
    token: await signed.sign(privateKey),
    key: publicKey,
    material: { publicKey: jwk, listenerUrl } as ForgeMaterial,
  };
}

beforeAll(async () => {
  for (const alg of algs) issued.set(alg, await issue(alg));
});

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());
const payloadOf = (token: string | undefined) => decode(token?.split('.')[1]);

function operationsOf(tokens: typeof confusedTokens): string[] {
  return tokens.flatMap(({ token }) =>
    typeof token === 'object' && 'symbol' in token && token.forge !== undefined
      ? [token.forge]
      : [],
  );
}

const all = operationsOf([...forgedTokens, ...keylessTokens]);
const encrypted = all.filter((operation) => operation.startsWith('encrypted-'));
const forgeries = all.filter((operation) => !encrypted.includes(operation));
const confusions = operationsOf(confusedTokens);

describe.each(algs)('forgeries of a token with alg %s', (alg) => {
  const forged = (operation: string, material: ForgeMaterial = of(alg).material) => {
    const token = forge(of(alg).token, operation, material);
    if (token === undefined) throw new Error(`${operation} is not applicable`);
    return token;
  };

  test('every forgery differs from the token, is refused by a sound verifier, and fits into a header section', async () => {
    const { token, key, material } = of(alg);
    await expect(jwtVerify(token, key)).resolves.toBeDefined();
    const possible = confusions.filter(
      (operation) => forge(token, operation, material) !== undefined,
    );
    for (const operation of [...forgeries, ...possible]) {
      expect(decodesAlike(forged(operation), token), operation).toBe(false);
      expect(forged(operation).length, operation).toBeLessThan(3_500);
      await expect(jwtVerify(forged(operation), key), operation).rejects.toBeDefined();
    }
  });

  test.each(['', ':own-kid'])(
    'a server that trusts keys in the token accepts the forgery (%s)',
    async (kid) => {
      const embedded = forged(`own-key-embedded-jwk${kid}`, {});
      await expect(jwtVerify(embedded, EmbeddedJWK)).resolves.toMatchObject({ payload: claims });
      const token = forged(`own-key-jku${kid}`, {});
      const header = decodeProtectedHeader(token);
      const { keys } = (await (await fetch(header.jku ?? '')).json()) as { keys: JWK[] };
      const jwk = keys.find((one) => one.kid === header.kid) ?? {};
      await expect(jwtVerify(token, await importJWK(jwk, header.alg))).resolves.toMatchObject({
        payload: claims,
      });
    },
  );
});

function signedWith(token: string | undefined, secret: string | Buffer): boolean {
  const [header, payload, signature] = (token ?? '').split('.');
  const size = String(decodeProtectedHeader(token ?? '').alg).slice(2);
  return (
    createHmac(`sha${size}`, secret).update(`${header}.${payload}`).digest('base64url') ===
    signature
  );
}

describe('a token that the tester signs with a guessable secret', () => {
  const secrets: Readonly<Record<string, string>> = {
    audience: 'https://api.example',
    'client:scoped:secret': 'the secret of the client',
  };
  const known = (symbol: string) => secrets[symbol];
  const minted = operationsOf(mintedTokens);
  const idOf = (token: string | undefined) => payloadOf(token).jti;

  test.each(algs)('is refused by a sound verifier of %s, and has its own jti', async (alg) => {
    const { token, key, material } = of(alg);
    expect(minted.length).toBe(5);
    for (const operation of minted) {
      const forged = forge(token, operation, { ...material, known });
      expect(idOf(forged), operation).toBe('x-of-the-tester');
      await expect(jwtVerify(forged ?? '', key), operation).rejects.toBeDefined();
    }
  });

  test('has a jti even if the genuine token has none', () => {
    const token = [...[{ alg: 'HS256' }, { sub: 'a' }].map(encode), 'AAAA'].join('.');
    expect(idOf(forge(token, 'hmac-minted:text:secret', {}))).toBe('-of-the-tester');
  });

  test('is not made if there is no such secret', () => {
    const { token } = of('RS256');
    expect(forge(token, 'hmac-minted:client', {})).toBeUndefined();
    expect(forge(token, 'hmac-minted:audience', { known: () => undefined })).toBeUndefined();
    const [header = '', ...rest] = token.split('.');
    const { kid: _kid, ...without } = decode(header);
    const unnamed = [encode(without), ...rest].join('.');
    expect(forge(unnamed, 'hmac-minted:kid', { known })).toBeUndefined();
    expect(() => forge(token, 'hmac-minted:toString', { known })).toThrow('unknown secret');
  });

  test.each(['HS256', 'HS512'])(
    'is not made if the issuer itself signs with that secret by %s',
    async (alg) => {
      const secret = secrets['client:scoped:secret'] ?? '';
      const sign = (text: string) =>
        new SignJWT(claims).setProtectedHeader({ alg }).sign(Buffer.from(text));
      expect(forge(await sign(secret), 'hmac-minted:client', { known })).toBeUndefined();
      expect(
        forge(await sign(`${secret} and more`), 'hmac-minted:client', { known }),
      ).toBeDefined();
    },
  );
});

describe('key confusion', () => {
  test.each(algs.filter((alg) => alg !== 'HS256'))(
    'signs with the public key of %s as the secret',
    (alg) => {
      const { token, material } = of(alg);
      const key = createPublicKey({ key: material.publicKey as JsonWebKey, format: 'jwk' });
      const pem = String(key.export({ type: 'spki', format: 'pem' }));
      const isRsa = /^[RP]S/.test(alg);
      const secrets = {
        ...{
          'pem-newline': pem,
          pem: pem.trimEnd(),
          der: key.export({ type: 'spki', format: 'der' }),
        },
        jwk: JSON.stringify(material.publicKey),
        ...(isRsa ? { 'pkcs1-newline': String(key.export({ type: 'pkcs1', format: 'pem' })) } : {}),
      };
      for (const [form, secret] of Object.entries(secrets)) {
        expect(signedWith(forge(token, `hmac:${form}`, material), secret), form).toBe(true);
      }
      expect(forge(token, 'hmac:pkcs1', material) === undefined).toBe(!isRsa);
    },
  );

  test('needs a valid public key and an asymmetric alg', () => {
    const { token, material } = of('RS256');
    expect(forge(token, 'hmac:pem', {})).toBeUndefined();
    expect(forge(token, 'hmac:pem', { publicKey: { kty: 'RSA', n: 'x' } })).toBeUndefined();
    expect(forge(of('HS256').token, 'hmac:pem', material)).toBeUndefined();
  });

  test('uses the certificate of the key set if there is one', () => {
    const { token, material } = of('RS256');
    expect(forge(token, 'hmac:certificate', material)).toBeUndefined();
    const x5c = (decodeProtectedHeader(forge(token, 'own-key-x5c', {}) ?? '').x5c ??
      []) as string[];
    const pem = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64')).toString();
    const withCertificate = { publicKey: { ...material.publicKey, x5c } };
    expect(signedWith(forge(token, 'hmac:certificate-newline', withCertificate), pem)).toBe(true);
  });
});

const jwe = `${encode({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.AAAA.BBBB.CCCC.DDDD`;

describe('a token that is no JWS', () => {
  test.each(['3f2b8c1e5d474a9b8c6d0e1f2a3b4c5d', jwe, 'a.b.c'])('%s cannot be forged', (token) => {
    for (const operation of forgeries) expect(forge(token, operation, {})).toBeUndefined();
  });

  test('a JWE is altered in authenticated parts', () => {
    expect(encrypted.length).toBeGreaterThan(0);
    for (const operation of encrypted) {
      const forged = forge(jwe, operation, {}) ?? '';
      expect(forged.split('.')).toHaveLength(5);
      expect(decodesAlike(forged, jwe), operation).toBe(false);
      for (const other of ['a.b.c', 'opaque']) expect(forge(other, operation, {})).toBeUndefined();
    }
  });

  test('a token without a signature can be altered, but not in its signature', () => {
    const token = `${encode({ alg: 'none' })}.${encode({ sub: 'a' })}.`;
    expect(forge(token, 'payload-altered', {})).toBeDefined();
    expect(forge(token, 'signature-altered', {})).toBeUndefined();
    expect(forge(token, 'alg-none', {})).toBeUndefined();
  });
});

describe('operations on any text', () => {
  const id = '5f8d0d55b54764421b7156da';
  test.each([
    ['upper', '5F8D0D55B54764421B7156DA'],
    ['splice:1:23:,upper', undefined],
    ['upper-at:1', '5F8d0d55b54764421b7156da'],
    ['splice:-1:1:', '5f8d0d55b54764421b7156d'],
    ['splice:23:1:%2C', '5f8d0d55b54764421b7156d,'],
    ['repeat:2:%2C%20', '5f8d0d55b54764421b7156da, 5f8d0d55b54764421b7156da'],
    ['hex-next:1', '508d0d55b54764421b7156da'],
    ['homoglyph', '5f8d0d55b54764421b7156d\u0430'],
    ['lettered', '5f8dOd55b54764421b7156da'.replaceAll('1', 'l')],
    ['splice:0:23:,fullwidth', '\uFF41'],
    ['splice:12:12:,splice:0:0:%22,json', '\\"5f8d0d55b547'],
    ['splice:1:23:,splice:1:0:%20%26,url', '5%20%26'],
    ['splice:1:23:,splice:1:0:%20%26,form', '5+%26'],
    ['splice:1:23:,base64', 'NQ=='],
    ['parts:0:0', '5f8d0d55b54764421b7156da.5f8d0d55b54764421b7156da'],
    ['parts:1', undefined],
  ])('%s', (operation, expected) => {
    expect(forge(id, operation, {})).toBe(expected);
  });

  test('an unknown operation is an error', () => {
    expect(() => forge(id, 'no-such', {})).toThrow(TypeError);
    expect(() => forge(id, 'constructor', {})).toThrow(TypeError);
  });
});
