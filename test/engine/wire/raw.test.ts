import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { rawHead, sendRaw } from '../../../engine/wire/raw.ts';
import { readAnswer } from '../../../engine/wire/raw-answer.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(onConnection: (socket: Socket) => void): Promise<URL> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

function ask(url: URL, bytes = rawHead('GET', '/x', url.host, []), timeoutMs = 2_000) {
  return sendRaw({ url, bytes, method: 'GET', timeoutMs, maxBytes: 100_000, tls: {} });
}

test('writes what it is given, byte for byte', async () => {
  let received = Buffer.alloc(0);
  const url = await serve((socket) =>
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    }),
  );
  const value = Buffer.from([0x61, 0x00, 0xff, 0x0a, 0x20, 0x62]);
  await ask(url, rawHead('GET', '/a b', url.host, [['X-Odd', value]]));
  expect(received.includes(Buffer.concat([Buffer.from('X-Odd: '), value, Buffer.from('\r\n')]))).toBe(true);
  expect(received.toString('latin1')).toMatch(
    /^GET \/a b HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\nConnection: close\r\n/,
  );
});

describe('answers', () => {
  const cases = [
    ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokrest', { status: 200, body: 'ok' }],
    ['until the end', 'HTTP/1.0 200 OK\r\n\r\nall of it', { status: 200, body: 'all of it' }],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n1;x=y\r\n!\r\n0\r\n\r\n',
      { status: 200, body: 'ok!' },
    ],
    [
      'after an interim one',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n',
      { status: 201, body: '' },
    ],
    ['204 with bytes after it', 'HTTP/1.1 204 No Content\r\n\r\nstray', { status: 204, body: '' }],
    ['304 with a length', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n', { status: 304, body: '' }],
  ] as const;
  test.each(cases)('%s', async (_name, text, expected) => {
    const url = await serve((socket) => socket.once('data', () => socket.end(text)));
    const answer = await ask(url);
    expect('lost' in answer ? answer : { status: answer.status, body: answer.body.toString() }).toEqual(expected);
  });
});

describe('no answers', () => {
  const cases = [
    ['closed', ''],
    ['closed', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort'],
    ['invalid-http', 'SSH-2.0-OpenSSH_9\r\n'],
    ['invalid-http', 'HTTP/1.1 abc\r\n\r\n'],
    ['invalid-http', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['oversized', `HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n${'x'.repeat(200_000)}`],
    ['oversized', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(90_000)}${'y'.repeat(200_000)}`],
  ] as const;
  test.each(cases)('%s', async (why, text) => {
    const url = await serve((socket) => socket.once('data', () => socket.end(text)));
    expect(await ask(url)).toMatchObject({ lost: why });
  });

  test('timeout', async () => {
    const url = await serve(() => {});
    expect(await ask(url, undefined, 50)).toMatchObject({ lost: 'timeout' });
  });

  test('refused-connection', async () => {
    expect(await ask(new URL('http://127.0.0.1:1'))).toMatchObject({ lost: 'refused-connection' });
  });
});

test('an answer before a reset is heard', async () => {
  const url = await serve((socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n', () => socket.resetAndDestroy());
    }),
  );
  expect(await ask(url)).toMatchObject({ status: 413 });
});

test('an answer in any pieces is the same answer', () => {
  const whole = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n');
  for (let at = 0; at < whole.length; at++) {
    expect(readAnswer(whole.subarray(0, at), 'GET', false), `the first ${at} bytes`).toBe('incomplete');
  }
  expect(readAnswer(whole, 'GET', false)).toMatchObject({ status: 200 });
});
