/** Their value is data, not a schema. */
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

/** Their value maps names to schemas. */
export const schemaMaps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

type Schema = Readonly<Record<string, unknown>>;

/**
 * JSON Schema 2020-12 does not know `nullable`. ajv reads it as OpenAPI 3.0 does, and refuses it
 * without a `type`.
 */
export function withoutStrayNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutStrayNullable);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([keyword]) => keyword !== 'nullable' || widens(schema),
  );
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, within(keyword, value)]));
}

function within(keyword: string, value: unknown): unknown {
  if (literalKeywords.has(keyword)) return value;
  if (!schemaMaps.has(keyword) || !isObject(value)) return withoutStrayNullable(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutStrayNullable(one)]),
  );
}

const widens = ({ nullable, type }: Schema) => nullable === true && type !== undefined;

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
