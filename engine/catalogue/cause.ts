/** A published result masks what the target or the operator sent. */
export type Source = 'target' | 'operator' | 'harness';

export type FactValue = string | number | boolean | null | readonly string[];

/** A fact of a violation, as parts and results store it. */
export interface Fact<Value extends FactValue = FactValue> {
  readonly value: Value;
  readonly from: Source;
}

export type Facts = Readonly<Record<string, Fact>>;

export const fromTarget = <Value extends FactValue>(value: Value): Fact<Value> => ({
  value,
  from: 'target',
});

export const fromOperator = <Value extends FactValue>(value: Value): Fact<Value> => ({
  value,
  from: 'operator',
});

/** A value of our own, such as a place in a schema or the change of a request. */
export const ofHarness = <Value extends FactValue>(value: Value): Fact<Value> => ({
  value,
  from: 'harness',
});

/** What a finding shows about its cause. `engine/outcome/clues.ts` derives it. */
export type Clue =
  /** Whether the request alone shows the defect, or needs others. */
  | 'alone'
  | 'not alone'
  | 'sometimes'
  | 'in flight'
  /** Several of the requests in flight are answered rightly. */
  | 'several pass'
  | 'same connection'
  | 'after a pause'
  | 'session'
  | 'earlier request'
  | 'other user before'
  | 'right again'
  | 'everywhere'
  | 'one endpoint'
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

/** The kind of a JSON value of which another was expected. `missing`: there is none. */
export type Found =
  | 'null'
  | 'boolean'
  | 'number'
  | 'fraction'
  | 'string'
  | 'array'
  | 'object'
  | 'missing';

/** What may be wrong in the server, as a sentence, and what to look at, as an instruction. */
export interface Advice<F = object> {
  readonly suspect: string;
  readonly look: string;
  /** Clues for it, and with `!` those that refute it. A predicate does both, by true and false. */
  readonly when?: readonly (Clue | `!${Clue}` | ((facts: F) => boolean | undefined))[];
}

/** Advice as results store it. */
export type Told = Pick<Advice, 'suspect' | 'look'>;

/**
 * A way in which a server violates a requirement. Its id is unique in the requirement and never
 * changes. `F` are the facts that its words depend on. Everywhere, `member` (a JSON pointer with
 * `*` for positions in lists), `header` (a field name) and `change` (how the request differs from
 * an accepted one) distinguish findings of one cause and become part of their ids. `place` is the
 * exact place, `found` the kind of the JSON value there, `value` what the target sent.
 */
export interface Cause<F = object> {
  readonly title: string | ((facts: F) => string);
  readonly expected: string | ((facts: F) => string);
  /** What the target did instead. Absent: `response`, which summarises it. */
  readonly actual?: (facts: F, response: string) => string;
  /** Comes before the advice of the requirement. */
  readonly advice?: readonly Advice<F>[];
}

// biome-ignore lint/suspicious/noExplicitAny: only the cause knows its facts
export type Causes = Readonly<Record<string, Cause<any>>>;

/** Declares a cause whose words depend on facts. */
export const cause = <F>(declared: Cause<F>): Cause<F> => declared;

export type FactsOf<C> = C extends Cause<infer F> ? F : never;
