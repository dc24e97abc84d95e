/** JSON Schema keywords whose value is data, not a schema. */
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

/** JSON Schema keywords whose value maps names to schemas. */
export const schemaMaps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
