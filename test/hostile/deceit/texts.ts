import { body, type Deceit, dataOf, found, refusals, spared, theToken } from './deceit.ts';

type Respell = (text: string) => string | Buffer;

/** The same in the data of cash, in refusals and in the token answer. */
function everywhere(name: string, respell: Respell, [data, error, token]: readonly [string, string, string]): Deceit[] {
  return [
    found(data, `${name}: cash`, body(dataOf('cash'), respell)),
    found(error, `${name}: refusals`, body(refusals, respell)),
    found(token, `${name}: the token`, body(theToken, respell)),
  ];
}

const noJson = ['http/json-media-type', 'errors/json', 'token/issued'] as const;
const interoperable = 'http/json-interoperable';
const odd = [interoperable, interoperable, interoperable] as const;
const asIs = [interoperable, 'http/json-media-type', 'cash/*', 'errors/json', 'errors/shape', 'token/issued'];
const anywhere = (respell: Respell) => body(() => true, respell);
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const polluting =
  '"__proto__":{"data":[],"status":200,"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x","valueOf":1,"hasOwnProperty":null,"then":"x","toJSON":"x","length":7,';

/** JSON that is none, or that each reader reads in its own way. */
export const texts: readonly Deceit[] = [
  ...everywhere('a byte order mark', (text) => `\ufeff${text}`, odd),
  ...everywhere('two byte order marks', (text) => `\ufeff\ufeff${text}`, noJson),
  ...everywhere('UTF-16 with a mark', (text) => utf16(`\ufeff${text}`), noJson),
  ...everywhere('UTF-16 without', utf16, noJson),
  ...everywhere('UTF-16, big-endian', (text) => utf16(text).swap16(), noJson),
  ...everywhere('ISO 8859-1', (text) => Buffer.from(text.replace('{', '{"\u00fc":"\u00e9",'), 'latin1'), noJson),
  ...everywhere('NULs behind', (text) => `${text}\0\0`, noJson),
  ...everywhere('a JSON sequence', (text) => `\x1e${text}\n`, noJson),
  ...everywhere('two texts', (text) => `${text}\n${text}`, noJson),
  ...everywhere('a comment', (text) => `${text}/* x */`, noJson),
  ...everywhere('NaN', (text) => text.replace('{', '{"n":NaN,'), noJson),
  ...everywhere('Infinity', (text) => text.replace('{', '{"n":-Infinity,'), noJson),
  ...everywhere('single quotes', (text) => text.replaceAll('"', "'"), noJson),
  ...everywhere('a trailing comma', (text) => text.replace(/\}$/, ',}'), noJson),
  ...everywhere('a no-break space in front', (text) => `\u00a0${text}`, noJson),
  ...everywhere('HTML', () => '<html>{"status":200}</html>', noJson),
  spared(
    'white space may stand around a value (RFC 8259 section 2)',
    asIs,
    'white space around',
    anywhere((text) => `\r\n\t ${text} \r\n\n`),
  ),

  ...everywhere('a member twice', (text) => text.replace('{', '{"a":1,"a":2,'), odd),
  ...everywhere('a member twice, alike', (text) => text.replace('{', '{"a":1,"a":1,'), odd),
  ...everywhere('a member twice, once escaped', (text) => text.replace('{', '{"a":1,"\\u0061":1,'), odd),
  ...everywhere('a member twice, below', (text) => text.replace('{', '{"x":[[{"y":{"a":1,"b":2,"a":3}}]],'), odd),
  spared(
    'members of any name are allowed',
    asIs,
    'members that all objects have',
    anywhere((text) => text.replace(/\{(?=")/g, `{${polluting}`)),
  ),
  spared(
    'two names that look alike are two names (RFC 8259 section 8.3)',
    asIs,
    'a name twice, once with a zero-width space',
    anywhere((text) => text.replace('{', '{"a":1,"a\u200b":2,"\u00e9":1,"e\u0301":2,')),
  ),
  found(
    'guides/ok',
    'everything in __proto__: guides',
    body(dataOf('guides'), (text) => `{"__proto__":${text}}`),
  ),
  found(
    'errors/shape',
    'everything in __proto__: refusals',
    body(refusals, (text) => `{"__proto__":${text}}`),
  ),
  found(
    'token/issued',
    'everything in __proto__: the token',
    body(theToken, (text) => `{"__proto__":${text}}`),
  ),
  found(
    'guides/schema',
    'title with a zero-width space',
    body(dataOf('guides'), (text) => text.replace('"title"', '"ti\u200btle"')),
  ),
  found(
    'errors/shape',
    'responseId with a zero-width space',
    body(refusals, (text) => text.replace('"responseId"', '"response\u200bId"')),
  ),
  found(
    'errors/shape',
    'status in Cyrillic',
    body(refusals, (text) => text.replace('"status"', '"st\u0430tus"')),
  ),

  ...everywhere('1e400', (text) => text.replace('{', '{"n":1e400,'), odd),
  ...everywhere('9007199254740993', (text) => text.replace('{', '{"n":9007199254740993,'), odd),
  ...everywhere('40 digits', (text) => text.replace('{', '{"n":0.1234567890123456789012345678901234567891,'), odd),
  spared(
    'they are read alike by all',
    asIs,
    '-0, 1E5 and 1.50',
    anywhere((text) => text.replace('{', '{"n":[-0,1E5,1.50,-0.0],')),
  ),
  ...numbers('summaries', interoperable, /"value":-?[\d.]+/, '"value":1e400', 'an amount of 1e400'),
  ...numbers(
    'summaries',
    interoperable,
    /"maxValueDifferences":\{"cash":-?[\d.]+/,
    '"maxValueDifferences":{"cash":1e400',
    'a difference of 1e400',
  ),
  ...numbers('summaries', 'summaries/timestamp', /"timestamp":\d+/, '"timestamp":1e400', 'a timestamp of 1e400'),
  ...numbers(
    'summaries',
    'summaries/timestamp-digits',
    /"timestamp":\d+/,
    '"timestamp":9007199254740993',
    'a timestamp of 16 digits',
  ),
  ...numbers('guides', interoperable, /"chapterCount":\d+/, '"chapterCount":1e400', '1e400 chapters'),
  ...numbers('guides', 'guides/schema', /"title":"[^"]*"/, '"title":9007199254740993', 'a title that is a number'),
  found(
    'errors/status-matches',
    'status 1e400',
    body(refusals, (text) => text.replace(/"status":\d+/, '"status":1e400')),
  ),
  spared(
    '4.01e2 is 401',
    ['errors/*'],
    'status 4.01e2',
    body(refusals, (text) => text.replace(/"status":(\d)(\d\d)/, '"status":$1.$2e2')),
  ),
  spared(
    '-0 and 1E1 are integers',
    ['guides/*'],
    '1E1 chapters, or -0',
    body(dataOf('guides'), (text) =>
      text.replace(/"chapterCount":\d+/, '"chapterCount":1E1').replace(/"chapterCount":\d+,/, '"chapterCount":-0,'),
    ),
  ),
  ...['1e400', '"3600"', '-0', '0.36', 'true', '[3600]', '-1e400'].map((n) =>
    found(
      'token/expires-in',
      `expires_in ${n}`,
      body(theToken, (text) => text.replace('"expires_in":3600', `"expires_in":${n}`)),
    ),
  ),
  ...['1e30', '9007199254740993', '1'].map((n) =>
    found(
      'token/expiry-claim',
      `expires_in ${n}`,
      body(theToken, (text) => text.replace('"expires_in":3600', `"expires_in":${n}`)),
    ),
  ),
  ...['3600.0', '36e2', '3.6E+3'].map((n) =>
    spared(
      'it is the integer 3600',
      ['token/expires-in', 'token/expiry-claim', 'token/issued'],
      `expires_in ${n}`,
      body(theToken, (text) => text.replace('"expires_in":3600', `"expires_in":${n}`)),
    ),
  ),
];

function numbers(endpoint: string, requirement: string, place: RegExp, written: string, name: string): Deceit[] {
  return [
    found(
      requirement,
      name,
      body(dataOf(endpoint), (text) => text.replace(place, written)),
    ),
  ];
}
