import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sample } from '../scope.ts';
import { command, emptyFolder } from './command.ts';

let server: Server;
let connections = 0;
let folder: ReturnType<typeof emptyFolder>;

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => server.close());

beforeEach(() => {
  folder = emptyFolder();
  connections = 0;
});

afterEach(() => folder.remove());

/** Variables with which a user would certify that server. */
function enough(): Record<string, string> {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    HARNESS_BASE_URL: `http://127.0.0.1:${port}`,
    HARNESS_AUTH_URL: `http://127.0.0.1:${port}/token`,
    HARNESS_AUDIENCE: 'audience',
    HARNESS_CLIENT_ID: 'client',
    HARNESS_CLIENT_SECRET: 'secret',
    HARNESS_USER_ID: '64b7f0c2a1d3e4f5a6b7c8d9',
  };
}

interface Wrong {
  readonly variables?: Record<string, string>;
  readonly profile?: object;
}

const reads = { area: 'users', method: 'GET', path: '/users/me' };

const rows: readonly (readonly [key: string, wrong: Wrong])[] = [
  ['HARNESS_SEEED', { variables: { HARNESS_SEEED: '1' } }],
  ['users.first', { variables: { HARNESS_USER_ID: 'me' } }],
  ['run.depth', { variables: { HARNESS_DEPTH: 'quik' } }],
  ['profile.order.isin', { profile: { order: { isin: 'US0378331006', side: 'buy', amount: 1 } } }],
  ['profile.endpoints[0].parameters.id', { profile: { endpoints: [{ ...reads, path: '/users/{id}' }] } }],
  ['profile.responseSchemas["GET /cash"]', { profile: { responseSchemas: { 'GET /cash': './missing.json' } } }],
  ['profile.responseSchemas["GET /cash"]', { profile: { responseSchemas: { 'GET /cash': { type: 'strin' } } } }],
  ['profile.scopes["GET /csh"]', { profile: { scopes: { 'GET /csh': ['a'] } } }],
  ['profile.successStatus["POST {auth_url}"]', { profile: { successStatus: { 'POST {auth_url}': 200 } } }],
  [
    'profile.responseSchemas["GET /users/you"]',
    { profile: { endpoints: [reads], responseSchemas: { 'GET /users/you': true } } },
  ],
  [
    'profile.endpoints[0]',
    {
      profile: {
        endpoints: [{ area: 'learn', method: 'GET', path: '/learning-guides/{guide}', parameters: { guide: 'a' } }],
      },
    },
  ],
  ['profile.waivers', { profile: { waivers: [{ id: 'auth/expird', reason: 'none can be had' }] } }],
];

describe('run with a wrong configuration', () => {
  test.each(sample('wrong configurations', rows, 5))(
    'names %s, and sends nothing',
    async (key, { variables = {}, profile }) => {
      if (profile) writeFileSync(join(folder.path, 'harness.config.json'), JSON.stringify({ profile }));
      const { code, stdout, stderr } = await command(folder.path, ['run'], { ...enough(), ...variables });
      expect({ code, stdout, connections }).toEqual({ code: 2, stdout: '', connections: 0 });
      expect(stderr.split('\n')).toEqual([expect.stringMatching(/: found .+/), '']);
      expect(stderr.startsWith(key)).toBe(true);
    },
  );

  test('the same server is asked once the configuration is right', async () => {
    const { code } = await command(folder.path, ['run', '--depth', 'quick', '--deadline', '10'], enough());
    expect(code).toBe(3);
    expect(connections).toBeGreaterThan(0);
  });
});
