import { headBytes, type MessageSize } from '../exchange/wire-details.ts';
import type { RawAnswer } from './http.ts';
import type { WireRequest } from './resolve.ts';
import type { ShownField } from './transmission.ts';

/** With secrets. `sent`: the lines as shown, with those that the client added. */
export function requestSizeOf(
  { method, path, headers, body }: WireRequest,
  shown: readonly ShownField[],
  sent: readonly ShownField[],
): MessageSize {
  const resolved = headers.reduce((sum, [, value]) => sum + value.length, 0);
  const symbolic = shown.reduce((sum, [, value]) => sum + Buffer.byteLength(value), 0);
  return {
    head: headBytes(`${method} ${path} HTTP/1.1`, sent) + resolved - symbolic,
    body: body?.length ?? 0,
  };
}

/** Before content decoding. */
export function responseSizeOf({
  httpVersion,
  status,
  statusText,
  headers,
  body,
}: RawAnswer): MessageSize {
  const statusLine = `HTTP/${httpVersion} ${status} ${statusText}`;
  return { head: headBytes(statusLine, headers, 'latin1'), body: body.length };
}
