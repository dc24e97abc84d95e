import { expect, test } from 'vitest';
import { Vault } from '../../../engine/wire/vault.ts';

const secret = 'S3cr3t/+ <&"\'\u00e9~!*()';

function vaultWith(...secrets: readonly (readonly [string, string])[]): Vault {
  const vault = new Vault();
  for (const [symbol, text] of secrets) vault.set(symbol, text, 'secret');
  return vault;
}

const utf8 = Buffer.from(secret, 'utf8');
test.each([
  ['as it is', secret],
  ['as latin1 shows its UTF-8', utf8.toString('latin1')],
  ['in JSON', JSON.stringify(secret)],
  ['in JSON with escaped slashes', JSON.stringify(secret).replaceAll('/', '\\/')],
  ['percent-encoded', encodeURIComponent(secret)],
  ['percent-encoded in lower case', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
  [
    'percent-encoded as RFC 3986 asks',
    encodeURIComponent(secret).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
  ],
  ['as a form', new URLSearchParams({ s: secret }).toString().slice(2)],
  [
    'in HTML',
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  ],
  ['in base64', utf8.toString('base64')],
  ['in base64 without padding', utf8.toString('base64').replace(/=+$/, '')],
  ['in base64url', utf8.toString('base64url')],
  ['in hex', utf8.toString('hex')],
  ['in upper-case hex', utf8.toString('hex').toUpperCase()],
])('a secret is found %s', (_how, form) => {
  const { text, echoes } = vaultWith(['client:scoped:secret', secret]).redact(`before ${form} after`);
  expect(echoes).toEqual(['client:scoped:secret']);
  expect(text).toMatch(/^before "?\{\{client:scoped:secret\}\}=*"? after$/);
});

const jwt = [
  Buffer.from('{"alg":"RS256","kid":"the key"}').toString('base64url'),
  Buffer.from('{"sub":"somebody","scope":"service:nbg"}').toString('base64url'),
  Buffer.alloc(32, 200).toString('base64url'),
] as const;

test('each part of a JWT is a secret of its own', () => {
  const vault = vaultWith(['token:scoped', jwt.join('.')]);
  for (const part of jwt) expect(vault.redact(`(${part})`).text).toBe('({{token:scoped}})');
  expect(vault.redact(`Bearer ${jwt.join('.')}`).text).toBe('Bearer {{token:scoped}}');
});

test('the token before the renewed one stays a secret', () => {
  const vault = vaultWith(['token:scoped', 'first-token-of-all'], ['token:scoped', 'second-token-of-all']);
  expect(vault.get('token:scoped')).toBe('second-token-of-all');
  expect(vault.redact('first-token-of-all second-token-of-all').text).toBe('{{token:scoped}} {{token:scoped}}');
});

test('a token issued again and again does not push out the ones before it', () => {
  const vault = new Vault();
  vault.set('token:scoped', 'first-token-of-all', 'secret');
  for (let nth = 0; nth < 100; nth++) vault.set('token:scoped', 'second-token-of-all', 'secret');
  expect(vault.redact('first-token-of-all').text).toBe('{{token:scoped}}');
});

test('a secret inside another one does not break it up, whichever came first', () => {
  for (const order of [
    ['inner', 'outer'],
    ['outer', 'inner'],
  ]) {
    const vault = new Vault();
    for (const name of order) vault.set(name, name === 'inner' ? 'core-secret' : 'aaa-core-secret-zzz', 'secret');
    expect(vault.redact('x aaa-core-secret-zzz y core-secret').text).toBe('x {{outer}} y {{inner}}');
  }
});

test('one text under two symbols has one name, whichever came first', () => {
  const one = vaultWith(['token:a', 'the-same-token'], ['token:b', 'the-same-token']);
  const other = vaultWith(['token:b', 'the-same-token'], ['token:a', 'the-same-token']);
  expect(one.redact('the-same-token')).toEqual(other.redact('the-same-token'));
});

test('the name of a symbol is not searched for secrets', () => {
  const vault = vaultWith(['token:scoped', 'the-token-text'], ['client:scoped:secret', 'scoped']);
  expect(vault.redact('the-token-text').text).toBe('{{token:scoped}}');
});

test('text of three characters is no secret that could be searched for, what is plain never is', () => {
  const vault = vaultWith(['client:scoped:secret', 'abc']);
  vault.set('user:first', '0123456789abcdef01234567', 'plain');
  const text = '{"abc":"0123456789abcdef01234567"}';
  expect(vault.redact(text)).toEqual({ text, echoes: [] });
  expect(vault.get('client:scoped:secret')).toBe('abc');
});

test('whatever looks like a JWT is hidden, also one that nobody told of', () => {
  const { text, echoes } = new Vault().redact(`a ${jwt.join('.')} b eyJhbGciOiJub25lIn0.eyJhIjoxfQ. c`);
  expect(text).toBe('a {{jwt}} b {{jwt}} c');
  expect(echoes).toEqual(['jwt']);
});

test.each(['eyJ', 'eyJabc.def', 'eyJhbGciOiJub25lIn0', 'survey.eyJ.x', 'a.b.c'])('%j looks like no JWT', (text) => {
  expect(new Vault().redact(text)).toEqual({ text, echoes: [] });
});

test('a body made of nothing but beginnings of JWTs takes no longer than any other', () => {
  const text = 'eyJ'.repeat(700_000);
  expect(new Vault().redact(text).text).toBe(text);
  expect(new Vault().redact(`${text}.x`).text).toBe('{{jwt}}');
});

test('a secret that is no Unicode is kept as it is', () => {
  const vault = vaultWith(['token:scoped', '\ud800 lone surrogate']);
  expect(vault.get('token:scoped')).toBe('\ud800 lone surrogate');
  expect(vault.redact('(\ud800 lone surrogate)').text).toBe('({{token:scoped}})');
});

test.each([
  ['12345678', '{"timestamp":1712345678901,"value":12345678.5}', '{"timestamp":1712345678901,"value":99999999.5}'],
  ['cret', '{"secret":"cret"}', '{"secret":"{{client:scoped:secret}}"}'],
  ['data', '{"metadata":1,"database":"data"}', '{"metadata":1,"database":"{{client:scoped:secret}}"}'],
])('the secret %s, which may stand in an answer by chance, leaves JSON what it was', (short, text, redacted) => {
  const { text: clean, echoes } = vaultWith(['client:scoped:secret', short]).redact(text);
  expect(clean).toBe(redacted);
  expect(JSON.parse(clean)).toBeTypeOf('object');
  expect(echoes).toEqual(['client:scoped:secret']);
});
