import { mkdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { configuredSigningKey } from './certificate/signing-key.ts';
import { keygen } from './commands/keygen.ts';
import { verify } from './commands/verify.ts';
import { readEnvironment } from './config/environment.ts';
import { packageFolder } from './version.ts';

// `npm run certify` makes a key, runs, signs and verifies. Then it deletes the key. It takes the arguments of `run`.

// If the configured key is invalid, `run` reports it.
const ownKey = await configuredSigningKey(undefined).catch(() => 'wrong');
const folder = relative(process.cwd(), join(packageFolder, 'node_modules', '.cache', 'm2m-certify'));
const [privateKey, publicKey] = [join(folder, 'certificate.pem'), join(folder, 'certificate.pub.pem')];

if (ownKey === undefined) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  process.stdout.write('A key for this run only, deleted after signing:\n');
  say('keygen', '--out', folder);
  await keygen({ out: folder });
  process.env['M2M_SIGNING_KEY'] = privateKey;
}
const began = Date.now();
process.argv.splice(2, 0, 'run', '--embedded');
say(...process.argv.slice(2));
// The command runs on import and sets the exit code.
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
  const options = { out: { type: 'string', short: 'o' }, output: { type: 'string' } } as const;
  const { out, output = out } = parseArgs({ args, options, strict: false }).values;
  if (typeof output === 'string') return output;
  return (await readEnvironment(process.env, process.cwd())).all['M2M_OUT'] ?? 'reports/latest';
}
