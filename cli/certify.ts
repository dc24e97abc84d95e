import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { configuredSigningKey } from './certificate/signing-key.ts';
import { keygen } from './commands/keygen.ts';
import { verify } from './commands/verify.ts';
import { readEnvironment } from './config/environment.ts';
import { packageFolder } from './version.ts';

// `npm run certify` makes a key, runs, signs, verifies and deletes the key. Takes the arguments of
// `run`. The key has a folder of its own, because another run may be under way.

// If the configured key is invalid, `run` reports it.
const ownKey = await configuredSigningKey(undefined).catch(() => 'wrong');
const folder = ownKey === undefined ? await makeFolder() : '';
const [privateKey, publicKey] = [
  join(folder, 'certificate.pem'),
  join(folder, 'certificate.pub.pem'),
];

if (ownKey === undefined) {
  process.stdout.write('A key for this run only, deleted at its end:\n');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  say('keygen', '--out', folder);
  await keygen({ out: folder });
  process.env['M2M_SIGNING_KEY'] = privateKey;
}
const began = Date.now();
process.argv.splice(2, 0, 'run', '--embedded');
say(...process.argv.slice(2));
// The command runs on import and sets the exit code.
await import('./main.ts');
const certificate = join(await outOf(process.argv), 'certificate.json');
const written = await stat(certificate).catch(() => undefined);
if (ownKey === undefined && written && written.mtimeMs >= began) {
  say('verify', certificate, '--key', publicKey);
  const code = await verify(certificate, { key: [publicKey] });
  if (code !== 0) process.exitCode = code;
}

async function makeFolder(): Promise<string> {
  const cache = join(packageFolder, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  return relative(process.cwd(), await mkdtemp(join(cache, 'm2m-certify-')));
}

function say(...args: readonly string[]): void {
  process.stdout.write(`\n$ m2m-conformance ${args.join(' ')}\n`);
}

async function outOf(args: string[]): Promise<string> {
  const options = { out: { type: 'string', short: 'o' }, output: { type: 'string' } } as const;
  const { out, output = out } = parseArgs({ args, options, strict: false }).values;
  if (typeof output === 'string') return output;
  return (await readEnvironment(process.env, process.cwd())).all['M2M_OUT'] ?? 'reports/latest';
}
