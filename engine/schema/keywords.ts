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
