/** The byte order mark, which some editors and shells write before UTF-8. */
const mark = '\uFEFF';

type Change =
  | 'its line ends were converted'
  | 'a byte order mark was added'
  | 'line ends at its end were added or removed';

/** The line ends that `run` writes, and those of a file that was converted to LF. */
export const lineEnds = ['\n', '\r\n'] as const;

/**
 * Undoes what Git, FTP clients, editors and shells do to text files. Takes a file line by line,
 * without its line feeds.
 */
export class Conversion {
  #lines = 0;
  #blank = 0;
  #hasMark = false;
  #hasReturns = false;

  /** Returns the next lines of the original: blank lines only if others follow. */
  original(line: string): readonly string[] {
    const isFirst = this.#lines++ === 0;
    if (isFirst && line.startsWith(mark)) this.#hasMark = true;
    if (line.endsWith('\r')) this.#hasReturns = true;
    const text = line.slice(isFirst && this.#hasMark ? 1 : 0, line.endsWith('\r') ? -1 : undefined);
    if (text === '') {
      this.#blank++;
      return [];
    }
    const lines = [...Array<string>(this.#blank).fill(''), text];
    this.#blank = 0;
    return lines;
  }

  /** Says what was undone, if the original had these line ends. */
  change(end: (typeof lineEnds)[number]): Change {
    if (this.#hasReturns !== (end === '\r\n')) return 'its line ends were converted';
    return this.#hasMark
      ? 'a byte order mark was added'
      : 'line ends at its end were added or removed';
  }
}

/** Says how a text was converted, if `isOriginal` accepts it without that. */
export function conversionOf(
  text: string,
  isOriginal: (text: string) => boolean,
  then?: string,
): string | undefined {
  const conversion = new Conversion();
  const lines = text.split('\n').flatMap((line) => conversion.original(line));
  const end = lineEnds.find((one) => isOriginal(lines.map((line) => `${line}${one}`).join('')));
  return end === undefined ? undefined : conversionText(conversion.change(end), then);
}

export const conversionText = (change: Change, then = 'its digest is right'): string =>
  `${change}; without that, ${then}. Copy the file again as it is. ` +
  'Git keeps it with -text in .gitattributes. See docs/troubleshooting.md#files';

export const withoutMark = (text: string): string => (text.startsWith(mark) ? text.slice(1) : text);
