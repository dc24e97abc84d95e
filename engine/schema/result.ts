import schema from '../../schemas/result.schema.json' with { type: 'json' };
import { violations } from './validate.ts';

/** Why a value is no result, none where it is one. */
export function explainProblems(value: unknown): string[] {
  return violations(schema, value).map(
    ({ path, message }) => `${path.length === 0 ? 'it' : `/${path.join('/')}`} ${message}`,
  );
}
