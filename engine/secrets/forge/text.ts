type TextOperation = (text: string, args: readonly string[]) => string | undefined;

const cyrillic: Readonly<Record<string, string>> = { a: '\u0430', c: '\u0441', e: '\u0435' };

/** The authenticated parts of a compact JWE (RFC 7516 section 7.1). */
const jweParts: Readonly<Record<string, number>> = { vector: 2, text: 3, tag: 4 };

const unlessSame = (text: string, changed: string) => (changed === text ? undefined : changed);

export const textOperations: Readonly<Record<string, TextOperation>> = {
  upper: (text) => unlessSame(text, text.toUpperCase()),
  'upper-at': (text, [at]) => {
    const index = Number(at);
    return (
      text.slice(0, index) + text.slice(index, index + 1).toUpperCase() + text.slice(index + 1)
    );
  },
  'hex-next': (text, [at]) => {
    const digit = Number.parseInt(text.charAt(Number(at)), 16);
    if (Number.isNaN(digit)) return undefined;
    return text.slice(0, Number(at)) + ((digit + 1) % 16).toString(16) + text.slice(Number(at) + 1);
  },
  /** Compatibility normalisation (NFKC) restores the original string. */
  fullwidth: (text) =>
    text.replace(/[0-9a-z]/gi, (character) =>
      String.fromCharCode(character.charCodeAt(0) + 0xfee0),
    ),
  homoglyph: (text) => {
    const changed = text.replace(/[ace]/, (letter) => cyrillic[letter] ?? letter);
    return unlessSame(text, changed);
  },
  lettered: (text) => unlessSame(text, text.replaceAll('0', 'O').replaceAll('1', 'l')),
  splice: (text, [start, deleteCount, insert = '']) => {
    const characters = [...text];
    characters.splice(Number(start), Number(deleteCount), insert);
    return characters.join('');
  },
  repeat: (text, [times, separator = '']) =>
    Array.from({ length: Number(times) }, () => text).join(separator),
  /** `parts:0:1:2`: the dot-separated parts in that order. An empty argument is an empty part. */
  parts: (text, wanted) => {
    const parts = text.split('.');
    const chosen = wanted.map((at) => (at === '' ? '' : parts[Number(at)]));
    return chosen.every((part) => part !== undefined) ? chosen.join('.') : undefined;
  },
  /**
   * `encrypted-altered:vector|text|tag`. Only the identity provider can make a JWE with a matching
   * tag.
   */
  'encrypted-altered': (token, [place = 'tag']) => {
    const parts = token.split('.');
    const at = jweParts[place];
    const part = at === undefined ? undefined : parts[at];
    if (parts.length !== 5 || at === undefined || !part) return undefined;
    const bytes = Buffer.from(part, 'base64url');
    bytes[0] = (bytes[0] ?? 0) ^ 0xff;
    return parts.with(at, bytes.toString('base64url')).join('.');
  },
  'base64-alphabet': (token) => {
    const last = token.lastIndexOf('.');
    return unlessSame(
      token,
      token.slice(0, last) + token.slice(last).replaceAll('-', '+').replaceAll('_', '/'),
    );
  },
  json: (text) => JSON.stringify(text).slice(1, -1),
  url: (text) => encodeURIComponent(text),
  form: (text) => new URLSearchParams({ v: text }).toString().slice(2),
  base64: (text) => Buffer.from(text).toString('base64'),
};
