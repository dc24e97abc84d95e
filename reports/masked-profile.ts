import type { Result } from '../engine/result.ts';
import { formOf, maskProse } from './masked-form.ts';
import { maskJson } from './masked-json.ts';
import { mapValues, withMembers } from './with-members.ts';

type Profile = Result['profile'];

/**
 * Masks samples, ids and parameters in a profile: they may describe people. Declarations about the
 * API stay.
 */
export function maskProfile(profile: Profile): Profile {
  return withMembers(profile, {
    guideOrder: (ids) => ids.map(formOf),
    addresses: (all) => all.map(maskRecord),
    order: maskRecord,
    responseSchemas: (schemas) => mapValues(schemas, maskSchema),
    endpoints: (all) => all.map((endpoint) => withMembers(endpoint, masks)),
    waivers: (all) => all.map(({ id, reason }) => ({ id, reason: maskProse(reason) })),
  });
}

const masks: Parameters<typeof withMembers<Profile['endpoints'][number]>>[1] = {
  parameters: (values) => mapValues(values, formOf),
  sample: maskJson,
  requestSchema: (schema) => maskSchema(schema),
  responseSchema: (schema) => maskSchema(schema),
};

const maskRecord = (value: Readonly<Record<string, unknown>>) =>
  maskJson(value) as Readonly<Record<string, unknown>>;

type Schema = Profile['responseSchemas'][string];

/**
 * JSON Schema keywords by the kind of their value. `ofSchemas`: named schemas. `ofForm`:
 * constraints without personal data. `ofSubschemas`: schemas or lists of schemas.
 */
const ofSchemas = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
const ofForm =
  /^(type|required|format|pattern|min\w+|max\w+|exclusive\w+|multipleOf|uniqueItems|\$ref|\$schema|\$id|\$anchor|dependentRequired|contentMediaType|contentEncoding|readOnly|writeOnly|deprecated)$/;
const ofSubschemas =
  /^(items|prefixItems|additionalProperties|unevaluated\w+|additionalItems|contains|propertyNames|allOf|anyOf|oneOf|not|if|then|else)$/;

/**
 * Removes examples, defaults and descriptions from a schema, and masks constants that are not
 * single words.
 */
const maskSchema = (schema: Schema) => maskedSchema(schema) as Schema;

function maskedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(maskedSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).flatMap(
    ([keyword, value]): (readonly [string, unknown])[] => {
      if (ofForm.test(keyword)) return [[keyword, value]];
      if (ofSubschemas.test(keyword)) return [[keyword, maskedSchema(value)]];
      if (ofSchemas.has(keyword)) return [[keyword, maskedSchemas(value)]];
      if (keyword === 'const') return [[keyword, maskedConstant(value)]];
      if (keyword === 'enum')
        return [[keyword, Array.isArray(value) ? value.map(maskedConstant) : []]];
      return [];
    },
  );
  return Object.fromEntries(kept);
}

function maskedSchemas(schemas: unknown) {
  if (typeof schemas !== 'object' || schemas === null) return {};
  return mapValues(schemas as Record<string, unknown>, maskedSchema);
}

const maskedConstant = (value: unknown) =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z_-]{0,30}$/.test(value) ? value : maskJson(value);
