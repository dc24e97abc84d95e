import { readFile } from 'node:fs/promises';
import { type ParseError, type ParseOptions, parse, printParseErrorCode } from 'jsonc-parser';
import { codeOf, isRecord, type JsonSchema, type SchemaFault, schemaFault } from '../engine.ts';
import type { Draft } from './draft.ts';
import { pathText, quoted, sizeOf, unreadable } from './found.ts';

const accepted = 'a JSON Schema 2020-12, or the path of a JSON file that contains one';

export async function readSchema(
  draft: Draft,
  path: readonly string[],
  given: unknown,
): Promise<JsonSchema | undefined> {
  const refuse = (found: string, cure: string) => {
    draft.refuse(path, found, accepted, cure);
    return undefined;
  };
  if (typeof given !== 'string') {
    if (!isJson(draft, path, given)) return undefined;
    const fault = schemaFault(given as JsonSchema);
    return fault ? refuse(...told(fault)) : (given as JsonSchema);
  }
  const file = pathText(given);
  let text: string;
  try {
    text = await readFile(draft.pathOf(path.slice(0, 2).join('.'), given), 'utf8');
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT';
    const cure = isMissing
      ? 'Correct the path, which is relative to the configuration.'
      : 'Name a readable file.';
    return refuse(unreadable(given, error), cure);
  }
  const options = { disallowComments: true };
  const { value, fault: broken } = parseJson(text.replace(/^\uFEFF/, ''), options);
  if (broken) {
    const found = `${file}, which is ${broken}`;
    return refuse(found, 'Correct the file at that line.');
  }
  if (!isRecord(value) && typeof value !== 'boolean')
    return refuse(`${file}, which contains ${sizeOf(value)}`, 'Name another file.');
  const fault = schemaFault(value);
  if (!fault) return value;
  const [found, cure] = told(fault);
  return refuse(`${file}, which contains ${found}`, cure);
}

export function parseJson(text: string, options: ParseOptions): { value: unknown; fault?: string } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, options);
  const [first] = errors;
  if (!first) return { value };
  const before = text.slice(0, first.offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const place = `at line ${before.length}, column ${column}`;
  return { value, fault: `not valid JSON: ${printParseErrorCode(first.error)} ${place}` };
}

function told(fault: SchemaFault): [found: string, cure: string] {
  switch (fault.fault) {
    case 'dialect':
      return [`a schema for ${shortened(fault.dialect)}`, 'Convert it to JSON Schema 2020-12.'];
    case 'reference': {
      const found = `a schema that refers to ${shortened(fault.reference)}`;
      if (!fault.isRemote) return [`${found}, which it does not contain`, 'Correct the reference.'];
      return [
        `${found}, which the harness does not fetch`,
        'Copy that schema into $defs and refer to it there.',
      ];
    }
    case 'keyword': {
      const place = fault.pointer === '' ? 'the top' : shortened(fault.pointer);
      return [`a schema whose value at ${place} ${fault.message}`, 'Correct the schema there.'];
    }
    case 'other':
      return [`a schema that cannot be used: ${shortened(fault.message)}`, 'Correct the schema.'];
  }
}

function shortened(text: string) {
  return quoted(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}

type NotJson = Readonly<{
  path: readonly string[];
  found: string;
}>;

export function isJson(draft: Draft, path: readonly string[], value: unknown): boolean {
  const wrong = notJson(value, path);
  if (!wrong) return true;
  draft.refuse(wrong.path, wrong.found, 'a JSON value', 'Write plain JSON there, or leave it out.');
  return false;
}

/**
 * The first place that JSON cannot represent. `JSON.stringify` would drop or change it silently.
 */
function notJson(
  value: unknown,
  path: readonly string[],
  around: readonly unknown[] = [],
): NotJson | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'string')
    return value.isWellFormed() ? undefined : { path, found: 'a string with a lone surrogate' };
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : { path, found: String(value) };
  if (typeof value !== 'object')
    return { path, found: value === undefined ? 'undefined' : sizeOf(value) };
  if (around.includes(value)) return { path, found: 'a circular reference' };
  if (!Array.isArray(value) && !isPlain(value))
    return { path, found: `an object of type ${kindOf(value)}` };
  // Array.from turns the holes of a list into undefined.
  const members = Array.isArray(value) ? Array.from(value).entries() : Object.entries(value);
  for (const [name, member] of members) {
    const wrong = notJson(member, [...path, String(name)], [...around, value]);
    if (wrong) return wrong;
  }
  return undefined;
}

/** From this or another realm: its prototype is null, or has no prototype itself. */
function isPlain(value: object) {
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: object) {
  const { name } = value.constructor ?? {};
  return typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : 'object';
}
