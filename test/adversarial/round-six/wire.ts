import { createServer, type Server, type Socket } from 'node:net';
import { bodyOf, Reader } from './reader.ts';
import { type On, type Reply, type Request, refusal } from './types.ts';
import { send } from './writer.ts';

const LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/1\.([01])$/;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/;

export interface App {
  handle(request: Request): Promise<Reply>;
  early(request: Request): Promise<Reply | undefined>;
}

/** Reads the head of a request, or says why it is none. */
function parseHead(text: string): Request | Reply {
  const lines = text.split('\r\n');
  const first = LINE.exec(lines.shift() ?? '');
  if (!first) return refusal(400, 'The request line is not valid');
  const [, method = '', target = '', minor = '1'] = first;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const field = FIELD.exec(line);
    if (!field || CONTROL.test(line)) return refusal(400, 'A header field is not valid');
    const name = (field[1] ?? '').toLowerCase();
    const before = headers.get(name);
    if (name === 'host' && before !== undefined) return refusal(400, 'Host was sent twice');
    if (name === 'content-length' && before !== undefined && before !== field[2]) return refusal(400, 'Two lengths');
    headers.set(name, before === undefined || name === 'content-length' ? (field[2] ?? '') : `${before}, ${field[2]}`);
  }
  if (minor === '1' && !headers.has('host')) return refusal(400, 'Host is missing');
  const length = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
  if (length !== undefined && (!/^\d{1,15}$/.test(length) || coding !== undefined)) {
    return refusal(400, 'The length of the body is not valid');
  }
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return refusal(501, 'The transfer coding is not known');
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const mark = rest.indexOf('?');
  return {
    method,
    path: mark < 0 ? rest : rest.slice(0, mark),
    query: mark < 0 ? '' : rest.slice(mark + 1),
    headers,
    body: Buffer.alloc(0),
    chunks: minor === '1',
    persistent: minor === '1' && !/\bclose\b/i.test(headers.get('connection') ?? ''),
  };
}

async function serve(socket: Socket, app: App, on: On): Promise<void> {
  const reader = new Reader(socket);
  for (;;) {
    const idle = on('idle-connections-close') ? setTimeout(() => socket.end(), 250) : undefined;
    const head = await reader.head();
    clearTimeout(idle);
    if (head === undefined) return;
    const request = head === 'large' ? refusal(431, 'The header section is too large') : parseHead(head);
    if ('status' in request) {
      await send(socket, request, { method: 'GET', persistent: false, on });
      return;
    }
    const early = on('refused-before-the-body') ? await app.early(request) : undefined;
    if (early)
      await send(socket, early, { method: request.method, persistent: request.persistent, chunks: request.chunks, on });
    if (!early && request.headers.get('expect')?.toLowerCase() === '100-continue') {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    }
    const body = await bodyOf(reader, request.headers);
    if (body === undefined) return;
    if (typeof body === 'number') {
      if (!early) await send(socket, refusal(body, 'The body is not valid'), { method: 'GET', persistent: false, on });
      return;
    }
    request.body = body;
    if (!early) {
      const reply = await app.handle(request);
      await send(socket, reply, { method: request.method, persistent: request.persistent, chunks: request.chunks, on });
    }
    if (!request.persistent) return;
  }
}

/** Listens on a free port of the loopback interface. */
export async function listen(app: App, on: On): Promise<{ port: number; close(): Promise<void> }> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    serve(socket, app, on).then(
      () => socket.end(),
      () => socket.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
