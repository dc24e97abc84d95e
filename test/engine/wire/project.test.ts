import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { project } from '../../../engine/wire/project.ts';
import { Vault } from '../../../engine/wire/vault.ts';

function projected(
  body: Uint8Array | string,
  headers: readonly (readonly [string, string])[] = [],
  vault = new Vault(),
  issuing?: Parameters<typeof project>[2],
  status = 200,
) {
  return project({ status, httpVersion: '1.1', headers, body: Buffer.from(body) }, vault, issuing);
}

const text = '{"data":"été"}';

test.each([
  ['gzip', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  ['GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['identity', Buffer.from(text)],
  ['deflate, gzip', gzipSync(deflateSync(text))],
])('a body in %s is decoded', (coding, bytes) => {
  const { body } = projected(bytes, [['content-encoding', coding]]).answer;
  expect(body).toEqual({ size: Buffer.byteLength(text), text });
});

test.each([
  ['gzip', Buffer.from('not gzip')],
  ['gzip', gzipSync(text).subarray(0, 20)],
  ['zstd', Buffer.from('anything')],
])('a body that is no %s is kept as it came, with the reason', (coding, bytes) => {
  const { body } = projected(bytes, [['Content-Encoding', coding]]).answer;
  expect(body.undecodable).toContain(coding);
  expect(body.size).toBe(bytes.length);
});

test('a small body that decodes to a huge one is not decoded', () => {
  const { body } = projected(gzipSync(Buffer.alloc(17 * 1024 * 1024)), [['Content-Encoding', 'gzip']]).answer;
  expect(body.undecodable).toContain('gzip');
});

test('a body in more codings than anybody uses is not decoded', () => {
  const { body } = projected(gzipSync(text), [['Content-Encoding', 'gzip, '.repeat(1_000)]]).answer;
  expect(body.undecodable).toBeDefined();
  expect(body.undecodable?.length).toBeLessThan(300);
});

test('no content is no text in any coding', () => {
  expect(projected('', [['Content-Encoding', 'gzip']]).answer.body).toEqual({ size: 0, text: '' });
});

test('bytes that are not UTF-8 are kept as bytes, a byte order mark as a character', () => {
  expect(projected(Buffer.from([0x7b, 0xff, 0x7d])).answer.body).toEqual({ size: 3, base64: 'e/99' });
  expect(projected('\ufeff{}').answer.body).toEqual({ size: 5, text: '\ufeff{}' });
});

const vault = new Vault();
vault.set('client:scoped:secret', 'the-secret-of-a-client', 'secret');

test('a secret is replaced in headers, in text and in bytes', () => {
  const { answer, facts } = projected(
    '{"a":"the-secret-of-a-client"}',
    [['x-echo', 'a the-secret-of-a-client']],
    vault,
  );
  expect(answer.headers).toEqual([['x-echo', 'a {{client:scoped:secret}}']]);
  expect(answer.body.text).toBe('{"a":"{{client:scoped:secret}}"}');
  expect(facts.echoes).toEqual(['client:scoped:secret']);
  const bytes = projected(Buffer.concat([Buffer.from([0xff]), Buffer.from('the-secret-of-a-client')]), [], vault).answer
    .body;
  expect(Buffer.from(bytes.base64 ?? '', 'base64').toString('latin1')).toBe('\u00ff{{client:scoped:secret}}');
});

const jwt = `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${Buffer.from('{"exp":7}').toString('base64url')}.c2lnbmF0dXJl`;
const issuing = { yields: 'token:scoped', fallback: 'token:here' };

test('an issued token is a symbol from then on, described as facts', () => {
  const own = new Vault();
  const { answer, facts } = projected(
    JSON.stringify({ access_token: jwt, refresh_token: 'refresh-me' }),
    [],
    own,
    issuing,
  );
  expect(JSON.parse(answer.body.text ?? '')).toEqual({
    access_token: '{{token:scoped}}',
    refresh_token: '{{token:here:refresh_token}}',
  });
  expect(facts.tokens['token:scoped']).toEqual({ form: 'jws', header: { alg: 'RS256' }, claims: { exp: 7 } });
  expect(own.get('token:scoped')).toBe(jwt);
});

test('without a symbol of its own an issued token does not replace another', () => {
  const own = new Vault();
  own.set('token:scoped', 'the-good-token', 'secret');
  projected(JSON.stringify({ access_token: jwt }), [], own, { yields: undefined, fallback: 'token:here' });
  expect(own.get('token:scoped')).toBe('the-good-token');
  expect(own.get('token:here')).toBe(jwt);
});

test('a refusal does not replace the token that works, whatever it contains', () => {
  const own = new Vault();
  own.set('token:scoped', 'the-good-token', 'secret');
  const { answer, facts } = projected(JSON.stringify({ access_token: jwt }), [], own, issuing, 401);
  expect(own.get('token:scoped')).toBe('the-good-token');
  expect(answer.body.text).toBe('{"access_token":"{{token:here}}"}');
  expect(Object.keys(facts.tokens)).toEqual(['token:here']);
});

test.each([['"text"'], ['null'], ['[1]'], ['{"access_token":7}'], ['no json'], ['']])('%s issues no token', (body) => {
  expect(projected(body, [], new Vault(), issuing).facts.tokens).toEqual({});
});

test('a token that is no Unicode does no harm', () => {
  const { answer } = projected('{"access_token":"\\ud800 a lone surrogate"}', [], new Vault(), issuing);
  expect(answer.status).toBe(200);
});
