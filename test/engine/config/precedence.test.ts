import { describe, expect, it } from 'vitest';
import { merged, type Tree } from '../../../engine/config/layer.ts';
import { leafKeys } from '../../../engine/config/schema-keys.ts';
import { variables } from '../../../engine/config/variables.ts';
import { enough, jwt, resolving, users } from './given.ts';

/** Per key: how flag, variable and file set it, each to a value of its own, and where it ends up. */
interface Row {
  readonly key: string;
  readonly flag?: readonly [name: string, text: string | boolean, value: unknown];
  readonly variable?: readonly [name: string, text: string, value: unknown];
  readonly file: readonly [written: unknown, value: unknown];
  /** What else the file has to hold for that. */
  readonly with?: object;
  /** Path in what is resolved. */
  readonly at: string;
  readonly default?: unknown;
}

const tokens = [jwt(3600), jwt(7200)] as const;
const expired = [jwt(-3600), jwt(-7200)] as const;
const same = <T>(value: T) => [value, value] as const;

const table: readonly Row[] = [
  {
    key: 'target.baseUrl',
    flag: ['baseUrl', 'https://flag.example.com/', 'https://flag.example.com'],
    variable: ['HARNESS_BASE_URL', 'https://variable.example.com/v1/', 'https://variable.example.com/v1'],
    file: ['https://file.example.com', 'https://file.example.com'],
    at: 'config.target.baseUrl',
  },
  {
    key: 'target.authUrl',
    flag: ['authUrl', ...same('https://flag.example.com/token')],
    variable: ['HARNESS_AUTH_URL', ...same('https://variable.example.com/token')],
    file: same('https://file.example.com/token/'),
    at: 'config.target.authUrl',
  },
  {
    key: 'target.audience',
    flag: ['audience', ...same('flag')],
    variable: ['HARNESS_AUDIENCE', ...same('variable')],
    file: same('file'),
    at: 'config.target.audience',
  },
  {
    key: 'target.jwksUrl',
    variable: ['HARNESS_JWKS_URL', ...same('https://variable.example.com/jwks')],
    file: same('https://file.example.com/jwks'),
    at: 'config.target.jwksUrl',
  },
  { key: 'target.implementation', file: same('Example'), at: 'config.target.implementation' },
  { key: 'target.build', file: same('1.2.3'), at: 'config.target.build' },
  {
    key: 'target.sandbox',
    variable: ['HARNESS_SANDBOX', '0', false],
    file: same(true),
    at: 'config.target.sandbox',
    default: false,
  },
  {
    key: 'clients.scoped.id',
    variable: ['HARNESS_CLIENT_ID', ...same('variable')],
    file: same('file'),
    at: 'config.clients.scoped.id',
  },
  {
    key: 'clients.scoped.secret',
    variable: ['HARNESS_CLIENT_SECRET', ...same('variable')],
    file: same('file'),
    at: 'config.clients.scoped.secret',
  },
  {
    key: 'clients.unscoped.id',
    variable: ['HARNESS_UNSCOPED_CLIENT_ID', ...same('variable')],
    file: same('file'),
    at: 'config.clients.unscoped.id',
  },
  {
    key: 'clients.unscoped.secret',
    variable: ['HARNESS_UNSCOPED_CLIENT_SECRET', ...same('variable')],
    file: same('file'),
    at: 'config.clients.unscoped.secret',
  },
  {
    key: 'tokens.scoped',
    variable: ['HARNESS_TOKEN', ...same(tokens[0])],
    file: same(tokens[1]),
    at: 'config.tokens.scoped',
  },
  {
    key: 'tokens.unscoped',
    variable: ['HARNESS_UNSCOPED_TOKEN', ...same(tokens[0])],
    file: same(tokens[1]),
    at: 'config.tokens.unscoped',
  },
  {
    key: 'tokens.expired',
    variable: ['HARNESS_EXPIRED_TOKEN', ...same(expired[0])],
    file: same(expired[1]),
    at: 'config.tokens.expired',
  },
  {
    key: 'tokens.otherAudience',
    variable: ['HARNESS_OTHER_AUDIENCE_TOKEN', ...same(tokens[0])],
    file: same(tokens[1]),
    at: 'config.tokens.otherAudience',
  },
  {
    key: 'tokens.denied',
    variable: ['HARNESS_DENIED_TOKEN', ...same(tokens[0])],
    file: same(tokens[1]),
    at: 'config.tokens.denied',
  },
  {
    key: 'users.first',
    variable: ['HARNESS_USER_ID', ...same(users[0])],
    file: same(users[1]),
    at: 'config.users.first',
  },
  {
    key: 'users.second',
    variable: ['HARNESS_SECOND_USER_ID', ...same(users[1])],
    file: same(users[2]),
    at: 'config.users.second',
  },
  {
    key: 'users.foreign',
    variable: ['HARNESS_FOREIGN_USER_ID', ...same(users[1])],
    file: same(users[2]),
    at: 'config.users.foreign',
  },
  {
    key: 'users.denied',
    variable: ['HARNESS_DENIED_USER_ID', ...same(users[1])],
    file: same(users[2]),
    at: 'config.users.denied',
  },
  {
    key: 'users.languages',
    file: [
      { first: 'en-gb', second: 'DE' },
      { first: 'en-GB', second: 'de' },
    ],
    with: { users: { second: users[1] } },
    at: 'config.users.languages',
    default: undefined,
  },
  {
    key: 'users.sameLanguage',
    variable: ['HARNESS_SAME_LANGUAGE', 'false', false],
    file: same(true),
    at: 'config.users.sameLanguage',
    default: false,
  },
  {
    key: 'claim',
    flag: ['claim', 'learn, cash', ['learn', 'cash']],
    variable: ['HARNESS_CLAIM', 'users', ['users']],
    file: same(['test']),
    at: 'config.claim',
    default: undefined,
  },
  ...(['writes', 'desync'] as const).map(
    (name): Row => ({
      key: `allow.${name}`,
      flag: ['allow', name, true],
      variable: ['HARNESS_ALLOW', 'none', false],
      file: same(true),
      at: `config.allow.${name}`,
      default: false,
    }),
  ),
  {
    key: 'allow.orders',
    variable: ['HARNESS_ALLOW', 'writes', false],
    file: same(false),
    at: 'config.allow.orders',
    default: false,
  },
  {
    key: 'only',
    flag: ['only', 'auth/*,user/missing', ['auth/*', 'user/missing']],
    file: same(['guides/ok']),
    at: 'config.only',
  },
  {
    key: 'run.depth',
    flag: ['depth', ...same('deep')],
    variable: ['HARNESS_DEPTH', ...same('quick')],
    file: same('standard'),
    at: 'config.depth',
    default: 'standard',
  },
  {
    key: 'run.seed',
    flag: ['seed', '1', 1],
    variable: ['HARNESS_SEED', '2', 2],
    file: same(2147483647),
    at: 'config.seed',
  },
  {
    key: 'run.strict',
    flag: ['strict', ...same(true)],
    variable: ['HARNESS_STRICT', '0', false],
    file: same(true),
    at: 'config.strict',
    default: false,
  },
  {
    key: 'run.concurrency',
    flag: ['concurrency', '1', 1],
    variable: ['HARNESS_CONCURRENCY', '256', 256],
    file: same(3),
    at: 'config.concurrency',
    default: 8,
  },
  {
    key: 'run.rate',
    flag: ['rate', '0.5', 0.5],
    variable: ['HARNESS_RATE', '20', 20],
    file: same(3),
    at: 'config.rate',
  },
  {
    key: 'run.timeoutMs',
    flag: ['timeout', '100', 100],
    variable: ['HARNESS_TIMEOUT', '200', 200],
    file: same(300),
    at: 'config.timeoutMs',
    default: 10_000,
  },
  {
    key: 'run.deadlineS',
    flag: ['deadline', '60', 60],
    variable: ['HARNESS_DEADLINE', '70', 70],
    file: same(80),
    at: 'config.deadlineS',
    default: 900,
  },
  { key: 'network.headers', file: same({ 'x-gateway-key': 'a b' }), at: 'config.network.headers', default: {} },
  {
    key: 'network.allowPlainHttp',
    variable: ['HARNESS_ALLOW_PLAIN_HTTP', 'TRUE', true],
    file: same(false),
    at: 'config.network.allowPlainHttp',
    default: false,
  },
  { key: 'profile.guidePath', file: same('/guides/{id}'), at: 'config.profile.guidePath', default: undefined },
  { key: 'profile.guideOrder', file: same([users[0], users[1]]), at: 'config.profile.guideOrder', default: undefined },
  { key: 'profile.successStatus', file: same({ 'GET /cash': 203 }), at: 'config.profile.successStatus', default: {} },
  {
    key: 'profile.responseSchemas',
    file: same({ 'GET /cash': { type: 'object' }, 'GET /portfolios': true }),
    at: 'config.profile.responseSchemas',
    default: {},
  },
  {
    key: 'profile.addresses',
    file: same([{ line1: 'a', city: 'b', postalCode: 1, countryCode: 'MT' }]),
    at: 'config.profile.addresses',
    default: undefined,
  },
  {
    key: 'profile.order',
    file: same({ isin: 'US0378331005', side: 'buy', amount: 0.5 }),
    at: 'config.profile.order',
    default: undefined,
  },
  {
    key: 'profile.addressReadBack',
    file: [{ endpoint: 'GET /users/me' }, { endpoint: 'GET /users/me', address: '' }],
    with: { profile: { endpoints: [{ area: 'users', method: 'GET', path: '/users/me' }] } },
    at: 'config.profile.addressReadBack',
    default: undefined,
  },
  {
    key: 'profile.userCreation',
    file: same({ endpoint: 'POST /users', id: '/id' }),
    with: { profile: { endpoints: [{ area: 'users', method: 'POST', path: '/users', safety: 'write' }] } },
    at: 'config.profile.userCreation',
    default: undefined,
  },
  {
    key: 'profile.endpoints',
    file: [
      [{ area: 'test', method: 'GET', path: '/test' }],
      [
        {
          area: 'test',
          method: 'GET',
          path: '/test',
          parameters: {},
          statuses: [],
          scopes: [],
          takesUser: true,
          safety: 'read',
        },
      ],
    ],
    at: 'config.profile.endpoints',
    default: [],
  },
  { key: 'profile.malformedUserStatus', file: same(400), at: 'config.profile.malformedUserStatus', default: undefined },
  { key: 'profile.scopes', file: same({ 'GET /cash': ['a:b'] }), at: 'config.profile.scopes', default: {} },
  { key: 'profile.absentMethods', file: same(['DELETE']), at: 'config.profile.absentMethods', default: [] },
  { key: 'profile.waivers', file: same([{ id: 'a/b', reason: 'c' }]), at: 'config.profile.waivers', default: [] },
  {
    key: 'out',
    flag: ['out', ...same('flag')],
    variable: ['HARNESS_OUT', ...same('variable')],
    file: same('file'),
    at: 'settings.out',
    default: 'reports/latest',
  },
  ...['html', 'junit', 'ctrf', 'summary', 'badge'].map((name) => ({
    key: `reports.${name}`,
    file: same(false),
    at: `settings.reports.${name}`,
    default: true,
  })),
  {
    key: 'reports.allure',
    flag: ['allure', ...same(false)],
    file: same(true),
    at: 'settings.reports.allure',
    default: true,
  },
  {
    key: 'reports.mask',
    flag: ['publish', ...same(true)],
    file: same(false),
    at: 'settings.reports.mask',
    default: false,
  },
];

/** Keys that name files: load-file.test.ts and network.test.ts read them. */
const files = [
  'network.ca',
  'network.clientCertificate.cert',
  'network.clientCertificate.key',
  'network.clientCertificate.passphrase',
  'knownFailures',
  'signingKey',
];

function nested(key: string, value: unknown): Record<string, unknown> {
  return key.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as Record<string, unknown>;
}

function at(resolved: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], resolved);
}

/** Enough of everything else, so that only the key under test varies: variables without the one that sets the key. */
function rest(row: Row): Record<string, string> {
  const unscoped = row.key.startsWith('clients.unscoped')
    ? { HARNESS_UNSCOPED_CLIENT_ID: 'unscoped', HARNESS_UNSCOPED_CLIENT_SECRET: 'unscoped' }
    : {};
  const needed: Record<string, string> = { ...enough, ...unscoped };
  for (const [name, [key]] of Object.entries(variables)) if (key === row.key) delete needed[name];
  return needed;
}

describe('precedence', () => {
  it('is tabled for every key of the schema', () => {
    expect([...table.map(({ key }) => key), ...files].sort()).toEqual([...leafKeys].sort());
  });

  it('is tabled for every variable', () => {
    const tabled = new Set(table.flatMap(({ variable }) => (variable ? [variable[0]] : [])));
    expect([...tabled, 'HARNESS_SIGNING_KEY'].sort()).toEqual(Object.keys(variables).sort());
  });

  for (const row of table) {
    const { key, flag, variable, file, at: place } = row;
    const env = rest(row);
    const config = merged([nested(key, file[0]), (row.with ?? {}) as Tree]);

    it(`${key}: the file over the default`, async () => {
      const resolved = await resolving({ env, config });
      expect(at(resolved, place)).toEqual(file[1]);
      expect(resolved.settings.sources[key]).toBe('harness.config.json');
    });

    if (variable) {
      it(`${key}: .env over the file`, async () => {
        const files = { '.env': `${variable[0]}="${variable[1]}"\n` };
        const resolved = await resolving({ env, config, files });
        expect(at(resolved, place)).toEqual(variable[2]);
        expect(resolved.settings.sources[key]).toBe(`${variable[0]} in .env`);
      });

      it(`${key}: the process environment over .env`, async () => {
        const files = { '.env': `${variable[0]}=never read\n` };
        const resolved = await resolving({ env: { ...env, [variable[0]]: variable[1] }, config, files });
        expect(at(resolved, place)).toEqual(variable[2]);
        expect(resolved.settings.sources[key]).toBe(variable[0]);
      });
    }

    if (flag) {
      it(`${key}: the flag over all`, async () => {
        const variables = variable ? { [variable[0]]: variable[1] } : {};
        const resolved = await resolving({ flags: { [flag[0]]: flag[1] }, env: { ...env, ...variables }, config });
        expect(at(resolved, place)).toEqual(flag[2]);
        expect(resolved.settings.sources[key]).toMatch(/^flag --/);
      });
    }

    if ('default' in row) {
      it(`${key}: the default`, async () => {
        const resolved = await resolving({ env });
        expect(at(resolved, place)).toEqual(row.default);
        expect(resolved.settings.sources[key]).toBe('default');
      });
    }
  }
});
