/**
 * Milliseconds of the parts of an exchange, as in HAR 1.2: -1 if unknown or skipped. `connect`
 * includes `ssl`.
 */
export type Timings = Readonly<
  Record<'blocked' | 'dns' | 'connect' | 'ssl' | 'send' | 'wait' | 'receive', number>
>;

/**
 * The bytes of a message as it was on the wire: with secrets, and before content decoding. Without
 * chunk framing.
 */
export interface MessageSize {
  /** The first line, the header lines and the empty line after them. */
  readonly head: number;
  readonly body: number;
}

/** The network details of an exchange, for readers of the evidence. No judge reads them. */
export interface WireDetails {
  /** The header lines of the request as they were sent, in their order, secrets as symbols. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly statusText: string;
  readonly requestSize?: MessageSize;
  /** Absent if no response came. */
  readonly responseSize?: MessageSize;
  readonly serverIPAddress?: string;
  /** The local port of the connection. */
  readonly connection?: string;
  readonly timings: Timings;
}

/**
 * The bytes of a header section in HTTP/1: its first line, its lines, and the empty line after
 * them.
 */
export function headBytes(
  firstLine: string,
  lines: readonly (readonly [name: string, value: string])[],
  encoding: 'utf8' | 'latin1' = 'utf8',
): number {
  // Four bytes more: of `: ` and the end of a line, or of the first line and the empty one.
  const text = lines.reduce((joined, [name, value]) => joined + name + value, firstLine);
  return Buffer.byteLength(text, encoding) + 4 * lines.length + 4;
}
