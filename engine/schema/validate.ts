import {
  _,
  Ajv2020,
  type ErrorObject,
  type FuncKeywordDefinition,
  str,
  type ValidateFunction,
} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { overlookHiddenText } from './hidden-text.ts';
import { fromReferenceToken, isRecord } from './json-value.ts';
import { withoutStrayNullable } from './stray-nullable.ts';

export type Violation = Readonly<{
  path: readonly string[];
  keyword: string;
  params: Readonly<Record<string, unknown>>;
  schema: Readonly<Record<string, unknown>>;
  found: unknown;
  message: string;
}>;

export type SchemaFault = Readonly<
  | { fault: 'dialect'; dialect: string }
  | { fault: 'reference'; reference: string; isRemote: boolean }
  | { fault: 'keyword'; pointer: string; message: string }
  | { fault: 'other'; message: string }
>;

/**
 * Unknown keywords (JSON Schema 2020-12 core, section 4.3.1) and formats (validation vocabulary,
 * section 7.2.3) have no effect. A test ensures that our own schemas contain none.
 */
const doors = { all: newDoor(true), first: newDoor(false) };

/**
 * `all` violations may be millions for a hostile value. Compiles each schema once. Throws if it is
 * invalid.
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

/**
 * The validator calls members named `toString` and `valueOf` as methods when it compares objects.
 */
const withoutInherited = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_name, one: unknown) => {
    if (!isRecord(one)) return one;
    const members = Object.entries(one).map(([name, member]) => {
      return [name === 'toString' || name === 'valueOf' ? `${name} ` : name, member];
    });
    return Object.fromEntries(members);
  });

const dialect = 'https://json-schema.org/draft/2020-12/schema';

export function schemaFault(schema: object | boolean): SchemaFault | undefined {
  const { $schema: asked = dialect, $async: isAsync = false } = schema as {
    $schema?: unknown;
    $async?: unknown;
  };
  if (asked !== dialect && asked !== `${dialect}#`)
    return { fault: 'dialect', dialect: String(asked) };
  // With $async, the validator returns a promise, which is truthy for any value.
  if (isAsync !== false) return { fault: 'other', message: '$async is not a JSON Schema keyword' };
  const [worst] = doors.all.errorsOf(schema);
  if (worst) return { fault: 'keyword', pointer: worst.instancePath, message: wrongKeyword(worst) };
  try {
    const validate = doors.all.compile(schema);
    // An endless loop of references fails only when the schema is applied.
    for (const probe of [null, 0, '', [], {}]) validate(probe);
    return undefined;
  } catch (error) {
    return thrown(error);
  }
}

function thrown(error: unknown): SchemaFault {
  if (error instanceof RangeError)
    return { fault: 'other', message: 'its references form an endless loop' };
  const { missingRef, missingSchema, message } = error as Error & {
    missingRef?: string;
    missingSchema?: string;
  };
  if (missingRef === undefined) return { fault: 'other', message };
  return { fault: 'reference', reference: missingRef, isRemote: (missingSchema ?? '') !== '' };
}

function wrongKeyword({ keyword, params, message }: ErrorObject) {
  if (keyword === 'enum')
    return `must be one of ${(params['allowedValues'] as readonly unknown[]).join(', ')}`;
  return message ?? keyword;
}

function newDoor(allErrors: boolean) {
  const compiled = new WeakMap<object, ValidateFunction>();
  let made: Ajv2020 | undefined;
  // Setting up ajv takes time that a run without validation can save.
  const ajv = () => {
    made ??= newAjv(allErrors);
    return made;
  };
  return {
    compile(schema: object | boolean) {
      if (typeof schema === 'boolean') return ajv().compile(schema);
      const validate = compiled.get(schema) ?? compiledBy(ajv(), schema);
      compiled.set(schema, validate);
      return validate;
    },
    errorsOf(schema: object | boolean): readonly ErrorObject[] {
      // For a boolean schema, ajv keeps the errors of the previous schema.
      if (ajv().validateSchema(schema) === true) return [];
      return [...(ajv().errors ?? [])].sort((left, right) => depth(right) - depth(left));
    },
  };
}

let unnamed = 0;

/** ajv resolves `#` only in a schema with an $id, so it gets one if that fails. */
function compiledBy(ajv: Ajv2020, given: object) {
  const schema = withoutStrayNullable(given) as typeof given;
  try {
    return ajv.compile(schema);
  } catch (error) {
    if ((error as { missingRef?: string }).missingRef !== '') throw error;
    return ajv.compile({ ...schema, $id: `urn:m2m-conformance:unnamed:${++unnamed}` });
  }
}

function newAjv(allErrors: boolean) {
  // Schemas of different profiles may have the same $id. Compiling the metaschema would delay the
  // first request; `schemaFault` checks the schemas of operators.
  const ajv = new Ajv2020({
    allErrors,
    verbose: true,
    strict: false,
    logger: false,
    addUsedSchema: false,
    validateSchema: false,
    ownProperties: true,
  });
  ajv.removeKeyword('multipleOf').addKeyword(multipleOf);
  addFormats.default(ajv);
  // Other than in ajv-formats: one label, or a quoted local part (RFC 5321 section 4.1.2).
  ajv.addFormat('email', /^(?:"[^"]+"|[^\s@"]+)@[^\s@]+$/);
  // A keyword of draft 4, which ajv refuses. In 2020-12 it is unknown and has no effect.
  ajv.removeKeyword('id');
  overlookHiddenText(ajv);
  return ajv;
}

const depth = ({ instancePath }: ErrorObject) => instancePath.split('/').length;

function asViolation(error: ErrorObject) {
  const { parentSchema } = error;
  return {
    path: error.instancePath.split('/').slice(1).map(fromReferenceToken),
    keyword: error.keyword,
    params: error.params,
    schema: typeof parentSchema === 'object' ? parentSchema : {},
    found: error.data,
    message: error.message ?? error.keyword,
  };
}

const lost = { absolute: 1e-9, relative: 2 ** -51 } as const;

/** In decimal: 131072.02 is a multiple of 0.01, despite the rounding of doubles. */
function isMultiple(value: number, step: number) {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const quotient = value / step;
  const miss = Math.abs(quotient - Math.round(quotient));
  // `miss` is NaN if the quotient is infinite. That proves nothing.
  return !(miss > Math.max(lost.absolute, Math.abs(quotient) * lost.relative));
}

/** JSON Schema 2020-12 (validation vocabulary, section 6.2.1), for decimal fractions. */
const multipleOf: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (step: number, value: number) => isMultiple(value, step),
  errors: false,
  error: {
    message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  },
};
