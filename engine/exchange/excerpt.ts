/**
 * The beginning of a text, by itself: what `slice` yields keeps the whole text in memory for as long as it lives, and
 * excerpts of megabytes live in findings and reasons to the end of the run.
 */
export function excerpt(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}
