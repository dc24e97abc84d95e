import { afterEach, describe, expect, test } from 'vitest';
import { runConformance } from '../../cli/library.ts';
import { forAnotherHost, forLoopback } from '../../fixtures/hostile/certificates.ts';
import { type Running, startTlsFront } from '../network/proxy.ts';
import { sample } from '../scope.ts';
import { command, variablesOf } from './command.ts';
import { breaking, workspace } from './workspace.ts';

const { at, call, refused, result, serve, write } = workspace('test');
const running: Running[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

/**
 * Returns the variables of a target behind TLS on loopback. Counts the connections that the target
 * accepts.
 */
async function behindTls() {
  const reference = await serve();
  const front = await startTlsFront(reference.baseUrl, forLoopback);
  running.push(front);
  const there = `https://127.0.0.1:${front.port}`;
  const own = Object.entries(variablesOf(reference));
  return Object.fromEntries(
    own.map(([name, value]) => [name, value.replace(/^http:\/\/[^/]+/, there)] as const),
  ) as Record<string, string>;
}

const run = ['run', '--only', 'token/issued,cash/ok', '--depth', 'quick', '--out', 'o'];

describe('every store of authorities is trusted beside the others (nodejs/node#14705, usebruno/bruno#5552)', () => {
  const stores = [
    ['NODE_EXTRA_CA_CERTS beside network.ca', 'other.pem', { NODE_EXTRA_CA_CERTS: 'own.pem' }],
    ['network.ca beside NODE_EXTRA_CA_CERTS', 'own.pem', { NODE_EXTRA_CA_CERTS: 'other.pem' }],
    ['the system store beside network.ca', 'other.pem', { SSL_CERT_FILE: 'own.pem' }],
    ['the system store alone', undefined, { SSL_CERT_FILE: 'own.pem' }],
    ['a system store with what is no certificate', 'own.pem', { SSL_CERT_FILE: 'broken.pem' }],
  ] as const;
  test.each(sample('stores of authorities', stores, 2))('%s', async (_what, ca, given) => {
    write('own.pem', forLoopback.cert);
    write('other.pem', forAnotherHost.cert);
    write('broken.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    if (ca) write('harness.config.json', { network: { ca } });
    const paths = Object.entries(given).map(([name, file]) => [name, at(file)] as const);
    const variables = { ...(await behindTls()), ...Object.fromEntries(paths) };
    // Node reads these variables when it starts.
    await command(at(), run, variables);
    expect(result('o').obstacle).toBeUndefined();
    const outcomes = Object.fromEntries(
      result('o').requirements.map(({ id, outcome }) => [id, outcome]),
    );
    expect(outcomes).toMatchObject({ 'token/issued': 'pass', 'cash/ok': 'pass' });
    const { stdout } = await command(at(), ['doctor'], variables);
    expect(stdout).toMatch(/✓ 127\.0\.0\.1:\d+ {2}TLSv1\.\d, certificate of localhost/);
    expect(stdout).toMatch(/[✓!] trusted authorities {2}those of Node \(\d+\), .*\(\d+\)/);
    if (ca) expect(stdout).toContain('network.ca (1)');
  });

  test('doctor names a store that contains none', async () => {
    const variables = { ...(await behindTls()), NODE_EXTRA_CA_CERTS: at('nowhere.pem') };
    const { stdout } = await command(at(), ['doctor'], variables);
    expect(stdout).toMatch(/! trusted authorities .*NODE_EXTRA_CA_CERTS \(0\)/);
    expect(stdout).toMatch(
      /✗ 127\.0\.0\.1:\d+ {2}no connection: \w*SELF_SIGNED\w*\. Check target\.baseUrl, network\.ca/,
    );
  });
});

describe('a process that verifies no certificate is refused (nioc/xmpp-web#159, adeperio/base#45)', () => {
  const message =
    /^NODE_TLS_REJECT_UNAUTHORIZED: found 0, .*Unset it\. .*set network\.ca to its PEM file/m;
  const unverified = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };

  const commands = ['run', 'run --dry', 'doctor', 'doctor --json', 'token', 'replay o/result.json'];
  test.each(sample('commands without verification', commands, 3))('by %s', async (args) => {
    if (args.startsWith('replay')) {
      const faulty = await serve(breaking('auth/scheme-case'));
      await call('run --only auth/scheme-case --no-allure --out o', variablesOf(faulty));
    }
    const refusal = await refused(args, { ...(await behindTls()), ...unverified });
    expect(refusal.replace(/\s+/g, ' ')).toMatch(message);
  });

  test('with no other value, because only this one turns the verification off', async () => {
    const variables = { ...(await behindTls()), NODE_TLS_REJECT_UNAUTHORIZED: 'false' };
    expect((await call('token', variables)).stderr).toMatch(/SELF_SIGNED/);
  });

  test('by the library', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      await expect(runConformance({})).rejects.toMatchObject({ name: 'ConfigError', message });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });

  test('if the configuration file sets the variable', async () => {
    const sets = "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';\nexport default {};\n";
    write('harness.config.mjs', sets);
    expect((await refused('run', await behindTls())).replace(/\s+/g, ' ')).toMatch(message);
  });
});
