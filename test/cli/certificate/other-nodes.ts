import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Node {
  readonly program: string;
  readonly version: string;
}

/** Where test/packaging installs them, and where M2M_NODES says. */
const places = [
  ...(process.env['M2M_NODES']?.split(delimiter) ?? []),
  ...['20', '22', '24'].map((major) =>
    join(import.meta.dirname, '..', 'packaging', 'node_modules', `node-${major}`, 'bin', 'node'),
  ),
];

/** Programs of other major versions of Node than this one. */
export function otherNodes(): readonly Node[] {
  const found = places.filter(existsSync).map((program) => ({
    program,
    version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(),
  }));
  const majorOf = (version: string) => version.split('.')[0];
  return found.filter(({ version }) => majorOf(version) !== majorOf(process.version));
}

export const thisNode: Node = { program: process.execPath, version: process.version };
