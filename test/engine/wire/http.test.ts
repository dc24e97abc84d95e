import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { Lost } from '../../../engine/exchange/exchange.ts';
import { sendPolitely } from '../../../engine/run/polite.ts';
import { httpTransport, maxBodyBytes, type RawAnswer } from '../../../engine/wire/http.ts';
import type { WireRequest } from '../../../engine/wire/resolve.ts';
import { answered, get, key, noFacts } from '../samples.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const transport = () => {
  const http = httpTransport({ headers: {}, allowPlainHttp: true }, 8);
  closers.push(http.close);
  return http;
};

async function listen(server: { listen: Server['listen']; address: Server['address'] }): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** A real server, and how many connections it was given. */
async function serve(listener: RequestListener) {
  const server = createServer(listener);
  let connections = 0;
  server.on('connection', () => connections++);
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { origin: await listen(server), connections: () => connections, server };
}

/** A server of bytes. */
async function serveBytes(onConnection: (socket: Socket) => void): Promise<URL> {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return listen(server as never);
}

const onceAsked = (reply: string | Buffer) => (socket: Socket) => socket.once('data', () => socket.end(reply));

function wire(changes: Partial<WireRequest> = {}): WireRequest {
  return { method: 'GET', path: '/', headers: [], body: undefined, ...changes };
}

async function ask(origin: URL, request = wire(), timeoutMs = 5_000): Promise<RawAnswer> {
  const came = await transport().send(origin, request, timeoutMs, 'any');
  if ('lost' in came) throw new Error(`${came.lost}: ${came.detail}`);
  return came;
}

async function loss(origin: URL, request = wire(), timeoutMs = 5_000): Promise<Lost> {
  const came = await transport().send(origin, request, timeoutMs, 'any');
  if ('lost' in came) return came;
  throw new Error(`answered with ${came.status}`);
}

test('headers keep order, case and number, and their bytes as latin1', async () => {
  const origin = await serveBytes(
    onceAsked(
      Buffer.from(
        'HTTP/1.1 200 OK\r\nX-B: 1\r\nx-a: \u00e9\r\nX-b: 2\r\nX-B:\r\nContent-Length: 2\r\n\r\n{}',
        'latin1',
      ),
    ),
  );
  expect((await ask(origin)).headers).toEqual([
    ['X-B', '1'],
    ['x-a', '\u00e9'],
    ['X-b', '2'],
    ['X-B', ''],
    ['Content-Length', '2'],
  ]);
});

test('header values go out byte for byte, duplicates and case included', async () => {
  let received: string[] = [];
  const { origin } = await serve((request, response) => {
    received = request.rawHeaders;
    response.end();
  });
  await ask(
    origin,
    wire({
      headers: [
        ['x-One', Buffer.from([0xe9, 0x74])],
        ['X-one', Buffer.from('')],
        ['Tab', Buffer.from('a\tb')],
      ],
    }),
  );
  const sent = received.join('\n');
  expect(sent).toContain('x-One\n\u00e9t\nX-one\n\nTab\na\tb');
});

test('connections that idle make room where no further one is taken', async () => {
  const { origin, server } = await serve((_, response) => response.end('{}'));
  const open = new Set<Socket>();
  server.prependListener('connection', (socket) => {
    if (open.size >= 3) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const http = transport();
  for (const named of ['one', 'two', 'three']) {
    expect(await http.send(origin, wire(), 5_000, { named })).toMatchObject({ status: 200 });
  }
  expect(await http.send(origin, wire(), 5_000, 'new')).toMatchObject({ lost: 'closed' });
  await vi.waitFor(() => expect(open.size).toBe(0));
  expect(await http.send(origin, wire(), 5_000, 'new')).toMatchObject({ status: 200 });
  expect(await http.send(origin, wire(), 5_000, { named: 'one' })).toMatchObject({ status: 200 });
});

test('what is under way when others make room comes to its end', async () => {
  let release = () => {};
  const { origin, server } = await serve((request, response) => {
    if (request.url === '/slow') release = () => response.end('{}');
    else request.socket.destroy();
  });
  const http = transport();
  const slow = http.send(origin, wire({ path: '/slow' }), 5_000, 'any');
  await once(server, 'request');
  expect(await http.send(origin, wire(), 5_000, 'new')).toMatchObject({ lost: 'closed' });
  release();
  expect(await slow).toMatchObject({ status: 200 });
});

test('nothing makes room once the connections are closed, also what their end has cut off', async () => {
  const { origin, server } = await serve(() => {});
  const http = transport();
  const cutOff = http.send(origin, wire(), 5_000, 'new');
  await once(server, 'request');
  const unhandled: unknown[] = [];
  const hear = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', hear);
  try {
    await http.close();
    expect(await cutOff).toMatchObject({ lost: 'closed' });
    http.makeRoom();
    await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    process.off('unhandledRejection', hear);
  }
  expect(unhandled).toEqual([]);
});

test('a redirect is an answer like any other', async () => {
  const paths: unknown[] = [];
  const { origin } = await serve((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect((await ask(origin)).status).toBe(302);
  expect(paths).toEqual(['/']);
});

test('a compressed body stays compressed', async () => {
  const { origin } = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('xyz'),
  );
  expect((await ask(origin)).body.toString()).toBe('xyz');
});

test.each([
  ['that never answers', () => {}],
  ['that never reads', (socket: Socket) => socket.pause()],
  ['that drips its header', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n')],
  ['that drips its body', (socket: Socket) => drip(socket, '', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n')],
])('the time limit ends a request to a server %s', async (_what, onConnection) => {
  const origin = await serveBytes(onConnection);
  const began = performance.now();
  expect((await loss(origin, wire({ method: 'POST', body: Buffer.alloc(1 << 20) }), 150)).lost).toBe('timeout');
  expect(performance.now() - began).toBeLessThan(3_000);
});

function drip(socket: Socket, text: string, head = ''): void {
  socket.write(head);
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++] ?? 'x'), 20);
  socket.on('close', () => clearInterval(timer));
}

test('a body up to the bound is read, a longer one is not', async () => {
  const { origin } = await serve(({ url }, response) =>
    response.end(Buffer.alloc(maxBodyBytes + (url === '/more' ? 1 : 0))),
  );
  expect((await ask(origin)).body.length).toBe(maxBodyBytes);
  expect((await loss(origin, wire({ path: '/more' }))).lost).toBe('oversized');
});

test('a header section without end is not read', async () => {
  const origin = await serveBytes(onceAsked(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(300 * 1024)}\r\n\r\n`));
  expect((await loss(origin)).lost).toBe('oversized');
});

test('more header fields than anybody needs are not read, and the next answer is', async () => {
  const origin = await serveBytes(onceAsked(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(1_001)}\r\n{}`));
  expect(await loss(origin)).toEqual({ lost: 'oversized', detail: 'more than 1000 header fields' });
  const { origin: other } = await serve(({ url }, response) => {
    for (let nth = 0; url === '/many' && nth < 1_001; nth++) response.setHeader(`x-${nth}`, 'y');
    response.end('{}');
  });
  expect((await loss(other, wire({ path: '/many' }))).lost).toBe('oversized');
  expect((await ask(other)).body.toString()).toBe('{}');
});

test('nobody there is a refused connection', async () => {
  const { origin, server } = await serve(() => {});
  await new Promise((resolve) => server.close(resolve));
  expect((await loss(origin)).lost).toBe('refused-connection');
});

test.each([
  ['closed', ''],
  ['closed', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort'],
  ['invalid-http', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
  ['invalid-http', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['invalid-http', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
])('%s: what comes of %j', async (why, reply) => {
  expect((await loss(await serveBytes(onceAsked(reply)))).lost).toBe(why);
});

test('204 and the answer to HEAD have no body', async () => {
  const { origin } = await serve(({ method }, response) =>
    method === 'HEAD' ? response.writeHead(200, { 'content-length': '5' }).end() : response.writeHead(204).end(),
  );
  expect(await ask(origin)).toMatchObject({ status: 204, body: Buffer.alloc(0) });
  expect(await ask(origin, wire({ method: 'HEAD' }))).toMatchObject({ status: 200, body: Buffer.alloc(0) });
});

test('a request that the client itself refuses is an error of the harness, no silence of the target', async () => {
  const { origin } = await serve((_request, response) => response.end());
  const refused = { code: 'UND_ERR_INVALID_ARG' };
  const header = wire({ headers: [['X', Buffer.from('a\r\nb')]] });
  await expect(transport().send(origin, header, 5_000, 'any')).rejects.toMatchObject(refused);
  await expect(transport().send(origin, wire({ path: '/a b' }), 5_000, 'new')).rejects.toMatchObject(refused);
});

test('connections are kept for the next request, unless a fresh one is asked for', async () => {
  const { origin, connections } = await serve((_request, response) => response.end('{}'));
  const http = transport();
  for (let nth = 0; nth < 10; nth++) await http.send(origin, wire(), 5_000, 'any');
  const kept = connections();
  expect(kept).toBeLessThan(5);
  for (let nth = 0; nth < 5; nth++) await http.send(origin, wire(), 5_000, 'new');
  expect(connections()).toBe(kept + 5);
});

test('requests of one name share a connection, one after the other, and nobody else uses it', async () => {
  const users = new Map<Socket, string[]>();
  const { origin } = await serve((request, response) => {
    const { socket, url = '' } = request;
    users.set(socket, [...(users.get(socket) ?? []), url]);
    setTimeout(() => response.end('{}'), 5);
  });
  const http = transport();
  const paths = ['/a', '/b', '/', '/a', '/', '/b', '/a', '/'];
  await Promise.all(
    paths.map((path) => http.send(origin, wire({ path }), 5_000, path === '/' ? 'any' : { named: path })),
  );
  const shared = [...users.values()].filter(([first]) => first !== '/');
  expect(shared).toHaveLength(2);
  expect(shared).toContainEqual(['/a', '/a', '/a']);
  expect(shared).toContainEqual(['/b', '/b']);
});

test('a server that closes idle connections at once costs no request its answer', async () => {
  const { origin } = await serve((_request, response) => {
    response.end('{}');
    response.on('finish', () => setImmediate(() => response.socket?.destroy()));
  });
  const http = transport();
  const statuses: number[] = [];
  for (let nth = 0; nth < 100; nth++) {
    const exchange = await sendPolitely(
      {
        wait: async () => true,
        once: async (of, request, _proof, fresh) => {
          const came = await http.send(origin, wire(), 5_000, fresh ? 'new' : 'any');
          if ('lost' in came) return { key: of, request, sentAt: 0, endedAt: 0, facts: noFacts, answer: came };
          return answered(came.status, of, request);
        },
      },
      key('case', nth),
      get(),
      undefined,
      true,
    );
    statuses.push('lost' in exchange.answer ? 0 : exchange.answer.status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test.each<[string, string]>([
  ['a length', 'HTTP/1.1 200 OK\r\nDate:\tnow\t\r\nContent-Length:\t 2 \t\r\n\r\n{}'],
  ['no length', 'HTTP/1.1 200 OK\r\nContent-Length:\t0\t\r\n\r\n'],
  ['a coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\t\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
  [
    'a length after an interim answer',
    'HTTP/1.1 103 Early Hints\r\nLink: a\t\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length:2\t\r\n\r\n{}',
  ],
])('tabs around %s are white space', async (_what, reply) => {
  const { status, body } = await ask(await serveBytes(onceAsked(reply)));
  expect(status).toBe(200);
  expect(['{}', '']).toContain(body.toString());
});

test('tabs in a body stay, whatever it looks like', async () => {
  const content = 'HTTP/1.1 200 OK\r\nContent-Length: 2\t\r\n\r\n';
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${content.length}\t\r\n\r\n`;
  expect((await ask(await serveBytes(onceAsked(head + content)))).body.toString()).toBe(content);
});
