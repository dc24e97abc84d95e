import { createHash } from 'node:crypto';
import type { Json } from '../judging/answer.ts';

/**
 * What a response says, as a set of statements "this place has this value". List indices are `*`, so the order of lists
 * does not matter, and neither does how often a list contains the same element.
 */
export type Statements = ReadonlySet<string>;

/** Separates place and value. A value is JSON text, which contains no raw line break. */
const separator = '\n';

/** Returns the statements of a JSON value. `[]` and `{}` are values. */
export function statementsOf(value: Json): Statements {
  const statements = new Set<string>();
  const visit = (place: string, node: Json) => {
    const members = typeof node === 'object' && node !== null ? Object.entries(node) : [];
    if (members.length === 0) statements.add(`${place}${separator}${scalarText(node)}`);
    const isList = Array.isArray(node);
    for (const [name, member] of members) visit(`${place}/${isList ? '*' : name}`, member);
  };
  visit('', value);
  return statements;
}

/** Many responses are held to be compared, so only a digest of a long text is kept. */
function scalarText(value: Json): string {
  const isLong = typeof value === 'string' && value.length >= 200;
  return JSON.stringify(isLong ? createHash('sha256').update(value).digest('base64url') : value);
}

/** Returns the place of a statement: a JSON pointer with `*` for list indices. */
export const placeOf = (statement: string) => statement.slice(0, statement.lastIndexOf(separator));

/** Returns the value of a statement, as JSON text. */
export const shownBy = (statement: string) => statement.slice(statement.lastIndexOf(separator) + 1);

/** Returns the place of the innermost list that contains a statement; empty if none does. */
export const listOf = (statement: string) => /^.*\/\*(?=\/|$)/.exec(placeOf(statement))?.[0] ?? '';

/** Whether a list contains a statement. */
export const isInList = (statement: string) => /\/\*(?:\/|$)/.test(placeOf(statement));
