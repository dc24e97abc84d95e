import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { emptyProfile } from '../../../engine/config/config.ts';
import { completeEmbedded } from '../../../engine/config/embedded.ts';
import { enough, type Given, jwt, over, refusal, resolving, users } from './given.ts';

async function configOf(given: Given): Promise<Config> {
  const resolved = await resolving(given);
  if (resolved.embedded) throw new Error('embedded');
  return resolved.config;
}

async function partialOf(given: Given) {
  const resolved = await resolving(given);
  if (!resolved.embedded) throw new Error('not embedded');
  return resolved.partial;
}

describe('without a base URL', () => {
  it('the target is the embedded reference implementation, to which everything may be sent', async () => {
    const { seed, ...partial } = await partialOf({});
    expect(partial).toEqual({
      allow: { writes: true, orders: true, desync: true },
      depth: 'standard',
      strict: false,
      concurrency: 8,
      timeoutMs: 10_000,
      deadlineS: 900,
      network: { headers: {}, allowPlainHttp: false },
      profile: emptyProfile,
    });
    expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true);
  });

  it('permissions that are given win', async () => {
    const { allow } = await partialOf({ flags: { allow: 'writes' } });
    expect(allow).toEqual({ writes: true, orders: false, desync: false });
  });

  it('no proxy of the environment is used', async () => {
    const { network } = await partialOf({ env: { HTTP_PROXY: 'http://proxy:3128', HTTPS_PROXY: 'rubbish' } });
    expect(network.proxy).toBeUndefined();
  });

  it('the configuration is completed by what the started reference says', async () => {
    const reference = {
      baseUrl: 'http://127.0.0.1:1/api',
      authUrl: 'http://127.0.0.1:1/token',
      jwksUrl: 'http://127.0.0.1:1/jwks',
      audience: 'the-audience',
      clients: { scoped: { id: 'a', secret: 'b' }, unscoped: { id: 'c', secret: 'd' } },
      users: { first: users[0], second: users[1], foreign: users[2], denied: 'a'.repeat(24) },
      expiredToken: 'e',
      otherAudienceToken: 'f',
    };
    const partial = await partialOf({ flags: { seed: '7' } });
    expect(completeEmbedded(partial, reference, emptyProfile)).toMatchObject({
      seed: 7,
      target: { baseUrl: reference.baseUrl, implementation: 'embedded reference implementation', sandbox: true },
      clients: reference.clients,
      tokens: { expired: 'e', otherAudience: 'f' },
      users: { first: users[0], second: users[1], sameLanguage: false },
    });
  });
});

describe('a target of the operator', () => {
  it('is sent nothing but reads by default', async () => {
    expect((await configOf({ env: enough })).allow).toEqual({ writes: false, orders: false, desync: false });
  });

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'may be without TLS and a sandbox on this machine: %s',
    async (baseUrl) => {
      const config = await configOf(over({ HARNESS_BASE_URL: `${baseUrl}/`, HARNESS_ALLOW: 'orders' }));
      expect([config.target.baseUrl, config.target.sandbox, config.allow.orders]).toEqual([baseUrl, false, true]);
    },
  );

  it('may be without TLS elsewhere where that is allowed', async () => {
    const env = { HARNESS_BASE_URL: 'http://api.example.com', HARNESS_ALLOW_PLAIN_HTTP: '1' };
    expect((await configOf(over(env))).target.baseUrl).toBe('http://api.example.com');
  });

  it('may be sent orders elsewhere where it is called a sandbox', async () => {
    expect((await configOf(over({ HARNESS_ALLOW: 'orders', HARNESS_SANDBOX: '1' }))).allow.orders).toBe(true);
  });

  it('needs no token endpoint where a token is given', async () => {
    const token = jwt(600);
    const env = { HARNESS_BASE_URL: 'https://api.example.com', HARNESS_TOKEN: token, HARNESS_USER_ID: users[0] };
    const config = await configOf({ env });
    expect([config.target.authUrl, config.clients, config.tokens]).toEqual(['', {}, { scoped: token }]);
  });

  it('takes longer at depth deep', async () => {
    expect((await configOf({ env: enough, flags: { depth: 'deep' } })).deadlineS).toBe(3600);
  });

  it('has a time limit a request below a short deadline', async () => {
    expect((await configOf({ env: enough, flags: { deadline: '5' } })).timeoutMs).toBe(5000);
  });
});

describe('a shard', () => {
  it.each([
    ['2/3', {}, { index: 2, total: 3 }],
    ['auto', { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '4' }, { index: 3, total: 4 }],
    ['auto', { JOB_COMPLETION_INDEX: '0', HARNESS_SHARD_TOTAL: '4' }, { index: 1, total: 4 }],
  ])('%s with %o', async (shard, env, expected) => {
    expect((await partialOf({ flags: { shard }, env })).shard).toEqual(expected);
  });

  it('has its part of the rate, and all of the concurrency', async () => {
    const { rate, concurrency } = await partialOf({ flags: { shard: '2/4', rate: '10', concurrency: '6' } });
    expect({ rate, concurrency }).toEqual({ rate: 2.5, concurrency: 6 });
  });

  it('has the seed of its siblings without being told', async () => {
    expect((await partialOf({ flags: { shard: '1/2' } })).seed).toBe(1);
  });
});

describe('variables', () => {
  it('that are empty count as unset', async () => {
    const env = { HARNESS_BASE_URL: '', HARNESS_SEED: '', HARNESS_TYPO: '' };
    expect((await resolving({ env, files: { '.env': 'HARNESS_SEED=5\n' } })).settings.sources['run.seed']).toBe(
      'HARNESS_SEED in .env',
    );
  });

  it('of others with the same prefix are left alone', async () => {
    const env = {
      HARNESS_PIPELINE_ID: 'x',
      HARNESS_BUILD_ID: '1',
      HARNESS_SERVICE_HOST: 'x',
      HARNESS_PORT_80_TCP: 'x',
    };
    expect((await resolving({ env })).embedded).toBe(true);
  });

  it('in .env may be quoted, exported and commented', async () => {
    const files = { '.env': '# seeds\nexport HARNESS_SEED=\'12\' # twelve\nHARNESS_DEPTH="deep"\n' };
    expect(await partialOf({ files })).toMatchObject({ seed: 12, depth: 'deep' });
  });
});

describe('flags', () => {
  it('that the command line parser sets by itself say nothing', async () => {
    const { settings } = await resolving({
      flags: { allure: true, dry: true },
      config: { reports: { allure: false } },
    });
    expect(settings.reports.allure).toBe(false);
  });
});

describe('the signing key', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  it.each([
    ['PEM text', { env: { HARNESS_SIGNING_KEY: pem } }],
    ['PEM text on one line', { env: { HARNESS_SIGNING_KEY: pem.replaceAll('\n', '\\n') } }],
    ['a file', { env: { HARNESS_SIGNING_KEY: 'key.pem' }, files: { 'key.pem': pem } }],
    ['a file that the configuration names', { config: { signingKey: './key.pem' }, files: { 'key.pem': pem } }],
  ])('may be %s', async (_name, given) => {
    expect((await resolving(given)).settings.signingKey).toBe(pem);
  });
});

describe('an error', () => {
  it('reports everything at once, a line each', async () => {
    const error = await refusal({
      flags: { seed: '1x', concurrency: '0' },
      env: { HARNESS_BASE_URL: 'api.example.com', HARNESS_STRIKT: '1', HARNESS_USER_ID: 'me' },
      config: { run: { sed: 1, rate: -1 }, clients: { scoped: { id: 'a' } } },
    });
    expect(error.problems.map(({ key, source }) => `${key}, ${source}`)).toEqual([
      'run.seed, flag --seed',
      'run.concurrency, flag --concurrency',
      'users.first, HARNESS_USER_ID',
      'run.sed, harness.config.json',
      'run.rate, harness.config.json',
      'HARNESS_STRIKT, HARNESS_STRIKT',
      'target.baseUrl, HARNESS_BASE_URL',
      'clients.scoped.secret, not set',
      'target.authUrl, not set',
      'target.audience, not set',
    ]);
    expect(error.message.split('\n')).toHaveLength(error.problems.length);
  });

  it('finds mistakes in a file that a flag overrides', async () => {
    const error = await refusal({ flags: { seed: '1' }, config: { run: { seed: 'one' } } });
    expect(error.problems.map(({ source }) => source)).toEqual(['harness.config.json']);
  });

  it('names the secret of a wrong key by its size', async () => {
    const error = await refusal({
      config: { clients: { scoped: { secret: ['swordfish'], pasword: 'swordfish' } }, tokens: 'swordfish' },
    });
    expect(error.message).not.toContain('swordfish');
  });

  it('shows no secret that was put under another key', async () => {
    const env = {
      ...enough,
      HARNESS_CLIENT_SECRET: 'swordfish',
      HARNESS_DEPTH: 'swordfish',
      HARNESS_BASE_URL: 'swordfish',
    };
    const error = await refusal({ env });
    expect(error.problems).toHaveLength(2);
    expect(error.message).not.toContain('swordfish');
  });

  it('shows no private key that was put in place of its file', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nswordfish\n-----END PRIVATE KEY-----';
    const error = await refusal({
      config: { network: { ca: key, clientCertificate: { cert: 'swordfish-----', key } } },
    });
    expect(error.message).not.toContain('swordfish');
  });

  it('holds nothing that a terminal would act on', async () => {
    const { message } = await refusal({ flags: { depth: '\u001b[2J\u009b\u202e\r\n' } });
    expect(message).toContain('"\\u001b[2J\\u009b\\u202e\\r\\n"');
  });
});
