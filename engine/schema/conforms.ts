import { isLarge } from '../judging/content.ts';
import { referenceToken } from '../judging/json-pointer.ts';
import { type Violation, violations } from './validate.ts';

/** One place where a value of the target contradicts a schema, in words for a server author. */
export interface Problem {
  /** JSON Pointer of the place. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

/** Values of which every violation is looked for: of a larger one, each of its values may be one. */
const mostValues = 20_000;
/** Problems that are put into words, of which the first few are shown. */
const mostWorded = 200;

/** The problems of a value, none where it conforms. Each place is named once, by what contradicts it most. */
export function problems(schema: object | boolean, value: unknown): readonly Problem[] {
  const byPointer = new Map<string, Problem>();
  for (const violation of violations(schema, value, isLarge(value, mostValues) ? 'first' : 'all')) {
    const problem = worded(violation);
    if (!byPointer.has(problem.pointer)) byPointer.set(problem.pointer, problem);
    if (byPointer.size === mostWorded) break;
  }
  return [...byPointer.values()];
}

/** The same as one line each. */
export function conforms(schema: object | boolean, value: unknown): string[] {
  return problems(schema, value).map(
    ({ pointer, expected, actual }) => `${pointer || '(root)'}: expected ${expected}, found ${actual}`,
  );
}

function worded({ path, keyword, params, schema, found, message }: Violation): Problem {
  const pointer = path.map((step) => `/${referenceToken(step)}`).join('');
  const actual = shown(found);
  switch (keyword) {
    case 'required':
      return { pointer: `${pointer}/${String(params['missingProperty'])}`, expected: 'a member', actual: 'none' };
    case 'type': {
      const types = [params['type']].flat().join(' or ');
      return { pointer, expected: `${/^[aeio]/.test(types) ? 'an' : 'a'} ${types}`, actual };
    }
    case 'pattern':
    case 'format': {
      const named = schema['description'];
      const what = typeof named === 'string' ? lowerFirst(named) : `text of the form ${String(params[keyword])}`;
      return { pointer, expected: what, actual };
    }
    case 'false schema':
      return { pointer, expected: 'nothing', actual };
    default:
      return { pointer, expected: `a value that ${message}`, actual };
  }
}

function lowerFirst(sentence: string): string {
  const [first = ''] = sentence.split(/\.(?:\s|$)/);
  return first.charAt(0).toLowerCase() + first.slice(1);
}

function cut(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, 100) : value;
}

/** A value as people see it, cut short. */
export function shown(value: unknown): string {
  if (value === undefined) return 'none';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    // An object of so many values takes more than 60 characters, whatever they are.
    const text = isLarge(value, 30) ? '' : JSON.stringify(value, cut);
    return text === '' || text.length > 60 ? 'an object' : `the object ${text}`;
  }
  const text = JSON.stringify(value, cut);
  return `the ${value === null ? '' : `${typeof value} `}${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}
