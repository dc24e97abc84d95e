import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformantRun, holder, pemOf, signedBy, statementOn } from './certified.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'CERTIFICATE.md'), 'utf8');
const [signature = '', keyid = '', digests = ''] = [...page.matchAll(/```sh\n(.*?)```/gs)].map(
  ([, lines]) => lines,
);

const run = await conformantRun();
const alice = await holder('alice');
const at = (file: string) => join(run.folder, file);

/** Runs shell lines of the page as a reader would. */
function sh(lines: string): string {
  return execFileSync('sh', ['-euc', lines], {
    cwd: run.folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

writeFileSync(at('certificate.json'), await signedBy(alice, statementOn(run.result)));
writeFileSync(at('certificate.pub.pem'), pemOf(alice));

test('the lines of the page verify the signature with openssl, and recognise the certified files', () => {
  expect(sh(signature)).toBe('Signature Verified Successfully\n');
  expect(JSON.parse(readFileSync(at('payload.json'), 'utf8'))).toEqual(statementOn(run.result));
  expect(sh(digests)).toBe(
    'result.json is the certified one\nexchanges.har is the certified one\n',
  );
  writeFileSync(at('result.json'), '{}');
  expect(sh(`(${digests}) || true`)).toBe('exchanges.har is the certified one\n');
});

test('they refuse the signature of other bytes', () => {
  const before = readFileSync(at('certificate.json'), 'utf8');
  writeFileSync(at('certificate.json'), before.replace('"payload":"eyJfd', '"payload":"eyJfe'));
  expect(() => sh(signature)).toThrow();
  writeFileSync(at('certificate.json'), before);
});

test('they print the keyid', () => {
  expect(sh(keyid)).toBe(alice.keyid);
});
