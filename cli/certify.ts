import { mkdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '../engine/config/environment.ts';
import { configuredSigningKey } from './certificate/signing-key.ts';
import { keygen } from './commands/keygen.ts';
import { verify } from './commands/verify.ts';
import { packageFolder } from './version.ts';

// What `npm run certify` does: the whole chain with a key of its own that is thrown away. Arguments are those of `run`.

// One that is no key is for `run` to report.
const ownKey = await configuredSigningKey(undefined).catch(() => 'wrong');
const folder = relative(process.cwd(), join(packageFolder, 'node_modules', '.cache', 'm2m-certify'));
const [privateKey, publicKey] = [join(folder, 'certificate.pem'), join(folder, 'certificate.pub.pem')];

if (ownKey === undefined) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  process.stdout.write('A key for this run alone, thrown away when it has signed:\n');
  say('keygen', '--out', folder);
  await keygen({ out: folder });
  process.env['M2M_SIGNING_KEY'] = privateKey;
}
const began = Date.now();
process.argv.splice(2, 0, 'run');
say(...process.argv.slice(2));
// The command itself: it ends with its exit code set.
await import('./main.ts');
if (ownKey === undefined) await rm(privateKey, { force: true });

const certificate = join(await outOf(process.argv), 'certificate.json');
const written = await stat(certificate).catch(() => undefined);
if (ownKey === undefined && written && written.mtimeMs >= began) {
  say('verify', certificate, '--key', publicKey);
  const code = await verify(certificate, { key: [publicKey] });
  if (code !== 0) process.exitCode = code;
}

function say(...args: readonly string[]): void {
  process.stdout.write(`\n$ m2m-conformance ${args.join(' ')}\n`);
}

async function outOf(args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { out: { type: 'string' } }, strict: false });
  if (typeof values.out === 'string') return values.out;
  return (await readEnvironment(process.env, process.cwd())).all['M2M_OUT'] ?? 'reports/latest';
}
