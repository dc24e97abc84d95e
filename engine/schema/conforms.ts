import { isLarge, referenceToken } from './json-value.ts';
import { type Violation, violations } from './validate.ts';

/** Described for a server author. */
export interface Problem {
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  /** For titles, such as `is missing` or `is a string`. */
  readonly symptom: string;
  readonly kind: 'missing' | 'type' | 'form' | 'unexpected' | 'value';
  readonly found: 'missing' | Kind;
}

/** In a larger body, only the first violation is collected: every value could be one. */
const mostValues = 20_000;
/** Findings show only the first few. */
const mostWorded = 200;

/** Each place occurs once, with its first violation. */
export function problems(schema: object | boolean, value: unknown): readonly Problem[] {
  const byPointer = new Map<string, Problem>();
  for (const violation of violations(schema, value, isLarge(value, mostValues) ? 'first' : 'all')) {
    const problem = worded(violation);
    if (!byPointer.has(problem.pointer)) byPointer.set(problem.pointer, problem);
    if (byPointer.size === mostWorded) break;
  }
  return [...byPointer.values()];
}

/** One line each. */
export function conforms(schema: object | boolean, value: unknown): string[] {
  return problems(schema, value).map(
    ({ pointer, expected, actual }) =>
      `${pointer || '(root)'}: expected ${expected}, found ${actual}`,
  );
}

function worded({ path, keyword, params, schema, found, message }: Violation): Problem {
  const pointer = path.map((step) => `/${referenceToken(step)}`).join('');
  const actual = shown(found);
  const place = { pointer, found: jsonKind(found) };
  switch (keyword) {
    case 'required':
      return {
        pointer: `${pointer}/${String(params['missingProperty'])}`,
        ...{ expected: 'a member', actual: 'none', symptom: 'is missing' },
        ...{ kind: 'missing', found: 'missing' },
      };
    case 'type': {
      const types = [params['type']].flat().join(' or ');
      const symptom =
        typeof found === 'number' && types === 'integer'
          ? 'is not an integer'
          : `is ${kindOf(found)}`;
      return { ...place, kind: 'type', expected: withArticle(types), actual, symptom };
    }
    case 'pattern':
    case 'format': {
      const named = schema['description'];
      const what =
        typeof named === 'string'
          ? lowerFirst(named)
          : `a string of the form ${String(params[keyword])}`;
      return { ...place, kind: 'form', expected: what, actual, symptom: `is not ${what}` };
    }
    case 'false schema':
      return {
        ...place,
        kind: 'unexpected',
        expected: 'nothing',
        actual,
        symptom: 'is not allowed',
      };
    default:
      return {
        ...{ ...place, kind: 'value', expected: `a value that ${message}`, actual },
        symptom: 'has a wrong value',
      };
  }
}

const withArticle = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** A number with a fraction is a kind of its own. */
export type Kind = 'null' | 'boolean' | 'number' | 'fraction' | 'string' | 'array' | 'object';

export function jsonKind(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'number' : 'fraction';
  return typeof value === 'boolean' ? 'boolean' : typeof value === 'string' ? 'string' : 'object';
}

/** Names the JSON type of a value, with its article. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return withArticle(Array.isArray(value) ? 'array' : typeof value);
}

function lowerFirst(sentence: string): string {
  const [first = ''] = sentence.split(/\.(?:\s|$)/);
  return first.charAt(0).toLowerCase() + first.slice(1);
}

const cut = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.slice(0, 100) : value;

/** For a message, in at most 100 characters. */
export function shown(value: unknown): string {
  if (value === undefined) return 'none';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    // An object with more than 30 values is always longer than 60 characters.
    const text = isLarge(value, 30) ? '' : JSON.stringify(value, cut);
    return text === '' || text.length > 60 ? 'an object' : `the object ${text}`;
  }
  const text = JSON.stringify(value, cut);
  return `the ${value === null ? '' : `${typeof value} `}${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}
