import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, ended } from './certifying.ts';
import { clone } from './packed.ts';

/** Creates a folder with the command, an npx that starts only the command, and an npm that only logs. */
export function standIns(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const command = `exec '${process.execPath}' '${join(clone, 'dist', 'cli', 'main.js')}'`;
  const programs = {
    'm2m-conformance': `${command} "$@"`,
    npx: `test "$1 $2" = '--no --' && test "$3" = m2m-conformance || exit 9; shift 3; ${command} "$@"`,
    npm: `echo "$@" >> '${join(folder, 'npm.log')}'`,
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh -e\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

/** Runs the script of a step as a CI runner does: it ends at the first line that fails. */
export function step(
  script: string,
  cwd: string,
  bin: string,
  variables: Readonly<Record<string, string>>,
  shell = 'sh',
): Promise<Ended> {
  const env = { HOME: cwd, CI: 'true', ...variables, PATH: `${bin}:${process.env['PATH']}` };
  return ended([shell, '-e', '-c', script], cwd, env);
}
