import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Attempts } from '../../../engine/traffic/attempts.ts';
import { Retry } from '../../../engine/traffic/retry.ts';
import { Connections } from '../../../engine/wire/connections.ts';
import { httpTransport, maxBodyBytes } from '../../../engine/wire/http.ts';
import type { WireRequest } from '../../../engine/wire/resolve.ts';
import { Transmission } from '../../../engine/wire/transmission.ts';
import type { Over } from '../../../engine/wire/transport.ts';
import { answered, get, key, noFacts } from '../samples.ts';
import { listening, serveBytes } from './serving.ts';

/** Starts an HTTP server that counts its connections and requests. */
async function serve(listener: RequestListener) {
  const server = createServer(listener);
  const count = { connection: 0, request: 0 };
  for (const event of ['connection', 'request'] as const) server.on(event, () => count[event]++);
  return { origin: await listening(server), count, server };
}

/** Creates a transport that ends with the test. */
function transport() {
  const http = httpTransport(new Connections({}, 5_000), 8);
  onTestFinished(() => http.close());
  const send = (
    url: URL,
    changes: Partial<WireRequest> = {},
    over: Over = 'any',
    timeoutMs = 5_000,
  ) => {
    const request: WireRequest = {
      method: 'GET',
      path: '/',
      headers: [],
      body: undefined,
      ...changes,
    };
    return http.send({
      url,
      request,
      over,
      timeLimitMs: () => timeoutMs,
      transmission: new Transmission([]),
    });
  };
  return { ...http, send };
}

/** Sends one request. Resolves to the status, or to why there is no response. */
async function ask(origin: URL, changes: Partial<WireRequest> = {}, timeoutMs = 5_000) {
  const came = await transport().send(origin, changes, 'any', timeoutMs);
  if ('lost' in came) return came;
  return { status: came.status, headers: came.headers, body: came.body.toString() };
}

test('response headers keep order, case, number and their latin1 bytes', async () => {
  const fields = ['X-B: 1', 'x-a: \u00e9', 'X-b: 2', 'X-B: ', 'Content-Length: 2'];
  const reply = Buffer.from(`HTTP/1.1 200 OK\r\n${fields.join('\r\n')}\r\n\r\n{}`, 'latin1');
  expect(await ask(await serveBytes(reply))).toMatchObject({
    headers: fields.map((field) => field.split(': ')),
  });
});

test('request headers are sent byte for byte, duplicates and case included', async () => {
  const { origin, server } = await serve((_request, response) => response.end());
  const headers = Object.entries({ 'x-One': '\u00e9t', 'X-one': '', Tab: 'a\tb' });
  const asked = ask(origin, {
    headers: headers.map(([name, text]) => [name, Buffer.from(text, 'latin1')]),
  });
  const [{ rawHeaders }] = (await once(server, 'request')) as [{ rawHeaders: string[] }];
  await asked;
  expect(rawHeaders.join('\n')).toContain('x-One\n\u00e9t\nX-one\n\nTab\na\tb');
});

test('idle connections are closed if the target accepts no further one', async () => {
  const { origin, server } = await serve((_, response) => response.end('{}'));
  const open = new Set<Socket>();
  server.prependListener('connection', (socket) => {
    if (open.size >= 3) return void socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const { send } = transport();
  for (const named of ['one', 'two', 'three'])
    expect(await send(origin, {}, { named })).toMatchObject({ status: 200 });
  expect(await send(origin, {}, 'new')).toMatchObject({ lost: 'closed' });
  await vi.waitFor(() => expect(open.size).toBe(0));
  expect(await send(origin, {}, 'new')).toMatchObject({ status: 200 });
  expect(await send(origin, {}, { named: 'one' })).toMatchObject({ status: 200 });
});

test('idle named connections make room if there are as many as concurrent requests', async () => {
  const { origin, server, count } = await serve((_, response) => response.end('{}'));
  const open = new Set<Socket>();
  server.on('connection', (socket) => open.add(socket.once('close', () => open.delete(socket))));
  const { send } = transport();
  for (const [names, connections] of Object.entries({ abcdefgh: 8, a: 8, i: 9 })) {
    await Promise.all([...names].map((named) => send(origin, {}, { named })));
    expect(count.connection).toBe(connections);
    await new Promise((rested) => setTimeout(rested, 40));
  }
  await vi.waitFor(() => expect(open.size).toBe(1));
});

test('a request in flight ends normally while idle connections are closed', async () => {
  let release = () => {};
  const { origin, server } = await serve((request, response) => {
    if (request.url === '/slow') release = () => response.end('{}');
    else request.socket.destroy();
  });
  const { send } = transport();
  const slow = send(origin, { path: '/slow' });
  await once(server, 'request');
  expect(await send(origin, {}, 'new')).toMatchObject({ lost: 'closed' });
  release();
  expect(await slow).toMatchObject({ status: 200 });
});

test('closing the transport ends requests, and leaves no unhandled rejection', async () => {
  const { origin, server } = await serve(() => {});
  const http = transport();
  const cutOff = http.send(origin, {}, 'new');
  await once(server, 'request');
  const unhandled: unknown[] = [];
  const hear = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', hear);
  onTestFinished(() => void process.off('unhandledRejection', hear));
  await http.close();
  expect(await cutOff).toMatchObject({ lost: 'closed' });
  http.makeRoom();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(unhandled).toEqual([]);
});

function drip(text: string, head = '') {
  return (socket: Socket) => {
    socket.write(head);
    let at = 0;
    const timer = setInterval(() => socket.write(text[at++] ?? 'x'), 20);
    socket.on('close', () => clearInterval(timer));
  };
}

test.each([
  ['never responds', () => {}],
  ['never reads', (socket: Socket) => socket.pause()],
  ['drips its header', drip('HTTP/1.1 200 OK\r\n')],
  ['drips its body', drip('', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n')],
])('a timeout ends a request to a server that %s', async (_what, onConnection) => {
  const origin = await serveBytes(onConnection);
  expect(await ask(origin, { method: 'POST', body: Buffer.alloc(1 << 20) }, 150)).toMatchObject({
    lost: 'timeout',
  });
});

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked';
const tabbed = 'HTTP/1.1 200 OK\r\nContent-Length: 2\t\r\n\r\n';
const early = 'HTTP/1.1 103 Early Hints\r\nLink: a\t\r\n\r\n';
const longest = Buffer.alloc(maxBodyBytes);
const tooManyFields = `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(1_001)}\r\n{}`;

test.each<[what: string, reply: string, expected: object]>([
  ['nothing', '', { lost: 'closed' }],
  [
    'a body that is too short',
    'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort',
    { lost: 'closed' },
  ],
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', { lost: 'invalid-http' }],
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    { lost: 'invalid-http' },
  ],
  ['a chunk without a size', `${chunked}\r\n\r\nzz\r\n`, { lost: 'invalid-http' }],
  [
    'an endless header',
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(300 * 1024)}\r\n\r\n`,
    { lost: 'oversized' },
  ],
  [
    'too many header fields',
    tooManyFields,
    { lost: 'oversized', detail: 'more than 1000 header fields' },
  ],
  [
    'tabs around a length',
    'HTTP/1.1 200 OK\r\nDate:\tnow\t\r\nContent-Length:\t 2 \t\r\n\r\n{}',
    { body: '{}' },
  ],
  ['tabs around no length', 'HTTP/1.1 200 OK\r\nContent-Length:\t0\t\r\n\r\n', { body: '' }],
  [
    'tabs in its body',
    `HTTP/1.1 200 OK\r\nContent-Length: ${tabbed.length}\t\r\n\r\n${tabbed}`,
    { body: tabbed },
  ],
  ['tabs around a coding', `${chunked}\t\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, { body: '{}' }],
  [
    'tabs after an interim response',
    `${early}HTTP/1.1 200 OK\r\ncontent-length:2\t\r\n\r\n{}`,
    { body: '{}' },
  ],
])('a server that sends %s', async (_what, reply, expected) => {
  const came = await ask(await serveBytes(reply));
  expect(came).toMatchObject('lost' in expected ? expected : { status: 200, ...expected });
});

test.each<[what: string, RequestListener, Partial<WireRequest>, expected: object]>([
  [
    'a redirect',
    (_, response) => response.writeHead(302, { location: '/b' }).end(),
    {},
    { status: 302 },
  ],
  [
    'gzip',
    (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('xyz'),
    {},
    { body: 'xyz' },
  ],
  ['a 204', (_, response) => response.writeHead(204).end(), {}, { status: 204, body: '' }],
  [
    'HEAD',
    (_, response) => response.setHeader('content-length', '5').end(),
    { method: 'HEAD' },
    { body: '' },
  ],
  ['the longest body', (_, response) => response.end(longest), {}, { body: longest.toString() }],
  [
    'a body that is too long',
    (_, response) => response.end(Buffer.alloc(maxBodyBytes + 1)),
    {},
    { lost: 'oversized' },
  ],
])('%s is returned unchanged, after one request', async (_what, listener, changes, expected) => {
  const { origin, count } = await serve(listener);
  expect(await ask(origin, changes)).toMatchObject(expected);
  expect(count).toEqual({ connection: 1, request: 1 });
});

test.each<Over>(['any', 'new'])(
  'a request that the HTTP client refuses is a harness error (%s)',
  async (over) => {
    const { origin } = await serve((_request, response) => response.end());
    const refused = transport().send(origin, { path: '/a b' }, over);
    await expect(refused).rejects.toMatchObject({ code: 'UND_ERR_INVALID_ARG' });
  },
);

test('connections are reused, unless a new one is required', async () => {
  const { origin, count } = await serve((_request, response) => response.end('{}'));
  const { send } = transport();
  for (let nth = 0; nth < 10; nth++) await send(origin);
  const kept = count.connection;
  expect(kept).toBeLessThan(5);
  for (let nth = 0; nth < 5; nth++) await send(origin, {}, 'new');
  expect(count.connection).toBe(kept + 5);
});

test('requests that name the same connection use it in sequence, and no other request uses it', async () => {
  const users = new Map<Socket, string[]>();
  const { origin } = await serve(({ socket, url = '' }, response) => {
    users.set(socket, [...(users.get(socket) ?? []), url]);
    setTimeout(() => response.end('{}'), 5);
  });
  const { send } = transport();
  const paths = ['/a', '/b', '/', '/a', '/', '/b', '/a', '/'];
  await Promise.all(
    paths.map((path) => send(origin, { path }, path === '/' ? 'any' : { named: path })),
  );
  const shared = [...users.values()].filter(([first]) => first !== '/');
  expect(shared.map(String).toSorted()).toEqual(['/a,/a,/a', '/b,/b']);
});

test('every request gets a response from a server that closes idle connections at once', async () => {
  const { origin } = await serve((_request, response) => {
    response.end('{}');
    response.on('finish', () => setImmediate(() => response.socket?.destroy()));
  });
  const { send } = transport();
  const attempts: Attempts = {
    wait: async () => true,
    once: async (of, request, _proof, fresh) => {
      const came = await send(origin, {}, fresh ? 'new' : 'any');
      if ('lost' in came)
        return { key: of, request, sentAt: 0, endedAt: 0, facts: noFacts, answer: came };
      return answered(came.status, of, request);
    },
  };
  for (let nth = 0; nth < 50; nth++) {
    const { answer } = await new Retry(attempts).send(key('case', nth), get(), undefined, true);
    expect(answer).toMatchObject({ status: 200 });
  }
});
