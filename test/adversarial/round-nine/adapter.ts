import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type App, type Context, Refusal } from './app.ts';
import { apiError } from './onion.ts';

const BODY_LIMIT = 65_536;

async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming) {
    size += piece.length;
    if (size <= BODY_LIMIT) pieces.push(piece);
  }
  return size <= BODY_LIMIT ? Buffer.concat(pieces) : undefined;
}

function requestOf(incoming: IncomingMessage, body: Buffer): Request {
  const headers = new Headers();
  for (let place = 0; place < incoming.rawHeaders.length; place += 2) {
    headers.append(String(incoming.rawHeaders[place]), String(incoming.rawHeaders[place + 1]));
  }
  const target = (incoming.url ?? '/').replace(/^https?:\/\/[^/]*/i, '');
  const method = incoming.method ?? 'GET';
  const init =
    method === 'GET' || method === 'HEAD' ? { method, headers } : { method, headers, body: new Uint8Array(body) };
  return new Request(`http://127.0.0.1${target.startsWith('/') ? target : '/'}`, init);
}

export function writeWhole(response: Response, body: Buffer, raw: ServerResponse): void {
  raw.statusCode = response.status;
  for (const [name, value] of response.headers) raw.appendHeader(name, value);
  if (body.length > 0 || response.status === 200) raw.setHeader('content-length', body.length);
  raw.end(body);
}

function parserErrors(app: App, server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable) return void socket.destroy();
    const overflow = error.code === 'HPE_HEADER_OVERFLOW';
    const line = overflow ? '431 Request Header Fields Too Large' : app.onParserError(error.code ?? '');
    const message = { status: Number(line.slice(0, 3)), error: { message: line.slice(4) }, responseId: randomUUID() };
    const body = JSON.stringify(message);
    const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
    socket.end(`HTTP/1.1 ${line}\r\n${head}\r\n\r\n${body}`);
  });
}

/** Lets fetch handlers answer what arrives by node:http. */
export async function listen(app: App, handle: (context: Context) => Promise<Response>) {
  const server = createServer({ maxHeaderSize: 16_384 });
  async function answer(incoming: IncomingMessage, raw: ServerResponse): Promise<void> {
    const method = incoming.method ?? 'GET';
    const url = new URL('http://127.0.0.1/');
    const failed = async (refusal: Refusal) =>
      apiError(app, refusal, { request: new Request(url), url, method }, await app.newId());
    const body = await bodyOf(incoming);
    let response: Response;
    if (!body) response = await failed(new Refusal(413, 'The body is too large'));
    else if (method === 'TRACE' || method === 'CONNECT') response = await failed(app.onUnknownMethod());
    else {
      const request = requestOf(incoming, body);
      response = await handle({ request, url: new URL(request.url), method });
    }
    if (raw.destroyed) return;
    await app.write(response, Buffer.from(await response.arrayBuffer()), raw, incoming);
  }
  server.on('request', (incoming, raw) => {
    answer(incoming, raw).catch(() => raw.destroy());
  });
  parserErrors(app, server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
