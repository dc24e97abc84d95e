import type { Detail } from '../reports/console.ts';

export interface DetailFlags {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

export function detailOf({ quiet, verbose }: DetailFlags): Detail {
  if (quiet) return 'quiet';
  return verbose ? 'verbose' : 'normal';
}
