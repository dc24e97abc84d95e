import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Vault } from '../../../engine/secrets/vault.ts';
import { project } from '../../../engine/wire/project.ts';

interface Given {
  readonly headers?: readonly (readonly [string, string])[];
  readonly vault?: Vault;
  readonly issuing?: Parameters<typeof project>[2];
  readonly status?: number;
}

function projected(body: Uint8Array | string, given: Given = {}) {
  const { headers = [], vault = new Vault(), issuing, status = 200 } = given;
  return project(
    { status, statusText: '', httpVersion: '1.1', headers, body: Buffer.from(body) },
    vault,
    issuing,
  );
}

const coded = (body: Uint8Array | string, coding: string) =>
  projected(body, { headers: [['content-encoding', coding]] }).answer.body;

const text = '{"data":"été"}';

test.each([
  ['gzip', gzipSync(text)],
  ['X-GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['identity', Buffer.from(text)],
  ['deflate, gzip', gzipSync(deflateSync(text))],
])('a body in %s is decoded', (coding, bytes) => {
  expect(coded(bytes, coding)).toEqual({ size: Buffer.byteLength(text), text });
});

test.each([
  ['is broken', 'gzip', Buffer.from('not gzip'), /gzip/],
  ['is cut off', 'gzip', gzipSync(text).subarray(0, 20), /gzip/],
  ['becomes huge', 'gzip', gzipSync(Buffer.alloc(17 * 1024 * 1024)), /gzip/],
  ['has an unknown coding', 'zstd', Buffer.from('anything'), /zstd/],
  [
    'has too many codings',
    'gzip, '.repeat(1_000),
    gzipSync(text),
    /^it has 1000 content codings, which are too many$/,
  ],
])('a body that %s is not decoded', (_what, coding, bytes, reason) => {
  const { undecodable, size } = coded(bytes, coding);
  expect(undecodable).toMatch(reason);
  expect(size).toBe(bytes.length);
});

test('an empty body is an empty text, bytes other than UTF-8 are kept, and so is a byte order mark', () => {
  expect(coded('', 'gzip')).toEqual({ size: 0, text: '' });
  expect(projected(Buffer.from([0x7b, 0xff, 0x7d])).answer.body).toEqual({
    size: 3,
    base64: 'e/99',
  });
  expect(projected('\ufeff{}').answer.body).toEqual({ size: 5, text: '\ufeff{}' });
});

function vaultWith(symbol: string, secret: string): Vault {
  const vault = new Vault();
  vault.set(symbol, secret, 'secret');
  return vault;
}

test('a secret is redacted in headers, text and bytes', () => {
  const vault = vaultWith('client:scoped:secret', 'the-secret-of-a-client');
  const headers = [['x-echo', 'a the-secret-of-a-client']] as const;
  const { answer, facts } = projected('{"a":"the-secret-of-a-client"}', { headers, vault });
  expect(answer.headers).toEqual([['x-echo', 'a {{client:scoped:secret}}']]);
  expect(answer.body.text).toBe('{"a":"{{client:scoped:secret}}"}');
  expect(facts.echoes).toEqual(['client:scoped:secret']);
  const { base64 = '' } = projected(Buffer.from('\u00ffthe-secret-of-a-client', 'latin1'), {
    vault,
  }).answer.body;
  expect(Buffer.from(base64, 'base64').toString('latin1')).toBe('\u00ff{{client:scoped:secret}}');
});

const [header, claims] = ['{"alg":"RS256"}', '{"exp":7}'].map((part) =>
  Buffer.from(part).toString('base64url'),
);
const jwt = `${header}.${claims}.c2lnbmF0dXJl`;
const issuing = { yields: 'token:scoped', fallback: 'token:here' };

test('an issued token becomes a symbol, with facts', () => {
  const vault = new Vault();
  const body = JSON.stringify({ access_token: jwt, refresh_token: 'refresh-me' });
  const { answer, facts } = projected(body, { vault, issuing });
  const shown = { access_token: '{{token:scoped}}', refresh_token: '{{token:here:refresh_token}}' };
  expect(JSON.parse(answer.body.text ?? '')).toEqual(shown);
  expect(facts.tokens['token:scoped']).toEqual({
    form: 'jws',
    header: { alg: 'RS256' },
    claims: { exp: 7 },
  });
  expect(vault.get('token:scoped')).toBe(jwt);
});

test.each([
  ['without a symbol of its own', { issuing: { yields: undefined, fallback: 'token:here' } }],
  ['of a refusal', { issuing, status: 401 }],
])('a token %s does not replace the current token', (_what, given) => {
  const vault = vaultWith('token:scoped', 'the-good-token');
  const { answer, facts } = projected(JSON.stringify({ access_token: jwt }), { vault, ...given });
  expect([vault.get('token:scoped'), vault.get('token:here')]).toEqual(['the-good-token', jwt]);
  expect(answer.body.text).toBe('{"access_token":"{{token:here}}"}');
  expect(Object.keys(facts.tokens)).toEqual(['token:here']);
});

test.each(['"text"', 'null', '{"access_token":7}', 'no json', ''])('%s issues no token', (body) => {
  expect(projected(body, { issuing }).facts.tokens).toEqual({});
});
