import type { Clue } from './clues.ts';
import { type Standard, standards } from './statements.ts';

/** What the specification says about a requirement, and what usually breaks it. */
export interface Guidance {
  /** The sentence or table row that states the requirement, word for word. */
  readonly statement: string;
  /** The standard that the statement is from, with its section. The specification if undefined. */
  readonly source?: string;
  /** Likely causes in a server, the most likely first. */
  readonly causes: readonly Cause[];
}

export interface Cause {
  /** The cause, as a sentence about the server. */
  readonly cause: string;
  /** What to look at in the server's code or configuration, as an instruction. */
  readonly look: string;
  /** Clues that speak for it. */
  readonly for: readonly Clue[];
  /** Clues that contradict it. */
  readonly against: readonly Clue[];
}

/** Guidance by the id of the requirement. */
export type GuidanceTable = Readonly<Record<string, Guidance>>;

/**
 * What to look at, by the cause, with the clues that `when` adds. The most likely cause is first.
 */
export type Causes = Readonly<Record<string, string>>;

/**
 * Adds the clues of a cause to what to look at. Those with `!` contradict the cause, the others
 * speak for it.
 */
export const when = (...clues: readonly (Clue | `!${Clue}`)[]): string =>
  clues.map((clue) => `|${clue}`).join('');

/** Guidance with a statement of the specification. */
export const specified = (statement: string, causes: Causes): Guidance => ({
  statement,
  causes: listed(causes),
});

/** Guidance with a statement of a standard, for what the specification only implies. */
export const implied = (source: Standard, causes: Causes): Guidance => ({
  statement: standards[source],
  source,
  causes: listed(causes),
});

const listed = (causes: Causes): Cause[] =>
  Object.entries(causes).map(([cause, told]) => {
    const [look = '', ...clues] = told.split('|') as [string, ...Clue[]];
    const against = clues
      .filter((clue) => clue.startsWith('!'))
      .map((clue) => clue.slice(1) as Clue);
    return { cause, look, for: clues.filter((clue) => !clue.startsWith('!')), against };
  });
