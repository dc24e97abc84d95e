import { isHarnessWord } from './harness-words.ts';
import { formOf, isMemberName, symbols } from './masked-form.ts';
import { maskFragment } from './masked-json.ts';

// Masks sentences of the harness that quote the target. The target could forge quotation marks, so
// masking does not depend on them. In the whole sentence, only the harness's words, small whole
// numbers and member names stay.

/** `any` if the operator wrote the sentence for publication: then all words in lower case stay. */
type Words = 'harness' | 'any';

/** In characters. Longer words are always masked, because no word of the harness is longer. */
const longestWord = 100;

const date = String.raw`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT`;

const tokens = new RegExp(
  [
    `(?<symbol>${symbols})`,
    `(?<date>${date})`,
    // A body follows a status and a media type, or a status and a colon.
    String.raw`(?<body>\b[1-5]\d\d [\w.+-]+/[\w.+-]+: )`,
    String.raw`(?<status>\b[1-5]\d\d: )`,
    String.raw`(?<number>\bthe number )`,
    String.raw`(?<parameter>(?<=/)\{[a-z_]+\})`,
    '(?<json>[{[])',
    String.raw`(?<quoted>"[^"]*(?:"|$)|(?<!\w)'[^']*'(?!\w)|“[^”]*(?:”|$)|„[^“”]*(?:[“”]|$)|«[^»]*(?:»|$)|\u0060[^\u0060]*(?:\u0060|$))`,
    // Groups of digits: card, account and telephone numbers, dates, decimals.
    String.raw`(?<digits>[-+]?\d+(?:[ .,:/'’-]\d+)+)`,
    String.raw`(?<amount>[£€¥$]\s?\d+|\d+\s?[£€¥$]|\b[A-Z]{3}\s\d+|\d+\s[A-Z]{3}\b)`,
    String.raw`(?<word>[^\s"“”„«»\u0060()[\]{},;…]+)`,
    String.raw`(?<between>[\s"“”„«»\u0060()[\]{},;…])`,
  ].join('|'),
  'gsuy',
);

/** Masks a sentence of the harness that may quote the target. */
export function maskText(text: string): string {
  return masked(text, 'harness');
}

/**
 * Masks names, addresses, quotations, ids and amounts in a sentence that the operator wrote for
 * publication.
 */
export function maskProse(text: string): string {
  return masked(text, 'any');
}

function masked(text: string, words: Words): string {
  // If the whole sentence is a number, it is a value to mask, unless it is a status.
  if (/^[\d.,\s+-]+$/.test(text)) return /^[1-5]\d\d$/.test(text) ? text : formOf(text);
  let result = '';
  let inBody = false;
  for (let at = 0; at < text.length; ) {
    tokens.lastIndex = at;
    const groups = tokens.exec(text)?.groups ?? {};
    const end = Math.max(tokens.lastIndex, at + 1);
    const {
      symbol,
      date,
      body,
      status,
      number,
      parameter,
      json,
      quoted,
      digits,
      amount,
      word,
      between,
    } = groups;
    at = end;
    if (symbol ?? date) result += symbol ?? date;
    else if (body !== undefined) {
      result += maskedBodyHead(body);
      if (!/^[{[]/.test(text.slice(end))) return `${result}${end < text.length ? '(masked)' : ''}`;
    } else if (status !== undefined) {
      result += status;
      inBody = true;
    } else if (number !== undefined) {
      result += number;
      const value = /^-?[\d.eE+-]+/.exec(text.slice(end))?.[0] ?? '';
      if (value !== '') result += formOf(value);
      at = end + value.length;
    } else if (json !== undefined) {
      const fragment = maskFragment(text, end - 1);
      result += fragment.masked;
      at = fragment.end;
    } else if (quoted !== undefined) result += maskedQuotation(quoted);
    else if (parameter !== undefined)
      result += isHarnessWord(parameter.slice(1, -1)) ? parameter : '{x}';
    else if (digits ?? amount) result += formOf(digits ?? amount ?? '');
    else if (word !== undefined) result += maskedWord(word, words, inBody);
    else result += between ?? '?';
  }
  return result.replace(/x(?: x)+/g, 'x x');
}

function maskedBodyHead(head: string): string {
  const [status = '', type = ''] = head.split(/[ :]/);
  return `${status} ${type.split(/[/+]/).every(isHarnessWord) ? type : 'x/x'}: `;
}

function maskedQuotation(quoted: string): string {
  const inside = quoted.slice(1, -1);
  const isKnown = inside.split(/[\s/]/).every((word) => word === '' || isHarnessWord(word));
  return isKnown && quoted.length > 1
    ? quoted
    : `${quoted[0]}${formOf(inside)}${quoted.length > 1 ? quoted.at(-1) : ''}`;
}

/** Masks a word, and keeps the punctuation around it. */
function maskedWord(text: string, words: Words, inBody: boolean): string {
  if (text.length > longestWord) return formOf(text);
  const [, before = '', word = '', after = ''] =
    /^([.:!?*'’<>|=-]*)(.*?)([.:!?*'’<>|=-]*)$/s.exec(text) ?? [];
  return `${before}${isKept(word, words, inBody) ? word : parts(word, words, inBody)}${after}`;
}

function isKept(word: string, words: Words, inBody: boolean): boolean {
  if (word === '' || isHarnessWord(word)) return true;
  if (words === 'any' && /^[a-z'’-]+$/.test(word)) return true;
  if (/^\d{1,4}$/.test(word)) return !inBody;
  if (/^(?:UND_ERR|ERR|HPE|CERT|UNABLE|DEPTH_ZERO|SELF_SIGNED)_[A-Z_]+$/.test(word)) return true;
  if (/^(?:M2M|HARNESS)_[A-Z_]+$/.test(word)) return true;
  return (
    /^(?:\/[^/]*)+$/.test(word) &&
    word.split('/').every((step) => /^\d{0,4}$/.test(step) || isMemberName(step))
  );
}

/**
 * Masks a compound such as `max-age=1800`. It keeps the harness's words, and a number if it is the
 * only one.
 */
function parts(word: string, words: Words, inBody: boolean): string {
  if ((word.match(/\d+/g) ?? []).length > 1 || /[@\p{L}\d]{20,}/u.test(word)) return formOf(word);
  const pieces = word.split(/([/.=:_+&?#|-])/);
  if (pieces.length === 1) return formOf(word);
  return pieces
    .map((piece, at) => (at % 2 === 1 || isKept(piece, words, inBody) ? piece : formOf(piece)))
    .join('')
    .slice(0, 80);
}
