import type { Fields } from './request.ts';

/** In milliseconds, as in HAR 1.2: -1 if unknown or skipped. `connect` includes `ssl`. */
export type Timings = Readonly<
  Record<'blocked' | 'dns' | 'connect' | 'ssl' | 'send' | 'wait' | 'receive', number>
>;

/** Bytes on the wire: with secrets, before content decoding, without chunk framing. */
export type MessageSize = Readonly<{
  head: number;
  body: number;
}>;

export type WireDetails = Readonly<{
  headers: Fields;
  statusText: string;
  requestSize?: MessageSize;
  responseSize?: MessageSize;
  serverIPAddress?: string;
  connection?: string;
  timings: Timings;
}>;

/** The size of a header section in HTTP/1, with its first line and the empty line at its end. */
export function headBytes(firstLine: string, lines: Fields, encoding: 'utf8' | 'latin1' = 'utf8') {
  // Four bytes more: of `: ` and the end of a line, or of the first line and the empty one.
  const text = lines.reduce((joined, [name, value]) => joined + name + value, firstLine);
  return Buffer.byteLength(text, encoding) + 4 * lines.length + 4;
}
