import type { Exchange, Fail } from '../../engine/index.ts';

/** A violation without facts, whatever its cause is called. */
export const failed = (cause: string, exchange?: Exchange): Fail => ({
  kind: 'fail',
  cause,
  facts: {},
  ...(exchange ? { exchange } : {}),
});
