import { createHmac, createPublicKey, type JsonWebKey, X509Certificate } from 'node:crypto';
import {
  compactVerify,
  decodeProtectedHeader,
  EmbeddedJWK,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodesAlike } from '../../../engine/wire/forge/jws.ts';
import { type ForgeMaterial, forge } from '../../../engine/wire/forge.ts';
import { confusedTokens, forgedTokens, mintedTokens } from '../../../fixtures/malformed/forged-token.ts';

const claims = { sub: 'client@clients', scope: 'service:accounts', jti: 'x', exp: Math.floor(Date.now() / 1000) + 600 };

interface Issued {
  readonly token: string;
  readonly key: Awaited<ReturnType<typeof importJWK>>;
  readonly material: ForgeMaterial;
}

const algs = ['RS256', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'HS256'] as const;
const issued = new Map<string, Issued>();

beforeAll(async () => {
  for (const alg of algs) issued.set(alg, alg.startsWith('HS') ? await withSecret(alg) : await withKeyPair(alg));
});

async function withKeyPair(alg: string): Promise<Issued> {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg, use: 'sig' };
  const token = await new SignJWT(claims).setProtectedHeader({ alg, kid: 'k1', typ: 'JWT' }).sign(privateKey);
  return { token, key: publicKey, material: { publicKey: jwk } };
}

async function withSecret(alg: string): Promise<Issued> {
  const key = Buffer.from('a secret of the issuer, long enough for HS256');
  const token = await new SignJWT(claims).setProtectedHeader({ alg, kid: 'k1', typ: 'JWT' }).sign(key);
  return { token, key, material: {} };
}

function operationsOf(tokens: typeof forgedTokens): string[] {
  return tokens.flatMap(({ token }) =>
    typeof token === 'object' && 'symbol' in token && token.forge !== undefined ? [token.forge] : [],
  );
}

const all = operationsOf(forgedTokens);
const encrypted = all.filter((operation) => operation.startsWith('encrypted-'));
const forgeries = all.filter((operation) => !encrypted.includes(operation));
const confusions = operationsOf(confusedTokens);

describe.each(algs)('of a token with alg %s', (alg) => {
  const given = () => issued.get(alg) as Issued;

  test('every forgery is another token, is refused by a sound verifier, and fits a header section', async () => {
    const { token, key, material } = given();
    await expect(jwtVerify(token, key)).resolves.toBeDefined();
    for (const operation of [...forgeries, ...confusions]) {
      const forged = forge(token, operation, material);
      if (confusions.includes(operation) && forged === undefined) continue;
      if (forged === undefined) throw new Error(`${operation} is not applicable`);
      expect(decodesAlike(forged, token), operation).toBe(false);
      expect(forged.length, operation).toBeLessThan(3_500);
      await expect(jwtVerify(forged, key), operation).rejects.toBeDefined();
    }
  });

  test('a server that decodes only accepts what keeps the payload readable', () => {
    const { token, material } = given();
    const decoded = (text: string) => JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());
    expect(decoded(forge(token, 'payload-altered', material) ?? '')).toMatchObject({ exp: claims.exp, jti: 'x' });
    expect(decoded(forge(token, 'payload-altered', material) ?? '').sub).not.toBe(claims.sub);
    expect(decoded(forge(token, 'payload-altered:space', material) ?? '')).toEqual(claims);
    expect(decoded(forge(token, 'exp-removed', material) ?? '').exp).toBeUndefined();
  });

  test('the scope is added in the form that the claim has', () => {
    const { token, material } = given();
    const [, payload = ''] = (forge(token, 'scope-added', material) ?? '').split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      scope: 'service:accounts service:nbg',
      permissions: ['service:nbg'],
    });
  });

  test.each(['none', 'None', 'NONE', 'nOnE'])(
    'a server that skips the verification for alg %s accepts it',
    (spelling) => {
      const { token, material } = given();
      for (const left of ['emptied', 'kept', 'absent']) {
        const forged = forge(token, `alg-none:${spelling}:${left}`, material) ?? '';
        const [header = '', payload, signature] = forged.split('.');
        expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: spelling, kid: 'k1' });
        expect(payload).toBe(token.split('.')[1]);
        expect(signature).toBe({ emptied: '', kept: token.split('.')[2], absent: undefined }[left]);
      }
    },
  );

  test.each(['own-key-embedded-jwk', 'own-key-embedded-jwk:own-kid'])(
    'a server that trusts an embedded key accepts %s',
    async (operation) => {
      const forged = forge(given().token, operation, {}) ?? '';
      await expect(jwtVerify(forged, EmbeddedJWK)).resolves.toMatchObject({ payload: claims });
    },
  );

  test.each(['own-key-jku', 'own-key-jku:own-kid'])(
    'a server that fetches the key set of jku accepts %s',
    async (operation) => {
      const forged = forge(given().token, operation, {}) ?? '';
      const header = decodeProtectedHeader(forged);
      const { keys } = (await (await fetch(header.jku ?? '')).json()) as { keys: JWK[] };
      const jwk = keys.find(({ kid }) => kid === header.kid);
      if (!jwk) throw new Error('the set does not hold the kid');
      await expect(jwtVerify(forged, await importJWK(jwk, header.alg))).resolves.toMatchObject({ payload: claims });
    },
  );

  test('a server that trusts an embedded certificate accepts it', async () => {
    const forged = forge(given().token, 'own-key-x5c', {}) ?? '';
    const [leaf = ''] = (decodeProtectedHeader(forged).x5c ?? []) as string[];
    const { publicKey } = new X509Certificate(Buffer.from(leaf, 'base64'));
    await expect(compactVerify(forged, publicKey)).resolves.toBeDefined();
  });

  test("the tester's key signs under the genuine alg and kid", () => {
    const { token, material } = given();
    expect(decodeProtectedHeader(forge(token, 'own-key', material) ?? '')).toMatchObject({ alg, kid: 'k1' });
    expect(decodeProtectedHeader(forge(token, 'own-key:no-kid', material) ?? '').kid).toBeUndefined();
  });

  test('a server that looks the key up and finds nothing accepts the empty secret', () => {
    const { token, material } = given();
    for (const operation of ['hmac-guess:', 'kid-traversal'])
      expect(signedWith(forge(token, operation, material), '')).toBe(true);
  });
});

function signedWith(token: string | undefined, secret: string | Buffer): boolean {
  const [header, payload, signature] = (token ?? '').split('.');
  const size = String(decodeProtectedHeader(token ?? '').alg).slice(2);
  return createHmac(`sha${size}`, secret).update(`${header}.${payload}`).digest('base64url') === signature;
}

describe('a token that nobody issued, made with a secret that others know', () => {
  const secrets: Readonly<Record<string, string>> = {
    audience: 'https://api.example',
    'client:scoped:secret': 'the secret of the client',
  };
  const known = (symbol: string) => secrets[symbol];
  const minted = operationsOf(mintedTokens);
  const idOf = (token: string | undefined) =>
    JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString())['jti'];

  test.each(algs)('is refused by a sound verifier of %s, and has an id of its own', async (alg) => {
    const { token, key, material } = issued.get(alg) as Issued;
    expect(minted.length).toBe(5);
    for (const operation of minted) {
      const forged = forge(token, operation, { ...material, known });
      expect(idOf(forged), operation).toBe('x-of-the-tester');
      await expect(jwtVerify(forged ?? '', key), operation).rejects.toBeDefined();
    }
  });

  test.each([
    ['text:secret', 'secret'],
    ['text:your-256-bit-secret', 'your-256-bit-secret'],
    ['audience', 'https://api.example'],
    ['client', 'the secret of the client'],
    ['kid', 'k1'],
  ])('is accepted by a server that knows it: %s', (which, secret) => {
    const { token } = issued.get('RS256') as Issued;
    expect(signedWith(forge(token, `hmac-minted:${which}`, { known }), secret)).toBe(true);
  });

  test('has an id also where the genuine one has none', async () => {
    const token = await new SignJWT({ sub: 'a' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from('b'.repeat(40)));
    expect(idOf(forge(token, 'hmac-minted:text:secret', {}))).toBe('-of-the-tester');
  });

  test('is not sent where there is no such secret', () => {
    const { token } = issued.get('RS256') as Issued;
    expect(forge(token, 'hmac-minted:client', {})).toBeUndefined();
    expect(forge(token, 'hmac-minted:audience', { known: () => undefined })).toBeUndefined();
    const [header = '', ...rest] = token.split('.');
    const { kid: _kid, ...without } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const unnamed = [Buffer.from(JSON.stringify(without)).toString('base64url'), ...rest].join('.');
    expect(forge(unnamed, 'hmac-minted:kid', { known })).toBeUndefined();
    expect(() => forge(token, 'hmac-minted:toString', { known })).toThrow('no such secret');
  });

  test.each(['HS256', 'HS512'])(
    'is not sent where the issuer signs with the secret of the client by %s',
    async (alg) => {
      const secret = secrets['client:scoped:secret'] ?? '';
      const sign = (text: string) => new SignJWT(claims).setProtectedHeader({ alg }).sign(Buffer.from(text));
      expect(forge(await sign(secret), 'hmac-minted:client', { known })).toBeUndefined();
      expect(forge(await sign(`${secret} and more`), 'hmac-minted:client', { known })).toBeDefined();
    },
  );
});

describe('key confusion', () => {
  test.each(algs.filter((alg) => alg !== 'HS256'))(
    'a server that takes the public key of %s for a secret accepts it',
    (alg) => {
      const { token, material } = issued.get(alg) as Issued;
      const key = createPublicKey({ key: material.publicKey as JsonWebKey, format: 'jwk' });
      const pem = String(key.export({ type: 'spki', format: 'pem' }));
      expect(signedWith(forge(token, 'hmac:pem-newline', material), pem)).toBe(true);
      expect(signedWith(forge(token, 'hmac:pem', material), pem.trimEnd())).toBe(true);
      expect(signedWith(forge(token, 'hmac:der', material), key.export({ type: 'spki', format: 'der' }))).toBe(true);
      expect(signedWith(forge(token, 'hmac:jwk', material), JSON.stringify(material.publicKey))).toBe(true);
      if (!/^[RP]S/.test(alg)) {
        expect(forge(token, 'hmac:pkcs1', material)).toBeUndefined();
        return;
      }
      const pkcs1 = String(key.export({ type: 'pkcs1', format: 'pem' }));
      expect(signedWith(forge(token, 'hmac:pkcs1-newline', material), pkcs1)).toBe(true);
    },
  );

  test('needs a public key that can be read, and an asymmetric alg', () => {
    const { token, material } = issued.get('RS256') as Issued;
    expect(forge(token, 'hmac:pem', {})).toBeUndefined();
    expect(forge(token, 'hmac:pem', { publicKey: { kty: 'RSA', n: 'x' } })).toBeUndefined();
    expect(forge(issued.get('HS256')?.token ?? '', 'hmac:pem', material)).toBeUndefined();
  });

  test('takes the certificate where the key set has one', () => {
    const { token, material } = issued.get('RS256') as Issued;
    expect(forge(token, 'hmac:certificate', material)).toBeUndefined();
    const x5c = (decodeProtectedHeader(forge(token, 'own-key-x5c', {}) ?? '').x5c ?? []) as string[];
    const pem = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64')).toString();
    const withCertificate = { publicKey: { ...material.publicKey, x5c } };
    expect(signedWith(forge(token, 'hmac:certificate-newline', withCertificate), pem)).toBe(true);
  });
});

const jwe = `${Buffer.from('{"alg":"RSA-OAEP","enc":"A256GCM"}').toString('base64url')}.AAAA.BBBB.CCCC.DDDD`;

describe('what is no JWS', () => {
  test.each([
    ['an opaque token', '3f2b8c1e5d474a9b8c6d0e1f2a3b4c5d'],
    ['a JWE', jwe],
    ['three parts without JSON', 'a.b.c'],
  ])('%s cannot be forged', (_name, token) => {
    for (const operation of forgeries) expect(forge(token, operation, {})).toBeUndefined();
  });

  test('a JWE is altered where it is authenticated', () => {
    expect(encrypted.length).toBeGreaterThan(0);
    for (const operation of encrypted) {
      const forged = forge(jwe, operation, {}) ?? '';
      expect(forged.split('.')).toHaveLength(5);
      expect(decodesAlike(forged, jwe), operation).toBe(false);
      for (const other of ['a.b.c', 'opaque']) expect(forge(other, operation, {})).toBeUndefined();
    }
  });

  test('a token without a signature can be altered, but not in its signature', () => {
    const token = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"a"}').toString('base64url')}.`;
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
    ['splice:0:0:0x', '0x5f8d0d55b54764421b7156da'],
    ['splice:23:1:%2C', '5f8d0d55b54764421b7156d,'],
    ['repeat:2:%2C%20', '5f8d0d55b54764421b7156da, 5f8d0d55b54764421b7156da'],
    ['hex-next:1', '508d0d55b54764421b7156da'],
    ['homoglyph', '5f8d0d55b54764421b7156d\u0430'],
    ['lettered', '5f8dOd55b54764421b7156da'.replaceAll('1', 'l')],
    ['splice:23:1:,splice:0:2:,splice:1:22:,lettered', undefined],
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

  test('an unknown operation is a mistake of ours', () => {
    expect(() => forge(id, 'no-such', {})).toThrow(TypeError);
    expect(() => forge(id, 'constructor', {})).toThrow(TypeError);
  });
});
