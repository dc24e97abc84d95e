import { readFile } from 'node:fs/promises';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { JsonSchema } from '../../engine/config/config.ts';
import { type SchemaFault, schemaFault } from '../../engine/schema/validate.ts';
import type { Draft } from './draft.ts';
import { pathText, quoted, sizeOf } from './found.ts';
import { isTree } from './layer.ts';
import { notJson } from './plain-json.ts';

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
    const wrong = notJson(given);
    if (wrong) {
      draft.refuse(
        [...path, ...wrong.path],
        wrong.found,
        'a JSON value',
        'Write plain JSON there, or leave it out.',
      );
      return undefined;
    }
    const fault = schemaFault(given as JsonSchema);
    return fault ? refuse(...told(fault)) : (given as JsonSchema);
  }
  const file = pathText(given);
  let text: string;
  try {
    text = await readFile(draft.pathOf(path.slice(0, 2).join('.'), given), 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'ENOENT')
      return refuse(
        `no file at ${file}`,
        'Correct the path, which is relative to the configuration.',
      );
    return refuse(`${file}, which cannot be read (${code})`, 'Name a readable file.');
  }
  const { value, broken } = parsed(text.replace(/^\uFEFF/, ''));
  if (broken !== undefined)
    return refuse(`${file}, which is not valid JSON: ${broken}`, 'Correct the file at that line.');
  if (!isTree(value) && typeof value !== 'boolean')
    return refuse(`${file}, which contains ${sizeOf(value)}`, 'Name another file.');
  const fault = schemaFault(value);
  if (!fault) return value;
  const [found, cure] = told(fault);
  return refuse(`${file}, which contains ${found}`, cure);
}

function parsed(text: string): { readonly value?: unknown; readonly broken?: string } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (!first) return { value };
  const before = text.slice(0, first.offset).split('\n');
  return {
    broken: `${printParseErrorCode(first.error)} at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`,
  };
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

function shortened(text: string): string {
  return quoted(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
