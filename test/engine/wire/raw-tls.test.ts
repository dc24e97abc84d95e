import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type TlsOptions } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { rawHead, sendRaw } from '../../../engine/wire/raw.ts';
import { certificate, key } from './tls-material.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(options: TlsOptions = {}): Promise<number> {
  const server = createServer({ cert: certificate, key, ...options }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
  });
  server.on('tlsClientError', () => {});
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function ask(url: URL, tls: Parameters<typeof sendRaw>[0]['tls']) {
  const bytes = rawHead('GET', '/x', url.host, []);
  return sendRaw({ url, bytes, method: 'GET', timeoutMs: 2_000, maxBytes: 100_000, tls });
}

test.each(['127.0.0.1', 'localhost'])('https://%s with a certificate authority of the operator', async (host) => {
  const url = new URL(`https://${host}:${await serve()}`);
  expect(await ask(url, { ca: certificate })).toMatchObject({ status: 200, body: Buffer.from('ok') });
});

test('a certificate that nobody vouches for is no answer', async () => {
  expect(await ask(new URL(`https://127.0.0.1:${await serve()}`), {})).toMatchObject({ lost: 'tls' });
});

test('a client certificate is shown', async () => {
  const url = new URL(`https://127.0.0.1:${await serve({ requestCert: true, ca: certificate })}`);
  expect(await ask(url, { ca: certificate, cert: certificate, key })).toMatchObject({ status: 200 });
  expect(await ask(url, { ca: certificate })).toHaveProperty('lost');
});
