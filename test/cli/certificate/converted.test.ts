import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditEvidence } from '../../../cli/certificate/audit.ts';
import { readTrustedKeys } from '../../../cli/certificate/trusted-keys.ts';
import { type Question, verifyCertificate } from '../../../cli/certificate/verify.ts';
import { certificateBeside } from '../../../cli/commands/registry.ts';
import { emptyFolder } from '../command.ts';
import {
  conformantRun,
  dayLater,
  failed,
  holder,
  pemOf,
  signedBy,
  statementOn,
  textOf,
} from './certified.ts';

// https://github.com/vaaraio/vaara/issues/614: files that Git checked out with other line ends look
// like forgeries.

const run = await conformantRun();
const alice = await holder('alice.pub.pem');
const certificate = await signedBy(alice, statementOn(run.result));
const sound: Question = { certificate, keys: [alice], result: textOf(run.result), at: dayLater };

const ends = 'its line ends were converted';
const mark = 'a byte order mark was added';
const end = 'line ends at its end were added or removed';
const conversions: readonly (readonly [
  how: string,
  convert: (text: string) => string,
  change: string,
])[] = [
  ['LF to CRLF', (text) => text.replaceAll('\n', '\r\n'), ends],
  ['a byte order mark', (text) => `\uFEFF${text}`, mark],
  ['another line end at the end', (text) => `${text}\n`, end],
  ['no line end at the end', (text) => text.trimEnd(), end],
];

const detailOf = async (question: Question) => {
  const verification = await verifyCertificate(question);
  expect(verification.verified).toBe(false);
  return [
    failed(verification),
    verification.checks.find(({ holds }) => holds === false)?.detail,
  ] as const;
};
const cure = / Copy the file again as it is\. .*-text in \.gitattributes/;

describe.each(conversions)(
  'a converted file is refused, and the message says so: %s',
  (_how, convert, change) => {
    const converted = (bytes: Uint8Array) =>
      Buffer.from(convert(Buffer.from(bytes).toString('utf8')));

    test('the certificate', async () => {
      const [names, detail] = await detailOf({ ...sound, certificate: converted(certificate) });
      expect(names).toEqual(['form']);
      expect(detail).toContain(`${change}; without that, it is right.`);
      expect(detail).toMatch(cure);
    });

    test('the result, also beside a certificate in a registry', async () => {
      const result = converted(sound.result);
      const [names, detail] = await detailOf({ ...sound, result });
      expect(names).toEqual(['result']);
      expect(detail).toContain(`${change}; without that, its digest is right.`);
      expect(detail).toMatch(cure);
      const folder = emptyFolder();
      onTestFinished(folder.remove);
      const current = await signedBy(alice, statementOn(run.result, new Date()));
      writeFileSync(join(folder.path, 'certificate.json'), current);
      writeFileSync(join(folder.path, 'result.json'), result);
      const beside = await certificateBeside(join(folder.path, 'result.json'), [alice]);
      expect(beside).toMatchObject({ verified: false, why: expect.stringContaining(change) });
    });

    test('the evidence', async () => {
      const file = join(run.folder, 'converted.har');
      writeFileSync(file, converted(readFileSync(run.har)));
      const { problems } = await auditEvidence(file, run.result);
      expect(problems).toEqual([
        expect.stringContaining(`${change}; without that, its digest is right.`),
      ]);
      expect(problems[0]).toMatch(cure);
    });

    test('a key is the same key', async () => {
      const file = join(run.folder, 'key.pem');
      const jwk = JSON.stringify({ keys: [alice.publicKey.export({ format: 'jwk' })] }, null, 1);
      for (const text of [pemOf(alice), `${jwk}\n`]) {
        writeFileSync(file, convert(text));
        expect((await readTrustedKeys({ key: [file] })).map(({ keyid }) => keyid)).toEqual([
          alice.keyid,
        ]);
      }
    });
  },
);

test('a result that was certified with CRLF and converted to LF is refused, and the message says so', async () => {
  const written = String(sound.result).replaceAll('\n', '\r\n');
  const digestOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');
  const statement = structuredClone(statementOn(run.result));
  const stated = JSON.parse(
    JSON.stringify(statement).replace(digestOf(sound.result), digestOf(written)),
  );
  const [names, detail] = await detailOf({ ...sound, certificate: await signedBy(alice, stated) });
  expect(names).toEqual(['result']);
  expect(detail).toContain(ends);
});

test.each([
  [
    'a changed member',
    (text: string) => text.replace('"conformant"', '"Conformant"').replaceAll('\n', '\r\n'),
  ],
  ['a blank line inside', (text: string) => text.replace('\n', '\n\n')],
  ['white space', (text: string) => `${text.trimEnd()} \n`],
])('a result with %s gets no excuse', async (_what, change) => {
  const result = Buffer.from(change(String(sound.result)));
  expect(await detailOf({ ...sound, result })).toEqual([
    ['result'],
    'its digest differs from the one in the certificate',
  ]);
});

test('Git with autocrlf converts the files, and keeps them with the .gitattributes that the page names', async () => {
  const folder = emptyFolder();
  onTestFinished(folder.remove);
  const git = (...args: readonly string[]) =>
    execFileSync(
      'git',
      ['-c', 'core.autocrlf=true', '-c', 'user.name=x', '-c', 'user.email=x', ...args],
      {
        cwd: folder.path,
        stdio: 'pipe',
      },
    );
  const page = readFileSync(new URL('../../../docs/certificates.md', import.meta.url), 'utf8');
  const attributes = /```text\n(reports\/.*\n)```/.exec(page)?.[1] ?? '';
  git('init', '-q');
  for (const [name, text] of [
    ['.gitattributes', ''],
    ['.gitattributes', attributes],
  ] as const) {
    writeFileSync(join(folder.path, name), text);
    cpSync(run.folder, join(folder.path, 'reports'), { recursive: true });
    writeFileSync(join(folder.path, 'reports', 'result.json'), sound.result);
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'x');
    rmSync(join(folder.path, 'reports'), { recursive: true });
    git('checkout', '-q', '--', 'reports');
    const result = readFileSync(join(folder.path, 'reports', 'result.json'));
    const isKept = text !== '';
    expect((await verifyCertificate({ ...sound, result })).verified).toBe(isKept);
    if (!isKept) expect((await detailOf({ ...sound, result }))[1]).toContain(ends);
  }
});
