import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, ended } from './certifying.ts';
import { clone } from './packed.ts';

/** Creates a folder with the command and an npm that only logs. */
export function standIns(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const command = `exec '${process.execPath}' '${join(clone, 'dist', 'cli', 'main.js')}'`;
  const programs = {
    'm2m-conformance': `${command} "$@"`,
    npm: `echo "$@" >> '${join(folder, 'npm.log')}'`,
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh -e\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

/** Installs the command of a folder of stand-ins in a project. */
export function installCommand(bin: string, cwd: string): void {
  mkdirSync(join(cwd, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(join(bin, 'm2m-conformance'), join(cwd, 'node_modules', '.bin', 'm2m-conformance'));
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
