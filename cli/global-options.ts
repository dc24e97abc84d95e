interface GlobalOptions {
  /** False: `--no-color`. */
  readonly color?: 'auto' | 'always' | 'never' | false;
  /** False: `--no-pager`. */
  readonly pager?: boolean;
}

/** Sets the environment variables that correspond to the options. The code that colours and pages reads only these. */
export function applyGlobalOptions({ color = 'auto', pager }: GlobalOptions, env: NodeJS.ProcessEnv): void {
  if (pager === false) env['PAGER'] = '';
  if (color === 'auto') return;
  delete env['NO_COLOR'];
  env['FORCE_COLOR'] = color === 'always' ? '1' : '0';
}
