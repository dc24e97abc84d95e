import type { Request } from '../exchange/request.ts';
import { concat, joined, type Piece, pieces, type Value } from '../exchange/value.ts';

/** The shell variables that contain access tokens. A line contains all other values. */
const variables: Readonly<Record<string, string>> = {
  'token:scoped': 'TOKEN',
  'token:unscoped': 'UNSCOPED_TOKEN',
};

/**
 * The values of symbols that are no secrets: ids of users, clients and guides, and the audience.
 */
export type PlainValues = Readonly<Record<string, string>>;

/** In characters. Longer lines are unreadable, and some shells reject them. */
const longest = 16_384;

/** A call of curl by a POSIX shell. */
export interface Curl {
  readonly options: string;
  /** The commands that print the body, if no option can contain it. */
  readonly input?: string;
}

export const curlLine = ({ options, input }: Curl): string =>
  input === undefined ? `curl ${options}` : `${input} | curl ${options}`;

/**
 * Writes a request as a call of curl, with access tokens as variables. `origin` is the URL before
 * the path. Undefined if the request is not valid HTTP, if it contains another secret or a forged
 * value, or if the line is longer than 16 KiB.
 */
export function curlOf(request: Request, origin: string, values: PlainValues): Curl | undefined {
  const call = callOf(written(request, values), origin);
  return call === undefined || curlLine(call).length > longest ? undefined : call;
}

/** The shell variables that the call of curl uses. */
export const variablesOf = ({ path, headers, body = '' }: Request): readonly string[] =>
  [path, body, ...headers.map(([, value]) => value)]
    .flatMap(pieces)
    .flatMap((piece) =>
      typeof piece === 'string' || piece instanceof Uint8Array
        ? []
        : (variables[piece.symbol] ?? []),
    );

/** Replaces the symbols whose values a line contains. */
function written(request: Request, values: PlainValues): Request {
  const write = (value: Value, coding?: string): Value =>
    pieces(value).map((piece) => {
      if (typeof piece === 'string' || piece instanceof Uint8Array) return piece;
      const code = codings[piece.forge ?? coding ?? 'none'];
      const plain = values[piece.symbol];
      return code === undefined || plain === undefined ? piece : code(plain);
    });
  const { path, headers, body } = request;
  return {
    ...request,
    path: write(path, 'url'),
    headers: headers.map(([name, value]) => [name, write(value)]),
    ...(body === undefined ? {} : { body: write(body) }),
  };
}

/** What a body or URL needs to contain a value unchanged. Any other operation forges the value. */
const codings: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  json: (text) => JSON.stringify(text).slice(1, -1),
  url: encodeURIComponent,
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
};

function callOf(request: Request, origin: string): Curl | undefined {
  if (request.wire === 'raw' || (request.method === 'HEAD' && request.body !== undefined))
    return undefined;
  const inLine = [request.path, ...request.headers.map(([, value]) => value)];
  const values = [...inLine, ...(request.body === undefined ? [] : [request.body])];
  if (values.some((value) => pieces(value).some(isOurs)) || inLine.some(holdsBreak))
    return undefined;
  // --path-as-is keeps "../", and -g keeps brackets in the path.
  const words = ['-sS -i -g --path-as-is'];
  if (request.method === 'HEAD') words.push('--head');
  else if (request.method !== 'GET' || request.body !== undefined)
    words.push(`-X ${quote(request.method)}`);
  words.push(shellWord(concat(origin, request.path)));
  for (const [name, value] of request.headers) {
    const text = shellWord(value);
    // curl drops a header without a value, unless it ends in a semicolon.
    words.push(`-H ${text === "''" ? quote(`${name};`) : `${quote(`${name}: `)}${text}`}`);
  }
  for (const name of addedByCurl(request)) words.push(`-H '${name}:'`);
  if (request.body === undefined) return { options: words.join(' ') };
  return pieces(request.body).some(isUnprintable)
    ? { options: [...words, '--data-binary @-'].join(' '), input: printed(request.body) }
    : { options: [...words, `--data-raw ${shellWord(request.body)}`].join(' ') };
}

/** Headers that curl would add and the request does not have. */
function addedByCurl(request: Request): string[] {
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const added = request.body === undefined ? ['Accept'] : ['Accept', 'Content-Type'];
  return added.filter((name) => !names.has(name.toLowerCase()));
}

/**
 * Whether only the harness can make this piece: it is no access token, or a forge operation alters
 * it.
 */
function isOurs(piece: Piece): boolean {
  if (typeof piece === 'string' || piece instanceof Uint8Array) return false;
  return variables[piece.symbol] === undefined || codings[piece.forge ?? 'none'] === undefined;
}

/** Whether a value contains a line break or NUL, which neither URLs nor headers can contain. */
function holdsBreak(value: Value): boolean {
  return pieces(value).some((piece) => {
    if (typeof piece === 'string') return /[\u0000\r\n]/.test(piece);
    return (
      piece instanceof Uint8Array && piece.some((byte) => byte === 0 || byte === 10 || byte === 13)
    );
  });
}

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

function isUnprintable(piece: Piece): boolean {
  return typeof piece === 'string' ? unprintable.test(piece) : piece instanceof Uint8Array;
}

/** Writes a value as one word of a shell. Neighbouring strings are quoted together. */
function shellWord(value: Value): string {
  const words = joined(value).map((piece) => {
    if (typeof piece === 'string' && !unprintable.test(piece))
      return piece === '' ? '' : quote(piece);
    if (typeof piece === 'string' || piece instanceof Uint8Array)
      return `"$(printf '${printfFormat(piece)}')"`;
    return `"$${variables[piece.symbol]}"`;
  });
  return words.join('') || "''";
}

/**
 * Commands that print the value. A command substitution would lose trailing line breaks and zero
 * bytes.
 */
function printed(value: Value): string {
  const commands = pieces(value).map((piece) =>
    typeof piece === 'string' || piece instanceof Uint8Array
      ? `printf '${printfFormat(piece)}'`
      : `printf %s "$${variables[piece.symbol]}"`,
  );
  return commands.length === 1 ? (commands[0] ?? '') : `{ ${commands.join('; ')}; }`;
}

/**
 * A printf format for single quotes. Bytes and invisible characters are octal, so that the reader
 * sees everything that a pasted line contains.
 */
function printfFormat(piece: string | Uint8Array): string {
  if (piece instanceof Uint8Array) return [...piece].map(octal).join('');
  return [...piece]
    .map((character, at) => {
      // printf takes a dash at the start for an option. An interactive shell replaces `!` by an
      // earlier command.
      if (character === '!' || (character === '-' && at === 0))
        return octal(character.charCodeAt(0));
      if (unprintable.test(character)) return [...Buffer.from(character)].map(octal).join('');
      if (character === '%') return '%%';
      if (character === '\\') return '\\\\';
      return character === "'" ? "'\\''" : character;
    })
    .join('');
}

const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
