import { plain } from '../reports/plain.ts';
import {
  codeOf,
  EvidenceError,
  type Result,
  stackOf,
  type Verdict,
  WrongConfiguration,
} from './engine.ts';

export const exitCodes = {
  conformant: 0,
  nonConformant: 1,
  wrongInput: 2,
  inconclusive: 3,
  harnessError: 4,
  interrupted: 130,
} as const;

export const exitCodeTable = `
Exit codes:
  0    conformant
  1    non-conformant; with --known-failures: an unlisted failure, or a stale or invalid entry
  2    wrong command, option, configuration or file
  3    inconclusive: the target has no failure, but something could not be assessed
  4    the harness itself failed, and found no failure in the target
  130  interrupted by a signal
Reports are written for 0, 1, 3, 4 and 130. If they cannot be written, the exit code is 4.
A run that judged nothing never ends with 0.`;

export function exitCodeOf(
  verdict: Verdict,
  { harnessErrors }: Pick<Result, 'harnessErrors'>,
): number {
  if (verdict === 'non-conformant') return exitCodes.nonConformant;
  if (harnessErrors.length > 0) return exitCodes.harnessError;
  return verdict === 'conformant' ? exitCodes.conformant : exitCodes.inconclusive;
}

/** Wrong input. The message says what is wrong and what to do. */
export class InputError extends Error {
  override readonly name: string = 'InputError';
}

/** For `catch`: throws an `InputError` such as `keys cannot be written (EACCES). Name another.` */
export function orInputError(what: string, cure: string): (error: unknown) => never {
  return (error) => {
    throw new InputError(`${what} (${codeOf(error)}). ${cure}`);
  };
}

/** Results cannot be written. The message says what to do. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

export function explain(error: unknown): number {
  const isInput =
    error instanceof InputError ||
    error instanceof WrongConfiguration ||
    error instanceof EvidenceError;
  if (isInput) {
    // The message may quote a file of unknown origin.
    process.stderr.write(`${error.message.split('\n').map(plain).join('\n')}\n`);
    return exitCodes.wrongInput;
  }
  const lines = error instanceof OutputError ? [error.message] : stackOf(error).split('\n');
  const text = lines.map(plain).join('\n');
  process.stderr.write(`The harness itself failed. This says nothing about the target.\n${text}\n`);
  return exitCodes.harnessError;
}
