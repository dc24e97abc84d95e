import type { Socket } from 'node:net';
import type { Fields, Lost } from '../exchange/index.ts';
import type { Connections } from './connections.ts';
import { growingBuffer } from './http.ts';
import { cutShort, lostBy, timedOut } from './no-response.ts';
import { readAnswer } from './raw-answer.ts';
import type { WireRequest } from './resolve.ts';
import type { Delivery, RawAnswer } from './transport.ts';

type RawDelivery = Pick<Delivery, 'url' | 'request' | 'timeLimitMs' | 'transmission'> &
  Readonly<{
    maxBytes: number;
    connections: Pick<Connections, 'open'>;
  }>;

/**
 * Only the lines of `addedFields` are added. Never rejects. A response counts even if the target
 * sends it early and then resets the connection.
 */
export const sendRaw = (raw: RawDelivery): Promise<RawAnswer | Lost> =>
  new Promise((resolve) => {
    const { url, request, maxBytes, connections, transmission } = raw;
    const timeoutMs = raw.timeLimitMs();
    const added = addedFields(url.host, request, 'close');
    const received = growingBuffer(maxBytes);
    const opening = new AbortController();
    let socket: Socket | undefined;
    const finish = (answer: RawAnswer | Lost) => {
      clearTimeout(timer);
      opening.abort();
      socket?.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => finish(timedOut(timeoutMs)), timeoutMs);
    const conclude = (ended: boolean, otherwise: Lost) => {
      const answer = readAnswer(received.bytes(), request.method, ended);
      if (answer !== 'incomplete') finish(answer);
      else if (ended) finish(otherwise);
    };
    const exchange = (opened: Socket) => {
      socket = opened;
      transmission.sending(opened, (given) => [...added, ...given]);
      opened.on('data', (chunk) => {
        transmission.mark('respondingAt');
        if (received.add(chunk) > maxBytes)
          finish({ lost: 'oversized', detail: `more than ${maxBytes} bytes` });
        else conclude(false, cutShort);
      });
      opened.on('end', () => conclude(true, cutShort));
      opened.on('error', (error) => conclude(true, lostBy(error)));
      opened.on('close', () => conclude(true, cutShort));
      opened.write(joined(request, added), () => transmission.mark('sentAt'));
    };
    connections.open(url, opening.signal).then(exchange, (error) => finish(lostBy(error)));
  });

/** The bytes of a request, with the lines that it lacks. */
export const bytesOf = (host: string, request: WireRequest, connection: 'close' | 'keep-alive') =>
  joined(request, addedFields(host, request, connection));

function joined({ method, path, headers, body }: WireRequest, added: Fields) {
  const lines = [...added, ...headers].map(([name, value]) => [
    Buffer.from(`${name}: `, 'latin1'),
    Buffer.from(value),
  ]);
  const head = [[Buffer.from(`${method} ${path} HTTP/1.1`, 'latin1')], ...lines, []];
  const crlf = Buffer.from('\r\n');
  return Buffer.concat([...head.flatMap((line) => [...line, crlf]), body ?? Buffer.alloc(0)]);
}

function addedFields(host: string, { headers, body }: WireRequest, connection: string) {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const added: Fields[number][] = [];
  if (!names.has('host')) added.push(['Host', host]);
  if (!names.has('connection')) added.push(['Connection', connection]);
  const framed = names.has('content-length') || names.has('transfer-encoding');
  if (body && !framed) added.push(['Content-Length', String(body.length)]);
  return added;
}
