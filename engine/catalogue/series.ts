import type fc from 'fast-check';
import type { Proof, Request } from '../exchange/index.ts';

export type Case = Readonly<{
  request: Request;
  /** What is changed. */
  label: string;
  /** Where, if all cases of the series change the same: a header or a member. */
  field?: string;
  /** Whether the wire form breaks the intended rule. Otherwise the request is not sent. */
  proof?: Proof;
}>;

export type Counts = readonly [quick: number, standard: number, deep: number];

export type Generated<T> = Readonly<{
  /** Of a list, each class of value in turn, so that every seed covers all. */
  arbitrary: fc.Arbitrary<T> | readonly fc.Arbitrary<T>[];
  counts: Counts;
  toCase: (value: T) => Case;
}>;

// biome-ignore lint/suspicious/noExplicitAny: only each part knows its values
type AnyGenerated = Generated<any>;

export type Series = Readonly<{
  boundary: readonly Case[];
  generated: readonly AnyGenerated[];
}>;

/** The indices of cases, and so their keys, depend on the order of the parts. */
export const series = (
  boundary: readonly Case[],
  ...generated: readonly AnyGenerated[]
): Series => ({ boundary, generated });

export const generated = <T>(part: Generated<T>) => part;
