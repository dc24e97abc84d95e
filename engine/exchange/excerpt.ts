/**
 * Copies the beginning of a string. The result of `slice` would keep the whole original in memory.
 * Findings and reasons contain excerpts of large responses until the run ends.
 */
export function excerpt(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}
