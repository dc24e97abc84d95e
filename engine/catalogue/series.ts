import type fc from 'fast-check';
import type { Proof, Request } from '../exchange/index.ts';

export interface Case {
  readonly request: Request;
  readonly label: string;
  /** Whether the wire form breaks the intended rule. Otherwise the request is not sent. */
  readonly proof?: Proof;
}

export type Counts = readonly [quick: number, standard: number, deep: number];

export interface Generated<T> {
  /** Of a list, each class of value in turn, so that every seed covers all. */
  readonly arbitrary: fc.Arbitrary<T> | readonly fc.Arbitrary<T>[];
  readonly counts: Counts;
  readonly toCase: (value: T) => Case;
}

// biome-ignore lint/suspicious/noExplicitAny: each part knows the type of its own values, the series only stores them
type AnyGenerated = Generated<any>;

export interface Series {
  readonly boundary: readonly Case[];
  readonly generated: readonly AnyGenerated[];
}

/** The indices of cases, and so their keys, depend on the order of the parts. */
export const series = (
  boundary: readonly Case[],
  ...generated: readonly AnyGenerated[]
): Series => ({ boundary, generated });

export const generated = <T>(part: Generated<T>): Generated<T> => part;
