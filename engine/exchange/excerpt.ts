/**
 * Copies the beginning of a string. A string that `slice` returns would keep the whole original in memory, and findings
 * and reasons keep excerpts of responses of several megabytes until the run ends.
 */
export function excerpt(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}
