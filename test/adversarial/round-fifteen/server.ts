import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from './directives.ts';
import type { Exchange, Reply } from './layer.ts';
import { handleRejection } from './rejection-handler.ts';
import { match, route } from './routes.ts';

const MOST_BYTES = 64 * 1024;

async function bodyOf(request: IncomingMessage): Promise<{ text: Buffer; tooLarge: boolean }> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes <= MOST_BYTES) pieces.push(piece);
  }
  return { text: Buffer.concat(pieces), tooLarge: bytes > MOST_BYTES };
}

const pathAndQuery = (target = '/'): readonly [string, string] => {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const at = local.indexOf('?');
  return at < 0 ? [local, ''] : [local.slice(0, at), local.slice(at + 1)];
};

async function received(request: IncomingMessage, app: App): Promise<readonly [Exchange, string]> {
  const [path, query] = pathAndQuery(request.url);
  const method = request.method ?? 'GET';
  const { allow, ...matched } = match(path, method, app.settings);
  const exchange: Exchange = {
    ...matched,
    ...(await bodyOf(request)),
    method,
    query,
    connection: request.socket,
    header: (name) => request.headersDistinct[name]?.join(', ').trim(),
  };
  return [exchange, allow];
}

function send(reply: Reply, response: ServerResponse): void {
  const payload = reply.text ?? (reply.body === undefined ? undefined : JSON.stringify(reply.body));
  const type = payload === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
  const headers = { ...type, ...reply.headers };
  if (reply.reason === undefined) response.writeHead(reply.status, headers);
  else response.writeHead(reply.status, reply.reason, headers);
  response.end(payload);
}

async function answer(request: IncomingMessage, response: ServerResponse, app: App): Promise<void> {
  const [exchange, allow] = await received(request, app);
  const { layer } = app;
  const shed = await layer.arrive?.(exchange);
  const reply =
    shed ??
    (await route(exchange, allow, app).catch((error: unknown) => handleRejection(error, exchange, allow, layer)));
  send(layer.reply ? await layer.reply(reply, exchange) : reply, response);
}

const refusedBytes = (code: string): string =>
  `HTTP/1.1 ${code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'}\r\n` +
  'Content-Length: 0\r\nConnection: close\r\n\r\n';

export async function listen(app: App): Promise<{ port: number; close: () => Promise<void> }> {
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    // What fails here is a connection that the client has given up.
    answer(request, response, app).catch(() => response.destroy());
  };
  const server: Server = createServer(serve);
  server.on('checkExpectation', serve);
  server.keepAliveTimeout = 30_000;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const code = error.code ?? '';
    if (app.layer.unparsed?.(code) === 'silence') return;
    if (socket.writable) socket.end(refusedBytes(code));
    else socket.destroy();
  });
  server.on('connect', (_, socket) => socket.end(refusedBytes('')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port: typeof bound === 'object' && bound ? bound.port : 0, close };
}
