import { ofTokens, replaceRuns } from './char-class.ts';

const windowLength = 16;
const stride = 8;
export const shortestPiece = windowLength + stride - 1;
const looksAt = 16_384;
const mostWindows = 400_000;

type Place = Readonly<{
  secret: string;
  symbol: string;
  at: number;
}>;

/** Finds pieces of long secrets: a token that is cut or split is still a leak. */
export class Fragments {
  readonly #places = new Map<string, Place>();
  /** By the hash of each window, from three characters. Most positions need no further lookup. */
  readonly #marks = new Uint8Array(1 << 20);

  add(secret: string, symbol: string) {
    for (let at = 0; at + windowLength <= Math.min(secret.length, looksAt); at += stride) {
      const window = secret.slice(at, at + windowLength);
      if (!/^[\w.~+/=-]+$/.test(window)) continue;
      this.#places.set(window, { secret, symbol, at });
      this.#marks[markOf(window, 0)] = 1;
    }
    for (const window of this.#places.keys()) {
      if (this.#places.size <= mostWindows) break;
      this.#places.delete(window);
    }
  }

  hide(text: string) {
    if (this.#places.size === 0 || text.length < shortestPiece) return text;
    return replaceRuns(text, ofTokens, shortestPiece, (run) => this.#hideIn(run));
  }

  #hideIn(run: string) {
    const clean: string[] = [];
    let told = 0;
    for (let at = 0; at + windowLength <= run.length; at++) {
      if (this.#marks[markOf(run, at)] === 0) continue;
      const place = this.#places.get(run.slice(at, at + windowLength));
      if (!place) continue;
      const start = at - alike(run, at, place.secret, place.at, -1, at - told);
      const end = at + alike(run, at, place.secret, place.at, 1, run.length - at);
      // Shorter matches occur by chance.
      if (end - start < shortestPiece) continue;
      const hidden = `{{${place.symbol}}}`;
      if (start > told || clean.at(-1) !== hidden) clean.push(run.slice(told, start), hidden);
      told = end;
      at = end - 1;
    }
    return [...clean, run.slice(told)].join('');
  }
}

function markOf(text: string, at: number) {
  const [first, middle, last] = [
    text.charCodeAt(at),
    text.charCodeAt(at + 7),
    text.charCodeAt(at + windowLength - 1),
  ];
  return (first * 7919 + middle * 131 * 61 + last * 37) & 0xfffff;
}

function alike(left: string, from: number, right: string, at: number, step: 1 | -1, most: number) {
  const first = step === 1 ? 0 : -1;
  let count = 0;
  while (count < most && left[from + first + step * count] === right[at + first + step * count])
    count++;
  return count;
}
