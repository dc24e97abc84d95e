/** Copies the beginning of a string. A `slice` would keep the whole response in memory. */
export const excerpt = (text: string, length: number) =>
  Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
