import { disarmed, escaped } from './log-commands.ts';

/**
 * Control, format and bidi characters, lone surrogates, and separators that some programs treat as
 * line ends.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/**
 * Escapes characters and sequences that a terminal or the log of a CI system would interpret as
 * commands.
 */
export const plain = (text: string): string =>
  disarmed(
    text.replace(unseen, (character) =>
      character === '\n' || character === '\t' ? ' ' : escaped(character),
    ),
  );
