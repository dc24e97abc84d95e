/** Prints a value for a program: JSON and nothing else, never paged. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
