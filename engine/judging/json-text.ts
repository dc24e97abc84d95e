import { visit } from 'jsonc-parser';
import { withoutRowsOfSpace } from './json-extent.ts';
import { referenceToken } from './json-pointer.ts';

/** What RFC 8259 allows a text to hold and yet different readers read differently. */
export interface Hazard {
  readonly kind: 'byte order mark' | 'duplicate member' | 'number beyond double precision';
  /** JSON Pointer of the place; empty for the text as a whole. */
  readonly pointer: string;
  readonly detail: string;
}

/** Longest number literal that is looked at; beyond, it is beyond double precision by its length alone. */
const longestLiteral = 1_000;

/**
 * Whether a text is what its value is written as: then no member was dropped and no number changed, and there is no hazard
 * in it. Other texts need not have any.
 */
export function isAsWritten(text: string, value: unknown): boolean {
  return JSON.stringify(value) === text;
}

/** The first `limit` hazards of a text that `JSON.parse` accepts, but for numbers and names of members that are `known`. */
export function hazards(text: string, known: readonly string[] = [], limit = 5): readonly Hazard[] {
  const found: Hazard[] = [];
  const note = (kind: Hazard['kind'], pointer: string, detail: string) => {
    if (found.length < limit) found.push({ kind, pointer, detail });
  };
  if (text.startsWith('\uFEFF')) note('byte order mark', '', 'the text starts with U+FEFF');
  const body = withoutRowsOfSpace(text.replace(/^\uFEFF/, ''));
  const members: Set<string>[] = [];
  visit(body, {
    onObjectBegin: () => {
      members.push(new Set());
    },
    onObjectEnd: () => {
      members.pop();
    },
    onObjectProperty: (name, _offset, _length, _line, _character, pathTo) => {
      const seen = members.at(-1);
      if (seen?.has(name) && !known.includes(name)) {
        note('duplicate member', pointerTo([...pathTo(), name]), `the member ${JSON.stringify(name)} occurs twice`);
      }
      seen?.add(name);
    },
    onLiteralValue: (value, offset, length, _line, _character, pathTo) => {
      if (typeof value !== 'number' || found.length >= limit) return;
      const literal = body.slice(offset, offset + length);
      const why = beyondDouble(literal);
      if (why && !known.some((one) => isSameNumber(one, literal)))
        note('number beyond double precision', pointerTo(pathTo()), why);
    },
  });
  return found;
}

/** Whether both write the same number: as doubles, or in like digits where no double holds it. */
function isSameNumber(one: string, other: string): boolean {
  const value = Number(one);
  if (Number.isFinite(value) && value !== 0) return value === Number(other);
  const plain = (literal: string) => literal.toLowerCase().replace('e+', 'e');
  return plain(one) === plain(other);
}

/**
 * Why a number does not survive a double, which is what most readers keep (RFC 8259 section 6). An integer has to come
 * back digit by digit. A decimal of up to 17 significant digits is within what a double distinguishes; a longer one is
 * fine where it only spells out the double's own value, as many serialisers do.
 */
export function beyondDouble(literal: string): string | undefined {
  if (/^-?\d{1,15}$/.test(literal)) return undefined;
  const shown = literal.length > 60 ? `${literal.slice(0, 60)}…` : literal;
  if (literal.length > longestLiteral) return `${shown} has ${literal.length} characters`;
  const value = Number(literal);
  if (!Number.isFinite(value)) return `${shown} is larger than any double`;
  const [mantissa = '', exponent = '0'] = literal.replace(/^-/, '').split(/e/i);
  const significant = mantissa.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
  if (value === 0) return significant === '' ? undefined : `${shown} is closer to zero than any double`;
  if (/^-?\d+$/.test(literal)) {
    // What a double itself is written as, e.g. by JSON.stringify, comes back as that double.
    return BigInt(literal) === BigInt(value) || String(value) === literal
      ? undefined
      : `${shown} becomes ${BigInt(value)} as a double`;
  }
  if (significant.length <= 17) return undefined;
  if (significant.length > 100) return `${shown} has ${significant.length} significant digits`;
  const own = Math.abs(value)
    .toExponential(significant.length - 1)
    .split('e')[0]
    ?.replace('.', '')
    .replace(/0+$/, '');
  if (own === significant || Number(exponent) > 400) return undefined;
  return `${shown} has ${significant.length} significant digits, and a double holds ${value}`;
}

function pointerTo(path: readonly (string | number)[]): string {
  return path.map((step) => `/${referenceToken(String(step))}`).join('');
}
