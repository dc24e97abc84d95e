import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Vault } from '../../../engine/secrets/vault.ts';

const secret = 'S3cr3t/+ <&"\'\u00e9~!*()';

function vaultWith(...secrets: readonly (readonly [string, string])[]): Vault {
  const vault = new Vault();
  for (const [symbol, text] of secrets) vault.set(symbol, text, 'secret');
  return vault;
}

const utf8 = Buffer.from(secret, 'utf8');
const hex = utf8.toString('hex');
const uri = encodeURIComponent(secret);
const json = JSON.stringify(secret);
const codeOf = (character: string) => character.charCodeAt(0).toString(16);
/** Escapes every character that matches. */
const escaped = (pattern: RegExp, write: (code: string) => string, text = secret) =>
  text.replace(pattern, (character) => write(codeOf(character)));
const unicode = (code: string) => `\\u${code.padStart(4, '0')}`;
const odd = /[^A-Za-z0-9]/g;
const entities = { '&': '&amp;', '<': '&lt;', '"': '&quot;', "'": '&#39;' };

test.each(
  Object.entries({
    'as it is': secret,
    'as latin1 shows its UTF-8': utf8.toString('latin1'),
    'in JSON': json,
    'in JSON with escaped slashes': json.replaceAll('/', '\\/'),
    'percent-encoded': uri,
    'percent-encoded as in RFC 3986': escaped(/[!'()*]/g, (code) => `%${code.toUpperCase()}`, uri),
    'as a form': new URLSearchParams({ s: secret }).toString().slice(2),
    'in HTML': secret.replace(/[&<"']/g, (character) => entities[character as '&']),
    'in base64': utf8.toString('base64'),
    'in base64url': utf8.toString('base64url'),
    'in hex': hex,
    'in hex with colons': (hex.match(/../g) ?? []).join(':'),
    'percent-encoded twice': encodeURIComponent(uri),
    'percent-encoded to the last letter': hex.replace(/../g, '%$&'),
    'in JSON within JSON': JSON.stringify(json.slice(1, -1)).slice(1, -1),
    'as some JSON libraries escape it': escaped(odd, unicode),
    'with each letter escaped': escaped(/./gs, unicode),
    'in HTML by numbers': escaped(odd, (code) => `&#${Number.parseInt(code, 16)};`),
    'in HTML by hexadecimal numbers': escaped(odd, (code) => `&#x${code.toUpperCase()};`),
  }),
)('a secret is found %s', (_how, form) => {
  const { text, echoes } = vaultWith(['client:scoped:secret', secret]).redact(
    `before ${form} after`,
  );
  expect(echoes).toEqual(['client:scoped:secret']);
  expect(text).toMatch(/^before "?\{\{client:scoped:secret\}\}=*"? after$/);
});

const jwt = [
  '{"alg":"RS256","kid":"the key"}',
  '{"sub":"somebody","scope":"service:nbg"}',
  Buffer.alloc(32, 200),
].map((part) => Buffer.from(part).toString('base64url')) as [string, string, string];
const token = jwt.join('.');

test('each part of a JWT is a secret', () => {
  const vault = vaultWith(['token:scoped', token]);
  for (const part of jwt) expect(vault.redact(`(${part})`).text).toBe('({{token:scoped}})');
  expect(vault.redact(`Bearer ${token}`).text).toBe('Bearer {{token:scoped}}');
});

test('earlier tokens stay secrets, however often the next one is issued', () => {
  const second = Array.from(
    { length: 100 },
    () => ['token:scoped', 'second-token-of-all'] as const,
  );
  const vault = vaultWith(['token:scoped', 'first-token-of-all'], ...second);
  expect(vault.get('token:scoped')).toBe('second-token-of-all');
  expect(vault.redact('first-token-of-all second-token-of-all').text).toBe(
    '{{token:scoped}} {{token:scoped}}',
  );
});

test('a secret within another one does not split the outer one, in either order', () => {
  const secrets = Object.entries({ inner: 'core-secret', outer: 'aaa-core-secret-zzz' });
  for (const order of [secrets, secrets.toReversed()]) {
    const { text } = vaultWith(...order).redact('x aaa-core-secret-zzz y core-secret');
    expect(text).toBe('x {{outer}} y {{inner}}');
  }
});

test('a text under two symbols gets the same name in either order, and the name is not searched for secrets', () => {
  const same = ['token:a', 'token:b'].map((name) => [name, 'the-same-token'] as const);
  const more = [...same, ['client:scoped:secret', 'token'] as const];
  const texts = [more, more.toReversed()].map(
    (order) => vaultWith(...order).redact('the-same-token').text,
  );
  expect(texts).toEqual(['{{token:a}}', '{{token:a}}']);
});

test('a text of three characters is not redacted, and plain values never are', () => {
  const vault = vaultWith(['client:scoped:secret', 'abc']);
  vault.set('user:first', '0123456789abcdef01234567', 'plain');
  const text = '{"abc":"0123456789abcdef01234567"}';
  expect(vault.redact(text)).toEqual({ text, echoes: [] });
  expect(vault.get('client:scoped:secret')).toBe('abc');
});

test.each([
  [`a ${token} b eyJhbGciOiJub25lIn0.eyJhIjoxfQ. c`, 'a {{jwt}} b {{jwt}} c', ['jwt']],
  ...['eyJ', 'eyJabc.def', 'eyJhbGciOiJub25lIn0', 'survey.eyJ.x', 'a.b.c'].map((text) => [
    text,
    text,
    [],
  ]),
] as [string, string, string[]][])(
  'only text that looks like a JWT is redacted: %j',
  (given, text, echoes) => {
    expect(new Vault().redact(given)).toEqual({ text, echoes });
  },
);

test('an unknown JWT is redacted as a whole, even if it begins like a known one', () => {
  const vault = vaultWith(['token:scoped', token]);
  const foreign = [...jwt.slice(0, 2), 'c2lnbmF0dXJlLW9mLWFub3RoZXIta2V5'].join('.');
  expect(vault.redact(`{"idToken":"${foreign}"}`)).toEqual({
    text: '{"idToken":"{{jwt}}"}',
    echoes: ['jwt'],
  });
  expect(vault.redact(token.slice(0, -12)).echoes).toEqual(['token:scoped']);
});

test('a secret with a lone surrogate is found and redacted', () => {
  const vault = vaultWith(['token:scoped', '\ud800 lone surrogate']);
  expect(vault.redact('(\ud800 lone surrogate)').text).toBe('({{token:scoped}})');
});

test.each([
  [
    '12345678',
    '{"timestamp":1712345678901,"value":12345678.5}',
    '{"timestamp":1712345678901,"value":99999999.5}',
  ],
  ['cret', '{"secret":"cret"}', '{"secret":"{{client:scoped:secret}}"}'],
  [
    'data1',
    '{"metadata1":1,"database":"data1"}',
    '{"metadata1":1,"database":"{{client:scoped:secret}}"}',
  ],
])('redacting the short secret %s keeps JSON valid', (short, text, redacted) => {
  const { text: clean, echoes } = vaultWith(['client:scoped:secret', short]).redact(text);
  expect(clean).toBe(redacted);
  expect(JSON.parse(clean)).toBeTypeOf('object');
  expect(echoes).toEqual(['client:scoped:secret']);
});

test.each([
  '{"scope":"service:nbg openid"}',
  'https://service.example/service.png',
  '{"client_secret":"another","service":1}',
  'nothing secret about the service',
])(
  'a secret that is a common word is not redacted if the text does not call it a secret: %s',
  (text) => {
    expect(vaultWith(['client:scoped:secret', 'service']).redact(text)).toEqual({
      text,
      echoes: [],
    });
  },
);

test.each([
  'client_secret=service&x=1',
  '{"clientSecret": "service"}',
  "wrong client secret 'service'",
  'CLIENT_SECRET: service',
  '{\\"client_secret\\":\\"service\\"}',
  '%22client_secret%22%3A%22service%22',
  '&quot;client_secret&quot;:&quot;service&quot;',
  `Basic ${Buffer.from('id:service').toString('base64')}`,
  Buffer.from('service').toString('hex'),
  '%73%65%72%76%69%63%65',
])(
  'a secret that is a common word is redacted if the text calls it a secret, or encodes it: %s',
  (text) => {
    const { text: clean, echoes } = vaultWith(['client:scoped:secret', 'service']).redact(text);
    expect(echoes).toEqual(['client:scoped:secret']);
    expect(clean).not.toMatch(/service|%65|c2VydmljZ/);
  },
);

test('a secret is redacted everywhere if the API does not use the word, or if it is a token or a gateway secret', () => {
  const { text } = vaultWith(['client:scoped:secret', 'services']).redact('with services');
  expect(text).toBe('with {{client:scoped:secret}}');
  const vault = vaultWith(
    ['token:scoped', 'service'],
    ['gateway:x-key', 'portfolio-4711-of-acme-corp'],
  );
  expect(vault.redact('the service of a portfolio-4711-of-acme-corp').text).toBe(
    'the {{token:scoped}} of a {{gateway:x-key}}',
  );
});

test.each([
  ['application/json', '{"x-api-key":"application/json"}', true],
  ['application/json', 'X_API_KEY = application%2Fjson', true],
  ['application/json', 'content-type: application/json', false],
  ['Acme user', 'Vary: x-user-id, for an Acme user', false],
  ['Acme user', '{"xApiKey":"Acme user"}', true],
  ['1800', 'max-age=1800', false],
  ['1800', 'x-api-key: 1800', true],
  ['v2.1', 'v2.1', false],
  ['https://a.example/v2', 'see https://a.example/v2', false],
])(
  'of an ordinary value for a gateway, only the place after its name is redacted: %s in %s',
  (value, text, isRedacted) => {
    const redacted = vaultWith(['gateway:x-api-key', value]).redact(text);
    expect(redacted.text !== text).toBe(isRedacted);
    // It proves no leak.
    expect(redacted.echoes).toEqual([]);
  },
);

test.each([
  '0123456789',
  'c4nary-gateway-key-/+=-0815',
  'acme-gateway-secret-of-2026',
  'a1b2c3d4e5f60718',
])('any other value for a gateway is redacted everywhere: %s', (value) => {
  const { echoes, text } = vaultWith(['gateway:x-api-key', value]).redact(`with ${value}!`);
  expect(text).not.toContain(value);
  expect(echoes).toEqual(['gateway:x-api-key']);
});

test.each([0, 1, 2, 3, 4])('in base64 a secret is found after %i other characters', (before) => {
  const text = 'id:xy'.slice(0, before) + secret;
  for (const coding of ['base64', 'base64url'] as const) {
    for (const after of ['', '!', '!!']) {
      const encoded = `Basic ${Buffer.from(text + after).toString(coding)}`;
      const { text: clean, echoes } = vaultWith(['client:scoped:secret', secret]).redact(encoded);
      expect(echoes).toEqual(['client:scoped:secret']);
      expect(clean.replace('{{client:scoped:secret}}', '').length).toBeLessThan(16 + before * 2);
    }
  }
});

test('pieces of a token are redacted, but are no echo', () => {
  const vault = vaultWith(['token:scoped', token]);
  const [before, after] = [token.slice(0, 70), token.slice(70)];
  for (const piece of [before, after, token.slice(41, 70), token.slice(90, 113)]) {
    const { text, echoes } = vault.redact(`(${piece})`);
    expect(text).toMatch(/^\((\{\{token:scoped\}\}[^{}]{0,7})+\)$/);
    expect(echoes.filter((echo) => echo !== 'token:scoped')).toEqual([]);
  }
  const escapes = '{"n\\u0061me":"\\u0041n\\u006E"}';
  expect(vault.redact(escapes)).toEqual({ text: escapes, echoes: [] });
  expect(vault.redact(`${token.slice(41, 60)}xyz-${token.slice(60, 78)}`).text).toContain(
    token.slice(41, 60),
  );
});

test('a token with characters that JSON escapes is redacted, and the JSON stays valid', () => {
  const vault = vaultWith(['token:scoped', token]);
  for (const some of [/[A-Za-z\d]/g, /[e\d]/g, /[Qn]/g]) {
    const written = escaped(
      some,
      (code) => unicode(some.source === '[Qn]' ? code.toUpperCase() : code),
      token,
    );
    const { text, echoes } = vault.redact(`{"n\\u0061me":"\\\\u0061","token":"${written}"}`);
    expect(JSON.parse(text)).toEqual({ name: '\\u0061', token: '{{token:scoped}}' });
    expect(echoes).toEqual(['token:scoped']);
  }
});

test.each(['.', '.-', '~+/', '{"', ' é'])('a token that repeats %j is redacted', (piece) => {
  for (const length of [10_000, 16_384]) {
    const repeated = piece.repeat(length).slice(0, length);
    const vault = vaultWith(['token', repeated]);
    expect(vault.redact(`before ${repeated} after`)).toEqual({
      text: 'before {{token}} after',
      echoes: ['token'],
    });
    expect(vault.redact(JSON.stringify({ a: repeated })).text).not.toContain(
      repeated.slice(0, 100),
    );
  }
});

test('the header of a JWT is redacted, but is no echo', () => {
  const vault = vaultWith(['token:scoped', token]);
  expect(vault.redact(`(${jwt[0]}…)`)).toEqual({ text: '({{token:scoped}}…)', echoes: [] });
  expect(vault.redact(`(${token.slice(0, jwt[0].length + 12)}…)`).echoes).toEqual([]);
  for (const rest of [jwt[1], jwt[2], jwt.slice(0, 2).join('.')]) {
    expect(vault.redact(`(${rest})`).echoes).toContain('token:scoped');
  }
});

test('long and hostile texts are searched in linear time', () => {
  const long = createHash('shake256', { outputLength: 750_000 }).digest('base64url');
  const vault = vaultWith(
    ['client', '/+"secret"&'],
    ['token:scoped', token],
    ['token:a', `${long}.tail`],
  );
  expect(vault.redact(`{"access_token":"${long}.tail"}`).text).toBe(
    '{"access_token":"{{token:a}}"}',
  );
  for (const piece of ['\\', '&amp;', '%25', 'secret', '\\"secret\\"&amp;amp;']) {
    const text = piece.repeat(2_000_000 / piece.length);
    expect(vault.redact(`${text}secret`).text.length).toBeGreaterThan(1_000_000);
  }
  const begun = 'eyJ'.repeat(700_000);
  expect(vault.redact(begun).text).toBe(begun);
  expect(vault.redact(`${begun}.x`).text).toBe('{{jwt}}');
  const line = 'x'.repeat(8_000_000);
  expect(vault.redact(`${line}${token}`).text).toBe(`${line}{{token:scoped}}`);
});
