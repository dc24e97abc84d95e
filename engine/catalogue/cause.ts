/** Where a fact comes from. A published result masks what the target or the operator sent. */
export type Source = 'target' | 'operator' | 'harness';

/** The value of a fact, as plain JSON. */
export type FactValue = string | number | boolean | null | readonly string[];

/** A fact of a violation, as parts and results store it. */
export interface Fact<Value extends FactValue = FactValue> {
  readonly value: Value;
  readonly from: Source;
}

export type Facts = Readonly<Record<string, Fact>>;

/** A value that the target sent. */
export const fromTarget = <Value extends FactValue>(value: Value): Fact<Value> => ({
  value,
  from: 'target',
});

/** A value that the operator configured. */
export const fromOperator = <Value extends FactValue>(value: Value): Fact<Value> => ({
  value,
  from: 'operator',
});

/** A value of our own, such as the place in a schema or the change of a request. */
export const ofHarness = <Value extends FactValue>(value: Value): Fact<Value> => ({
  value,
  from: 'harness',
});

/**
 * What a finding of any requirement shows about its cause. `engine/outcome/clues.ts` derives each
 * from the finding.
 */
export type Clue =
  /** Whether the request shows the defect when it is sent alone, or needs others. */
  | 'alone'
  | 'not alone'
  | 'sometimes'
  /** Which other requests it needs. */
  | 'in flight'
  /** Several of the requests in flight are answered rightly. */
  | 'several pass'
  | 'same connection'
  | 'after a pause'
  | 'session'
  | 'earlier request'
  | 'other user before'
  | 'right again'
  /** Where it shows. */
  | 'everywhere'
  | 'one endpoint'
  /** The response. */
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
  /** The fact `found`. */
  | Found;

/** What a JSON value is, if another one is expected. `missing`: there is none. */
export type Found =
  | 'null'
  | 'boolean'
  | 'number'
  | 'fraction'
  | 'string'
  | 'array'
  | 'object'
  | 'missing';

/**
 * What may be wrong in the server of a finding, as a sentence, and what to look at, as an
 * instruction.
 */
export interface Advice<F = object> {
  readonly suspect: string;
  readonly look: string;
  /**
   * Clues that speak for it, and with `!` those that refute it. A predicate speaks for it with
   * true, and refutes it with false.
   */
  readonly when?: readonly (Clue | `!${Clue}` | ((facts: F) => boolean | undefined))[];
}

/** Advice as results store it. */
export type Told = Pick<Advice, 'suspect' | 'look'>;

/**
 * A way in which a server violates a requirement. Its id is unique in the requirement, and never
 * changes. `F` are the facts that its words depend on.
 *
 * Facts with these names mean the same everywhere: `member` (a JSON pointer with `*` for positions
 * in lists), `header` (the name of a field) and `change` (how the request differs from an accepted
 * one) distinguish findings of one cause, and become part of their ids. `place` is the exact place,
 * `found` the kind of the JSON value there, and `value` what the target sent.
 */
export interface Cause<F = object> {
  /** The defect as a short phrase. */
  readonly title: string | ((facts: F) => string);
  readonly expected: string | ((facts: F) => string);
  /** What the target did instead. `response` summarises it, and is used alone if this is absent. */
  readonly actual?: (facts: F, response: string) => string;
  /** Comes before the advice of the requirement. */
  readonly advice?: readonly Advice<F>[];
}

/** The causes of a requirement, by their ids. */
// biome-ignore lint/suspicious/noExplicitAny: only the cause knows its facts
export type Causes = Readonly<Record<string, Cause<any>>>;

/** Declares a cause whose words depend on facts. */
export const cause = <F>(declared: Cause<F>): Cause<F> => declared;

export type FactsOf<C> = C extends Cause<infer F> ? F : never;
