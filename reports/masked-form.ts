// A masked value shows only where letters, digits, blanks and punctuation are. That is enough for a
// finding about the form of a string, and it identifies no person.

const longestForm = 40;

/**
 * Matches a symbol such as `{{token:scoped}}`, which replaces a secret or generated value in
 * everything that is stored.
 */
export const symbols = String.raw`\{\{(?:token|client|user|guide|audience|unique)(?::[a-z-]{1,20}|:\d{1,3}){0,2}(?:\|[a-z][A-Za-z0-9:,%.-]{0,200})?\}\}`;

export const notSymbols = new RegExp(`(${symbols})`);

/**
 * Replaces each run of letters with `x`, of digits with `0`, of both with `x0`. Symbols of the
 * harness stay.
 */
export function formOf(text: string): string {
  if (text.trim() === '') return text.slice(0, 3);
  return text
    .slice(0, 1_000)
    .split(notSymbols)
    .map((piece, at) => (at % 2 === 1 ? piece : lettersAndDigits(piece)))
    .join('');
}

function lettersAndDigits(text: string) {
  const form = text
    .replace(/[\p{L}\p{M}\p{N}]+/gu, (run) =>
      /^\p{N}+$/u.test(run) ? '0' : /\p{N}/u.test(run) ? 'x0' : 'x',
    )
    // Shorten runs of masked words, because their number is irrelevant.
    .replace(/x(?:\s+x)+/g, 'x x')
    .replace(/[^x0 -/:-@[-`{-~£€¥]+/g, '?');
  return form.length > longestForm ? `${form.slice(0, longestForm)}…` : form;
}

const kept =
  /^(?:[a-z]{1,20}(?:[-+_'’][a-z]{1,20})*(?:-\d{1,2})?|\d{1,3}|A|Bearer|The|--[a-z-]{1,30}|M2M_[A-Z_]{1,40}|SIG[A-Z]{1,6})$/;
const words = new RegExp(`${symbols}|"[^"]*"?|[^\\s/;,=:()"]+`, 'gu');

/**
 * Masks what a sentence says of people. It keeps words in lower case, short numbers and names of
 * settings, but no quotation: no name, address, id or amount.
 */
export function maskProse(text: string): string {
  const masked = text.replace(words, (word) => {
    const [end = ''] = /[.!?…]*$/.exec(word) ?? [];
    const bare = word.slice(0, word.length - end.length);
    return kept.test(bare) ? word : formOf(word);
  });
  return masked.replace(/x(?: x)+/g, 'x x');
}

/**
 * Whether the string looks like a member name: `camelCase` or `snake_case`, with at most two digits
 * in a row. Other names may be an id, an address or a handle of a person.
 */
export const isMemberName = (text: string): boolean =>
  /^(?:[a-z_$]|\d{1,2}(?=[a-z]))[A-Za-z_]*(?:\d{1,2}[A-Za-z_]*)?$/.test(text) && text.length <= 40;
