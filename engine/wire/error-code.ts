/**
 * Returns the code of a system error, such as `ECONNREFUSED`. If Node tried several addresses,
 * returns the code of the first error. Undefined if there is no code.
 */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return (error as NodeJS.ErrnoException).code;
}
