/**
 * RFC 8259 section 9 lets a reader set limits, and this is a usual one. Nothing that walks a value recursively can overflow
 * the stack at it.
 */
const deepest = 1_000;
/** So many values take seconds to compare; the longest lists that a client could use hold a tenth of them. */
const most = 250_000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** What is said of JSON that is nested too deep. */
export const tooDeep = `nested deeper than ${deepest.toLocaleString('en')} levels`;

/**
 * Why a text is beyond the JSON that is read here, found before it is parsed; undefined where it is not. Whether such a
 * text is JSON at all stays open, so that nothing may be held against whoever sent it.
 */
export function beyondReading(text: string): string | undefined {
  // Anything else is no JSON, or a single value.
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

/** JSON without the rows of whitespace between its values, which take the readers of syntax more time than the values. */
export function withoutRowsOfSpace(text: string): string {
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

/** The place of the closing quotation mark, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
