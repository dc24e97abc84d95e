/** Copies the beginning of a string. A `slice` would keep the whole response in memory. */
export function excerpt(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}
