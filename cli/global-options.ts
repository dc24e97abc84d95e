import type { Detail } from '../reports/console.ts';
import { InputError } from './exit.ts';

interface GlobalOptions {
  /** False: `--no-color`. */
  readonly color?: 'auto' | 'always' | 'never' | false;
  /** False: `--no-pager`. */
  readonly pager?: boolean;
}

/** The code that colours and pages reads only these variables. */
export function applyGlobalOptions(
  { color = 'auto', pager }: GlobalOptions,
  env: NodeJS.ProcessEnv,
): void {
  if (pager === false) env['PAGER'] = '';
  if (color === 'auto') return;
  delete env['NO_COLOR'];
  env['FORCE_COLOR'] = color === 'always' ? '1' : '0';
}

/** Empty, as by an unset variable of a script. */
export function requirePaths(options: Readonly<Record<string, unknown>>): void {
  for (const [name, option] of Object.entries({
    out: 'out',
    dir: 'dir',
    config: 'config',
    knownFailures: 'known-failures',
  }))
    if (options[name] === '')
      throw new InputError(`--${option}: found an empty string; accepted: a path.`);
}

export interface DetailFlags {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

export function detailOf({ quiet, verbose }: DetailFlags): Detail {
  if (quiet) return 'quiet';
  return verbose ? 'verbose' : 'normal';
}
