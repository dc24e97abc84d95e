import {
  concat,
  fieldValues,
  joined,
  type Piece,
  pieces,
  type Request,
  type Value,
} from '../exchange/index.ts';

/** A line contains all other values. */
const variables: Readonly<Record<string, string>> = {
  'token:scoped': 'TOKEN',
  'token:unscoped': 'UNSCOPED_TOKEN',
};

/** By symbol. No secrets. */
type PlainValues = Readonly<Record<string, string>>;

/** In characters. Longer lines are unreadable, and some shells reject them. */
const longest = 16_384;

export type Curl = Readonly<{
  options: string;
  /** The commands that print the body, if no option can contain it. */
  input?: string;
}>;

export const curlLine = ({ options, input }: Curl) =>
  input === undefined ? `curl ${options}` : `${input} | curl ${options}`;

/**
 * `origin` is the URL before the path. Undefined if the request is not valid HTTP, contains a forged
 * value or another secret than access tokens, or if the line is longer than 16 KiB.
 */
export function curlOf(request: Request, origin: string, values: PlainValues): Curl | undefined {
  const call = callOf(written(request, values), origin);
  return call === undefined || curlLine(call).length > longest ? undefined : call;
}

export const variablesOf = ({ path, headers, body = '' }: Request) =>
  [path, body, ...headers.map(([, value]) => value)]
    .flatMap(pieces)
    .flatMap((piece) =>
      typeof piece === 'string' || piece instanceof Uint8Array
        ? []
        : (variables[piece.symbol] ?? []),
    );

function written(request: Request, values: PlainValues): Request {
  const write = (value: Value, coding?: string) =>
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
    ...(body !== undefined && { body: write(body) }),
  };
}

/** What a body or URL needs to contain a value unchanged. Any other operation forges the value. */
const codings: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  json: (text) => JSON.stringify(text).slice(1, -1),
  url: encodeURIComponent,
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
};

function callOf({ wire, method, path, headers, body }: Request, origin: string) {
  if (wire === 'raw' || (method === 'HEAD' && body !== undefined)) return undefined;
  const inLine = [path, ...headers.map(([, value]) => value)];
  const isBeyondShells = [...inLine, body ?? ''].some((value) => pieces(value).some(isOurs));
  if (isBeyondShells || inLine.some(holdsBreak)) return undefined;
  // --path-as-is keeps "../", and -g keeps brackets in the path.
  const words = ['-sS -i -g --path-as-is'];
  if (method === 'HEAD') words.push('--head');
  else if (method !== 'GET' || body !== undefined) words.push(`-X ${quote(method)}`);
  words.push(shellWord(concat(origin, path)));
  for (const [name, value] of headers) {
    const text = shellWord(value);
    // curl drops a header without a value, unless it ends in a semicolon.
    words.push(`-H ${text === "''" ? quote(`${name};`) : `${quote(`${name}: `)}${text}`}`);
  }
  for (const name of body === undefined ? ['Accept'] : ['Accept', 'Content-Type']) {
    // curl would add it.
    if (fieldValues(headers, name).length === 0) words.push(`-H '${name}:'`);
  }
  const isPrinted = pieces(body ?? '').some(isUnprintable);
  if (isPrinted) words.push('--data-binary @-');
  else if (body !== undefined) words.push(`--data-raw ${shellWord(body)}`);
  return {
    options: words.join(' '),
    ...(body !== undefined && isPrinted && { input: printed(body) }),
  };
}

/** Whether only the harness can make it. */
function isOurs(piece: Piece) {
  if (typeof piece === 'string' || piece instanceof Uint8Array) return false;
  return variables[piece.symbol] === undefined || codings[piece.forge ?? 'none'] === undefined;
}

/** A line break or NUL, which neither URLs nor headers can contain. */
const holdsBreak = (value: Value) =>
  pieces(value).some((piece) => {
    const text = piece instanceof Uint8Array ? Buffer.from(piece).toString('latin1') : piece;
    return typeof text === 'string' && /[\u0000\r\n]/.test(text);
  });

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

const isUnprintable = (piece: Piece) =>
  typeof piece === 'string' ? unprintable.test(piece) : piece instanceof Uint8Array;

/** Neighbouring strings are quoted together. */
function shellWord(value: Value) {
  const words = joined(value).map((piece) => {
    if (typeof piece === 'string' && !unprintable.test(piece))
      return piece === '' ? '' : quote(piece);
    if (typeof piece === 'string' || piece instanceof Uint8Array)
      return `"$(printf '${printfFormat(piece)}')"`;
    return `"$${variables[piece.symbol]}"`;
  });
  return words.join('') || "''";
}

/** A command substitution would lose trailing line breaks and zero bytes. */
function printed(value: Value) {
  const commands = pieces(value).map((piece) =>
    typeof piece === 'string' || piece instanceof Uint8Array
      ? `printf '${printfFormat(piece)}'`
      : `printf %s "$${variables[piece.symbol]}"`,
  );
  return commands.length === 1 ? (commands[0] ?? '') : `{ ${commands.join('; ')}; }`;
}

/** For single quotes. The reader sees everything that a pasted line contains. */
function printfFormat(piece: string | Uint8Array) {
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

const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`;

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
