import { isLarge, referenceToken } from './json-value.ts';
import { type Violation, violations } from './validate.ts';

export type Problem = Readonly<{
  pointer: string;
  expected: string;
  actual: string;
  symptom: string;
  kind: 'missing' | 'type' | 'form' | 'unexpected' | 'value';
  found: Found;
}>;

const mostValues = 20_000;
const mostWorded = 200;

export function problems(schema: object | boolean, value: unknown): readonly Problem[] {
  const byPointer = new Map<string, Problem>();
  for (const violation of violations(schema, value, isLarge(value, mostValues) ? 'first' : 'all')) {
    const problem = worded(violation);
    if (!byPointer.has(problem.pointer)) byPointer.set(problem.pointer, problem);
    if (byPointer.size === mostWorded) break;
  }
  return [...byPointer.values()];
}

export const conforms = (schema: object | boolean, value: unknown) =>
  problems(schema, value).map(
    ({ pointer, expected, actual }) =>
      `${pointer || '(root)'}: expected ${expected}, found ${actual}`,
  );

function worded({ path, keyword, params, schema, found, message }: Violation): Problem {
  const pointer = path.map((step) => `/${referenceToken(step)}`).join('');
  const actual = shown(found);
  const problem = (kind: Problem['kind'], expected: string, symptom: string) => {
    return { pointer, found: jsonKind(found), kind, expected, actual, symptom };
  };
  switch (keyword) {
    case 'required':
      return {
        ...problem('missing', 'a member', 'is missing'),
        ...{ pointer: `${pointer}/${params['missingProperty']}`, found: 'missing', actual: 'none' },
      };
    case 'type': {
      const types = [params['type']].flat().join(' or ');
      const isFraction = typeof found === 'number' && types === 'integer';
      const symptom = isFraction ? 'is not an integer' : `is ${kindOf(found)}`;
      return problem('type', withArticle(types), symptom);
    }
    case 'pattern':
    case 'format': {
      const named = schema['description'];
      const what =
        typeof named === 'string' ? lowerFirst(named) : `a string of the form ${params[keyword]}`;
      return problem('form', what, `is not ${what}`);
    }
    case 'false schema':
      return problem('unexpected', 'nothing', 'is not allowed');
    default:
      return problem('value', `a value that ${message}`, 'has a wrong value');
  }
}

const withArticle = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** The kind of a JSON value of which another was expected. `missing`: there is none. */
export type Found =
  | 'null'
  | 'boolean'
  | 'number'
  | 'fraction'
  | 'string'
  | 'array'
  | 'object'
  | 'missing';

export function jsonKind(value: unknown): Found {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'number' : 'fraction';
  return typeof value as 'boolean' | 'string' | 'object';
}

export function kindOf(value: unknown) {
  if (value === null) return 'null';
  return withArticle(Array.isArray(value) ? 'array' : typeof value);
}

function lowerFirst(sentence: string) {
  const [first = ''] = sentence.split(/\.(?:\s|$)/);
  return first.charAt(0).toLowerCase() + first.slice(1);
}

const cut = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.slice(0, 100) : value;

export function shown(value: unknown) {
  if (value === undefined) return 'none';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    // An object with more than 30 values is always longer than 60 characters.
    const text = isLarge(value, 30) ? '' : JSON.stringify(value, cut);
    return text === '' || text.length > 60 ? 'an object' : `the object ${text}`;
  }
  const text = JSON.stringify(value, cut);
  const type = value === null ? '' : `${typeof value} `;
  return `the ${type}${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}
