import { isRecord } from './json-value.ts';

export const literalKeywords: ReadonlySet<string> = new Set([
  'const',
  'enum',
  'default',
  'examples',
  'example',
  'required',
  'dependentRequired',
  'type',
]);

export const schemaMaps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/**
 * JSON Schema 2020-12 does not know `nullable`. ajv reads it as OpenAPI 3.0 does, and refuses it
 * without a `type`.
 */
export function withoutStrayNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutStrayNullable);
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([keyword]) => keyword !== 'nullable' || widens(schema),
  );
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, within(keyword, value)]));
}

function within(keyword: string, value: unknown) {
  if (literalKeywords.has(keyword)) return value;
  if (!schemaMaps.has(keyword) || !isRecord(value)) return withoutStrayNullable(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutStrayNullable(one)]),
  );
}

const widens = ({ nullable, type }: Readonly<Record<string, unknown>>) =>
  nullable === true && type !== undefined;
