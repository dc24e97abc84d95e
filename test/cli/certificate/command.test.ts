import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Verification } from '../../../cli/certificate/verify.ts';
import { violations } from '../../../engine/schema/validate.ts';
import { faults } from '../../../fixtures/faults/index.ts';
import { type RunningReference, startReference } from '../../../fixtures/reference/index.ts';
import schema from '../../../schemas/certificate.schema.json' with { type: 'json' };
import { sample } from '../../scope.ts';
import { command, emptyFolder, textsIn, variablesOf } from '../command.ts';

const folder = emptyFolder();
const at = (...steps: readonly string[]) => join(folder.path, ...steps);
const quick = ['run', '--depth', 'quick', '--seed', '7', '--claim', 'portfolios'] as const;
const publicKey = ['--key', 'keys/certificate.pub.pem'] as const;

let target: RunningReference;
let faulty: RunningReference;
const printed: string[] = [];

/** Runs the command with the signing key, and keeps what it prints. */
async function signing(args: readonly string[], on = target, key = 'keys/certificate.pem') {
  const finished = await command(folder.path, args, { ...variablesOf(on), HARNESS_SIGNING_KEY: key });
  printed.push(finished.stdout, finished.stderr);
  return finished;
}

const certificateIn = (out: string) => existsSync(at(out, 'certificate.json'));

beforeAll(async () => {
  target = await startReference();
  const fault = faults.find(({ breaks }) => breaks[0] === 'auth/missing');
  faulty = await startReference(fault ? { compose: fault.compose } : {});
  expect(await command(folder.path, ['keygen'])).toMatchObject({ code: 0, stderr: '' });
  const { code, stdout, stderr } = await signing([...quick, '--out', 'whole', '--valid-days', '7']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Certificate: whole\/certificate\.json, signed by [\w-]{43}, valid until \d{4}-\d\d-\d\d$/m);
});

afterAll(async () => {
  await target.close();
  await faulty.close();
  folder.remove();
});

describe('keygen', () => {
  test('makes a pair that nobody else can read the secret half of', () => {
    expect(statSync(at('keys', 'certificate.pem')).mode & 0o777).toBe(0o600);
    expect(createPrivateKey(readFileSync(at('keys', 'certificate.pem'))).asymmetricKeyType).toBe('ed25519');
    expect(readFileSync(at('keys', 'certificate.pub.pem'), 'utf8')).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  });

  test.each(['certificate.pem', 'certificate.pub.pem'])('overwrites no %s', async (file) => {
    mkdirSync(at(file), { recursive: true });
    writeFileSync(at(file, file), 'mine');
    const { code, stdout, stderr } = await command(folder.path, ['keygen', '--out', file]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`${file}/${file} is there already. Name another folder with --out.\n`);
    expect(textsIn(at(file))).toEqual(['mine']);
  });
});

describe('verify', () => {
  test('says what it checked, and that all of it holds', async () => {
    const { code, stdout, stderr } = await command(folder.path, ['verify', 'whole/certificate.json', ...publicKey]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/^✓ /gm)).toHaveLength(9);
    expect(stdout).toMatch(/^VERIFIED {2}http:\/\/127/m);
  });

  test('judges the evidence beside it again, takes a folder, and a file of trusted keys', async () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
    writeFileSync(at('trusted.pem'), `${other}\nAcme:\n${readFileSync(at('keys', 'certificate.pub.pem'), 'utf8')}`);
    const args = ['verify', 'whole', '--trust', 'trusted.pem', '--evidence', '--json'];
    const { code, stdout } = await command(folder.path, args);
    const { verified, checks, signed } = JSON.parse(stdout) as Verification;
    expect({ code, verified }).toEqual({ code: 0, verified: true });
    expect(checks.map(({ holds }) => holds)).toEqual(checks.map(() => true));
    const { notBefore, notAfter, claim, run } = signed?.statement.predicate.m2mConformance ?? {};
    expect(Date.parse(notAfter ?? '') - Date.parse(notBefore ?? '')).toBe(7 * 24 * 3600 * 1000);
    expect({ claim, seed: run?.seed }).toEqual({ claim: ['portfolios'], seed: 7 });
  });

  test('what it verifies is valid against the published schema', () => {
    const envelope = JSON.parse(readFileSync(at('whole', 'certificate.json'), 'utf8'));
    expect(violations(schema, envelope, 'all')).toEqual([]);
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString('utf8'));
    const statements = { $ref: '#/$defs/statement', $defs: schema.$defs };
    expect(violations(statements, statement, 'all')).toEqual([]);
    expect(violations(statements, { ...statement, more: 1 }, 'all')).not.toEqual([]);
  });

  test('is exit 1 where something does not hold', async () => {
    mkdirSync(at('others'), { recursive: true });
    await command(folder.path, ['keygen', '--out', 'others']);
    const expired = await command(folder.path, ['verify', 'whole', ...publicKey, '--at', '2099-01-01']);
    expect(expired).toMatchObject({ code: 1, stderr: '' });
    expect(expired.stdout).toMatch(
      /^✗ validity {3}at 2099-01-01T00:00:00\.000Z it expired on [\s\S]*\nNOT VERIFIED\n$/m,
    );
    const foreign = await command(folder.path, ['verify', 'whole', '--key', 'others/certificate.pub.pem']);
    expect(foreign).toMatchObject({ code: 1, stderr: '' });
    expect(foreign.stdout).toMatch(/^✗ key {8}[\w-]{43} is the thumbprint of no trusted key$/m);
  });

  const wrong = [
    [['whole'], /^Name the public key that is trusted: --key FILE, or --trust FILE\.$/m],
    [['whole', '--key', 'keys/certificate.pem'], /holds a private key/],
    [['whole', '--key', 'whole/result.json'], /holds something that is no public key/],
    [['whole', '--key', 'trusted.pem'], /trusted\.pem holds 2 keys\. Name it with --trust\./],
    [['whole', '--key', 'rsa.pem'], /holds a key of the kind rsa; accepted: Ed25519 public keys/],
    [['whole', '--key', 'missing.pem'], /missing\.pem cannot be read \(ENOENT\)/],
    [['missing', ...publicKey], /missing\/certificate\.json cannot be read \(ENOENT\)/],
    [['whole', ...publicKey, '--result', 'missing.json'], /missing\.json cannot be read \(ENOENT\)/],
    [['whole', ...publicKey, '--evidence', 'missing.har'], /missing\.har cannot be read \(ENOENT\)/],
    [['whole', ...publicKey, '--at', 'tomorrow'], /^--at: found "tomorrow"; accepted: a date/],
  ] as const;
  test.each(sample('wrong certificate commands', wrong, 3))('is exit 2 for %j', async (args, message) => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' });
    writeFileSync(at('rsa.pem'), rsa);
    const { code, stdout, stderr } = await command(folder.path, ['verify', ...args]);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

describe('what is not certified, and why', () => {
  test.each([
    ['a result that is not conformant', [], () => faulty, 1, 'the verdict is non-conformant'],
    ['a selection', ['--only', '*/ok,auth/*'], () => target, 3, 'the verdict is inconclusive'],
    ['masked data', ['--publish'], () => target, 0, 'personal data are masked, so that nobody could audit it'],
  ] as const)('%s, and what was certified before is gone', async (_what, args, on, exit, why) => {
    mkdirSync(at('none'), { recursive: true });
    copyFileSync(at('whole', 'certificate.json'), at('none', 'certificate.json'));
    const { code, stderr } = await signing([...quick, ...args, '--out', 'none'], on());
    expect(stderr).toContain(`No certificate: ${why}`);
    expect({ code, certified: certificateIn('none') }).toEqual({ code: exit, certified: false });
  });

  test('without a key nothing is certified, and nothing said', async () => {
    mkdirSync(at('keyless'));
    copyFileSync(at('whole', 'certificate.json'), at('keyless', 'certificate.json'));
    const { code, stdout, stderr } = await command(folder.path, [...quick, '--out', 'keyless'], variablesOf(target));
    expect({ code, stderr, certified: certificateIn('keyless') }).toEqual({ code: 0, stderr: '', certified: false });
    expect(stdout).not.toMatch(/certificate/i);
  });

  test('shards, but what they are merged into', async () => {
    for (const n of [1, 2]) {
      const { stderr } = await signing([...quick, '--shard', `${n}/2`, '--out', `shard-${n}`]);
      expect(stderr).toMatch(/^No certificate: .*\n$/);
      expect(certificateIn(`shard-${n}`)).toBe(false);
    }
    expect(await signing(['merge', 'shard-1', 'shard-2', '--out', 'merged'])).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout } = await command(folder.path, ['verify', 'merged', ...publicKey, '--evidence']);
    expect(stdout).toMatch(/^✓ evidence {3}\d+ exchanges judged again/m);
    expect(code).toBe(0);
  });

  test('--valid-days that are none', async () => {
    const { code, stdout, stderr } = await signing(['run', '--valid-days', '-1', '--out', 'refused']);
    expect(stderr).toBe('--valid-days: found "-1"; accepted: whole days from 1 to 9999.\n');
    expect({ code, stdout, made: existsSync(at('refused')) }).toEqual({ code: 2, stdout: '', made: false });
  });
});

test('the private key is in no file and in nothing that is printed', async () => {
  const pem = readFileSync(at('keys', 'certificate.pem'), 'utf8');
  const { code, stderr } = await signing([...quick, '--out', 'given-as-text'], target, pem.replaceAll('\n', '\\n'));
  expect({ code, stderr, certified: certificateIn('given-as-text') }).toEqual({ code: 0, stderr: '', certified: true });
  const secret = Buffer.from(createPrivateKey(pem).export({ format: 'jwk' }).d ?? '', 'base64url');
  const written = ['whole', 'none', 'merged', 'shard-1', 'given-as-text'].flatMap((out) => textsIn(at(out)));
  expect(written.length).toBeGreaterThan(20);
  for (const spelled of [
    pem.split('\n')[1] ?? '',
    ...(['base64', 'base64url', 'hex'] as const).map((as) => secret.toString(as)),
  ]) {
    for (const text of [...written, ...printed]) expect(text.includes(spelled)).toBe(false);
  }
});
