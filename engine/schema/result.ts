import schema from '../../schemas/result.schema.json' with { type: 'json' };
import { violations } from './validate.ts';

/** Explains why a value is not a result. Empty if it is one. */
export function explainProblems(value: unknown): string[] {
  return violations(schema, value).map(
    ({ path, message }) => `${path.length === 0 ? 'it' : `/${path.join('/')}`} ${message}`,
  );
}
