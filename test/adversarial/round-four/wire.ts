import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { answerRefusal, Refusal } from './refusal.ts';
import type { World } from './world.ts';

/** Writes an answer by hand, in chunks that carry extensions, and closes the connection. */
function writeChunksByHand(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  const [writeHead, socket] = [response.writeHead.bind(response), response.socket];
  let status = 200;
  let fields: Readonly<Record<string, unknown>> = {};
  response.writeHead = ((code: number, given: Readonly<Record<string, unknown>> = {}) => {
    [status, fields] = [code, given];
    return response;
  }) as typeof writeHead;
  response.write = ((chunk: unknown) => {
    keep(chunk);
    return true;
  }) as typeof response.write;
  response.end = ((chunk: unknown) => {
    keep(chunk);
    request.resume();
    const body = Buffer.concat(chunks);
    const empty = request.method === 'HEAD' || status === 204 || status === 304;
    const framed = Object.entries({ ...fields, date: new Date().toUTCString(), connection: 'close' }).filter(
      ([name]) => !/^(content-length|transfer-encoding)$/i.test(name),
    );
    if (status !== 204 && status !== 304) framed.push(['transfer-encoding', 'chunked']);
    const lines = framed.flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
    socket?.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`);
    if (!empty) {
      if (body.length > 0) {
        socket?.write(`${body.length.toString(16)};sig="a;b\\"c";part=1\r\n`);
        socket?.write(body);
        socket?.write('\r\n');
      }
      socket?.write('0;last\r\n\r\n');
    }
    socket?.end();
    return response;
  }) as typeof response.end;
}

function dress(world: World, request: IncomingMessage, response: ServerResponse): void {
  if (world.on('chunks-carry-extensions')) writeChunksByHand(request, response);
  if (world.on('answers-have-large-headers'))
    response.setHeader('content-security-policy', `img-src ${'https://cdn.poupa.example/x '.repeat(220)}`);
  if (world.on('an-upgrade-is-offered')) {
    response.setHeader('upgrade', 'websocket');
    response.setHeader('connection', 'keep-alive, Upgrade');
  }
}

async function refuseBytes(world: World, code: string | undefined, socket: Socket): Promise<void> {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const answer = await answerRefusal(world, new Refusal(status, 'The request is no valid HTTP.'));
  const body = Buffer.from(await answer.text());
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
  socket.end(Buffer.concat([Buffer.from(head), body]));
}

/** Puts the gateway behind a server of its own. */
export function serveWorld(world: World, fetch: (request: Request) => Response | Promise<Response>): Server {
  const listen = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    errorHandler: () => answerRefusal(world, new Refusal(400, 'The request is malformed.')),
  });
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    dress(world, request, response);
    void listen(request, response);
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  server.on('checkExpectation', answer);
  server.on(
    'clientError',
    (error: NodeJS.ErrnoException, socket: Socket) => void refuseBytes(world, error.code, socket),
  );
  if (world.on('a-connection-serves-twenty-requests')) server.maxRequestsPerSocket = 20;
  return server;
}
