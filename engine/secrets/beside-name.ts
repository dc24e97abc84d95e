import commonWords from './common-words.json' with { type: 'json' };
import type { Spelling } from './spellings.ts';

/** A word, a number or a version: what people write, and no generator of secrets. */
const ordinary = /^(?:[A-Z]?[a-z]{0,15}|[A-Z]{1,15}|\d{1,7}|\w{1,3})$/;
const mostOrdinary = 20;

function isOrdinary(text: string) {
  const pieces = text.split(/[^A-Za-z0-9]+/);
  return (
    /^[\w-]{0,7}$/.test(text) ||
    (pieces.join('').length <= mostOrdinary && pieces.every((one) => ordinary.test(one)))
  );
}

/**
 * Correct responses may contain an ordinary string, so it counts only beside this name. It does not
 * reveal that it is the secret.
 */
export function nameOfOrdinary(symbol: string, secret: string) {
  // A client secret that responses of such an API contain anyway would be found everywhere.
  if (/^client:[^:]+:secret$/.test(symbol))
    return commonWords.includes(secret) ? 'secret' : undefined;
  const [, header] = /^gateway:(.+)$/s.exec(symbol) ?? [];
  return header !== undefined && isOrdinary(secret) ? header : undefined;
}

const between = '(?:[^\\p{L}\\p{N}]|u00[\\dA-Fa-f]{2}|%[\\dA-Fa-f]{2}|&\\w{1,5};)';

export function besideName<T extends Spelling>(
  name: string,
  secret: string,
  one: T,
): T | undefined {
  if (!new RegExp(`^(?:${one.pattern})$`, 'u').test(secret)) return undefined;
  // The lookbehind comes last: it is slow, and most strings do not contain the secret.
  const after = `(?<=(?:${anyCase(name)})${between}{1,12}(?:${one.pattern}))`;
  return { ...one, pattern: `(?:${one.pattern})(?![\\p{L}\\p{N}])${after}` };
}

/** In any case, with any separators of its words, or without them. */
const anyCase = (name: string) =>
  name.replace(/([A-Za-z])|[^A-Za-z\d]/gu, (one, letter) =>
    letter ? `[${one.toLowerCase()}${one.toUpperCase()}]` : '[^\\p{L}\\p{N}]?',
  );
