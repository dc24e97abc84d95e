import schema from '../../schemas/known-failures.schema.json' with { type: 'json' };
import { violations } from './validate.ts';

/** An entry of the operator's list of known failures. */
export interface KnownFailure {
  readonly requirement: string;
  /** Absent: every endpoint. */
  readonly endpoint?: string;
  readonly reason: string;
  /** The last day on which the entry is valid, `YYYY-MM-DD` in UTC. */
  readonly until?: string;
}

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
