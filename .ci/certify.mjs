import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'dotenv';

// `npm run certify` makes a key, runs, signs, verifies and deletes the key. Takes the arguments of
// `run`. The key has a folder of its own, because another run may be under way.

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const file = existsSync('.env') ? parse(readFileSync('.env')) : {};
const env = { ...file, ...process.env };
const hasKey = Boolean(env.M2M_SIGNING_KEY);
const folder = hasKey ? '' : makeFolder();
const [privateKey, publicKey] = ['certificate.pem', 'certificate.pub.pem'].map((name) =>
  join(folder, name),
);
// The command gets the signal too. It writes its reports, and the key is removed afterwards.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

if (!hasKey) {
  process.stdout.write('A key for this run only, deleted at its end:\n');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await command('keygen', '--out', folder);
  process.env.M2M_SIGNING_KEY = privateKey;
}
const began = Date.now();
process.exitCode = await command('run', '--embedded', ...args);
const certificate = join(outOf(), 'certificate.json');
const written = statSync(certificate, { throwIfNoEntry: false });
if (!hasKey && written && written.mtimeMs >= began) {
  const code = await command('verify', certificate, '--key', publicKey);
  if (code !== 0) process.exitCode = code;
}

function makeFolder() {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  return relative(process.cwd(), mkdtempSync(join(cache, 'm2m-certify-')));
}

async function command(...given) {
  process.stdout.write(`\n$ m2m-conformance ${given.join(' ')}\n`);
  const main = join(root, 'dist', 'cli', 'main.js');
  const child = spawn(process.execPath, [main, ...given], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code ?? 130;
}

function outOf() {
  const options = { out: { type: 'string', short: 'o' }, output: { type: 'string' } };
  const { out, output = out } = parseArgs({ args, options, strict: false }).values;
  return output ?? (env.M2M_OUT || 'reports/latest');
}
