/** Control, format and bidi characters, lone surrogates, and separators that some programs treat as line ends. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Escapes characters and sequences that a terminal or the log of a CI system would interpret as commands. */
export function plain(text: string): string {
  return text
    .replace(unseen, (character) => {
      if (character === '\n' || character === '\t') return ' ';
      return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
    })
    .replace(/##(?=\[|vso\[)/gi, '#\\u0023');
}
