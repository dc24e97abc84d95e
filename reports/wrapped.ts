/** The most columns of a line. */
const columns = 120;

/**
 * Breaks a text at spaces, or after another separator, into lines. Each is indented by `indent` spaces. A word that is
 * longer than a line stays whole.
 */
export function wrapped(text: string, indent: number, separator = ' '): string[] {
  const room = columns - indent;
  const [first = '', ...words] = text.split(separator);
  const lines: string[] = [];
  let line = first;
  for (const word of words) {
    if (line.length + separator.length + word.length > room && word.length <= room) {
      lines.push(`${line}${separator}`.trimEnd());
      line = word;
    } else line = `${line}${separator}${word}`;
  }
  return [...lines, line].map((one) => `${' '.repeat(indent)}${one}`);
}
