import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { dispatch, refuse } from './dispatch.ts';
import type { Call, Schema } from './schema.ts';
import { Raise } from './schema.ts';
import { issue } from './token-service.ts';
import type { Answer } from './types.ts';

export const tokenPath = '/identity/oauth/token';
export const keysPath = '/identity/oauth/jwks';
const bodyLimit = 1_048_576;

const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size > bodyLimit ? undefined : Buffer.concat(chunks);
};
const asText = (bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};
const callOf = (request: IncomingMessage, body: string | undefined): Call => {
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  return {
    method: request.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    field: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    body,
    route: undefined,
    guideId: '',
    token: '',
    claims: undefined,
    user: undefined,
  };
};
const send = (db: Schema, request: IncomingMessage, response: ServerResponse, answer: Answer): void => {
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.fields)) response.setHeader(name, value);
  const bare = request.method === 'HEAD' || answer.status === 204;
  if (answer.body === undefined || bare) {
    if (!bare) response.setHeader('Content-Length', 0);
    response.end();
  } else if (db.pieces !== undefined) {
    for (const piece of db.pieces(answer.body)) response.write(piece);
    response.end();
  } else {
    response.setHeader('Content-Length', Buffer.byteLength(answer.body));
    response.end(answer.body);
  }
};

const serve = async (db: Schema, keys: unknown, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const bytes = await readBody(request);
  const call = callOf(request, bytes === undefined ? undefined : asText(bytes));
  if (bytes === undefined) {
    const raise = new Raise(413, 'The body is too large', null, { Connection: 'close' });
    send(db, request, response, refuse(db, call, raise));
  } else if (call.path === tokenPath) {
    send(db, request, response, await issue(db, call.method, call.body));
  } else if (call.path === keysPath && call.method === 'GET') {
    const fields = { 'Content-Type': 'application/json' };
    send(db, request, response, { status: 200, fields, body: JSON.stringify(keys) });
  } else {
    send(db, request, response, await dispatch(db, call));
  }
};

const onClientError = (error: Error & { code?: string }, socket: Socket): void => {
  if (!socket.writable) return void socket.destroy();
  const line = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

interface Listening {
  readonly origin: string;
  readonly close: () => Promise<void>;
}
/** Puts a schema on a free port of 127.0.0.1. */
export const listen = async (db: Schema, keys: unknown): Promise<Listening> => {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    serve(db, keys, request, response).catch(() => {
      if (response.headersSent || (request.destroyed && !request.complete)) return void response.destroy();
      const answer = refuse(db, callOf(request, ''), new Raise(500, 'The statement failed'));
      send(db, request, response, answer);
    });
  };
  const options = { maxHeaderSize: 32_768, joinDuplicateHeaders: true, keepAliveTimeout: 30_000 };
  const server: Server = createServer(options, handle);
  server.on('checkExpectation', handle);
  server.on('clientError', onClientError);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
