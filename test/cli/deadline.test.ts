import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { hostile } from '../../fixtures/hostile/index.ts';
import { command } from './command.ts';
import { workspace } from './workspace.ts';

const { at, result, write } = workspace('test');

/** One object for everything: a token response that every endpoint returns as well. */
async function fixedObject(): Promise<Record<string, string>> {
  const object = JSON.stringify({ access_token: 'token', token_type: 'Bearer', expires_in: 3_600, scope: '' });
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(object);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    M2M_BASE_URL: origin,
    M2M_AUTH_URL: `${origin}/token`,
    M2M_AUDIENCE: 'audience',
    M2M_CLIENT_ID: 'scoped',
    M2M_CLIENT_SECRET: 'secret-of-scoped',
    M2M_USER_ID: '0123456789abcdef01234567',
    M2M_SECOND_USER_ID: '0123456789abcdef01234568',
  };
}

async function silent(): Promise<Record<string, string>> {
  const target = await hostile.find(({ id }) => id === 'slow/head')?.start();
  onTestFinished(() => target?.close());
  return { ...target?.variables };
}

/** Delays the start of the worker, as a busy machine does. */
const late = `if (process.execArgv.some((arg) => arg.includes('heap-growing'))) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
}`;

test.each([
  ['returns the same object to each request', fixedObject, ''],
  ['never responds', silent, ''],
  ['never responds, on a busy machine', silent, late],
])('the deadline ends a run with the worker’s own result if the target %s', async (_what, start, preload) => {
  write('preload.cjs', preload);
  const variables = { ...(await start()), NODE_OPTIONS: `--require ${at('preload.cjs')}` };
  await command(at(), ['run', '--deadline', '1', '--out', 'out'], variables);
  const { interrupted, harnessErrors } = result('out');
  expect({ interrupted, harnessErrors }).toEqual({ interrupted: 'the deadline of 1 s', harnessErrors: [] });
});
