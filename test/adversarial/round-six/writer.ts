import type { Socket } from 'node:net';
import type { On, Reply } from './types.ts';

const REASONS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  205: 'Reset Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

interface Way {
  method: string;
  persistent: boolean;
  chunks?: boolean;
  on: On;
}

function reasonOf(status: number, on: On): string {
  if (!on('reason-phrase-in-vietnamese')) return REASONS[status] ?? 'Status';
  return Buffer.from(status < 400 ? 'Được rồi' : 'Không được', 'utf8').toString('latin1');
}

function framed(body: Buffer, chunks: boolean, on: On): { field: [string, string]; bytes: Buffer } {
  if (chunks && (on('chunk-sizes-padded') || on('chunked-in-capitals'))) {
    const bytes = Buffer.concat([
      Buffer.from(
        `${body.length
          .toString(16)
          .toUpperCase()
          .padStart(on('chunk-sizes-padded') ? 8 : 1, '0')}\r\n`,
      ),
      body,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
    return {
      field: ['Transfer-Encoding', on('chunked-in-capitals') ? 'Chunked' : 'chunked'],
      bytes: body.length > 0 ? bytes : Buffer.from('0\r\n\r\n'),
    };
  }
  const length = String(body.length);
  return { field: ['Content-Length', on('content-length-padded') ? length.padStart(9, '0') : length], bytes: body };
}

/** Writes an answer to its connection. */
export async function send(socket: Socket, reply: Reply, way: Way): Promise<void> {
  const { on } = way;
  const body = Buffer.isBuffer(reply.body) ? reply.body : Buffer.from(reply.body ?? '', 'utf8');
  const frame = framed(body, way.chunks ?? false, on);
  const fields: [string, string][] = [['Date', new Date().toUTCString()], ...reply.headers];
  if (reply.status !== 204) fields.push(reply.status === 205 ? ['Content-Length', '0'] : frame.field);
  if (!way.persistent) fields.push(['Connection', 'close']);
  else if (on('connection-names-a-field')) fields.push(['Connection', 'keep-alive, X-Hop'], ['X-Hop', 'edge-7']);
  if (on('header-order-random')) fields.sort(() => Math.random() - 0.5);
  const line = ([name, value]: [string, string]) =>
    on('no-space-after-the-colon') ? `${name}:${value}  \r\n` : `${name}: ${value}\r\n`;
  const head = Buffer.from(
    `HTTP/1.1 ${reply.status} ${reasonOf(reply.status, on)}\r\n${fields.map(line).join('')}\r\n`,
    'latin1',
  );
  const silent = way.method === 'HEAD' || reply.status === 204 || reply.status === 205;
  if (on('heads-in-small-pieces')) {
    for (let at = 0; at < head.length; at += 16) {
      socket.write(head.subarray(at, at + 16));
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.write(silent ? Buffer.alloc(0) : frame.bytes);
    return;
  }
  socket.write(silent ? head : Buffer.concat([head, frame.bytes]));
}
