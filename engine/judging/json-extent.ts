/** Levels of nesting. RFC 8259 section 9 allows a limit, and recursion survives this one. */
const deepest = 1_000;
/** Comparing so many takes seconds. The longest useful lists have a tenth of it. */
const most = 250_000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

export const tooDeep = `nested deeper than ${deepest.toLocaleString('en')} levels`;

/**
 * Why a string exceeds the limits of our JSON reader. It may still be valid JSON, so that is no
 * violation.
 */
export function beyondReading(text: string) {
  // Other strings are a single value, or not JSON.
  if (!/^\uFEFF?[\t\n\r ]*[[{]/.test(text)) return undefined;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === comma) {
      values++;
    } else if (opening.has(code)) {
      values++;
      depth++;
      if (depth > deepest) return tooDeep;
    } else if (closing.has(code)) {
      depth--;
    }
    if (values > most) return `longer than ${most.toLocaleString('en')} values`;
  }
  return undefined;
}

/** Long white space between values slows down the JSON visitor. */
export function withoutRowsOfSpace(text: string) {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('"', at);
    const between = text.slice(at, start < 0 ? text.length : start);
    parts.push(between.replace(/[\t\n\r ]{2,}/g, ' '));
    if (start < 0) break;
    at = endOfString(text, start) + 1;
    parts.push(text.slice(start, at));
  }
  return parts.join('');
}

function endOfString(text: string, start: number) {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
