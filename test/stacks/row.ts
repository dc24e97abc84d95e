import type { Depth, Verdict } from '../../engine/schema/vocabulary.ts';
import type { Kind } from './cases.ts';

export interface Row {
  readonly stack: string;
  readonly kind: Kind;
  readonly id: string;
  readonly seed: number;
  readonly depth: Depth;
  readonly verdict: Verdict | 'broken';
  /** Requirements that failed or warned, with a message. */
  readonly said: Readonly<Record<string, string>>;
  /** Claimed musts without a verdict, with the reason. */
  readonly open: Readonly<Record<string, string>>;
  /** For a fault: the outcome of the requirement that should report it, with its reason. */
  readonly broken?: string;
  /** Errors of the harness, or why there is no result. */
  readonly errors: readonly string[];
  readonly requests: number;
  readonly seconds: number;
}
