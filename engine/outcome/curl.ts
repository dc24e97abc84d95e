import type { Request } from '../exchange/request.ts';
import { type Piece, pieces, type Value } from '../exchange/value.ts';

/** Which variable of the reader's shell holds what a symbol stands for. */
const variables: Readonly<Record<string, string>> = {
  'token:scoped': 'HARNESS_TOKEN',
  'token:unscoped': 'HARNESS_UNSCOPED_TOKEN',
  'token:expired': 'HARNESS_EXPIRED_TOKEN',
  'token:other-audience': 'HARNESS_OTHER_AUDIENCE_TOKEN',
  'user:first': 'HARNESS_USER_ID',
  'user:second': 'HARNESS_SECOND_USER_ID',
  'user:foreign': 'HARNESS_FOREIGN_USER_ID',
  'client:scoped:id': 'HARNESS_CLIENT_ID',
  'client:scoped:secret': 'HARNESS_CLIENT_SECRET',
  'client:unscoped:id': 'HARNESS_UNSCOPED_CLIENT_ID',
  'client:unscoped:secret': 'HARNESS_UNSCOPED_CLIENT_SECRET',
  audience: 'HARNESS_AUDIENCE',
};

/**
 * The request as a curl line for a POSIX shell, credentials as variables. Undefined where curl cannot send it:
 * bytes that are no HTTP, and forged tokens, which only the harness can make.
 */
export function curlLine(request: Request, url: string): string | undefined {
  if (request.wire === 'raw') return undefined;
  const values = [...request.headers.map(([, value]) => value), ...(request.body === undefined ? [] : [request.body])];
  if (values.some((value) => pieces(value).some(isOurs))) return undefined;
  const words = ['curl -sS -i --path-as-is'];
  if (request.method !== 'GET') words.push(`-X ${quote(request.method)}`);
  words.push(quote(url));
  for (const [name, value] of request.headers) {
    const text = shellWord(value);
    // curl drops a header without a value, unless it ends in a semicolon.
    words.push(`-H ${text === "''" ? quote(`${name};`) : `${quote(`${name}: `)}${text}`}`);
  }
  if (request.body !== undefined) words.push(`--data-binary ${shellWord(request.body)}`);
  return words.join(' ');
}

function isOurs(piece: Piece): boolean {
  if (typeof piece === 'string') return false;
  if (piece instanceof Uint8Array) return piece.includes(0);
  return (
    (piece.forge !== undefined && piece.forge !== 'json' && piece.forge !== 'form') || !(piece.symbol in variables)
  );
}

function shellWord(value: Value): string {
  const words = pieces(value).map((piece) => {
    if (typeof piece === 'string') return piece === '' ? '' : quote(piece);
    if (piece instanceof Uint8Array) {
      return `$'${[...piece].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`;
    }
    return `"$${variables[piece.symbol]}"`;
  });
  return words.join('') || "''";
}

/** A POSIX shell word; control characters become visible escapes, so that nothing is hidden in a pasted line. */
function quote(text: string): string {
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) {
    const escaped = text.replace(/[\\']/g, '\\$&').replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => {
      return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
    });
    return `$'${escaped}'`;
  }
  return `'${text.replaceAll("'", "'\\''")}'`;
}
