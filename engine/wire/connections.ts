import { once } from 'node:events';
import { request as requestOverHttp } from 'node:http';
import { connect as connectTcp, isIP, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { buildConnector } from 'undici';
import { hostOf, type Network, portOf, proxyCredentials, proxyFor } from '../config/index.ts';
import { type Answer, defined, type Lost } from '../exchange/index.ts';
import { codeOf } from './no-response.ts';
import {
  lostToProxy,
  ProxyError,
  type ProxyRequest,
  proxyName,
  schemesIn,
} from './proxy-refusal.ts';
import type { WireRequest } from './resolve.ts';
import { timeOpening } from './transmission.ts';
import { type TlsOptions, tlsOptions } from './trust.ts';

/**
 * The part of the time limit in which the proxy has to connect. Then the proxy is named, not the
 * target.
 */
const proxyShare = 0.9;

type Route = ProxyRequest &
  Readonly<{
    isForwarded: boolean;
  }>;

/** undici's proxy agent hides the status of a refusal and opens no connections for raw requests. */
export class Connections {
  readonly #network;
  readonly #proxyMs;
  readonly #opening = new Set<AbortController>();
  #tls: TlsOptions | undefined;
  #tlsToProxy: TlsOptions | undefined;
  #connector: buildConnector.connector | undefined;

  constructor(network: Pick<Network, 'proxy' | 'ca' | 'clientCertificate'>, timeoutMs: number) {
    this.#network = network;
    this.#proxyMs = Math.ceil(timeoutMs * proxyShare);
  }

  readonly connect: buildConnector.connector = (to, done) => {
    const url = new URL(`${to.protocol}//${to.host}`);
    const route = this.#routeTo(url);
    if (!route) {
      // Contrary to its type, `connect` returns the socket immediately.
      const socket: unknown = this.#direct(url)(to, (...came) => done(...readable(came)));
      if (socket instanceof Socket) timeOpening(socket);
      return;
    }
    const opening = new AbortController();
    this.#opening.add(opening);
    this.#reach(route, opening.signal)
      .finally(() => this.#opening.delete(opening))
      .then(
        (socket) => {
          if (route.isForwarded) done(null, readingTabs(socket));
          else
            this.#direct(url)({ ...to, httpSocket: socket }, (...came) => done(...readable(came)));
        },
        (error) => done(error, null),
      );
  };

  async open(url: URL, signal: AbortSignal): Promise<Socket> {
    const route = this.#routeTo(url);
    const under = route && (await this.#reach(route, signal));
    if (under && url.protocol !== 'https:') return under;
    const socket = dial(url, () => this.#tlsOptions('target'), under);
    if (!route) timeOpening(socket);
    return connected(socket, url, signal);
  }

  addressed(url: URL, request: WireRequest) {
    const route = this.#routeTo(url);
    if (!route?.isForwarded || !request.path.startsWith('/')) return request;
    const credentials = authorization(route.proxy.url);
    const added = Object.entries(credentials).map(
      ([name, value]) => [name, Buffer.from(value)] as const,
    );
    return {
      ...request,
      path: `${url.origin}${request.path}`,
      headers: [...request.headers, ...added],
    };
  }

  /** A response that the proxy wrote itself is no response of the target. */
  believed<Came extends Pick<Answer, 'status' | 'headers'>>(
    url: URL,
    came: Came | Lost,
  ): Came | Lost {
    const route = this.#routeTo(url);
    if (!route) return came;
    if (!('lost' in came)) return lostToProxy(came, route, route.isForwarded) ?? came;
    if (came.lost === 'proxy') return came;
    return { ...came, detail: `${came.detail}, through ${proxyName(route.proxy)}` };
  }

  close() {
    for (const opening of this.#opening) opening.abort();
  }

  #routeTo(url: URL) {
    const { proxy: proxies } = this.#network;
    const proxy = proxies && proxyFor(url, proxies);
    const isForwarded = url.protocol !== 'https:';
    return proxy && { proxy, isForwarded, host: isForwarded ? url.host : authority(url) };
  }

  #direct({ protocol }: URL) {
    if (protocol !== 'https:') return plain;
    this.#connector ??= buildConnector({ ...this.#tlsOptions('target'), timeout: 0 });
    return this.#connector;
  }

  #tlsOptions(peer: 'target' | 'proxy') {
    const { ca, clientCertificate } = this.#network;
    if (clientCertificate && peer === 'proxy') {
      this.#tlsToProxy ??= tlsOptions(defined({ ca }));
      return this.#tlsToProxy;
    }
    this.#tls ??= tlsOptions(this.#network);
    return this.#tls;
  }

  async #reach(route: Route, signal: AbortSignal) {
    const waiting = new AbortController();
    const waitedMs = this.#proxyMs;
    const timer = setTimeout(() => waiting.abort(), waitedMs);
    const either = AbortSignal.any([signal, waiting.signal]);
    try {
      const url = new URL(route.proxy.url);
      const socket = dial(url, () => this.#tlsOptions('proxy'));
      socket
        .on('error', () => {})
        .setNoDelay(true)
        .setKeepAlive(true, 60_000);
      const ready = connected(socket, url, either);
      return await (route.isForwarded ? ready : ready.then(() => tunnel(socket, route, either)));
    } catch (error) {
      if (waiting.signal.aborted) throw new ProxyError(route, { waitedMs });
      throw error instanceof ProxyError
        ? error
        : new ProxyError(route, { code: codeOf(error) ?? 'no code' });
    } finally {
      clearTimeout(timer);
    }
  }
}

const plain = buildConnector({ timeout: 0 });

type Came = Parameters<buildConnector.Callback>;

const readable = (came: Came): Came => (came[0] ? came : [null, readingTabs(came[1])]);

const authority = (url: URL) => `${url.hostname}:${portOf(url)}`;

function authorization(proxy: string) {
  const { basic } = proxyCredentials(proxy) ?? {};
  return basic === undefined ? {} : { 'Proxy-Authorization': `Basic ${basic}` };
}

/** RFC 9110 section 9.3.6. */
const tunnel = (socket: Socket, route: Route, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { host: path, proxy } = route;
    const headers = { Host: path, Connection: 'keep-alive', ...authorization(proxy.url) };
    const connect = requestOverHttp({
      method: 'CONNECT',
      path,
      headers,
      createConnection: () => socket,
      signal,
    });
    connect.on(
      'connect',
      ({ statusCode: status = 0, headers: { 'proxy-authenticate': offered } }, _same, head) => {
        if (status >= 200 && status < 300) {
          if (head.length > 0) socket.unshift(head);
          resolve(socket);
          return;
        }
        socket.destroy();
        reject(
          new ProxyError(route, {
            status,
            schemes: schemesIn(offered === undefined ? [] : [offered].flat()),
          }),
        );
      },
    );
    connect.on('error', (error) => {
      socket.destroy();
      reject(error);
    });
    connect.end();
  });

function dial(url: URL, tls: () => TlsOptions, under?: Socket) {
  const [host, port] = [hostOf(url), portOf(url)];
  if (url.protocol !== 'https:') return connectTcp({ host, port });
  const through = under ? { socket: under } : { host, port };
  const servername = isIP(host) ? '' : host;
  return connectTls({ ...through, servername, ALPNProtocols: ['http/1.1'], ...tls() });
}

async function connected(socket: Socket, { protocol }: URL, signal: AbortSignal) {
  const event = protocol === 'https:' ? 'secureConnect' : 'connect';
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

const begins = /^HTTP\/1\.\d /;
const isInterim = /^HTTP\/1\.\d 1/;
const beginning = 'HTTP/1.1 1'.length;
const ends = '\r\n\r\n';
const framing = /\r\n(?:content-length|transfer-encoding):[^\r\n]*/gi;

/**
 * Tabs may surround a field value (RFC 9112 section 5), but undici's parser rejects them after a
 * length or a coding. Only in the first piece of a header section.
 */
function readingTabs<One extends Socket>(socket: One) {
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    const came: unknown = read(size);
    if (Buffer.isBuffer(came)) replaceTabs(came);
    return came;
  };
  return socket;
}

function replaceTabs(bytes: Buffer) {
  let at = 0;
  for (;;) {
    const start = bytes.toString('latin1', at, at + beginning);
    if (!begins.test(start)) return;
    const end = bytes.indexOf(ends, at);
    replaceIn(bytes.subarray(at, end < 0 ? undefined : end));
    if (end < 0 || !isInterim.test(start)) return;
    at = end + ends.length;
  }
}

function replaceIn(head: Buffer) {
  if (!head.includes('\t')) return;
  const text = head.toString('latin1').replace(framing, (line) => line.replaceAll('\t', ' '));
  head.write(text, 'latin1');
}
