import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enough } from './config/given.ts';
import { workspace } from './workspace.ts';

const { call, refused, remove, write } = workspace();
let server: Server;
let connections = 0;

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

function variables(): Record<string, string> {
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`;
  return { ...enough, M2M_BASE_URL: origin, M2M_AUTH_URL: `${origin}/token` };
}

const me = { area: 'users', method: 'GET', path: '/users/me' };

test.each<[key: string, profile: object, more?: Record<string, string>]>([
  ['M2M_SEEED', {}, { M2M_SEEED: '1' }],
  ['users.first', {}, { M2M_USER_ID: 'me' }],
  ['profile.responseSchemas["GET /cash"]', { responseSchemas: { 'GET /cash': './missing.json' } }],
  ['profile.responseSchemas["GET /users/you"]', { endpoints: [me], responseSchemas: { 'GET /users/you': true } }],
  ['profile.waivers', { waivers: [{ id: 'auth/expird', reason: 'none can be had' }] }],
])('a wrong %s causes one line that names it, and nothing is sent', async (key, profile, more = {}) => {
  write('harness.config.json', { profile });
  connections = 0;
  const stderr = await refused('run', { ...variables(), ...more });
  expect(connections).toBe(0);
  expect(stderr.split('\n')).toEqual([expect.stringMatching(/: found .+/), '']);
  expect(stderr.startsWith(key)).toBe(true);
});

test('with the right configuration, the same server gets requests', async () => {
  remove('harness.config.json');
  expect((await call('run --depth quick --deadline 10 --no-allure', variables())).code).toBe(3);
  expect(connections).toBeGreaterThan(0);
});
