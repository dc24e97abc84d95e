import { formOf, isMemberName, symbols } from './masked-form.ts';

const literals = new Set(['true', 'false', 'null', 'string', 'number', 'boolean', 'object']);

/**
 * A string ends at its quotation mark, or at the ellipsis that the harness writes when it cuts the
 * text.
 */
const tokens = new RegExp(
  String.raw`(?<symbol>${symbols})|(?<string>"(?:[^"\\…]|\\.)*(?:"|…|$))|(?<punctuation>[{}[\]:,])|(?<cut>…)|(?<blank>\s+)|(?<bare>[^\s"{}[\]:,…]+|.)`,
  'gsuy',
);

/**
 * Masks the values in a JSON text, or in a description such as `{id: string}`. Member names stay.
 * Never throws.
 */
export function maskJsonText(text: string): string {
  let masked = '';
  for (let at = 0; at < text.length; ) {
    const fragment = maskFragment(text, at);
    masked += fragment.masked;
    at = fragment.end;
  }
  return masked;
}

/**
 * Masks the JSON value that starts at `start`. `end` is the position after its last bracket, or
 * where the text was cut.
 */
export function maskFragment(
  text: string,
  start: number,
): { readonly masked: string; readonly end: number } {
  let masked = '';
  let depth = 0;
  let name = '';
  tokens.lastIndex = start;
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const { symbol, string, punctuation, cut, blank, bare } = found.groups ?? {};
    const end = tokens.lastIndex;
    if (symbol !== undefined) masked += symbol;
    else if (blank !== undefined) masked += blank.slice(0, 1);
    else if (punctuation !== undefined) {
      masked += punctuation;
      if (punctuation === '{' || punctuation === '[') depth++;
      if (punctuation === '}' || punctuation === ']') depth--;
      if (punctuation !== ':') name = '';
    } else if (string !== undefined) {
      const isName = isFollowedByColon(text, end);
      const inside = contentOf(string);
      if (isName) name = inside;
      masked += isName
        ? JSON.stringify(isMemberName(inside) ? inside : formOf(inside))
        : maskedString(string, inside);
      if (string.endsWith('…')) return { masked, end };
    } else if (bare !== undefined) {
      const isName = isFollowedByColon(text, end);
      if (isName) name = bare;
      masked += isName && isMemberName(bare) ? bare : maskedBare(bare, name);
    }
    if (cut !== undefined) {
      masked += '…';
      // An ellipsis before a closing bracket or a comma replaces omitted elements, and the value
      // continues.
      if (!/^\s*[}\],]/.test(text.slice(end, end + 20))) return { masked, end };
    }
    if (depth <= 0 && blank === undefined) return { masked, end };
  }
  return { masked, end: text.length };
}

const isFollowedByColon = (text: string, at: number) => /^\s*:/.test(text.slice(at, at + 20));

function contentOf(string: string) {
  try {
    return String(JSON.parse(string));
  } catch {
    return string.replace(/^"|["…]$/g, '').replaceAll('\\', ' ');
  }
}

const maskedString = (string: string, inside: string) =>
  string.endsWith('…') ? `"${formOf(inside).replaceAll('"', '')}…` : JSON.stringify(formOf(inside));

/**
 * Masks a literal. Numbers stay numbers. A `status` keeps its value, because findings compare the
 * status in an ApiError.
 */
function maskedBare(bare: string, name: string) {
  if (literals.has(bare)) return bare;
  if (name === 'status' && /^[1-5]\d\d$/.test(bare)) return bare;
  if (/^-?\d+$/.test(bare)) return '0';
  return /^-?\d[\d.eE+-]*$/.test(bare) ? '0.5' : 'x';
}

export function maskJson(value: unknown): unknown {
  if (typeof value === 'string') return formOf(value);
  if (typeof value === 'number') return Number.isInteger(value) ? 0 : 0.5;
  if (Array.isArray(value)) return value.map(maskJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      isMemberName(name) ? name : formOf(name),
      maskJson(one),
    ]),
  );
}
