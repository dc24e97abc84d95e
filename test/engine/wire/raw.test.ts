import { once } from 'node:events';
import { createServer, type TlsOptions } from 'node:tls';
import { expect, test } from 'vitest';
import type { Network } from '../../../engine/config/config.ts';
import { Connections } from '../../../engine/wire/connections.ts';
import { sendRaw } from '../../../engine/wire/raw.ts';
import { Transmission } from '../../../engine/wire/transmission.ts';
import { listening, serveBytes } from './serving.ts';
import { certificate, key } from './tls-material.ts';

type Raw = Parameters<typeof sendRaw>[0];
type Secured = Pick<Network, 'ca' | 'clientCertificate'>;

const request: Raw['request'] = { method: 'GET', path: '/x', headers: [], body: undefined };

async function ask(url: URL, changes: Partial<Raw> = {}, network: Secured = {}) {
  const transmission = new Transmission([]);
  const connections = new Connections(network, 2_000);
  const timeLimitMs = () => 2_000;
  const delivery = { url, request, timeLimitMs, maxBytes: 100_000, connections, transmission };
  const came = await sendRaw({ ...delivery, ...changes });
  return 'lost' in came ? came : { status: came.status, body: came.body.toString() };
}

test('a request is sent byte for byte', async () => {
  let received = Buffer.alloc(0);
  const url = await serveBytes((socket) =>
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    }),
  );
  const value = Buffer.from([0x61, 0x00, 0xff, 0x0a, 0x20, 0x62]);
  await ask(url, { request: { ...request, path: '/a b', headers: [['X-Odd', value]] } });
  expect(
    received.includes(Buffer.concat([Buffer.from('X-Odd: '), value, Buffer.from('\r\n')])),
  ).toBe(true);
  const head = /^GET \/a b HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\nConnection: close\r\n/;
  expect(received.toString('latin1')).toMatch(head);
});

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

test.each<[what: string, reply: string, expected: object]>([
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokrest', { status: 200, body: 'ok' }],
  ['chunks', `${chunked}2\r\nok\r\n1;x=y\r\n!\r\n0\r\n\r\n`, { status: 200, body: 'ok!' }],
  ['a 204 with bytes after it', 'HTTP/1.1 204 No Content\r\n\r\nstray', { status: 204, body: '' }],
  [
    'a 304 with a length',
    'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n',
    { status: 304, body: '' },
  ],
  ['nothing', '', { lost: 'closed' }],
  [
    'a body that is too short',
    'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort',
    { lost: 'closed' },
  ],
  ['another protocol', 'SSH-2.0-OpenSSH_9\r\n', { lost: 'invalid-http' }],
  ['a chunk without a size', `${chunked}zz\r\n`, { lost: 'invalid-http' }],
  [
    'a long body',
    `HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n${'x'.repeat(200_000)}`,
    { lost: 'oversized' },
  ],
  ['an endless header', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(290_000)}`, { lost: 'oversized' }],
])('a server that sends %s', async (_what, reply, expected) => {
  expect(await ask(await serveBytes(reply))).toMatchObject(expected);
});

test('a server that is silent or absent', async () => {
  expect(await ask(await serveBytes(() => {}), { timeLimitMs: () => 50 })).toMatchObject({
    lost: 'timeout',
  });
  expect(await ask(new URL('http://127.0.0.1:1'))).toMatchObject({ lost: 'refused-connection' });
});

test('a response before a reset is read', async () => {
  const url = await serveBytes((socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n', () =>
        socket.resetAndDestroy(),
      );
    }),
  );
  expect(await ask(url)).toMatchObject({ status: 413 });
});

async function serveTls(options: TlsOptions, host: string): Promise<URL> {
  const server = createServer({ cert: certificate, key, ...options }, (socket) => {
    socket.on('error', () => {});
    once(socket, 'data').then(() => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
  });
  server.on('tlsClientError', () => {});
  return new URL(`https://${host}:${(await listening(server)).port}`);
}

const ca = certificate;
const mutual: TlsOptions = { requestCert: true, ca };
const ok = { status: 200, body: 'ok' };

test.each<[what: string, TlsOptions, host: string, network: Secured, expected: object]>([
  ['with a configured CA', {}, '127.0.0.1', { ca }, ok],
  ['at a name with a configured CA', {}, 'localhost', { ca }, ok],
  ['with an unknown certificate', {}, '127.0.0.1', {}, { lost: 'tls' }],
  [
    'with a client certificate',
    mutual,
    '127.0.0.1',
    { ca, clientCertificate: { cert: certificate, key } },
    ok,
  ],
  ['without the client certificate', mutual, '127.0.0.1', { ca }, { lost: expect.anything() }],
])('HTTPS %s', async (_what, options, host, network, expected) => {
  expect(await ask(await serveTls(options, host), {}, network)).toMatchObject(expected);
});
