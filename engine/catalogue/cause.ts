import type { Found } from '../schema/conforms.ts';

/** A published result masks what the target or the operator sent. */
export type Source = 'target' | 'operator' | 'harness';

export type FactValue = string | number | boolean | null | readonly string[];

export interface Fact<Value extends FactValue = FactValue> {
  readonly value: Value;
  readonly from: Source;
}

export type Facts = Readonly<Record<string, Fact>>;

const from =
  (source: Source) =>
  <Value extends FactValue>(value: Value) => ({ value, from: source });

export const fromTarget = from('target');
export const fromOperator = from('operator');
/** A value of our own, such as a place in a schema or the change of a request. */
export const ofHarness = from('harness');

/** What a finding shows about its cause. `engine/outcome/clues.ts` derives it. */
export type Clue =
  | 'alone'
  | 'not alone'
  | 'sometimes'
  | 'some pass'
  | 'in flight'
  | 'several pass'
  | 'same connection'
  | 'after a pause'
  | 'session'
  | 'earlier request'
  | 'other user before'
  | 'right again'
  | 'everywhere'
  | 'one endpoint'
  /** All responses for one of the test users show it, and none for the other. */
  | 'one user'
  | 'one status'
  /** Only an x-user-id that begins with the id and goes on shows it. */
  | 'longer user id'
  /** All well-formed requests from a moment on show it, and none before. */
  | 'after a while'
  | '2xx'
  | '3xx'
  | '4xx'
  | '5xx'
  | 'no response'
  | 'HTML'
  | 'not labelled JSON'
  | 'proxy'
  | 'no host'
  | 'cached'
  | 'cut off'
  | 'wrapped'
  | Found;

/** What may be wrong in the server, as a sentence, and what to look at, as an instruction. */
export interface Advice<F = object> {
  readonly suspect: string;
  readonly look: string;
  /** Clues for it, and with `!` against it. A predicate is for it if true, against it if false. */
  readonly when?: readonly (Clue | `!${Clue}` | ((facts: F) => boolean | undefined))[];
}

export type Told = Pick<Advice, 'suspect' | 'look'>;

/**
 * A way in which a server violates a requirement. Its id is unique there and never changes.
 * `member` (a JSON pointer with `*` for positions in lists), `header` and `change` become part of
 * the ids of findings. `place` is the exact place, `found` the kind of the JSON value there,
 * `value` what the target sent.
 */
export interface Cause<F = object> {
  readonly title: string | ((facts: F) => string);
  readonly expected: string | ((facts: F) => string);
  /** What the target did instead. Absent: `response`, which summarises it. */
  readonly actual?: (facts: F, response: string) => string;
  readonly advice?: readonly Advice<F>[];
}

// biome-ignore lint/suspicious/noExplicitAny: only the cause knows its facts
export type Causes = Readonly<Record<string, Cause<any>>>;

export const cause = <F>(declared: Cause<F>) => declared;

export type FactsOf<C> = C extends Cause<infer F> ? F : never;
