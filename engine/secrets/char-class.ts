/** By code. A regular expression would overflow the stack on megabytes in succession. */
type CharClass = Uint8Array;

function charClass(characters: string) {
  const chars = new Uint8Array(128);
  for (const character of characters) chars[character.charCodeAt(0)] = 1;
  return chars;
}

/** The maximal runs of at least `least` characters, which is 1 or more. */
export function* runsIn(
  text: string,
  chars: CharClass,
  least: number,
): Generator<readonly [start: number, end: number]> {
  const isOne = (at: number) => chars[text.charCodeAt(at)] === 1;
  let start = 0;
  while (start + least <= text.length) {
    // Backwards from the last character that such a run needs, so that most of a text is skipped.
    let from = start + least;
    while (from > start && isOne(from - 1)) from--;
    if (from > start) {
      start = from;
      continue;
    }
    let end = start + least;
    while (end < text.length && isOne(end)) end++;
    yield [start, end];
    start = end + 1;
  }
}

/** Of equally long ones, the first. Empty if none has at least `least` characters. */
export function longestRun(text: string, chars: CharClass, least: number) {
  let [longest, start, atLeast] = ['', 0, least];
  while (start + atLeast <= text.length) {
    // Backwards from the last character that a longer run needs, as above.
    let from = start + atLeast;
    while (from > start && chars[text.charCodeAt(from - 1)] === 1) from--;
    if (from > start) {
      start = from;
      continue;
    }
    let end = start + atLeast;
    while (end < text.length && chars[text.charCodeAt(end)] === 1) end++;
    longest = text.slice(start, end);
    atLeast = longest.length + 1;
    start = end + 1;
  }
  return longest;
}

export function replaceRuns(
  text: string,
  chars: CharClass,
  least: number,
  replace: (run: string) => string,
) {
  const parts: string[] = [];
  let told = 0;
  for (const [start, end] of runsIn(text, chars, least)) {
    const run = text.slice(start, end);
    const replaced = replace(run);
    if (replaced === run) continue;
    parts.push(text.slice(told, start), replaced);
    told = end;
  }
  return parts.length === 0 ? text : [...parts, text.slice(told)].join('');
}

const digits = '0123456789';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const alphanumeric = charClass(`${digits}${letters}`);
/** RFC 7515 section 7.1. */
export const ofJwts = charClass(`${digits}${letters}_.-`);
/** RFC 6750 section 2.1. */
export const ofTokens = charClass(`${digits}${letters}_.~+/=-`);
