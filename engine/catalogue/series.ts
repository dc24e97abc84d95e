import type fc from 'fast-check';
import type { Proof } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';

/** One request of a check, and how it differs from a request that the target accepts. */
export interface Case {
  readonly request: Request;
  /** What is wrong with the request, for messages. */
  readonly label: string;
  /**
   * Checks that the wire form breaks the intended rule. Otherwise the request is not sent, and is
   * no case.
   */
  readonly proof?: Proof;
}

/** The number of generated cases at the depths quick, standard and deep. */
export type Counts = readonly [quick: number, standard: number, deep: number];

/** Cases that fast-check draws. They follow the boundary cases. A failing case is shrunk. */
export interface Generated<T> {
  /**
   * A list has one arbitrary for each class of value. Draws alternate between them, so every seed
   * covers all.
   */
  readonly arbitrary: fc.Arbitrary<T> | readonly fc.Arbitrary<T>[];
  readonly counts: Counts;
  readonly toCase: (value: T) => Case;
}

// biome-ignore lint/suspicious/noExplicitAny: each part knows the type of its own values, the series only stores them
type AnyGenerated = Generated<any>;

/**
 * The cases of a check on one endpoint: the boundary list, complete at every depth, then generated
 * cases.
 */
export interface Series {
  readonly boundary: readonly Case[];
  readonly generated: readonly AnyGenerated[];
}

/** Makes a series. The indices of cases, and so their keys, depend on the order of the parts. */
export function series(boundary: readonly Case[], ...generated: readonly AnyGenerated[]): Series {
  return { boundary, generated };
}

/** Declares a generated part of a series, and infers the type of its values. */
export function generated<T>(part: Generated<T>): Generated<T> {
  return part;
}
