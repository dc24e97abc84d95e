import type { Json } from './model.ts';
import { isObject } from './model.ts';

/** Applies a change to every object of a value, innermost first. */
export function everyObject(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => everyObject(one, change));
  }
  return isObject(value)
    ? change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everyObject(one, change)])))
    : value;
}

/** Applies a change to every text of a value, but not to names of members. */
export function everyText(value: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => everyText(one, change));
  }
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everyText(one, change)]));
  }
  return typeof value === 'string' ? change(value) : value;
}

/** Name =.. [Functor|Args] */
export function compound(functor: string, value: unknown): Json {
  if (Array.isArray(value)) {
    return { functor, args: value.map((one) => compound('element', one)) };
  }
  return isObject(value)
    ? { functor, args: Object.entries(value).map(([name, one]) => compound(name, one)) }
    : { functor, args: [value] };
}

/** A list as its cells are. */
export const cells = (items: readonly unknown[]): unknown =>
  items.length === 0 ? '[]' : { functor: '[|]', args: [items[0], cells(items.slice(1))] };

/** list_to_assoc/2: t, or t of a key, its value, which side is deeper, and both sides. */
export function assoc(pairs: readonly (readonly [string, unknown])[]): unknown {
  if (pairs.length === 0) {
    return 't';
  }
  const middle = Math.trunc(pairs.length / 2);
  const [left, right] = [pairs.slice(0, middle), pairs.slice(middle + 1)];
  const [key, value] = pairs[middle] ?? ['', null];
  return ['t', key, value, left.length === right.length ? '<' : '>', assoc(left), assoc(right)];
}

/** writeq/1 for an atom, with all but ASCII escaped. */
export function quoted(atom: string): string {
  if (/^[a-z][a-zA-Z0-9_]*$/.test(atom)) {
    return atom;
  }
  const inner = atom.replace(/[\\']/g, '\\$&').replace(/[^ -~]/gu, (sign) => {
    return `\\x${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}\\`;
  });
  return `'${inner}'`;
}

/** Literals and a table of bindings as SPARQL has them. */
const xsd = 'http://www.w3.org/2001/XMLSchema#';
export function queryResults(language: string, rows: readonly Json[]): Json {
  const literal = (value: unknown): Json =>
    typeof value === 'number'
      ? { type: 'literal', value: String(value), datatype: `${xsd}decimal` }
      : { type: 'literal', value, 'xml:lang': language };
  const bindings = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        name === 'isin' ? { type: 'uri', value: `urn:isin:${String(value)}` } : literal(value),
      ]),
    ),
  );
  return { head: { vars: Object.keys(rows[0] ?? {}) }, results: { bindings } };
}

/** Subjects, their predicates and the list of objects of each. */
export const triples = (language: string, items: readonly Json[]): Json =>
  Object.fromEntries(
    items.map(({ id, ...facts }) => [
      `https://kb.fjord.example/insight/${String(id)}`,
      Object.fromEntries(
        Object.entries(facts).map(([name, value]) => [
          `https://kb.fjord.example/terms#${name}`,
          [{ type: 'literal', value: String(value), ...(typeof value === 'string' ? { lang: language } : {}) }],
        ]),
      ),
    ]),
  );

/** A grammar with a rule for the guide and one for each chapter. */
export function grammar({ title, description, chapters }: Json): string {
  const all = Array.isArray(chapters) ? (chapters as Json[]) : [];
  const rules = all.map(({ heading, paragraphs }, at) => {
    return `chapter(${at + 1}) --> ${JSON.stringify(heading)}, eos, ${JSON.stringify(paragraphs)}.`;
  });
  const head = `guide --> ${JSON.stringify(title)}, !, ${JSON.stringify(description)}, sequence(chapter, _).`;
  return [head, ...rules, ''].join('\n');
}

const indent = (columns: number): string => '\t'.repeat(Math.trunc(columns / 8)) + ' '.repeat(columns % 8);
function onOneLine(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(onOneLine).join(', ')}]`;
  }
  return isObject(value)
    ? `{${Object.entries(value)
        .map(([name, one]) => `${JSON.stringify(name)}:${onOneLine(one)}`)
        .join(', ')}}`
    : JSON.stringify(value);
}
/** json_write/3: what fits into the line stands on it. */
export function laidOut(value: unknown, column = 0): string {
  const line = onOneLine(value);
  if (column + line.length <= 72 || typeof value !== 'object' || value === null) {
    return line;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members = Array.isArray(value)
    ? value.map((one) => laidOut(one, column + 2))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${laidOut(one, column + 2)}`);
  const lines = members.map((member) => `\n${indent(column + 2)}${member}`);
  return `${open}${lines.join(',')}\n${indent(column)}${close}`;
}
