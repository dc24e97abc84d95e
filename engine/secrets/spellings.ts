import { alphanumeric, longestRun } from './char-class.ts';

export type Spelling = Readonly<{
  anchor: string;
  run: number;
  pattern: string;
  length: number;
}>;

export function spellingsOf(text: string): readonly Spelling[] {
  const bytes = Buffer.from(text, 'utf8');
  const inJson = JSON.stringify(text).slice(1, -1);
  return [
    escaped(text),
    // UTF-8 that a program read as ISO-8859-1.
    ...(/^\p{ASCII}*$/u.test(text) ? [] : [escaped(bytes.toString('latin1'))]),
    // Encodings of a whole message that already contains the string in escaped form.
    ...[...new Set([text, inJson, encodeURIComponent(bytes.toString())])].flatMap(coded),
    ...bothCases(bytes.toString('hex')).flatMap((hex) =>
      ['%$&', '\\x$&'].map((form) => literal(hex.replace(/../g, form))),
    ),
    ...bothCases(unitsOf(text)).map((hex) => literal(hex.replace(/.{4}/g, '\\u$&'))),
  ];
}

function coded(text: string) {
  const bytes = Buffer.from(text, 'utf8');
  const hex = bytes.toString('hex');
  const separated = [':', ' '].map((separator) => hex.replace(/..(?=.)/g, `$&${separator}`));
  return [
    ...base64Runs(bytes).map((run) => padded(escaped(run, isBase64))),
    ...[...bothCases(hex), ...separated].map(literal),
  ];
}

export function codedForms(text: string): readonly string[] {
  if (text.length < 60) return [];
  const bytes = Buffer.from(text, 'utf8');
  const runs = base64Runs(bytes);
  const inUrls = runs.map((run) => run.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...runs, ...inUrls]), ...bothCases(bytes.toString('hex'))];
}

const bothCases = (hex: string) => [hex, hex.toUpperCase()];

/** The code units of UTF-16, in hexadecimal. */
const unitsOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

export const literal = (text: string): Spelling => ({
  anchor: text,
  run: longestRun(text, alphanumeric, 1).length,
  pattern: quoted(text),
  length: text.length,
});

export const runIn = (text: string) => Math.max(longestRun(text, alphanumeric, 8).length, 7);

/** A pattern of many more would be too large to compile, and no secret has so many. */
const mostEscaped = 2_000;

function escaped(text: string, formsOf: (character: string) => readonly string[] = () => []) {
  if (text.replace(/[A-Za-z0-9]/g, '').length > mostEscaped) return literal(text);
  const anchor = longestRun(text, alphanumeric, 1);
  const formed = new Map<string, string>();
  const pattern = text.replace(/[^A-Za-z0-9]/gu, (character) => {
    const known = formed.get(character);
    if (known !== undefined) return known;
    const all = `(?:${[...forms(character), ...formsOf(character)].join('|')})`;
    formed.set(character, all);
    return all;
  });
  return { anchor, run: anchor.length, pattern, length: text.length };
}

const named = new Map(
  Object.entries({ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }),
);
const short = new Map(Object.entries({ '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' }));

/** Longer forms first. The levels of escaping are bounded: the searched string is untrusted. */
function forms(character: string) {
  const code = character.codePointAt(0) ?? 0;
  const name = named.get(character);
  const letter = short.get(character);
  const entity = (inner: string) => `&(?:amp;){0,4}${inner};`;
  const escapes = (hex: string, digits: number, before: string) =>
    (hex.match(new RegExp(`.{${digits}}`, 'g')) ?? [])
      .map((one) => before + one.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`))
      .join('');
  const hex = code.toString(16);
  return [
    escapes(Buffer.from(character, 'utf8').toString('hex'), 2, '%(?:25){0,4}'),
    escapes(unitsOf(character), 4, '\\\\{1,8}u'),
    ...(code < 0x100 ? [escapes(hex.padStart(2, '0'), 2, '\\\\{1,8}x')] : []),
    entity(`#0{0,6}${code}`),
    entity(`#[xX]0{0,6}${escapes(hex, hex.length, '')}`),
    ...(name === undefined ? [] : [entity(name)]),
    ...(letter === undefined ? [] : [`\\\\{1,8}${letter}`]),
    ...(character === '\\' ? ['\\\\{1,8}'] : [`\\\\{0,8}${quoted(character)}`]),
    ...(character === ' ' ? ['\\+'] : []),
  ];
}

// After an odd number of backslashes, the one before the `u` is itself escaped.
const escapedLetter = /(?<!\\)((?:\\\\)*)\\u00(3\d|[46][1-9a-fA-F]|[57][\daA])/g;

/** Decodes escaped ASCII letters and digits (RFC 8259 section 7). */
export function withPlainLetters(text: string) {
  if (!text.includes('\\u00')) return text;
  return text.replace(escapedLetter, (_, before: string, hex: string) => {
    return before + String.fromCharCode(Number.parseInt(hex, 16));
  });
}

const padded = (run: Spelling) => ({
  ...run,
  pattern: `${run.pattern}(?:[\\w+/-]?={1,2}|[\\w+/-](?![\\w+/-]))?`,
});

/** The base64url character (RFC 4648 sections 4 and 5). */
const isBase64 = (character: string) =>
  character === '+' ? ['-'] : character === '/' ? ['_'] : [];

const base64Runs = (bytes: Buffer) =>
  [0, 1, 2].flatMap((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const all = shifted.toString('base64').replace(/=+$/, '');
    const start = before === 0 ? 0 : before + 1;
    const cut = (before + bytes.length) % 3 === 0 ? all.length : all.length - 1;
    return cut > start ? [all.slice(start, cut)] : [];
  });

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
