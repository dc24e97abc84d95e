import { disarmed } from './log-commands.ts';

const columns = 120;

/**
 * Breaks a text into lines, indented by `indent` spaces. A word that is longer than a line breaks
 * where lines end, unless it is a URL. No line begins with a command of a CI system.
 */
export function wrapped(text: string, indent: number, separator = ' '): string[] {
  const room = columns - indent;
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(separator)) {
    if (
      line !== undefined &&
      line.length + separator.length + word.length > room &&
      word.length <= room
    ) {
      lines.push(`${line}${separator}`.trimEnd());
      line = word;
    } else line = line === undefined ? word : `${line}${separator}${word}`;
    while (line.length > room && !line.includes('://')) {
      const end = /[\uD800-\uDBFF]/.test(line[room - 1] ?? '') ? room - 1 : room;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line ?? ''].map((one) => `${' '.repeat(indent)}${disarmed(one)}`);
}
