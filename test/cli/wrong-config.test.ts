import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { variablesOf } from './command.ts';
import { enough } from './config/given.ts';
import { hearing, workspace } from './workspace.ts';

const { at, call, read, refused, remove, serve, write } = workspace();
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
  [
    'profile.responseSchemas["GET /users/you"]',
    { endpoints: [me], responseSchemas: { 'GET /users/you': true } },
  ],
  ['profile.waivers', { waivers: [{ id: 'auth/expird', reason: 'none can be had' }] }],
])(
  'a wrong %s causes one line that names it, and nothing is sent',
  async (key, profile, more = {}) => {
    write('harness.config.json', { profile });
    connections = 0;
    const stderr = await refused('run', { ...variables(), ...more });
    expect(connections).toBe(0);
    expect(stderr.split('\n')).toEqual([expect.stringMatching(/: found .+/), '']);
    expect(stderr.startsWith(key)).toBe(true);
  },
);

test.each(['doctor', 'run'])(
  '%s ends before the first update if the read-back has no address there',
  async (name) => {
    const methods: (string | undefined)[] = [];
    const target = await serve(
      hearing(({ method, url }) => url?.endsWith('/address') && methods.push(method)),
    );
    const addressReadBack = { endpoint: 'GET /users/me/address', address: '/data/address' };
    write('harness.config.json', {
      profile: { endpoints: [{ ...me, path: '/users/me/address' }], addressReadBack },
    });
    write('reports/latest/result.json', 'of an earlier run');
    const stderr = await refused(`${name} -q --claim users --allow writes`, variablesOf(target));
    expect(stderr).toBe(
      'profile.addressReadBack.address: found "/data/address", where GET /users/me/address returned no address. The members of the response are: address. Set the key to the JSON Pointer of the address.\n',
    );
    expect(new Set(methods)).toEqual(new Set(['GET']));
    expect(readdirSync(at('reports', 'latest'))).toEqual(['result.json']);
    expect(read('reports/latest/result.json')).toBe('of an earlier run');
  },
);

test('with the right configuration, the same server gets requests', async () => {
  remove('harness.config.json');
  expect((await call('run --depth quick --deadline 10 --no-allure', variables())).code).toBe(3);
  expect(connections).toBeGreaterThan(0);
});
