/** Such as `ECONNREFUSED`. If Node tried several addresses, that of the first error. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return (error as NodeJS.ErrnoException).code;
}
