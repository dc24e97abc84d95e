import { type Tree, valueAt } from '../config/layer.ts';
import { fromReferenceToken, isRecord, type JsonSchema, violations } from '../engine.ts';

/** Deeper schemas are assumed to refer to themselves. */
const deepest = 12;

const formats: Readonly<Record<string, string>> = {
  date: '2024-03-04',
  'date-time': '2024-03-04T08:00:00Z',
  time: '08:00:00Z',
  email: 'user@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  uuid: '0b7e2c54-6f3a-4c19-9d5b-2a8e1f7c3d60',
};

/** Undefined if that is not simple, as with most patterns. */
export function sampleOf(schema: JsonSchema): unknown {
  const sample = made(schema, schema, 0);
  return sample !== undefined && conforms(schema, sample) ? sample : undefined;
}

/** If the schema cannot be compiled, no value conforms. */
export function conforms(schema: JsonSchema, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  try {
    return violations(schema, value).length === 0;
  } catch {
    return false;
  }
}

function made(schema: unknown, root: JsonSchema, depth: number): unknown {
  if (schema === true) return {};
  if (!isRecord(schema) || depth > deepest) return undefined;
  const given = [schema['const'], schema['examples'], schema['enum'], schema['default']];
  for (const value of given.map((one) => (Array.isArray(one) ? one[0] : one)))
    if (value !== undefined) return value;
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  if (typeof $ref === 'string') return made(at(root, $ref), root, depth + 1);
  const parts = [allOf, [anyOf].flat().slice(0, 1), [oneOf].flat().slice(0, 1)].flat();
  const [first, ...others] = parts.filter(isRecord);
  if (!first) return ofType(schema, root, depth);
  const values = [{ ...own, ...first }, ...others].map((part) => made(part, root, depth + 1));
  return values.every(isRecord) ? Object.assign({}, ...values) : values[0];
}

function ofType(schema: Tree, root: JsonSchema, depth: number): unknown {
  const [type] = [schema['type']].flat();
  switch (type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return number(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array': {
      const first = made(schema['items'] ?? true, root, depth + 1);
      const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
      return first === undefined ? [] : Array.from({ length: Math.max(1, least) }, () => first);
    }
    default: {
      const members = Object.entries(asTree(schema['properties']))
        .map(([name, member]) => [name, made(member, root, depth + 1)] as const)
        .filter(([, value]) => value !== undefined);
      return Object.fromEntries(members);
    }
  }
}

function text(schema: Tree) {
  const known = formats[String(schema['format'])] ?? 'text';
  const least = typeof schema['minLength'] === 'number' ? schema['minLength'] : 0;
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : known.length + least;
  return known.padEnd(least, 'x').slice(0, most);
}

function number({ minimum, maximum, exclusiveMinimum }: Tree) {
  if (typeof minimum === 'number') return minimum;
  if (typeof exclusiveMinimum === 'number') return Math.floor(exclusiveMinimum) + 1;
  return typeof maximum === 'number' ? Math.min(1, maximum) : 1;
}

function at(root: JsonSchema, reference: string) {
  if (!reference.startsWith('#')) return undefined;
  return valueAt(root, reference.split('/').slice(1).map(fromReferenceToken));
}

function asTree(value: unknown): Tree {
  return isRecord(value) ? value : {};
}
