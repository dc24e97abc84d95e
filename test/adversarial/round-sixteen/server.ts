import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Scope } from './language.ts';
import { type Answer, type Platform, Refusal, type Request } from './platform.ts';

const limit = 1024 * 1024;

async function receive(incoming: IncomingMessage): Promise<Request | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= limit) parts.push(part);
  }
  if (size > limit) return undefined;
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    headers[name] = (values ?? []).join(', ').replace(/^[ \t]+|[ \t]+$/g, '');
  }
  const [path = '', ...query] = (incoming.url ?? '').split('?');
  return {
    method: incoming.method ?? '',
    path,
    query: query.join('?'),
    headers,
    bytes: Buffer.concat(parts),
    base: '',
  };
}

export async function serve(platform: Platform, request: Request | undefined, extra: Scope): Promise<Answer> {
  const scope: Scope = { ...extra, request };
  const refuse = (kind: string) => platform.finish(platform.refuse(new Refusal(kind), scope, 'error'), scope, 'router');
  if (!request) return refuse('too-large');
  for (const before of platform.befores) {
    const early = await before(request);
    if (early) return platform.finish(early, scope, 'router');
  }
  const here = platform.flows.filter((flow) => flow.path.test(request.path));
  const flow = here.find((one) => one.method === request.method);
  if (flow) {
    scope['id'] = flow.path.exec(request.path)?.[1] ?? null;
    return platform.run(flow, scope);
  }
  if (here.length === 0) return refuse('no-route');
  const answer = await refuse('no-method');
  answer.headers['allow'] ??= here.map((one) => one.method).join(', ');
  return answer;
}

function send(platform: Platform, response: ServerResponse, answer: Answer, closing: boolean) {
  if (answer.silent) return;
  const text = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
  const bytes = Buffer.from(text);
  const bodiless = bytes.length === 0 || answer.status === 204;
  const headers: Answer['headers'] = bodiless ? {} : { 'content-type': 'application/json' };
  Object.assign(headers, answer.headers);
  if (closing) headers['connection'] = 'close';
  const write = platform.settings['write'] as
    | ((r: ServerResponse, s: number, h: object, b: Buffer) => void)
    | undefined;
  if (write && !bodiless) return write(response, answer.status, headers, bytes);
  if (answer.status !== 204) headers['content-length'] = String(bytes.length);
  response.writeHead(answer.status, headers);
  response.end(bodiless ? undefined : bytes);
}

function unreadable(platform: Platform, problem: NodeJS.ErrnoException, socket: Socket) {
  if (!socket.writable) return socket.destroy();
  const status = problem.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const unknown = problem.code === 'HPE_INVALID_METHOD' ? platform.settings['unknownMethod'] : undefined;
  const line = unknown ? `${unknown}` : `${status} Refused`;
  socket.end(`HTTP/1.1 ${line}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  return socket;
}

export async function listen(platform: Platform, extra: Scope): Promise<Server> {
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    try {
      const request = await receive(incoming);
      if (request) request.base = incoming.socket.remoteAddress ?? '';
      send(platform, response, await serve(platform, request, extra), request === undefined);
    } catch {
      response.destroy();
    }
  };
  const server = createServer(handle);
  server.on('checkExpectation', handle);
  server.keepAliveTimeout = 60_000;
  server.on('clientError', (problem, socket) => unreadable(platform, problem, socket as Socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
