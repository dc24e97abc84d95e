import { alphanumeric, runsIn } from './char-class.ts';

export interface Spelling {
  readonly anchor: string;
  readonly run: number;
  readonly pattern: string;
  readonly length: number;
}

export function spellingsOf(text: string): readonly Spelling[] {
  const bytes = Buffer.from(text, 'utf8');
  const pairs = pairsOf(bytes);
  const codes = [...text].flatMap((character) => [...utf16(character)]);
  return [
    escaped(text),
    // UTF-8 that a program read as ISO-8859-1.
    ...(/^\p{ASCII}*$/u.test(text) ? [] : [escaped(bytes.toString('latin1'))]),
    // Encodings of a whole message that already contains the string in escaped form.
    ...[
      ...new Set([text, JSON.stringify(text).slice(1, -1), encodeURIComponent(bytes.toString())]),
    ].flatMap(coded),
    ...['%', '\\x'].flatMap((prefix) => [
      literal(prefixed(prefix, pairs)),
      literal(prefixed(prefix, upper(pairs))),
    ]),
    ...[codes, upper(codes)].map((all) => literal(prefixed('\\u', all))),
  ];
}

function coded(text: string): Spelling[] {
  const bytes = Buffer.from(text, 'utf8');
  const hex = bytes.toString('hex');
  return [
    ...base64Runs(bytes).map((run) => padded(escaped(run, isBase64))),
    ...[hex, hex.toUpperCase(), pairsOf(bytes).join(':'), pairsOf(bytes).join(' ')].map(literal),
  ];
}

export function codedForms(text: string): readonly string[] {
  if (text.length < 60) return [];
  const bytes = Buffer.from(text, 'utf8');
  const runs = base64Runs(bytes);
  const inUrls = runs.map((run) => run.replaceAll('+', '-').replaceAll('/', '_'));
  return [
    ...new Set([...runs, ...inUrls]),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ];
}

const pairsOf = (bytes: Buffer): readonly string[] => bytes.toString('hex').match(/../g) ?? [];
const upper = (all: readonly string[]) => all.map((one) => one.toUpperCase());
const prefixed = (prefix: string, all: readonly string[]) =>
  all.map((one) => prefix + one).join('');

export function literal(text: string): Spelling {
  return { anchor: text, run: longestRun(text).length, pattern: quoted(text), length: text.length };
}

function longestRun(text: string, least = 1): string {
  let longest = '';
  for (const [start, end] of runsIn(text, alphanumeric, least)) {
    if (end - start > longest.length) longest = text.slice(start, end);
  }
  return longest;
}

export const runIn = (text: string): number => Math.max(longestRun(text, 8).length, 7);

/** A pattern of many more would be too large to compile, and no secret has so many. */
const mostEscaped = 2_000;

function escaped(
  text: string,
  formsOf: (character: string) => readonly string[] = () => [],
): Spelling {
  if (text.replace(/[A-Za-z0-9]/g, '').length > mostEscaped) return literal(text);
  const anchor = longestRun(text);
  const pattern = [...text].map((character) =>
    /[A-Za-z0-9]/.test(character)
      ? character
      : `(?:${[...forms(character), ...formsOf(character)].join('|')})`,
  );
  return { anchor, run: anchor.length, pattern: pattern.join(''), length: text.length };
}

const named: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};
const short: Readonly<Record<string, string>> = {
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\b': 'b',
  '\f': 'f',
};

/** Longer forms first. The levels of escaping are bounded: the searched string is untrusted. */
function forms(character: string): string[] {
  const code = character.codePointAt(0) ?? 0;
  const name = named[character];
  const letter = short[character];
  const percent = [...Buffer.from(character, 'utf8')]
    .map((byte) => `%(?:25){0,4}${anyCase(byte, 2)}`)
    .join('');
  const entity = (inner: string) => `&(?:amp;){0,4}${inner};`;
  return [
    percent,
    [...utf16(character)]
      .map((unit) => `\\\\{1,8}u${anyCase(Number.parseInt(unit, 16), 4)}`)
      .join(''),
    ...(code < 0x100 ? [`\\\\{1,8}x${anyCase(code, 2)}`] : []),
    entity(`#0{0,6}${code}`),
    entity(`#[xX]0{0,6}${anyCase(code, 1)}`),
    ...(name === undefined ? [] : [entity(name)]),
    ...(letter === undefined ? [] : [`\\\\{1,8}${letter}`]),
    ...(character === '\\' ? ['\\\\{1,8}'] : [`\\\\{0,8}${quoted(character)}`]),
    ...(character === ' ' ? ['\\+'] : []),
  ];
}

// After an odd number of backslashes, the one before the `u` is itself escaped.
const escapedLetter = /(?<!\\)((?:\\\\)*)\\u00(3\d|[46][1-9a-fA-F]|[57][\daA])/g;

/** Decodes escaped ASCII letters and digits (RFC 8259 section 7). */
export function withPlainLetters(text: string): string {
  if (!text.includes('\\u00')) return text;
  return text.replace(escapedLetter, (_, before: string, hex: string) => {
    return before + String.fromCharCode(Number.parseInt(hex, 16));
  });
}

const padded = (run: Spelling): Spelling => ({
  ...run,
  pattern: `${run.pattern}(?:[\\w+/-]?={1,2}|[\\w+/-](?![\\w+/-]))?`,
});

/** The base64url character (RFC 4648 sections 4 and 5). */
const isBase64 = (character: string): string[] =>
  character === '+' ? ['-'] : character === '/' ? ['_'] : [];

function base64Runs(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const all = shifted.toString('base64').replace(/=+$/, '');
    const start = before === 0 ? 0 : before + 1;
    const cut = (before + bytes.length) % 3 === 0 ? all.length : all.length - 1;
    return cut > start ? [all.slice(start, cut)] : [];
  });
}

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function* utf16(character: string): Generator<string> {
  for (let at = 0; at < character.length; at++)
    yield character.charCodeAt(at).toString(16).padStart(4, '0');
}

function anyCase(code: number, digits: number): string {
  const hex = code.toString(16).padStart(digits, '0');
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
