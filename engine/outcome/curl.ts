import type { Request } from '../exchange/request.ts';
import { concat, type Piece, pieces, type Value } from '../exchange/value.ts';

/** The shell variable that contains the value of each symbol. */
const variables: Readonly<Record<string, string>> = {
  'token:scoped': 'M2M_TOKEN',
  'token:unscoped': 'M2M_UNSCOPED_TOKEN',
  'token:expired': 'M2M_EXPIRED_TOKEN',
  'token:other-audience': 'M2M_OTHER_AUDIENCE_TOKEN',
  'user:first': 'M2M_USER_ID',
  'user:second': 'M2M_SECOND_USER_ID',
  'user:foreign': 'M2M_FOREIGN_USER_ID',
  'client:scoped:id': 'M2M_CLIENT_ID',
  'client:scoped:secret': 'M2M_CLIENT_SECRET',
  'client:unscoped:id': 'M2M_UNSCOPED_CLIENT_ID',
  'client:unscoped:secret': 'M2M_UNSCOPED_CLIENT_SECRET',
  audience: 'M2M_AUDIENCE',
};

/** In characters. Longer lines are unreadable, and some shells reject them. */
const longest = 16_384;

/**
 * Writes a request as a curl command for a POSIX shell, with credentials as variables. `origin` is the URL before the
 * path. Undefined if the request is not valid HTTP, if only the harness can forge its token, or if the command is
 * longer than 16 KiB.
 */
export function curlLine(request: Request, origin: string): string | undefined {
  const line = lineOf(request, origin);
  return line === undefined || line.length > longest ? undefined : line;
}

function lineOf(request: Request, origin: string): string | undefined {
  if (request.wire === 'raw') return undefined;
  const inLine = [request.path, ...request.headers.map(([, value]) => value)];
  const values = [...inLine, ...(request.body === undefined ? [] : [request.body])];
  if (values.some((value) => pieces(value).some(isOurs)) || inLine.some(holdsBreak)) return undefined;
  // --path-as-is keeps "../", and -g keeps brackets in the path.
  const words = ['curl -sS -i -g --path-as-is'];
  if (request.method === 'HEAD') words.push('--head');
  else if (request.method !== 'GET' || request.body !== undefined) words.push(`-X ${quote(request.method)}`);
  words.push(shellWord(concat(origin, request.path)));
  for (const [name, value] of request.headers) {
    const text = shellWord(value);
    // curl drops a header without a value, unless it ends in a semicolon.
    words.push(`-H ${text === "''" ? quote(`${name};`) : `${quote(`${name}: `)}${text}`}`);
  }
  for (const name of addedByCurl(request)) words.push(`-H '${name}:'`);
  if (request.body === undefined) return words.join(' ');
  if (!pieces(request.body).some(isUnprintable)) return [...words, `--data-raw ${shellWord(request.body)}`].join(' ');
  return `${printed(request.body)} | ${words.join(' ')} --data-binary @-`;
}

/** Headers that curl would add and the request does not have. */
function addedByCurl(request: Request): string[] {
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const added = request.body === undefined ? ['Accept'] : ['Accept', 'Content-Type'];
  return added.filter((name) => !names.has(name.toLowerCase()));
}

/**
 * Whether only the harness can make this piece: a forge operation other than escaping alters it, or no shell variable
 * contains its value.
 */
function isOurs(piece: Piece): boolean {
  if (typeof piece === 'string' || piece instanceof Uint8Array) return false;
  const isEscaped = piece.forge === undefined || ['json', 'form', 'url'].includes(piece.forge);
  return !isEscaped || variableOf(piece.symbol) === undefined;
}

function variableOf(symbol: string): string | undefined {
  return symbol.startsWith('guide:') ? 'M2M_GUIDE_ID' : variables[symbol];
}

/** Whether a value contains a line break or NUL, which neither URLs nor headers can contain. */
function holdsBreak(value: Value): boolean {
  return pieces(value).some((piece) => {
    if (typeof piece === 'string') return /[\u0000\r\n]/.test(piece);
    return piece instanceof Uint8Array && piece.some((byte) => byte === 0 || byte === 10 || byte === 13);
  });
}

const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

function isUnprintable(piece: Piece): boolean {
  return typeof piece === 'string' ? unprintable.test(piece) : piece instanceof Uint8Array;
}

function shellWord(value: Value): string {
  const words = pieces(value).map((piece) => {
    if (typeof piece === 'string' && !unprintable.test(piece)) return piece === '' ? '' : quote(piece);
    if (typeof piece === 'string' || piece instanceof Uint8Array) return `"$(printf '${printfFormat(piece)}')"`;
    return `"$${variableOf(piece.symbol)}"`;
  });
  return words.join('') || "''";
}

/** Commands that print the value. A command substitution would lose trailing line breaks and zero bytes. */
function printed(value: Value): string {
  const commands = pieces(value).map((piece) =>
    typeof piece === 'string' || piece instanceof Uint8Array
      ? `printf '${printfFormat(piece)}'`
      : `printf %s "$${variableOf(piece.symbol)}"`,
  );
  return commands.length === 1 ? (commands[0] ?? '') : `{ ${commands.join('; ')}; }`;
}

/**
 * A printf format for single quotes. Bytes and invisible characters are octal, so that the reader sees everything that
 * a pasted line contains.
 */
function printfFormat(piece: string | Uint8Array): string {
  if (piece instanceof Uint8Array) return [...piece].map(octal).join('');
  return [...piece]
    .map((character) => {
      if (unprintable.test(character)) return [...Buffer.from(character)].map(octal).join('');
      if (character === '%') return '%%';
      if (character === '\\') return '\\\\';
      return character === "'" ? "'\\''" : character;
    })
    .join('');
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
