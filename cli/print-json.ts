import { disarmed } from '../reports/log-commands.ts';

/**
 * Prints a value as JSON for programs, never in a pager. What a CI system would obey is escaped as
 * JSON allows.
 */
export function printJson(value: unknown): void {
  process.stdout.write(`${disarmed(JSON.stringify(value, null, 2))}\n`);
}
