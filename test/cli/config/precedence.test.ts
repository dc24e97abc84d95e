import { describe, expect, test } from 'vitest';
import { merged, type Tree } from '../../../cli/config/layer.ts';
import { leafKeys } from '../../../cli/config/schema-keys.ts';
import { variables } from '../../../cli/config/settings.ts';
import { emptyProfile } from '../../../engine/config/config.ts';
import { enough, type Given, jwt, resolving, users } from './given.ts';

/**
 * How flag, variable (`env`) and file set a key, each to another value. `value` is the parsed form,
 * if it differs.
 */
interface Row {
  readonly key: string;
  readonly flag?: readonly [name: string, written: string | boolean, value?: unknown];
  readonly env?: readonly [name: string, written: string, value?: unknown];
  readonly file: readonly [written: unknown, value?: unknown];
  /** What else the file must contain. */
  readonly with?: object;
  /** Absent if the key has no fixed default. */
  readonly default?: unknown;
}

const tokens = [jwt(3600), jwt(7200)] as const;
const expired = [jwt(-3600), jwt(-7200)] as const;
const [one, two, three] = [
  'https://flag.example.com/a',
  'https://a.example.com/v1',
  'https://file.example.com',
] as const;
const [here, there] = ['http://a.example.com:1', 'http://b.example.com:2'] as const;
const me = { endpoint: 'GET /users/me' };
const creation = { endpoint: 'POST /users', id: '/id' };
const testing = { area: 'test', method: 'GET', path: '/test' };
const declared = {
  ...testing,
  parameters: {},
  statuses: [],
  scopes: [],
  takesUser: true,
  safety: 'read',
};
const declaring = (method: string, path: string, safety: string) => ({
  profile: { endpoints: [{ area: 'users', method, path, safety }] },
});

const languages = [
  { first: 'en-gb', second: 'DE' },
  { first: 'en-GB', second: 'de' },
] as const;
const ofProfile = {
  guidePath: '/guides/{id}',
  guideOrder: [users[0], users[1]],
  successStatus: { 'GET /cash': 203 },
  responseSchemas: { 'GET /cash': { type: 'object' }, 'GET /portfolios': true },
  addresses: [{ line1: 'a', city: 'b', postalCode: 1, countryCode: 'MT' }],
  order: { isin: 'US0378331005', side: 'buy', amount: 0.5 },
  malformedUserStatus: 400,
  scopes: { 'GET /cash': ['a:b'] },
  absentMethods: ['DELETE'],
  waivers: [{ id: 'a/b', reason: 'c' }],
};

/** Returns the row of a key that a variable and the file set to different values. */
const set = (key: string, variable: string, [one, other]: readonly [string, string]): Row => ({
  key,
  env: [variable, one],
  file: [other],
});

type Written = Required<Row>;
/** Returns the row of a key that a flag, a variable and the file set to different values. */
const each = (
  key: string,
  flag: Written['flag'],
  env: Written['env'],
  written: unknown,
  more = {},
): Row => {
  return { key, flag, env, file: [written], ...more };
};
const names = ['variable', 'file'] as const;
const others = [users[1], users[2]] as const;

const table: readonly Row[] = [
  each('target.baseUrl', ['baseUrl', `${one}/`, one], ['M2M_BASE_URL', `${two}/`, two], three),
  {
    key: 'target.authUrl',
    flag: ['authUrl', one],
    env: ['M2M_AUTH_URL', two],
    file: [`${three}/token/`],
  },
  { key: 'target.audience', flag: ['audience', 'a'], env: ['M2M_AUDIENCE', 'b'], file: ['c'] },
  set('target.jwksUrl', 'M2M_JWKS_URL', [one, two]),
  { key: 'target.implementation', file: ['Example'] },
  { key: 'target.build', file: ['1.2.3'] },
  { key: 'target.sandbox', env: ['M2M_SANDBOX', '0', false], file: [true], default: false },
  set('clients.scoped.id', 'M2M_CLIENT_ID', names),
  set('clients.scoped.secret', 'M2M_CLIENT_SECRET', names),
  set('clients.unscoped.id', 'M2M_UNSCOPED_CLIENT_ID', names),
  set('clients.unscoped.secret', 'M2M_UNSCOPED_CLIENT_SECRET', names),
  set('tokens.scoped', 'M2M_TOKEN', tokens),
  set('tokens.unscoped', 'M2M_UNSCOPED_TOKEN', tokens),
  set('tokens.expired', 'M2M_EXPIRED_TOKEN', expired),
  set('tokens.otherAudience', 'M2M_OTHER_AUDIENCE_TOKEN', tokens),
  set('tokens.denied', 'M2M_DENIED_TOKEN', tokens),
  set('users.first', 'M2M_USER_ID', [users[0], users[1]]),
  set('users.second', 'M2M_SECOND_USER_ID', others),
  set('users.foreign', 'M2M_FOREIGN_USER_ID', others),
  set('users.denied', 'M2M_DENIED_USER_ID', others),
  {
    key: 'users.languages',
    file: languages,
    with: { users: { second: users[1] } },
    default: undefined,
  },
  {
    key: 'users.sameLanguage',
    env: ['M2M_SAME_LANGUAGE', 'false', false],
    file: [true],
    default: false,
  },
  each(
    'claim',
    ['claim', 'learn, cash', ['learn', 'cash']],
    ['M2M_CLAIM', 'users', ['users']],
    ['test'],
  ),
  ...(['writes', 'desync'] as const).map((name): Row => {
    const env = ['M2M_ALLOW', 'none', false] as const;
    return { key: `allow.${name}`, flag: ['allow', name, true], env, file: [true], default: false };
  }),
  { key: 'allow.orders', env: ['M2M_ALLOW', 'writes', false], file: [false], default: false },
  {
    key: 'only',
    flag: ['only', 'auth/*,user/missing', ['auth/*', 'user/missing']],
    file: [['guides/ok']],
  },
  { key: 'skip', flag: ['skip', 'auth/*,cash/ok', ['auth/*', 'cash/ok']], file: [['guides/ok']] },
  each('run.depth', ['depth', 'deep'], ['M2M_DEPTH', 'quick'], 'standard', { default: 'standard' }),
  { key: 'run.seed', flag: ['seed', '1', 1], env: ['M2M_SEED', '2', 2], file: [2147483647] },
  {
    key: 'run.strict',
    flag: ['strict', true],
    env: ['M2M_STRICT', '0', false],
    file: [true],
    default: false,
  },
  each('run.concurrency', ['concurrency', '1', 1], ['M2M_CONCURRENCY', '4', 4], 3, { default: 8 }),
  { key: 'run.rate', flag: ['rate', '0.5', 0.5], env: ['M2M_RATE', '20', 20], file: [3] },
  each('run.timeoutMs', ['timeout', '100', 100], ['M2M_TIMEOUT', '200', 200], 300, {
    default: 10_000,
  }),
  {
    key: 'run.deadlineS',
    flag: ['deadline', '60', 60],
    env: ['M2M_DEADLINE', '70', 70],
    file: [80],
    default: 900,
  },
  { key: 'network.headers', file: [{ 'x-gateway-key': 'a b' }], default: {} },
  {
    key: 'network.allowPlainHttp',
    env: ['M2M_ALLOW_PLAIN_HTTP', 'TRUE', true],
    file: [false],
    default: false,
  },
  each(
    'network.listenUrl',
    ['listen', here, `${here}/`],
    ['M2M_LISTEN_URL', there, `${there}/`],
    'http://c:3/',
    {
      default: undefined,
    },
  ),
  { key: 'embedded', flag: ['embedded', true], file: [true], default: false },
  { key: 'traceContext', flag: ['traceContext', true], file: [true], default: false },
  ...Object.entries(ofProfile).map(
    ([name, value]): Row => ({
      key: `profile.${name}`,
      file: [value],
      default: emptyProfile[name as keyof typeof emptyProfile],
    }),
  ),
  {
    key: 'profile.addressReadBack',
    file: [me, { ...me, address: '' }],
    with: declaring('GET', '/users/me', 'read'),
  },
  { key: 'profile.userCreation', file: [creation], with: declaring('POST', '/users', 'write') },
  { key: 'profile.endpoints', file: [[testing], [declared]], default: [] },
  {
    key: 'out',
    flag: ['out', 'flag'],
    env: ['M2M_OUT', 'variable'],
    file: ['file'],
    default: 'reports/latest',
  },
  ...['html', 'junit', 'ctrf', 'summary', 'badge'].map((name): Row => {
    return { key: `reports.${name}`, file: [false], default: true };
  }),
  { key: 'reports.allure', flag: ['allure', false], file: [true], default: true },
  { key: 'reports.mask', flag: ['publish', true], file: [false], default: false },
];

/**
 * Keys that name files or headers: load-file.test.ts, network.test.ts and wrong-network.test.ts
 * read them.
 */
const files = [
  'network.secretHeaders',
  'network.ca',
  ...['cert', 'key', 'passphrase'].map((name) => `network.clientCertificate.${name}`),
  'knownFailures',
  'signingKey',
];

function nested(key: string, value: unknown): Record<string, unknown> {
  return key.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as Record<
    string,
    unknown
  >;
}

/** Returns the value of a key in the resolved configuration. */
function resolvedValue(key: string, resolved: unknown): unknown {
  const path = /^(out$|reports|embedded$)/.test(key)
    ? `settings.${key}`
    : `config.${key.replace(/^run\./, '')}`;
  const step = (value: unknown, name: string) =>
    (value as Record<string, unknown> | undefined)?.[name];
  return path.split('.').reduce(step, resolved);
}

/**
 * Returns the variables that a run needs, without those of the key under test, so only that key
 * varies.
 */
function rest(row: Row): Record<string, string> {
  const unscoped = row.key.startsWith('clients.unscoped')
    ? { M2M_UNSCOPED_CLIENT_ID: 'unscoped', M2M_UNSCOPED_CLIENT_SECRET: 'unscoped' }
    : {};
  const needed: Record<string, string> = { ...enough, ...unscoped };
  for (const [name, key] of Object.entries(variables)) if (key === row.key) delete needed[name];
  return needed;
}

describe('precedence', () => {
  test('has a row or a separate test for every key of the schema', () => {
    expect([...table.map(({ key }) => key), ...files].sort()).toEqual([...leafKeys].sort());
  });

  test('has a row for every variable except the signing key', () => {
    const tabled = new Set(table.flatMap(({ env }) => (env ? [env[0]] : [])));
    expect([...tabled, 'M2M_SIGNING_KEY'].sort()).toEqual(Object.keys(variables).sort());
  });

  const steps: [
    name: string,
    row: Row,
    given: Given,
    setting: readonly unknown[],
    source: string,
  ][] = [];
  for (const row of table) {
    const { key, flag, env: variable, file } = row;
    const env = rest(row);
    const config = merged([nested(key, file[0]), (row.with ?? {}) as Tree]);
    steps.push([
      'the file over the default',
      row,
      { env, config },
      [...file],
      'harness.config.json',
    ]);
    if ('default' in row) steps.push(['the default', row, { env }, [row.default], 'default']);
    if (variable) {
      const [name, text] = variable;
      const setting = variable.slice(1);
      const dotenv = { '.env': `${name}="${text}"\n` };
      const unread = { '.env': `${name}=never read\n` };
      steps.push([
        '.env over the file',
        row,
        { env, config, files: dotenv },
        setting,
        `${name} in .env`,
      ]);
      steps.push([
        'variable over .env',
        row,
        { env: { ...env, [name]: text }, config, files: unread },
        setting,
        name,
      ]);
    }
    if (flag) {
      const [name, text] = flag;
      const all = { ...env, ...(variable ? { [variable[0]]: variable[1] } : {}) };
      steps.push([
        'the flag over all',
        row,
        { flags: { [name]: text }, env: all, config },
        flag.slice(1),
        'a flag',
      ]);
    }
  }

  const named = steps.map(
    ([name, row, ...more]) => [`${row.key}: ${name}`, row.key, ...more] as const,
  );
  test.each(named)('%s', async (_name, key, given, setting, source) => {
    const resolved = await resolving(given);
    expect(resolvedValue(key, resolved)).toEqual(setting.at(-1));
    expect(resolved.settings.sources[key]?.replace(/^flag --.*/, 'a flag')).toBe(source);
  });
});
