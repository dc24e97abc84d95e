import { disarmed } from '../reports/log-commands.ts';

/** Escapes what a CI system would obey. */
export function printJson(value: unknown): void {
  process.stdout.write(`${disarmed(JSON.stringify(value, null, 2))}\n`);
}
