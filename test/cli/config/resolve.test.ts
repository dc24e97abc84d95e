import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { emptyProfile } from '../../../engine/config/config.ts';
import { enough, type Given, jwt, over, refusal, resolving, users } from './given.ts';

const token = jwt(600);

async function partialOf(given: Given) {
  const resolved = await resolving(given);
  if (!resolved.embedded) throw new Error('not embedded');
  return resolved.partial;
}

describe('without a base URL', () => {
  test('the target is the embedded reference implementation, and everything is allowed', async () => {
    const { seed, ...partial } = await partialOf({});
    expect(partial).toMatchObject({
      allow: { writes: true, orders: true, desync: true },
      profile: emptyProfile,
    });
    expect(partial).not.toHaveProperty('target');
    expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true);
  });

  test('the proxy of the environment is ignored', async () => {
    const { network } = await partialOf({
      env: { HTTP_PROXY: 'http://proxy:3128', HTTPS_PROXY: 'rubbish' },
    });
    expect(network.proxy).toBeUndefined();
  });
});

describe("an operator's target", () => {
  const local = { M2M_BASE_URL: 'http://localhost:8080', M2M_ALLOW: 'orders' };
  const ipv6 = 'http://[::1]:8080';
  const plain = { M2M_BASE_URL: 'http://api.example.com', M2M_ALLOW_PLAIN_HTTP: '1' };
  const given = {
    M2M_BASE_URL: 'https://api.example.com',
    M2M_TOKEN: token,
    M2M_USER_ID: users[0],
  };

  const durations = { timeoutMs: 250, deadlineS: 5400 };

  test.each<[name: string, given: Given, expected: object]>([
    [
      'gets only reads by default',
      { env: enough },
      { allow: { writes: false, orders: false, desync: false } },
    ],
    [
      'needs no TLS and no sandbox on this machine',
      over(local),
      { target: { baseUrl: local.M2M_BASE_URL } },
    ],
    [
      'needs no TLS on this machine by IPv6',
      over({ M2M_BASE_URL: ipv6 }),
      { target: { baseUrl: ipv6 } },
    ],
    [
      'needs no TLS if plain HTTP is allowed',
      over(plain),
      { target: { baseUrl: plain.M2M_BASE_URL } },
    ],
    [
      'gets orders in a sandbox',
      over({ M2M_ALLOW: 'orders', M2M_SANDBOX: '1' }),
      { allow: { orders: true } },
    ],
    [
      'needs no token endpoint if a token is given',
      { env: given },
      { clients: {}, tokens: { scoped: token } },
    ],
    ['has more time at depth deep', { env: enough, flags: { depth: 'deep' } }, { deadlineS: 3600 }],
    [
      'can have durations with units',
      over({ M2M_TIMEOUT: '250ms', M2M_DEADLINE: '1.5h' }),
      durations,
    ],
    [
      'has them in its file',
      { env: enough, config: { run: { timeoutMs: '0.25s', deadlineS: '90m' } } },
      durations,
    ],
    [
      'has a timeout below a short deadline',
      { env: enough, flags: { deadline: '5' } },
      { timeoutMs: 5000 },
    ],
  ])('%s', async (_name, given, expected) => {
    expect(await resolving(given)).toMatchObject({ embedded: false, config: expected });
  });
});

const nodes = { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '4' };
const jobs = { JOB_COMPLETION_INDEX: '0', M2M_SHARD_TOTAL: '4' };
const allowed = { writes: true, orders: false, desync: false };
const shared = { rate: 2.5, concurrency: 6, seed: 1 };
const dotenv = { '.env': '# seeds\nexport M2M_SEED=\'12\' # twelve\nM2M_DEPTH="deep"\n' };

test.each<[what: string, given: Given, expected: object]>([
  [
    'permissions win over those of the reference',
    { flags: { allow: 'writes' } },
    { allow: allowed },
  ],
  ['a shard can be given', { flags: { shard: '2/3' } }, { shard: { index: 2, total: 3 } }],
  [
    'a shard can come from the CI, counted from 1',
    { flags: { shard: 'auto' }, env: nodes },
    { shard: { index: 3 } },
  ],
  [
    'a shard can come from the CI, counted from 0',
    { flags: { shard: 'auto' }, env: jobs },
    { shard: { index: 1 } },
  ],
  [
    'a shard gets its share of the rate',
    { flags: { shard: '2/4', rate: '10', concurrency: '6' } },
    shared,
  ],
  [
    'variables in .env can be quoted, exported and commented',
    { files: dotenv },
    { seed: 12, depth: 'deep' },
  ],
])('%s', async (_what, given, expected) => {
  expect(await partialOf(given)).toMatchObject(expected);
});

test('variables that are empty count as unset, and those of other tools with the same prefix are ignored', async () => {
  const others = {
    M2M_SERVICE_HOST: 'x',
    M2M_PORT_80_TCP: 'x',
  };
  const env = { ...others, M2M_BASE_URL: '', M2M_SEED: '', M2M_TYPO: '' };
  const { embedded, settings } = await resolving({ env, files: { '.env': 'M2M_SEED=5\n' } });
  expect([embedded, settings.sources['run.seed']]).toEqual([true, 'M2M_SEED in .env']);
});

test('flags that the command line parser sets by itself count as unset', async () => {
  const { settings } = await resolving({
    flags: { allure: true, dry: true },
    config: { reports: { allure: false } },
  });
  expect(settings.reports.allure).toBe(false);
});

describe('the signing key', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  test.each([
    ['PEM text', { env: { M2M_SIGNING_KEY: pem } }],
    ['PEM text on one line', { env: { M2M_SIGNING_KEY: pem.replaceAll('\n', '\\n') } }],
    ['a file', { env: { M2M_SIGNING_KEY: 'key.pem' }, files: { 'key.pem': pem } }],
    [
      'a file that the configuration names',
      { config: { signingKey: './key.pem' }, files: { 'key.pem': pem } },
    ],
  ])('can be %s', async (_name, given) => {
    expect((await resolving(given)).settings.signingKey).toBe(pem);
  });
});

describe('an error', () => {
  test('reports all problems at once, one per line', async () => {
    const error = await refusal({
      flags: { seed: '1x', concurrency: '0' },
      env: { M2M_BASE_URL: 'api.example.com', M2M_STRIKT: '1', M2M_USER_ID: 'me' },
      config: { run: { sed: 1, rate: -1 }, clients: { scoped: { id: 'a' } } },
    });
    const wrong = [
      'run.seed',
      'run.concurrency',
      'users.first',
      'run.sed',
      'run.rate',
      'M2M_STRIKT',
      'target.baseUrl',
    ];
    const missing = ['clients.scoped.secret', 'target.authUrl', 'target.audience'];
    expect(error.problems.map(({ key }) => key)).toEqual([...wrong, ...missing]);
    expect(error.message.split('\n')).toHaveLength(error.problems.length);
  });

  test('finds mistakes in a file that a flag overrides', async () => {
    const error = await refusal({ flags: { seed: '1' }, config: { run: { seed: 'one' } } });
    expect(error.problems.map(({ source }) => source)).toEqual(['harness.config.json']);
  });

  const key = '-----BEGIN PRIVATE KEY-----\nswordfish\n-----END PRIVATE KEY-----';
  const wrongKeys = {
    M2M_CLIENT_SECRET: 'swordfish',
    M2M_DEPTH: 'swordfish',
    M2M_BASE_URL: 'swordfish',
  };
  const misplaced = {
    clients: { scoped: { secret: ['swordfish'], pasword: 'swordfish' } },
    tokens: 'swordfish',
  };
  const noFiles = { network: { ca: key, clientCertificate: { cert: 'swordfish-----', key } } };

  test.each<[name: string, given: Given, problems: number]>([
    ['under a wrong key', { config: misplaced }, 4],
    ['under another key', over(wrongKeys), 2],
    ['instead of its file', { config: noFiles }, 3],
  ])('shows no secret %s', async (_name, given, problems) => {
    const error = await refusal(given);
    expect(error.problems).toHaveLength(problems);
    expect(error.message).not.toContain('swordfish');
  });

  test('contains no terminal control characters', async () => {
    const { message } = await refusal({ flags: { depth: '\u001b[2J\u009b\u202e\r\n' } });
    expect(message).toContain('"\\u001b[2J\\u009b\\u202e\\r\\n"');
  });
});
