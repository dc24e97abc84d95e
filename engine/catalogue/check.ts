import type { Answered, Exchange, Proof, Unanswered } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import type { Series } from '../run/series.ts';
import type { Bound } from './bound.ts';
import type { Endpoint } from './endpoint.ts';
import type { Level } from './levels.ts';
import type { Need } from './needs.ts';

/** What one response, or a comparison of several, says about a requirement. */
export type Judgement =
  | { readonly kind: 'held'; readonly note?: string }
  | Violated
  | { readonly kind: 'observed'; readonly value: string }
  | { readonly kind: 'unanswered'; readonly why: string }
  /** A precondition turned out to be missing: the reason, with its cure. `blocksNothing` where nobody can remove it. */
  | { readonly kind: 'not-run'; readonly why: string; readonly blocksNothing?: true };

export interface Violated {
  readonly kind: 'violated';
  /** One short phrase per defect, without varying parts: violations of one requirement with one cause are one finding. */
  readonly cause: string;
  readonly expected: string;
  readonly actual: string;
  /** The exchange that shows it, where it is not the one under judgement. */
  readonly exchange?: Exchange;
}

export type Lane =
  /** Before anything is written: what an update may change rightly, such as the language of who moves. */
  | 'before-writes'
  /** Together with everything else. */
  | 'shared'
  /** One after the other among themselves, while others run: what could change the test user's data. */
  | 'writes'
  /** Together, after all of the above: what may end a process that ordinary requests would not. */
  | 'odd'
  /** After these, with nothing else in flight. */
  | 'alone'
  /** After everything else, in the order of the catalogue. */
  | 'last';

/** The data of a requirement: what tools list, lint and export without running anything. */
export interface Head {
  readonly id: string;
  readonly level: Level;
  /** One present-tense sentence on what a conformant implementation does. */
  readonly rule: string;
  /** Where the specification, or which RFC, says so. */
  readonly section: string;
  /** Faults that turn this requirement red. Empty only where no server can violate it alone. */
  readonly brokenBy?: readonly string[];
  readonly when?: 'pinned' | 'declared';
  /** Which rows of the endpoint table it applies to; absent: the run as a whole. */
  readonly endpoints?: (endpoint: Endpoint) => boolean;
  readonly needs?: readonly Need[];
  /** Absent: shared, or with the writes. */
  readonly lane?: Lane | ((endpoint: Endpoint) => Lane);
}

export interface Case {
  readonly request: Request;
  /** What is wrong with it, for people. */
  readonly label: string;
  /** Shows on the wire form that the request breaks what it is meant to break; else it is withheld and is no case. */
  readonly proof?: Proof;
}

/** Negative or positive requests, each differing in one respect from a control that the target accepts. */
export interface Check extends Head {
  readonly kind: 'check';
  /** `none` where the cases are themselves the positive request. Absent: the endpoint's well-formed request. */
  readonly control?: 'none' | ((bound: Bound) => Request);
  /** Absent: a 2xx. */
  readonly accepts?: (control: Answered) => boolean;
  readonly cases: (bound: Bound) => Series;
  /** Pure: no clock, no randomness, nothing but its arguments. */
  readonly judge: (answered: Answered, control: Answered | undefined, bound: Bound) => Judgement;
  /** Send the cases one after the other. */
  readonly inSequence?: boolean;
  /** Ask the control after each so many cases as well: whoever counts failures in a row counts from the start again. */
  readonly controlEvery?: number;
  /**
   * What takes several requests to show, asked where no case was a violation, and judged here. What stays silent there is
   * nobody's finding.
   */
  readonly further?: (bound: Bound, ask: Ask, control: Answered | undefined) => Promise<readonly Judgement[]>;
}

/** What the names of the steps of `further` begin with. */
export const furtherStep = 'further-';

/** Sends one step of a scenario; `step` names it within the scenario and is part of its key. */
export type Ask = (step: string, request: Request, proof?: Proof) => Promise<Exchange>;

/** What is not a series of independent cases: steps whose next request depends on the last answer. */
export interface Scenario extends Head {
  readonly kind: 'scenario';
  readonly run: (bound: Bound, ask: Ask) => Promise<readonly Judgement[]>;
}

/** What needs the whole run: a value that can be written as JSON, merged in any order. */
export interface Fold<State> {
  readonly empty: () => State;
  readonly add: (state: State, exchange: Answered, bound?: Bound) => State;
  /** Associative and commutative. */
  readonly merge: (left: State, right: State) => State;
  readonly conclude: (state: State) => Judgement;
}

/** Judges every answer that it matches, whichever requirement caused it. */
export interface Monitor extends Head {
  readonly kind: 'monitor';
  /** Requests that make sure that there is something to judge. */
  readonly probes?: (bound: Bound) => readonly Request[];
  /** The same where one request depends on the last answer, or has to come later; what only their sequence shows is judged here. */
  readonly probing?: (bound: Bound, ask: Ask) => Promise<readonly Judgement[]>;
  readonly matches: (answered: Answered) => boolean;
  readonly judge?: (answered: Answered, bound: Bound) => Judgement;
  /** Judges a request that stayed without an answer in every attempt while the control was answered. */
  readonly lost?: (unanswered: Unanswered) => Judgement | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the state belongs to the fold alone, the engine only carries it
  readonly fold?: Fold<any>;
}

/** A requirement that this version does not check, and why. */
export interface Unassessable extends Head {
  readonly kind: 'unassessable';
  readonly reason: string;
}

export type Requirement = Check | Scenario | Monitor | Unassessable;

export interface Suite {
  readonly group: string;
  readonly requirements: readonly Requirement[];
}

type Declared<Kind extends Requirement> = Omit<Kind, 'kind'>;

export function check(declared: Declared<Check>): Check {
  return { ...declared, kind: 'check' };
}

export function scenario(declared: Declared<Scenario>): Scenario {
  return { ...declared, kind: 'scenario' };
}

/** A monitor; `State` is inferred from its fold. */
export function monitor<State>(declared: Declared<Omit<Monitor, 'fold'>> & { readonly fold?: Fold<State> }): Monitor {
  return { ...declared, kind: 'monitor' };
}

export function unassessable(declared: Declared<Unassessable>): Unassessable {
  return { ...declared, kind: 'unassessable' };
}

/** One group of requirements. Throws a `TypeError` where an id is not of the group: the catalogue is checked as it loads. */
export function suite(group: string, requirements: readonly Requirement[]): Suite {
  for (const { id } of requirements) {
    if (!id.startsWith(`${group}/`)) throw new TypeError(`${id} does not belong to the group ${group}`);
  }
  return { group, requirements };
}
