import type { Store } from './store.ts';
import type { On } from './toggles.ts';
import type { Tokens } from './tokens.ts';

/** What the parts of one server share. */
export interface World {
  on: On;
  store: Store;
  tokens: Tokens;
  now(): number;
}
