type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose members are schemas, by names that are nobody's keywords. */
const named = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']);
/** Keywords whose values are no schemas. */
const plain = new Set(['const', 'enum', 'default', 'example', 'examples']);

/**
 * The schema without `nullable` where that adds nothing to a type that stands beside it: in JSON Schema 2020-12 it is an
 * unknown keyword, and the validator refuses what it cannot take for that of OpenAPI 3.0.
 */
export function withoutStrayNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutStrayNullable);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => keyword !== 'nullable' || widens(schema));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, within(keyword, value)]));
}

function within(keyword: string, value: unknown): unknown {
  if (plain.has(keyword)) return value;
  if (!named.has(keyword) || !isObject(value)) return withoutStrayNullable(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutStrayNullable(one)]));
}

const widens = ({ nullable, type }: Schema) => nullable === true && type !== undefined;

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
