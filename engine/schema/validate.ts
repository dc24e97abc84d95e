import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { overlookHiddenText } from './hidden-text.ts';
import { multipleOf } from './multiple-of.ts';
import { withoutStrayNullable } from './stray-nullable.ts';

/** One place where a value breaks its schema. */
export interface Violation {
  /** From the root to the place, e.g. `['run', 'seed']`. */
  readonly path: readonly string[];
  /** The JSON Schema keyword that is not satisfied, e.g. `type`. */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The schema that holds the keyword. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** What stands at the place. */
  readonly found: unknown;
  /** The validator's own words. */
  readonly message: string;
}

/** Why something cannot be used as a JSON Schema 2020-12. */
export type SchemaFault =
  /** Written for another version of JSON Schema. */
  | { readonly fault: 'dialect'; readonly dialect: string }
  /** A reference to what is not in the schema itself; nothing is ever fetched. */
  | { readonly fault: 'reference'; readonly reference: string; readonly isRemote: boolean }
  /** A keyword with a value that it cannot have. */
  | { readonly fault: 'keyword'; readonly pointer: string; readonly message: string }
  /** Anything else that keeps it from being compiled, such as an expression that is none. */
  | { readonly fault: 'other'; readonly message: string };

/**
 * One door for our own schemas and for those of operators, so that what is accepted when the configuration is read is
 * what judges later. It is tolerant: an unknown keyword or format is valid JSON Schema 2020-12 (sections 4.3.1 of the
 * core and 7.2.3 of the validation vocabulary) and demands nothing. That ours hold none is for a test.
 */
const doors = { all: newDoor(true), first: newDoor(false) };

/**
 * The violations of a JSON Schema 2020-12, none where the value is valid. `all` finds every one, which a hostile value can
 * make as many as it likes; `first` stops at the first. Each schema is compiled once; throws where it is no schema.
 */
export function violations(
  schema: object | boolean,
  value: unknown,
  extent: 'all' | 'first' = 'first',
): readonly Violation[] {
  const validate = doors[extent].compile(schema);
  const judged = (one: unknown) => (validate(one) ? [] : (validate.errors ?? []).map(asViolation));
  try {
    return judged(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return judged(withoutInherited(value));
  }
}

/** To compare two objects the validator calls `toString` and `valueOf`, which in JSON are members as any other. */
function withoutInherited(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_name, one: unknown) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    const members = Object.entries(one).map(([name, member]) => {
      return [name === 'toString' || name === 'valueOf' ? `${name} ` : name, member];
    });
    return Object.fromEntries(members);
  });
}

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** Why that is no JSON Schema 2020-12 that can judge; undefined where it is one. */
export function schemaFault(schema: object | boolean): SchemaFault | undefined {
  const { $schema: asked = dialect, $async: isAsync = false } = schema as { $schema?: unknown; $async?: unknown };
  if (asked !== dialect && asked !== `${dialect}#`) return { fault: 'dialect', dialect: String(asked) };
  // The validator would answer with a promise, which is true whatever the value.
  if (isAsync !== false) return { fault: 'other', message: '$async is no keyword of JSON Schema' };
  const [worst] = doors.all.errorsOf(schema);
  if (worst) return { fault: 'keyword', pointer: worst.instancePath, message: wrongKeyword(worst) };
  try {
    const validate = doors.all.compile(schema);
    // A schema that refers to nothing but itself shows only when it is applied.
    for (const probe of [null, 0, '', [], {}]) validate(probe);
    return undefined;
  } catch (error) {
    return thrown(error);
  }
}

function thrown(error: unknown): SchemaFault {
  if (error instanceof RangeError) return { fault: 'other', message: 'it refers to itself without end' };
  const { missingRef, missingSchema, message } = error as Error & { missingRef?: string; missingSchema?: string };
  if (missingRef === undefined) return { fault: 'other', message };
  return { fault: 'reference', reference: missingRef, isRemote: (missingSchema ?? '') !== '' };
}

function wrongKeyword({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'enum') return `must be one of ${(params['allowedValues'] as readonly unknown[]).join(', ')}`;
  return message ?? keyword;
}

interface Door {
  compile(schema: object | boolean): ValidateFunction;
  /** Where it contradicts the metaschema, the innermost place first. */
  errorsOf(schema: object | boolean): readonly ErrorObject[];
}

function newDoor(allErrors: boolean): Door {
  const compiled = new Map<boolean, ValidateFunction>();
  const compiledObjects = new WeakMap<object, ValidateFunction>();
  let made: Ajv2020 | undefined;
  // Lazily, because setting up ajv costs more than a run that validates nothing should pay.
  const ajv = () => {
    made ??= newAjv(allErrors);
    return made;
  };
  return {
    compile(schema) {
      const known = typeof schema === 'boolean' ? compiled.get(schema) : compiledObjects.get(schema);
      if (known) return known;
      const validate = compiledBy(ajv(), schema);
      if (typeof schema === 'boolean') compiled.set(schema, validate);
      else compiledObjects.set(schema, validate);
      return validate;
    },
    errorsOf(schema) {
      // For a schema that is true or false the errors of the one before are left.
      if (ajv().validateSchema(schema) === true) return [];
      return [...(ajv().errors ?? [])].sort((left, right) => depth(right) - depth(left));
    },
  };
}

let unnamed = 0;

/** What `#` refers to, ajv finds only in a schema with an $id: one that has none is given one where that is what fails. */
function compiledBy(ajv: Ajv2020, given: object | boolean): ValidateFunction {
  const schema = withoutStrayNullable(given) as typeof given;
  try {
    return ajv.compile(schema);
  } catch (error) {
    if ((error as { missingRef?: string }).missingRef !== '' || typeof schema === 'boolean') throw error;
    return ajv.compile({ ...schema, $id: `urn:m2m-conformance:unnamed:${++unnamed}` });
  }
}

function newAjv(allErrors: boolean): Ajv2020 {
  // Schemas are not kept by their $id: two of different profiles may have the same.
  const ajv = new Ajv2020({
    allErrors,
    verbose: true,
    strict: false,
    logger: false,
    addUsedSchema: false,
    ownProperties: true,
  });
  ajv.removeKeyword('multipleOf').addKeyword(multipleOf);
  addFormats.default(ajv);
  // A domain may have one label, a local part may be quoted (RFC 5321 section 4.1.2).
  ajv.addFormat('email', /^(?:"[^"]+"|[^\s@"]+)@[^\s@]+$/);
  // Of draft 4, and refused by ajv; here a keyword that is unknown.
  ajv.removeKeyword('id');
  overlookHiddenText(ajv);
  return ajv;
}

function depth({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}

function asViolation(error: ErrorObject): Violation {
  const { parentSchema } = error;
  return {
    path: error.instancePath.split('/').slice(1).map(unescaped),
    keyword: error.keyword,
    params: error.params,
    // The schema `false` is its own parent.
    schema: typeof parentSchema === 'object' ? parentSchema : {},
    found: error.data,
    message: error.message ?? error.keyword,
  };
}

/** RFC 6901 section 4. */
function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
