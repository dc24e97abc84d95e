import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  connect as connectTls,
  createServer as createTlsServer,
  TLSSocket,
  type TlsOptions,
} from 'node:tls';
import type { Identity } from '../../fixtures/hostile/certificates.ts';

/** What a client asked a proxy for. */
export interface AskedProxy {
  readonly method: string;
  /** `host:port` of CONNECT, or the absolute URL. */
  readonly target: string;
  readonly authorization: string | undefined;
  /** Counted from 1. */
  readonly nth: number;
}

export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface ProxyOptions {
  /** The identity of an https proxy. */
  readonly identity?: Identity;
  /** Terminates the TLS of the target with this identity, as a proxy that inspects traffic does. */
  readonly inspects?: Identity;
  readonly refuse?: (asked: AskedProxy) => Refusal | undefined;
  /** Does not answer CONNECT. */
  readonly isSilent?: boolean;
}

export interface Running {
  readonly port: number;
  /** Ends all connections. New ones are accepted. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

export interface RunningProxy extends Running {
  readonly url: string;
  readonly seen: readonly AskedProxy[];
}

/** Starts a proxy for CONNECT and the absolute form. It connects every host name to loopback. */
export async function startProxy(options: ProxyOptions = {}): Promise<RunningProxy> {
  const { identity, inspects, refuse, isSilent = false } = options;
  const seen: AskedProxy[] = [];
  const hear = ({ method = '', url: target = '', headers }: IncomingMessage) => {
    const asked = {
      method,
      target,
      authorization: headers['proxy-authorization'],
      nth: seen.length + 1,
    };
    seen.push(asked);
    return refuse?.(asked);
  };
  const forward = (request: IncomingMessage, response: ServerResponse) => {
    const refusal = hear(request);
    if (refusal) response.writeHead(refusal.status, { ...refusal.headers }).end(refusal.body);
    else passOn(request, response);
  };
  const server = identity ? createSecureServer({ ...identity }, forward) : createServer(forward);
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => {});
    const refusal = hear(request);
    if (isSilent) return;
    if (refusal) client.end(headOf(refusal));
    else tunnel(request.url ?? '', client, head, inspects);
  });
  const running = await listen(server);
  return { ...running, url: `${identity ? 'https' : 'http'}://127.0.0.1:${running.port}`, seen };
}

function headOf({ status, headers = {}, body = '' }: Refusal): string {
  const lines = Object.entries({ ...headers, 'Content-Length': String(body.length) });
  return `HTTP/1.1 ${status} Refused\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n${body}`;
}

function tunnel(
  authority: string,
  client: Duplex,
  head: Buffer,
  inspects: Identity | undefined,
): void {
  const port = Number(authority.split(':').at(-1));
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) client.unshift(head);
  if (!inspects) {
    join(client, connect({ port, host: '127.0.0.1', noDelay: true }));
    return;
  }
  const near = new TLSSocket(client as Socket, {
    isServer: true,
    ...inspects,
    ALPNProtocols: ['http/1.1'],
  });
  join(
    near,
    connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }),
  );
}

/** Passes on a request in absolute form, without the header for the proxy. */
function passOn(request: IncomingMessage, response: ServerResponse): void {
  const { port, pathname, search } = new URL(request.url ?? '');
  const { 'proxy-authorization': _own, ...headers } = request.headers;
  const options = {
    host: '127.0.0.1',
    port,
    method: request.method,
    path: `${pathname}${search}`,
    headers,
  };
  const onward = send(options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  onward.on('error', () => response.writeHead(502).end('the proxy got no response'));
  request.pipe(onward);
}

/** Starts a server that terminates TLS and passes the bytes on to that URL's port. */
export async function startTlsFront(to: string, options: TlsOptions): Promise<Running> {
  const port = Number(new URL(to).port);
  const server = createTlsServer({ ALPNProtocols: ['http/1.1'], ...options }, (near) => {
    join(near, connect({ port, host: '127.0.0.1', noDelay: true }));
  });
  return listen(server.on('tlsClientError', () => {}));
}

function join(one: Duplex, other: Duplex): void {
  one.on('error', () => other.destroy()).on('close', () => other.destroy());
  other.on('error', () => one.destroy()).on('close', () => one.destroy());
  one.pipe(other).pipe(one);
}

async function listen(server: Server): Promise<Running> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.setNoDelay(true).on('error', () => {}));
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    close: async () => {
      server.close();
      cut();
    },
  };
}
