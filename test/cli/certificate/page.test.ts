import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conformantRun, type Holder, holder, signedBy, statementOn, textOf } from './certified.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'CERTIFICATE.md'), 'utf8');
const [signature = '', keyid = '', digests = ''] = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, lines]) => lines);

let run: Awaited<ReturnType<typeof conformantRun>>;
let folder: string;
let alice: Holder;

/** What the lines print, as a reader of the page would run them. */
function sh(lines: string): string {
  return execFileSync('sh', ['-euc', lines], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(async () => {
  run = await conformantRun();
  folder = join(run.har, '..');
  alice = await holder('alice');
  writeFileSync(join(folder, 'certificate.json'), await signedBy(alice, statementOn(run.result)));
  writeFileSync(join(folder, 'certificate.pub.pem'), alice.publicKey.export({ type: 'spki', format: 'pem' }));
});

afterAll(() => run.remove());

test('openssl verifies the signature by the lines of the page', () => {
  expect(sh(signature)).toBe('Signature Verified Successfully\n');
  expect(JSON.parse(readFileSync(join(folder, 'payload.json'), 'utf8'))).toEqual(statementOn(run.result));
});

test('and refuses it where a byte is another', () => {
  const before = readFileSync(join(folder, 'certificate.json'), 'utf8');
  writeFileSync(join(folder, 'certificate.json'), before.replace('"payload":"eyJfd', '"payload":"eyJfe'));
  expect(() => sh(signature)).toThrow();
  writeFileSync(join(folder, 'certificate.json'), before);
});

test('the lines of the page print the keyid', () => {
  expect(sh(keyid)).toBe(alice.keyid);
});

test('the lines of the page tell the certified files from others', () => {
  sh(signature);
  writeFileSync(join(folder, 'result.json'), textOf(run.result));
  expect(sh(digests)).toBe('result.json is the certified one\nexchanges.har is the certified one\n');
  writeFileSync(join(folder, 'result.json'), '{}');
  expect(sh(`(${digests}) || true`)).toBe('exchanges.har is the certified one\n');
});
