interface GlobalOptions {
  /** False: `--no-color`. */
  readonly color?: 'auto' | 'always' | 'never' | false;
}

/** Sets the variables that mean the same as the options: what decides on colours looks at nothing else. */
export function applyGlobalOptions({ color = 'auto' }: GlobalOptions, env: NodeJS.ProcessEnv): void {
  if (color === 'auto') return;
  delete env['NO_COLOR'];
  env['FORCE_COLOR'] = color === 'always' ? '1' : '0';
}
