import { concat, pieces, type Request } from '../exchange/index.ts';

/** A URL without parameters that was probably never requested: another one for each number. */
export type Spelling = (nth: number) => Request;

/** A server need not serve any of them. */
export function otherSpellings(plain: Request): readonly Spelling[] {
  const [first, ...rest] = pieces(plain.path);
  if (typeof first !== 'string') return [];
  const at = (path: Request['path']): Request => ({ ...plain, path, purpose: 'off-route' });
  // Other checks use the shorter ones.
  const times = (nth: number) => 3 + (nth % mostTimes);
  return [
    (nth) => at(concat(first, rest, '?', '&'.repeat(times(nth)))),
    (nth) => at(concat(withEncoded(first, nth), rest)),
    (nth) => at(concat(`/${'./'.repeat(times(nth))}${first.slice(1)}`, rest)),
    (nth) => at(concat(`${'/'.repeat(times(nth))}${first.slice(1)}`, rest)),
    (nth) => at(concat(first, rest, `;m2m-fresh=${nth}`)),
  ];
}

const mostTimes = 100;

/** Of the letters that the bits of a number select (RFC 3986 section 6.2.2.2). */
function withEncoded(path: string, number: number) {
  const letters = path.match(/[a-z]/gi)?.length ?? 0;
  // Other checks use 0 (no letter) and 1 (only the first letter).
  const bits = 2 + (number % (2 ** Math.min(letters, 30) - 2));
  let nth = 0;
  return path.replace(/[a-z]/gi, (letter) =>
    (bits >> nth++) & 1 ? `%${letter.charCodeAt(0).toString(16).toUpperCase()}` : letter,
  );
}
