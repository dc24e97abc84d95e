import { fieldValues, type Lost } from '../exchange/index.ts';
import { maxHeaderBytes, maxHeaderFields, tooManyFields } from './http.ts';
import type { RawAnswer } from './transport.ts';

const maxInterim = 20;
const endOfHead = /\r?\n\r?\n/;
const statusLine = /^HTTP\/(1\.\d) ([1-9]\d\d)(?: (.*))?$/s;
/** RFC 9110 sections 5.1 and 5.5: the name is a token, and the value has no NUL, CR or LF. */
const fieldLine = /^([!#$%&'*+.^_`|~\w-]+):([^\0\r\n]*)$/;

/** From the bytes received so far (RFC 9112 section 6.3). `ended`: no more bytes will arrive. */
export function readAnswer(
  received: Buffer,
  method: string,
  ended: boolean,
): RawAnswer | Lost | 'incomplete' {
  let rest = received;
  for (let interim = 0; interim <= maxInterim; interim++) {
    const head = readHead(rest);
    if (head === 'incomplete' || 'lost' in head) return head;
    if (head.status === 101) return invalid('a 101 that the request did not ask for');
    if (head.status >= 200) return readBody(head, method, ended);
    rest = head.rest;
  }
  return invalid(`more than ${maxInterim} interim responses`);
}

const invalid = (detail: string): Lost => ({ lost: 'invalid-http', detail });

type Head = Omit<RawAnswer, 'body'> &
  Readonly<{
    rest: Buffer;
  }>;

function readHead(received: Buffer): Head | Lost | 'incomplete' {
  const text = received.subarray(0, maxHeaderBytes).toString('latin1');
  const end = endOfHead.exec(text);
  const start = text.slice(0, 9);
  if (start !== '' && !'HTTP/1.1 '.startsWith(start) && !/^HTTP\/\d(\.\d? ?)?/.test(start)) {
    return invalid('it does not begin with a status line');
  }
  if (!end && received.length < maxHeaderBytes) return 'incomplete';
  if (!end)
    return { lost: 'oversized', detail: `a header section of more than ${maxHeaderBytes} bytes` };
  const [first = '', ...lines] = text.slice(0, end.index).split(/\r?\n/);
  const status = statusLine.exec(first);
  if (!status) return invalid('its status line is malformed');
  if (lines.length > maxHeaderFields) return { lost: 'oversized', detail: tooManyFields };
  const headers: [string, string][] = [];
  for (const line of lines) {
    const field = fieldLine.exec(line);
    if (!field) return invalid('a header line is malformed');
    headers.push([field[1] ?? '', (field[2] ?? '').trim()]);
  }
  return {
    status: Number(status[2]),
    statusText: status[3] ?? '',
    httpVersion: status[1] ?? '1.1',
    headers,
    rest: received.subarray(end.index + end[0].length),
  };
}

function readBody(head: Head, method: string, ended: boolean) {
  const { rest, ...answer } = head;
  const bodiless = method === 'HEAD' || head.status === 204 || head.status === 304;
  if (bodiless) return { ...answer, body: Buffer.alloc(0) };
  if (/\bchunked\s*$/i.test(fieldValues(head.headers, 'transfer-encoding')[0] ?? '')) {
    const body = readChunks(rest);
    return body === 'incomplete' || 'lost' in body ? body : { ...answer, body };
  }
  const lengths = fieldValues(head.headers, 'content-length');
  const [length, ...others] = new Set(lengths.flatMap((value) => value.split(/\s*,\s*/)));
  if (length === undefined) return ended ? { ...answer, body: rest } : 'incomplete';
  if (!/^\d+$/.test(length)) return invalid('its Content-Length is not a number');
  if (others.length > 0) return invalid('it has several Content-Lengths, which differ');
  return rest.length >= Number(length)
    ? { ...answer, body: rest.subarray(0, Number(length)) }
    : 'incomplete';
}

/** RFC 9112 section 7.1. Skips trailers. */
function readChunks(received: Buffer) {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = received.indexOf('\r\n', at);
    if (end < 0) return 'incomplete';
    const size = /^([0-9a-f]{1,8})\s*(?:;.*)?$/i.exec(received.toString('latin1', at, end))?.[1];
    if (size === undefined) return invalid('a chunk size is malformed');
    const start = end + 2;
    const next = start + Number.parseInt(size, 16);
    if (Number.parseInt(size, 16) === 0) {
      const trailers = received.subarray(end).toString('latin1');
      return trailers.includes('\r\n\r\n') ? Buffer.concat(chunks) : 'incomplete';
    }
    if (received.length < next + 2) return 'incomplete';
    chunks.push(received.subarray(start, next));
    at = next + 2;
  }
}
