// What is left of a value: whether it had letters, digits, blanks, and which signs stood between. That much is needed to
// understand a finding about the form of a text, and no person is known by it.

/** Characters of a form: a long text has no form worth showing. */
const longestForm = 40;

/** What a symbol of the harness looks like in a text: it stands for a value that is not there. */
export const symbols = String.raw`\{\{(?:token|client|user|guide|audience|unique)(?::[a-z-]{1,20}|:\d{1,3}){0,2}(?:\|[a-z][a-z0-9:,-]{0,40})?\}\}`;

const notSymbols = new RegExp(`(${symbols})`);

/** The text with each run of letters as `x`, of digits as `0`, of both as `x0`; symbols of the harness stay. */
export function formOf(text: string): string {
  if (text.trim() === '') return text.slice(0, 3);
  return text
    .slice(0, 1_000)
    .split(notSymbols)
    .map((piece, at) => (at % 2 === 1 ? piece : lettersAndDigits(piece)))
    .join('');
}

function lettersAndDigits(text: string): string {
  const form = text
    .replace(/[\p{L}\p{M}\p{N}]+/gu, (run) => (/^\p{N}+$/u.test(run) ? '0' : /\p{N}/u.test(run) ? 'x0' : 'x'))
    // Between words that are gone, blanks say nothing.
    .replace(/x(?:\s+x)+/g, 'x x')
    .replace(/[^x0 -/:-@[-`{-~£€¥]+/g, '?');
  return form.length > longestForm ? `${form.slice(0, longestForm)}…` : form;
}

/**
 * Whether the text looks like the name of a member, `camelCase` or `snake_case` with at most two digits: structure stays,
 * but no name that may be somebody's id, address or handle.
 */
export function isMemberName(text: string): boolean {
  return /^(?:[a-z_$]|\d{1,2}(?=[a-z]))[A-Za-z_]*(?:\d{1,2}[A-Za-z_]*)?$/.test(text) && text.length <= 40;
}
