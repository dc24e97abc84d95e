import { createServer } from 'node:https';
import { har } from 'har-validator';
import { expect, test } from 'vitest';
import { fromEntry } from '../../../engine/evidence/har-entry.ts';
import type { Request } from '../../../engine/index.ts';
import { config, get, key as keyOf } from '../samples.ts';
import { bearer, type Listener, servingRun, traffic } from '../traffic/serving-run.ts';
import { listening } from '../wire/serving.ts';
import { certificate, key } from '../wire/tls-material.ts';

const gateway = 'gateway-key-of-a-test';
const network = { headers: { 'X-Gateway-Key': gateway }, allowPlainHttp: true };
const json: Request['headers'] = [...bearer.headers, ['Content-Type', 'application/json']];

/** Returns a listener that also keeps the header lines of each request. */
function keeping(listener: Listener = (_request, response) => response.end('{}')) {
  const received: string[][] = [];
  const respond: Listener = (request, response) => {
    const { rawHeaders } = request;
    received.push(
      rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : [])),
    );
    listener(request, response);
  };
  return { received, respond };
}

test.each<[what: string, request: Partial<Request>, fresh: boolean]>([
  ['a GET', {}, false],
  ['a GET on a new connection', {}, true],
  ['a POST with a body', { method: 'POST', headers: json, body: '{"é":1}' }, false],
  ['a POST without one', { method: 'POST' }, false],
  [
    'a GET with own headers',
    { headers: [...bearer.headers, ['user-agent', 'x'], ['Connection', 'close']] },
    false,
  ],
  [
    'raw',
    {
      method: 'POST',
      headers: [...json, ['X-Twice', '1'], ['x-twice', '']],
      body: '{}',
      wire: 'raw',
    },
    false,
  ],
])(
  'an entry of %s contains the header lines that the server received',
  async (_what, changes, fresh) => {
    const { received, respond } = keeping();
    const { live, vault, entries } = traffic(await servingRun(respond, { network }));
    vault.set('token:scoped', 'token-of-the-run', 'secret');
    await live.once(keyOf(), { ...bearer, ...changes }, undefined, fresh);
    const { headers } = entries[0]?.request ?? { headers: [] };
    const lines = headers.map(({ name, value }) => `${name}: ${value}`);
    expect(JSON.stringify(entries)).not.toMatch(/gateway-key|token-of/);
    const sent = { '{{gateway:X-Gateway-Key}}': gateway, '{{token:scoped}}': 'token-of-the-run' };
    const resolved = Object.entries(sent).reduce(
      (text, [from, to]) => text.replace(from, to),
      lines.join('\n'),
    );
    expect(resolved.split('\n')).toEqual(received[0]);
    expect(received[0]?.length).toBeGreaterThanOrEqual(5);
  },
);

test('entries contain query, status text, redirect, server and connection, and their time is the sum of its parts', async () => {
  const { respond } = keeping((_request, response) => {
    response
      .writeHead(302, 'Found token-of-the-run', { location: '/api/b?x=token-of-the-run' })
      .write('{');
    setTimeout(() => response.end('}'), 100);
  });
  const { send, vault, entries } = traffic(await servingRun(respond));
  vault.set('token:scoped', 'token-of-the-run', 'secret');
  const path = '/a?q=%C3%A9+x&q=&{{y';
  for (const nth of [0, 1]) await send({ ...get(path), connection: 'one' }, nth);
  await send({ ...get(path), wire: 'raw' }, 2);
  for (const { request, response, serverIPAddress, time, timings } of entries) {
    expect(request.queryString).toEqual([
      { name: 'q', value: 'é x' },
      { name: 'q', value: '' },
      { name: '{{y', value: '' },
    ]);
    expect(response).toMatchObject({
      statusText: 'Found {{token:scoped}}',
      redirectURL: '/api/b?x={{token:scoped}}',
    });
    expect(serverIPAddress).toBe('127.0.0.1');
    const {
      blocked = -1,
      dns,
      connect = -1,
      ssl,
      send: sending = -1,
      wait,
      receive = -1,
    } = timings;
    expect([dns, ssl]).toEqual([-1, -1]);
    expect(time).toBeCloseTo(
      [blocked, connect, sending, wait, receive].reduce((sum, ms) => sum + Math.max(ms, 0), 0),
    );
    expect(receive).toBeGreaterThan(20);
  }
  const [first, second, third] = entries.map(({ connection }) => connection);
  expect(first).toMatch(/^\d+$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(entries.map(({ timings }) => timings.connect === -1)).toEqual([false, true, false]);
  await har({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } });
});

test.each(['http', 'raw'] as const)(
  'DNS lookup and TLS handshake are timed separately (%s)',
  async (wire) => {
    const { port } = await listening(
      createServer({ cert: certificate, key }, (_, response) => response.end('{}')),
    );
    const target = { ...config().target, baseUrl: `https://localhost:${port}` };
    const { send, entries } = traffic(config({ target, network: { ...network, ca: certificate } }));
    await send({ ...get(), wire });
    const { dns = -1, connect = -1, ssl = -1 } = entries[0]?.timings ?? {};
    expect(entries[0]?.response.status).toBe(200);
    expect(dns).toBeGreaterThanOrEqual(0);
    expect(ssl).toBeGreaterThan(0);
    expect(connect).toBeGreaterThanOrEqual(ssl);
  },
);

test('the time of a request without a connection is only the time it was blocked', async () => {
  const { send, entries } = traffic(
    config({ target: { ...config().target, baseUrl: 'http://127.0.0.1:1' } }),
  );
  const came = await send(get());
  expect(entries[0]).toMatchObject({
    timings: { dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 },
  });
  expect(entries[0]).not.toHaveProperty('serverIPAddress');
  expect(entries[0]?.time).toBe(entries[0]?.timings.blocked);
  expect(fromEntry(JSON.parse(JSON.stringify(entries[0])))).toEqual(came);
});
