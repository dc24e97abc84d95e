import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { statSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Verification } from '../../../cli/certificate/verify.ts';
import { violations } from '../../../engine/schema/validate.ts';
import type { RunningReference } from '../../../fixtures/reference/index.ts';
import schema from '../../../schemas/certificate.schema.json' with { type: 'json' };
import { textsIn, variablesOf } from '../command.ts';
import { breaking, workspace } from '../workspace.ts';

const { at, call, has, read, refused, serve, write } = workspace();
const key = '--key keys/certificate.pub.pem';
let target: RunningReference;
let faulty: RunningReference;
const printed: string[] = [];

/** Runs the command with the signing key, and keeps what it prints. */
async function sign(args: string, on = target, signingKey = 'keys/certificate.pem') {
  const finished = await call(args, { ...variablesOf(on), M2M_SIGNING_KEY: signingKey });
  printed.push(finished.stdout, finished.stderr);
  return finished;
}

const run = 'run --depth quick --seed 7 --claim portfolios --no-allure --out';
const hasCertificate = (out: string) => has(out, 'certificate.json');
const publicPem = (type: 'ed25519' | 'rsa') => {
  const { publicKey } =
    type === 'rsa' ? generateKeyPairSync(type, { modulusLength: 2048 }) : generateKeyPairSync(type);
  return publicKey.export({ type: 'spki', format: 'pem' });
};

beforeAll(async () => {
  target = await serve();
  faulty = await serve(breaking('auth/missing'));
  expect(await call('keygen')).toMatchObject({ code: 0, stderr: '' });
  const { code, stdout, stderr } = await sign(`${run} whole --valid-days 7`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^Certificate: whole\/certificate\.json, signed by [\w-]{43}, valid until \d{4}-\d\d-\d\d$/m,
  );
  write('trusted.pem', `${publicPem('ed25519')}\nAcme:\n${read('keys', 'certificate.pub.pem')}`);
  write('rsa.pem', publicPem('rsa'));
});

describe('keygen', () => {
  test('makes a key pair whose private half only its owner can read', () => {
    expect(statSync(at('keys', 'certificate.pem')).mode & 0o777).toBe(0o600);
    expect(createPrivateKey(read('keys', 'certificate.pem')).asymmetricKeyType).toBe('ed25519');
    expect(read('keys', 'certificate.pub.pem')).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  });
});

describe('verify', () => {
  test('judges the evidence in a folder again, with a file of trusted keys', async () => {
    const { code, stdout } = await call('verify whole --trust trusted.pem --evidence --json');
    const { verified, checks, signed } = JSON.parse(stdout) as Verification;
    expect({ code, verified }).toEqual({ code: 0, verified: true });
    expect(checks.map(({ holds }) => holds)).toEqual(checks.map(() => true));
    const {
      notBefore,
      notAfter,
      claim,
      run: of,
    } = signed?.statement.predicate.m2mConformance ?? {};
    expect(Date.parse(notAfter ?? '') - Date.parse(notBefore ?? '')).toBe(7 * 24 * 3600 * 1000);
    expect({ claim, seed: of?.seed }).toEqual({ claim: ['portfolios'], seed: 7 });
  });

  test('accepts a certificate that is valid against the published schema', () => {
    const envelope = JSON.parse(read('whole', 'certificate.json'));
    expect(violations(schema, envelope, 'all')).toEqual([]);
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString('utf8'));
    const statements = { $ref: '#/$defs/statement', $defs: schema.$defs };
    expect(violations(statements, statement, 'all')).toEqual([]);
    expect(violations(statements, { ...statement, more: 1 }, 'all')).not.toEqual([]);
  });

  test.each([
    [
      `${key} --at 2099-01-01`,
      /^✗ validity {3}at 2099-01-01T00:00:00\.000Z it expired on [\s\S]*\nNOT VERIFIED\n$/m,
    ],
    ['--key others/certificate.pub.pem', /^✗ key {8}no trusted key has the thumbprint [\w-]{43}$/m],
  ])('%s does not hold: exit 1', async (args, message) => {
    if (!has('others')) await call('keygen --out others');
    const verified = await call(`verify whole ${args}`);
    expect(verified).toMatchObject({ code: 1, stderr: '' });
    expect(verified.stdout).toMatch(message);
  });

  test.each([
    ['whole --key trusted.pem', /trusted\.pem contains 2 keys\. Use --trust for it\./],
    ['whole --key rsa.pem', /contains a key of type rsa; accepted: Ed25519 public keys/],
    [`whole ${key} --evidence missing.har`, /missing\.har cannot be read \(ENOENT\)/],
    [`whole ${key} --at tomorrow`, /^--at: found "tomorrow"; accepted: a date/],
  ])('%s cannot be verified: exit 2', async (args, message) => {
    expect(await refused(`verify ${args}`)).toMatch(message);
  });
});

describe('no certificate', () => {
  test.each([
    ['for a result that is not conformant', '', () => faulty, 1, 'the verdict is non-conformant'],
    ['for a selection', ' --only */ok', () => target, 0, 'the verdict is inconclusive'],
    [
      'for masked data',
      ' --publish',
      () => target,
      0,
      'the result is masked and cannot be audited',
    ],
  ])('%s, and the previous one is removed', async (_what, args, on, exit, why) => {
    write('none/certificate.json', read('whole', 'certificate.json'));
    const { code, stderr } = await sign(`${run} none${args}`, on());
    expect(stderr).toContain(`No certificate was written: ${why}`);
    expect({ code, hasOne: hasCertificate('none') }).toEqual({ code: exit, hasOne: false });
  });

  test('without a key, and the output does not mention it', async () => {
    write('keyless/certificate.json', read('whole', 'certificate.json'));
    const { code, stdout, stderr } = await call(`${run} keyless`, variablesOf(target));
    expect({ code, stderr, hasOne: hasCertificate('keyless') }).toEqual({
      code: 0,
      stderr: '',
      hasOne: false,
    });
    expect(stdout).not.toMatch(/certificate/i);
  });

  test('for a shard, but one for the merged result', async () => {
    for (const n of [1, 2]) {
      expect((await sign(`${run} shard-${n} --shard ${n}/2`)).stderr).toMatch(
        /^No certificate was written: .*\n$/,
      );
      expect(hasCertificate(`shard-${n}`)).toBe(false);
    }
    const merged = await sign('merge shard-1 shard-2 --out merged --no-allure');
    expect(merged).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout } = await call(`verify merged ${key} --evidence`);
    expect(stdout).toMatch(/^✓ evidence {3}\d+ exchanges judged again/m);
    expect(code).toBe(0);
  });
});

test('the private key is in no file and in nothing that is printed', async () => {
  const pem = read('keys', 'certificate.pem');
  const { code, stderr } = await sign(`${run} given-as-text`, target, pem.replaceAll('\n', '\\n'));
  expect({ code, stderr, hasOne: hasCertificate('given-as-text') }).toEqual({
    code: 0,
    stderr: '',
    hasOne: true,
  });
  const secret = Buffer.from(createPrivateKey(pem).export({ format: 'jwk' }).d ?? '', 'base64url');
  const written = ['whole', 'none', 'merged', 'shard-1', 'given-as-text'].flatMap((out) =>
    textsIn(at(out)),
  );
  expect(written.length).toBeGreaterThan(20);
  const encoded = (['base64', 'base64url', 'hex'] as const).map((as) => secret.toString(as));
  for (const spelled of [pem.split('\n')[1] ?? '', ...encoded]) {
    for (const text of [...written, ...printed]) expect(text.includes(spelled)).toBe(false);
  }
});
