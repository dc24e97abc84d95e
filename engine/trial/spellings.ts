import type { Request } from '../exchange/request.ts';
import { concat, pieces } from '../exchange/value.ts';

/** Returns a resource at a URL without parameters that was probably never requested; another one for each number. */
export type Spelling = (nth: number) => Request;

/**
 * Returns other URLs of a resource: the query has no parameter, some letters of the path are encoded, segments are dots
 * or empty, or the last one has a parameter. A server need not serve any of them.
 */
export function otherSpellings(plain: Request): readonly Spelling[] {
  const [first, ...rest] = pieces(plain.path);
  if (typeof first !== 'string') return [];
  const at = (path: Request['path']): Request => ({ ...plain, path, purpose: 'off-route' });
  return [
    (nth) => at(concat(first, rest, '?', '&'.repeat(nth + 3))),
    (nth) => at(concat(withEncoded(first, nth + 2), rest)),
    (nth) => at(concat(`/${'./'.repeat(nth + 2)}${first.slice(1)}`, rest)),
    (nth) => at(concat(`${'/'.repeat(nth + 3)}${first.slice(1)}`, rest)),
    (nth) => at(concat(first, rest, `;m2m-fresh=${nth}`)),
  ];
}

/** Encodes the letters whose bits are set in a number (RFC 3986 section 6.2.2.2: that names the same resource). */
function withEncoded(path: string, bits: number): string {
  let nth = 0;
  return path.replace(/[a-z]/gi, (letter) =>
    (bits >> nth++) & 1 ? `%${letter.charCodeAt(0).toString(16).toUpperCase()}` : letter,
  );
}
