import { spawnSync } from 'node:child_process';

/**
 * Whether tests may start processes with process ids and a host name of their own, like those of a
 * container.
 */
export const mayUnshare =
  spawnSync('unshare', ['--uts', '--pid', '--fork', '--mount-proc', 'true']).status === 0;
