type TextOperation = (text: string, args: readonly string[]) => string | undefined;

const cyrillic: Readonly<Record<string, string>> = { a: '\u0430', c: '\u0441', e: '\u0435' };

/** Operations on any text. */
export const textOperations: Readonly<Record<string, TextOperation>> = {
  /** In upper case; undefined where that is the same text, as of digits alone. */
  upper: (text) => (text.toUpperCase() === text ? undefined : text.toUpperCase()),
  /** `upper-at:N`: one character only. */
  'upper-at': (text, [at]) => {
    const index = Number(at);
    return text.slice(0, index) + text.slice(index, index + 1).toUpperCase() + text.slice(index + 1);
  },
  /** `hex-next:N`: another hexadecimal digit there. */
  'hex-next': (text, [at]) => {
    const digit = Number.parseInt(text.charAt(Number(at)), 16);
    if (Number.isNaN(digit)) return undefined;
    return text.slice(0, Number(at)) + ((digit + 1) % 16).toString(16) + text.slice(Number(at) + 1);
  },
  /** Full-width forms of digits and letters: compatibility normalisation (NFKC) makes the same text of them. */
  fullwidth: (text) => text.replace(/[0-9a-z]/gi, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
  /** The first letter that has one, by its Cyrillic look-alike; undefined where there is no such letter. */
  homoglyph: (text) => {
    const looksAlike = text.replace(/[ace]/, (letter) => cyrillic[letter] ?? letter);
    return looksAlike === text ? undefined : looksAlike;
  },
  /** The digits 0 and 1 by the letters that look alike; undefined where there are none. */
  lettered: (text) => {
    const looksAlike = text.replaceAll('0', 'O').replaceAll('1', 'l');
    return looksAlike === text ? undefined : looksAlike;
  },
  /** `splice:start:deleteCount:insert`; a negative start counts from the end, and one beyond it is the end. */
  splice: (text, [start, deleteCount, insert = '']) => {
    const characters = [...text];
    characters.splice(Number(start), Number(deleteCount), insert);
    return characters.join('');
  },
  /** `repeat:times:separator` */
  repeat: (text, [times, separator = '']) => Array.from({ length: Number(times) }, () => text).join(separator),
  /**
   * `parts:0:1:2`: those dot-separated parts of a token in that order, an empty argument an empty part. Undefined where
   * there is no such part.
   */
  parts: (text, wanted) => {
    const parts = text.split('.');
    const chosen = wanted.map((at) => (at === '' ? '' : parts[Number(at)]));
    return chosen.every((part) => part !== undefined) ? chosen.join('.') : undefined;
  },
  /** Escaped as the inside of a JSON string. */
  json: (text) => JSON.stringify(text).slice(1, -1),
  url: (text) => encodeURIComponent(text),
  /** application/x-www-form-urlencoded. */
  form: (text) => new URLSearchParams({ v: text }).toString().slice(2),
  base64: (text) => Buffer.from(text).toString('base64'),
};
