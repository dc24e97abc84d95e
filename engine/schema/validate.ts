import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

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

const doors = { all: newDoor(true), first: newDoor(false) };

/**
 * The violations of a JSON Schema 2020-12, none where the value is valid. `all` finds every one, which a hostile value can
 * make as many as it likes; `first` stops at the first. Each schema object is compiled once; throws where it is no schema.
 */
export function violations(schema: object, value: unknown, extent: 'all' | 'first' = 'first'): readonly Violation[] {
  const validate = doors[extent](schema);
  return validate(value) ? [] : (validate.errors ?? []).map(asViolation);
}

/** Lazily, because setting up ajv costs more than a run that validates nothing should pay. */
function newDoor(allErrors: boolean): (schema: object) => ValidateFunction {
  const compiled = new WeakMap<object, ValidateFunction>();
  let ajv: Ajv2020 | undefined;
  return (schema) => {
    const known = compiled.get(schema);
    if (known) return known;
    if (!ajv) {
      ajv = new Ajv2020({ allErrors, verbose: true, strict: true, allowUnionTypes: true });
      addFormats.default(ajv);
    }
    const validate = ajv.compile(schema);
    compiled.set(schema, validate);
    return validate;
  };
}

function asViolation(error: ErrorObject): Violation {
  return {
    path: error.instancePath.split('/').slice(1).map(unescaped),
    keyword: error.keyword,
    params: error.params,
    schema: error.parentSchema ?? {},
    found: error.data,
    message: error.message ?? error.keyword,
  };
}

/** RFC 6901 section 4. */
function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
