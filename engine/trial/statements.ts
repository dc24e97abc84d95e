import { createHash } from 'node:crypto';
import { grouped } from '../exchange/index.ts';
import type { Json } from '../judging/answer.ts';

/**
 * The content of a response: "this place has this value". List indices are `*`, so neither the
 * order of lists matters nor how often they contain the same element.
 */
export type Statements = ReadonlySet<string>;

/** Of a compared response, because many responses are in memory. */
export const mostValues = 20_000;

const separator = '\n';

/** `[]` and `{}` are values. */
export function statementsOf(value: Json): Statements {
  const statements = new Set<string>();
  visitLeaves(value, '', (place, text) => statements.add(`${place}${separator}${text}`));
  return statements;
}

function visitLeaves(node: Json, place: string, visit: (place: string, text: string) => void) {
  const members = typeof node === 'object' && node !== null ? Object.entries(node) : [];
  if (members.length === 0) visit(place, scalarText(node));
  const isList = Array.isArray(node);
  for (const [name, member] of members)
    visitLeaves(member, `${place}/${isList ? '*' : name}`, visit);
}

export function elementsIn(value: Json): readonly string[] {
  const statements: string[] = [];
  // Summarised once. Otherwise the time would grow with the square of the depth.
  const summaryOf = (node: Json, place: string): string => {
    if (typeof node !== 'object' || node === null) return scalarText(node);
    const names = Array.isArray(node) ? undefined : Object.keys(node);
    const summaries = Object.values(node).map((one, at) =>
      digestOf(summaryOf(one, `${place}/${names?.[at] ?? '*'}`)),
    );
    if (names) return JSON.stringify([names, summaries]);
    const elements = summaries.map((summary) => `element of ${place}${separator}${summary}`);
    statements.push(`length of ${place}${separator}${summaries.length}`, ...elements);
    return summaries.join();
  };
  summaryOf(value, '');
  return statements;
}

export function ordersIn(value: Json): Statements {
  const leaves: [place: string, text: string][] = [];
  visitLeaves(value, '', (...leaf) => leaves.push(leaf));
  const ofLists = [...grouped(leaves, ([place]) => place)].filter(([, all]) => all.length > 1);
  const orderOf = (all: typeof leaves) => digestOf(all.map(([, text]) => text).join());
  return new Set(ofLists.map(([place, all]) => `order of ${place}${separator}${orderOf(all)}`));
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** A digest of a long string, because many responses are in memory. */
const scalarText = (value: Json) =>
  JSON.stringify(typeof value === 'string' && value.length >= 200 ? digestOf(value) : value);

/** A JSON pointer with `*` for list indices. */
export const placeOf = (statement: string) => statement.slice(0, statement.lastIndexOf(separator));

export const shownBy = (statement: string) => statement.slice(statement.lastIndexOf(separator) + 1);

/** The place of the innermost list that contains a statement; empty if none does. */
export const listOf = (statement: string) => /^.*\/\*(?=\/|$)/.exec(placeOf(statement))?.[0] ?? '';

/** In milliseconds. A time this close to a response is probably the time of the response. */
const nearby = 3_600_000;

export function isMoment(statement: string, at: number) {
  const shown = shownBy(statement);
  if (!/^["\d]/.test(shown)) return false;
  const times = shown.startsWith('"')
    ? [Date.parse(JSON.parse(shown))]
    : [Number(shown), Number(shown) * 1000];
  return times.some((time) => Math.abs(time - at) < nearby);
}

export const isInList = (statement: string) => /\/\*(?:\/|$)/.test(placeOf(statement));
