import { visit } from 'jsonc-parser';
import { referenceToken } from '../schema/json-value.ts';
import { withoutRowsOfSpace } from './json-extent.ts';

/** What JSON readers interpret differently (RFC 8259 sections 4, 6 and 8.1). */
type Hazard = Readonly<{
  kind: 'byte-order-mark' | 'duplicate-member' | 'inexact-number';
  pointer: string;
  detail: string;
}>;

const longestLiteral = 1_000;
const mostHazards = 5;

/** Whether a text equals what `JSON.stringify` writes for its value. Then it has no hazards. */
export const isAsWritten = (text: string, value: unknown) => JSON.stringify(value) === text;

/** The first hazards of a valid text. Ignores the numbers and member names in `known`. */
export function hazards(text: string, known: readonly string[] = []): readonly Hazard[] {
  const found: Hazard[] = [];
  const note = (kind: Hazard['kind'], pointer: string, detail: string) => {
    if (found.length < mostHazards) found.push({ kind, pointer, detail });
  };
  if (text.startsWith('\uFEFF')) note('byte-order-mark', '', 'the text starts with U+FEFF');
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
        note(
          'duplicate-member',
          pointerTo([...pathTo(), name]),
          `the member ${JSON.stringify(name)} occurs twice`,
        );
      }
      seen?.add(name);
    },
    onLiteralValue: (value, offset, length, _line, _character, pathTo) => {
      if (typeof value !== 'number' || found.length >= mostHazards) return;
      const literal = body.slice(offset, offset + length);
      const why = beyondDouble(literal);
      if (why && !known.some((one) => isSameNumber(one, literal)))
        note('inexact-number', pointerTo(pathTo()), why);
    },
  });
  return found;
}

function isSameNumber(one: string, other: string) {
  const value = Number(one);
  if (Number.isFinite(value) && value !== 0) return value === Number(other);
  const plain = (literal: string) => literal.toLowerCase().replace('e+', 'e');
  return plain(one) === plain(other);
}

/**
 * Most readers use doubles (RFC 8259 section 6). An integer must be exact. A decimal may have 17
 * significant digits, or more if it spells out the exact value of a double.
 */
export function beyondDouble(literal: string) {
  if (/^-?\d{1,15}$/.test(literal)) return undefined;
  const shown = literal.length > 60 ? `${literal.slice(0, 60)}…` : literal;
  if (literal.length > longestLiteral) return `${shown} has ${literal.length} characters`;
  const value = Number(literal);
  if (!Number.isFinite(value)) return `${shown} is larger than any double`;
  const [mantissa = '', exponent = '0'] = literal.replace(/^-/, '').split(/e/i);
  const significant = mantissa.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
  if (value === 0)
    return significant === '' ? undefined : `${shown} is closer to zero than any double`;
  if (/^-?\d+$/.test(literal)) {
    // The shortest form of a double, e.g. of JSON.stringify, parses to the same double.
    return BigInt(literal) === BigInt(value) || String(value) === literal
      ? undefined
      : `${shown} becomes ${BigInt(value)} as a double`;
  }
  if (significant.length <= 17) return undefined;
  if (significant.length > 100) return `${shown} has ${significant.length} significant digits`;
  const [digits = ''] = Math.abs(value)
    .toExponential(significant.length - 1)
    .split('e');
  const own = digits.replace('.', '').replace(/0+$/, '');
  if (own === significant || Number(exponent) > 400) return undefined;
  return `${shown} has ${significant.length} significant digits, but becomes ${value} as a double`;
}

const pointerTo = (path: readonly (string | number)[]) =>
  path.map((step) => `/${referenceToken(String(step))}`).join('');
