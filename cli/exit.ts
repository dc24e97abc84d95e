import type { Verdict } from '../engine/catalogue/levels.ts';
import { ConfigError } from '../engine/config/config-error.ts';
import { EvidenceError } from '../engine/evidence/har-file.ts';
import { MergeError } from '../engine/merge.ts';
import { plain } from '../reports/plain.ts';

export const exitCodes = { conformant: 0, nonConformant: 1, wrongInput: 2, inconclusive: 3, interrupted: 130 } as const;

/** The exit code of a finished run. */
export function exitCodeOf(verdict: Verdict, interrupted: boolean): number {
  if (interrupted) return exitCodes.interrupted;
  switch (verdict) {
    case 'conformant':
      return exitCodes.conformant;
    case 'non-conformant':
      return exitCodes.nonConformant;
    case 'inconclusive':
      return exitCodes.inconclusive;
  }
}

/** Input that a command cannot work with: what is wrong, and what to do. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** What was found out and could not be written: what is wrong, and what to do. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** Prints why a command ended, and returns its exit code: 2 for wrong input, 3 for an error of the harness. */
export function explain(error: unknown): number {
  const isInput =
    error instanceof InputError ||
    error instanceof ConfigError ||
    error instanceof EvidenceError ||
    error instanceof MergeError;
  if (isInput) {
    // It may quote a file that somebody else wrote.
    process.stderr.write(`${error.message.split('\n').map(plain).join('\n')}\n`);
    return exitCodes.wrongInput;
  }
  if (error instanceof OutputError) {
    process.stderr.write(`The harness itself failed; this says nothing about the target.\n${plain(error.message)}\n`);
    return exitCodes.inconclusive;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`The harness itself failed; this says nothing about the target.\n${text}\n`);
  return exitCodes.inconclusive;
}
