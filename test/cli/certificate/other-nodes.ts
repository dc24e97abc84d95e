import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface Node {
  readonly program: string;
  readonly version: string;
}

const packages = join(import.meta.dirname, '..', '..', 'packaging', 'node_modules');
const majorOf = (version: string) => version.split('.')[0];

/** Returns the versions of Node that test/packaging installs, except the running major version. */
export function otherNodes(): readonly Node[] {
  return ['20', '22', '24']
    .map((major) => join(packages, `node-${major}`, 'bin', 'node'))
    .filter(existsSync)
    .map((program) => ({
      program,
      version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(),
    }))
    .filter(({ version }) => majorOf(version) !== majorOf(process.version));
}

export const thisNode: Node = { program: process.execPath, version: process.version };
