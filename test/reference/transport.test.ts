import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startReference } from '../../fixtures/reference/index.ts';
import { startClient } from './client.ts';

const { server, ask } = await startClient();

function exchange(text: string, { port } = new URL(server.baseUrl)): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.endsWith('}')) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

test.each([
  ['/nowhere', 'GET', 404],
  ['/cash', 'DELETE', 405],
  ['/cash', 'OPTIONS', 405],
  ['/cash/', 'GET', 404],
  ['/%c3%28', 'GET', 404],
])('%s %s is an ApiError', async (path, method, expected) => {
  const { status, headers, json } = await ask(path, { method });
  expect([status, json.status]).toEqual([expected, expected]);
  expect(headers.get('content-type')).toBe('application/json');
  if (expected === 405) expect(headers.get('allow')).toBe('GET');
});

test.each([
  ['an unregistered method', 'BREW /m2m/cash HTTP/1.1\r\nHost: a\r\n\r\n', 501],
  ['no Host', 'GET /m2m/cash HTTP/1.1\r\n\r\n', 400],
  ['two Hosts', 'GET /m2m/cash HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['a NUL', 'GET /m2m/cash HTTP/1.1\r\nHost: a\r\nx: a\0\r\n\r\n', 400],
  ['bare line feeds', 'GET /m2m/cash HTTP/1.1\nHost: a\n\n', 400],
  ['an unknown transfer coding', 'POST /oauth/token HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\n\r\n', 400],
  ['a header section beyond bounds', `GET /m2m/cash HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['a non-ASCII user', 'GET /m2m/cash HTTP/1.1\r\nHost: a\r\nx-user-id: \xff\r\n\r\n', 401],
])('%s is answered with an ApiError', async (_what, text, expected) => {
  const answer = await exchange(text);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${expected} `));
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
    status: expected,
    responseId: expect.any(String),
  });
  expect((await ask('/cash')).status).toBe(200);
});

test('close ends at once, with connections kept alive and requests in flight', async () => {
  const slow = await startReference({ latencyMs: 5_000 });
  const lost = fetch(`${slow.baseUrl}/cash`).catch(() => 'lost');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const before = performance.now();
  await slow.close();
  expect(performance.now() - before).toBeLessThan(4_000);
  expect(await lost).toBe('lost');
  await expect(fetch(slow.baseUrl)).rejects.toThrow();
});

test('the latency is waited for, also by the token endpoint', async () => {
  const slow = await startReference({ latencyMs: 80 });
  const before = performance.now();
  await fetch(slow.authUrl, { method: 'POST' });
  expect(performance.now() - before).toBeGreaterThanOrEqual(75);
  await slow.close();
});

test('a compose replaces a part for all that use it', async () => {
  const teapot = await startReference({
    compose: (parts) => ({ ...parts, errorBody: (_visit, { status }) => ({ teapot: status }) }),
  });
  expect(await (await fetch(`${teapot.baseUrl}/cash`)).json()).toEqual({ teapot: 401 });
  await teapot.close();
});
