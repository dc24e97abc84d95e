import type { TlsOptions } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { forAnotherHost, forLoopback } from '../../fixtures/hostile/certificates.ts';
import type { Compose } from '../../fixtures/reference/index.ts';
import { type Running, startProxy, startTlsFront } from '../network/proxy.ts';
import { sample } from '../scope.ts';
import { textsIn, variablesOf } from './command.ts';
import { hearing, workspace } from './workspace.ts';

const { at, call, result, serve, write } = workspace('test');
const textsOf = () => textsIn(at('o')).join('\n');
const running: Running[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

async function kept<One extends Running>(starting: Promise<One>): Promise<One> {
  const one = await starting;
  running.push(one);
  return one;
}

/** Returns the variables of a reference at that origin. */
async function variablesAt(
  origin: (reference: string) => Promise<string> | string,
  compose: readonly Compose[] = [],
) {
  const reference = await serve(compose);
  const there = await origin(reference.baseUrl);
  const own = Object.entries(variablesOf(reference));
  const moved = own.map(
    ([name, value]) => [name, value.replace(/^http:\/\/[^/]+/, there)] as const,
  );
  return Object.fromEntries(moved) as Record<string, string>;
}

/** Variables of a target behind TLS, at a host name that only a proxy resolves. */
const behindTls = (options: TlsOptions = {}, compose?: readonly Compose[]) =>
  variablesAt(async (reference) => {
    const front = await kept(startTlsFront(reference, { ...forAnotherHost, ...options }));
    return `https://other.example:${front.port}`;
  }, compose);

/** Variables of a target that speaks plain http, at a host name that only a proxy resolves. */
const inClear = async (
  _options = {},
  compose?: readonly Compose[],
): Promise<Record<string, string>> => ({
  ...(await variablesAt((reference) => `http://other.example:${new URL(reference).port}`, compose)),
  M2M_ALLOW_PLAIN_HTTP: '1',
});

const run =
  'run --only token/issued,guides/ok,auth/missing --depth quick --timeout 3s --no-allure --out o';

function configure(network: object): void {
  write('ca.pem', forAnotherHost.cert);
  write('proxy-ca.pem', `${forAnotherHost.cert}${forLoopback.cert}`);
  write('client.pem', forLoopback.cert);
  write('client.key', forLoopback.key);
  write('harness.config.json', { network });
}

/** Runs, and returns what a requirement's outcome says. */
async function outcomes(variables: Record<string, string>, args = run) {
  const { code, stdout, stderr } = await call(args, variables);
  const { requirements, obstacle, failures } = result('o');
  const found = Object.fromEntries(requirements.map(({ id, outcome }) => [id, outcome]));
  return { code, stdout, stderr, obstacle, failures, found, requirements };
}

describe('a target behind a proxy is reached as without it', () => {
  const clientCertificate = { cert: 'client.pem', key: 'client.key' };
  const requiring = { requestCert: true, rejectUnauthorized: true, ca: forLoopback.cert };

  const ways = [
    ['an http proxy', {}, { ca: 'ca.pem' }, {}],
    [
      'an https proxy with a private authority',
      { identity: forLoopback },
      { ca: 'proxy-ca.pem' },
      {},
    ],
    ['a proxy that inspects TLS', { inspects: forAnotherHost }, { ca: 'ca.pem' }, {}],
    [
      'an http proxy, with a client certificate',
      {},
      { ca: 'ca.pem', clientCertificate },
      requiring,
    ],
  ] as const;
  test.each(sample('ways through a proxy', ways, 2))(
    'through %s (usebruno/bruno#4317, #4341)',
    async (_what, options, network, front) => {
      const proxy = await kept(startProxy(options));
      configure(network);
      const variables = { ...(await behindTls(front)), HTTPS_PROXY: proxy.url };
      const { found, obstacle } = await outcomes(variables);
      expect(obstacle).toBeUndefined();
      expect(found).toMatchObject({
        'token/issued': 'pass',
        'guides/ok': 'pass',
        'auth/missing': 'pass',
      });
      const doctor = await call('doctor', variables);
      expect(doctor.stdout).toMatch(
        /✓ other\.example:\d+ {2}TLSv1\.\d, certificate of other\.example, \d+ days left, through/,
      );
      expect(doctor).toMatchObject({ code: 0 });
      expect(proxy.seen.every(({ method }) => method === 'CONNECT')).toBe(true);
    },
  );
});

describe("a refusal of a proxy is the proxy's, with its status and variable (request/tunnel-agent#30)", () => {
  test.each([
    ['HTTPS_PROXY', behindTls],
    ['HTTP_PROXY', inClear],
  ] as const)('407 to wrong credentials of %s', async (variable, target) => {
    configure({ ca: 'ca.pem' });
    const headers = { 'Proxy-Authenticate': 'Basic realm="a, b"' };
    const proxy = await kept(startProxy({ refuse: () => ({ status: 407, headers }) }));
    const url = proxy.url.replace('//', '//joe:swordfish@');
    const variables = { ...(await target()), [variable]: url };
    const { code, stdout, stderr, obstacle, failures } = await outcomes(variables);
    expect({ code, failures }).toEqual({ code: 3, failures: [] });
    const sentence = /\(407; it accepts Basic\)\. Correct the user and the password in /;
    expect(obstacle).toMatch(sentence);
    expect(obstacle).toContain(`The proxy ${proxy.url} (${variable}) `);
    const doctor = await call('doctor', variables);
    expect(doctor.code).toBe(3);
    expect(doctor.stdout).toMatch(sentence);
    expect(`${stdout}${stderr}${doctor.stdout}${doctor.stderr}${textsOf()}`).not.toMatch(
      /swordfish|am9lOnN3b3JkZmlzaA/,
    );
    // One that is refused for good is not asked on and on.
    expect(proxy.seen.length).toBeLessThan(30);
  });
});

test.each([
  [
    'does not answer CONNECT',
    { isSilent: true },
    'http',
    /opens no connection to other\.example:\d+ within 270 ms/,
  ],
  [
    'has a certificate of an unknown authority',
    { identity: forLoopback },
    'https',
    /not trusted \(\S+\)\. Set network\.ca/,
  ],
  [
    'speaks TLS behind an http URL',
    { identity: forLoopback },
    'http',
    /\(\w+\)\. Check HTTPS_PROXY/,
  ],
  [
    'speaks plain http behind an https URL',
    {},
    'https',
    /does not complete the TLS handshake \(\w+\)\. Check HTTPS_PROXY/,
  ],
])('a proxy that %s is named as the cause', async (_what, options, scheme, sentence) => {
  const proxy = await kept(startProxy(options));
  const url = proxy.url.replace(/^https?/, scheme);
  const args = run.replace('3s', '300ms');
  const { code, obstacle } = await outcomes({ ...(await behindTls()), HTTPS_PROXY: url }, args);
  expect({ code, obstacle }).toEqual({ code: 3, obstacle: expect.stringMatching(sentence) });
  expect(obstacle).toContain(`The proxy ${url} (HTTPS_PROXY) `);
});

test('the certificate of a proxy that inspects TLS is named with the proxy, if it is not trusted', async () => {
  const proxy = await kept(startProxy({ inspects: forAnotherHost }));
  const { code, obstacle } = await outcomes({ ...(await behindTls()), https_proxy: proxy.url });
  const way = `through the proxy ${proxy.url} \\(https_proxy\\)`;
  const said = `^other\\.example:\\d+ has a certificate that is not trusted \\(\\w+, ${way}\\)\\. Set network\\.ca`;
  expect({ code, obstacle }).toEqual({
    code: 3,
    obstacle: expect.stringMatching(new RegExp(said)),
  });
});

test('a proxy that refuses for a moment changes nothing', async () => {
  configure({ ca: 'ca.pem' });
  const isBusy = (nth: number) => nth === 2 || nth === 5 || nth === 6;
  const proxy = await kept(
    startProxy({ refuse: ({ nth }) => (isBusy(nth) ? { status: 503 } : undefined) }),
  );
  const { found, obstacle } = await outcomes({ ...(await behindTls()), HTTPS_PROXY: proxy.url });
  expect(proxy.seen.length).toBeGreaterThan(6);
  expect(obstacle).toBeUndefined();
  expect(found).toMatchObject({
    'token/issued': 'pass',
    'guides/ok': 'pass',
    'auth/missing': 'pass',
  });
});

describe('plain http goes to a proxy in absolute form (request/tunnel-agent#30)', () => {
  test.each([
    ['joe:sword%20fish', 'joe:sword fish'],
    ['joe', 'joe:'],
    [undefined, undefined],
  ])('with the credentials %s', async (credentials, expected) => {
    const proxy = await kept(startProxy());
    const HTTP_PROXY = proxy.url.replace('//', credentials ? `//${credentials}@` : '//');
    const { obstacle, found } = await outcomes({ ...(await inClear()), HTTP_PROXY });
    expect(obstacle).toBeUndefined();
    expect(found).toMatchObject({
      'token/issued': 'pass',
      'guides/ok': 'pass',
      'auth/missing': 'pass',
    });
    expect(proxy.seen.every(({ target }) => target.startsWith('http://other.example:'))).toBe(true);
    const sent = new Set(proxy.seen.map(({ authorization }) => authorization));
    const basic = expected && `Basic ${Buffer.from(expected).toString('base64')}`;
    expect([...sent]).toEqual([basic]);
    expect(textsOf()).not.toMatch(/sword.{1,3}fish/);
  });

  test('unless NO_PROXY lists the host with its port', async () => {
    const proxy = await kept(startProxy());
    const variables = await inClear();
    const port = new URL(variables['M2M_BASE_URL'] ?? '').port;
    const exempt = {
      ...variables,
      HTTP_PROXY: proxy.url,
      NO_PROXY: `other.example:1,.example:${port}`,
    };
    expect((await outcomes(exempt)).obstacle).toMatch(/^other\.example does not resolve/);
    expect(proxy.seen).toEqual([]);
    expect((await outcomes({ ...exempt, NO_PROXY: 'other.example:1' })).obstacle).toBeUndefined();
  });
});

test.each([
  ['CONNECT', 'HTTPS_PROXY', behindTls],
  ['the absolute form', 'HTTP_PROXY', inClear],
] as const)(
  'a proxy that refuses %s in the middle of a run is the cause, never the target',
  { timeout: 240_000 },
  async (_what, variable, target) => {
    configure({ ca: 'ca.pem' });
    let requests = 0;
    const isLate = () => requests > 60;
    const proxy = await kept(
      startProxy({ refuse: () => (isLate() ? { status: 407 } : undefined) }),
    );
    // The proxy signs the user out, and ends the tunnels.
    const count = hearing(() => ++requests === 61 && proxy.cut());
    const variables = { ...(await target({}, [count])), [variable]: proxy.url };
    const args =
      'run --only auth/*,user/*,robustness/still-alive --depth quick --no-allure --out o --deadline 60s';
    const { code, obstacle, failures, stdout } = await outcomes(variables, args);
    expect({ code, failures }).toEqual({ code: 3, failures: [] });
    expect(obstacle).toMatch(
      /^The proxy http:\/\/127\.0\.0\.1:\d+ \(\w+\) refuses to connect to other\.example:\d+ \(407\)/,
    );
    expect(stdout.replace(/\s+/g, ' ')).toContain(`Reason: ${obstacle}`);
    expect(stdout).not.toMatch(/the target (stopped|does not)/i);
    expect(isLate()).toBe(true);
    await call('judge o/exchanges.har --out judged --no-allure');
    expect(result('judged')).toMatchObject({ verdict: 'inconclusive', obstacle, failures: [] });
  },
);
