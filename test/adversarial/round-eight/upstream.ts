import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { On } from './answer.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly user: string;
  readonly language: 'hu' | 'ar';
  readonly etag: string | undefined;
  readonly body: unknown;
  readonly socket: Socket;
}

export interface Result {
  readonly status: number;
  readonly body?: unknown;
  readonly etag?: string;
}

export type Service = (call: Call) => Result | Promise<Result>;
export type ServiceName = 'learning' | 'accounts' | 'trading';
export type Forward = (service: ServiceName, order: Order) => Promise<Result>;

export interface Order {
  readonly method?: string;
  readonly path: string;
  readonly user?: string;
  readonly language?: string;
  readonly etag?: string | undefined;
  readonly body?: unknown;
}

async function readJson(message: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
}

const field = (message: IncomingMessage, name: string) => message.headers[name] as string | undefined;

async function listen(service: Service, isDying: (socket: Socket) => boolean) {
  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(message.url ?? '/', 'http://upstream');
    const result = await service({
      method: message.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      user: field(message, 'x-user-id') ?? '',
      language: field(message, 'x-language') === 'ar' ? 'ar' : 'hu',
      etag: field(message, 'if-none-match'),
      body: await readJson(message),
      socket: message.socket,
    });
    response.writeHead(result.status, {
      'Content-Type': 'application/json',
      ...(result.etag === undefined ? {} : { ETag: result.etag }),
    });
    response.end(result.body === undefined ? undefined : JSON.stringify(result.body));
  };
  const server = createServer({ keepAliveTimeout: 0 }, (message, response) => {
    if (isDying(message.socket)) message.socket.destroy();
    else serve(message, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Starts the services and gives the way to them, over connections that are kept alive. */
export async function openServices(services: Record<ServiceName, Service>, on: On) {
  const calls = new WeakMap<Socket, number>();
  const isDying = (name: ServiceName) => (socket: Socket) => {
    calls.set(socket, (calls.get(socket) ?? 0) + 1);
    return on('upstream-socket-dies-unretried') && name === 'trading' && (calls.get(socket) ?? 0) % 20 === 0;
  };
  const listeners = {
    learning: await listen(services.learning, isDying('learning')),
    accounts: await listen(services.accounts, isDying('accounts')),
    trading: await listen(services.trading, isDying('trading')),
  };
  const agent = (maxSockets: number) => new Agent({ keepAlive: true, maxSockets });
  const agents = {
    learning: agent(on('locale-kept-per-upstream-socket') ? 1 : 32),
    accounts: agent(32),
    trading: agent(32),
  };
  const forward: Forward = (name, order) =>
    new Promise((resolve, reject) => {
      const request = send({
        host: '127.0.0.1',
        port: listeners[name].port,
        agent: agents[name],
        method: order.method ?? 'GET',
        path: order.path,
        headers: {
          'x-user-id': order.user ?? '',
          'x-language': order.language ?? '',
          ...(order.etag === undefined ? {} : { 'If-None-Match': order.etag }),
        },
      });
      request.on('error', reject);
      request.on('response', async (message) => {
        const { etag } = message.headers;
        const body = await readJson(message).catch(reject);
        resolve({ status: message.statusCode ?? 500, body, ...(etag === undefined ? {} : { etag }) });
      });
      request.end(order.body === undefined ? undefined : JSON.stringify(order.body));
    });
  const close = () => {
    for (const name of ['learning', 'accounts', 'trading'] as const) {
      agents[name].destroy();
      listeners[name].server.close();
      listeners[name].server.closeAllConnections();
    }
  };
  return { forward, close };
}
