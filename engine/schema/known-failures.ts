import schema from '../../schemas/known-failures.schema.json' with { type: 'json' };
import type { KnownFailure } from '../outcome/known-failures.ts';
import { violations } from './validate.ts';

/** Reads the entries of a list of known failures. Returns the first problem if the list is invalid. */
export function readKnownFailures(
  value: unknown,
): { readonly entries: readonly KnownFailure[] } | { readonly problem: string } {
  const [first] = violations(schema, value);
  if (!first) return { entries: (value as { readonly knownFailures: readonly KnownFailure[] }).knownFailures };
  const { path, params, message } = first;
  const member = params['additionalProperty'];
  const named = typeof member === 'string' ? ` (${JSON.stringify(member)})` : '';
  return { problem: `${path.length === 0 ? 'it' : `/${path.join('/')}`} ${message}${named}` };
}
