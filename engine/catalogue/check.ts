import type {
  Answer,
  Answered,
  Exchange,
  Proof,
  Purpose,
  Request,
  Sentence,
  Unanswered,
} from '../exchange/index.ts';
import type { Level } from '../schema/vocabulary.ts';
import type { Bound } from './bound.ts';
import type { Advice, Causes, Facts, FactsOf } from './cause.ts';
import type { Endpoint } from './endpoint.ts';
import type { Need } from './needs.ts';
import type { Recipe } from './recipe.ts';
import type { Series } from './series.ts';

/** What responses show about a requirement. `C` are the causes that a violation may have. */
export type Judgement<C extends Causes = Causes> =
  | { readonly kind: 'pass'; readonly note?: Sentence }
  | FailOf<C>
  | { readonly kind: 'observed'; readonly value: Sentence }
  | { readonly kind: 'inconclusive'; readonly why: Sentence }
  /** `why` says how to provide what is missing. `blocksNothing`: no operator can. */
  | {
      readonly kind: 'not-run';
      readonly why: Sentence;
      readonly lacks?: readonly string[];
      readonly blocksNothing?: true;
    };

export type JudgementOf<Kind extends Judgement['kind']> = Extract<
  Judgement,
  { readonly kind: Kind }
>;

export type FailOf<C extends Causes> = {
  readonly [Id in keyof C & string]: Fail<Id, FactsOf<C[Id]>>;
}[keyof C & string];

export interface Fail<Id extends string = string, F = object> extends Sight {
  readonly kind: 'fail';
  readonly cause: Id;
  readonly facts: Facts;
  /** Never set. Its type ties the facts to those that the cause's words need. */
  readonly stated?: F;
}

export type NoViolation = Exclude<Judgement, { readonly kind: 'fail' }>;

export type AnyFail = FailOf<Causes>;

export interface Sight {
  readonly exchange?: Exchange;
  readonly accepted?: Exchange;
  /** How to send requests so that it shows. Absent: this request alone. */
  readonly recipe?: Recipe<Exchange>;
  readonly contrast?: {
    readonly changed: string;
    readonly violating: readonly string[];
    readonly passing: readonly string[];
  };
  /** The ids of the endpoints that show it. Absent: the one of the shown request. */
  readonly at?: readonly string[];
}

export type Lane =
  /** A new address may rightly change responses, for example their language. */
  | 'before-writes'
  | 'shared'
  /**
   * Two units never have requests in flight together. While one that concerns the address waits,
   * another may send.
   */
  | 'writes'
  | 'odd'
  | 'alone'
  | 'last';

export interface Statement {
  readonly text: string;
  /** The standard with its section. Absent: the specification. */
  readonly source?: string;
}

export interface Head<C extends Causes = Causes> {
  readonly id: string;
  readonly level: Level;
  readonly rule: string;
  readonly section: string;
  readonly when?: 'pinned' | 'declared';
  /** Requirements (or itself) that the same defect often breaks. */
  readonly sameDefectAs?: readonly string[];
  readonly findsOutage?: true;
  /** Absent: the run as a whole. */
  readonly endpoints?: (endpoint: Endpoint) => boolean;
  readonly causes?: C;
  /** Whatever the cause. The most likely first. */
  // biome-ignore lint/suspicious/noExplicitAny: the facts of any cause
  readonly advice?: readonly Advice<any>[];
  readonly statement?: Statement;
  readonly needs?: readonly Need[];
  /** Default `writes` if the endpoint or its responses concern writes, otherwise `shared`. */
  readonly lane?: Lane | ((endpoint: Endpoint) => Lane);
}

export interface Check<C extends Causes = Causes> extends Head<C> {
  readonly kind: 'check';
  /** `none`: the cases are positive requests themselves. Absent: the well-formed request. */
  readonly control?: 'none' | ((bound: Bound) => Request);
  /** Absent: any 2xx is as expected. */
  readonly accepts?: (control: Answered) => boolean;
  /**
   * The responses that it judges. Absent: every response, or with `control: 'none'` only a 2xx,
   * because any other response to a positive case shows nothing about the rule.
   */
  readonly judges?: (answered: Answered) => boolean;
  readonly cases: (bound: Bound) => Series;
  /** Pure: depends on its arguments only. */
  readonly judge: (
    answered: Answered,
    control: Answered | undefined,
    bound: Bound,
  ) => Judgement<NoInfer<C>>;
  readonly inSequence?: boolean;
  /** Resets the count of a server that counts consecutive failures. */
  readonly controlEvery?: number;
  /**
   * Sends more if no case is a violation. Without a response to one of them, no requirement fails.
   */
  readonly followUps?: FollowUps<NoInfer<C>>;
}

export type FollowUps<C extends Causes = Causes> = (
  bound: Bound,
  ask: Ask,
  control: Answered | undefined,
) => Promise<readonly Judgement<C>[]>;

export interface Ask {
  (step: string, request: Request, proof?: Proof): Promise<Exchange>;
  /** A time in milliseconds since the epoch. Ends if the run stops. A replay does not wait. */
  readonly until: (moment: number) => Promise<void>;
  readonly outage?: {
    /** The last request before the target stopped accepting connections, if it still does not. */
    readonly lastBefore: Exchange | undefined;
    readonly since: (endpoint: string) => Since | undefined;
  };
}

/** A request after which the token or the user was refused each time, and never without it. */
export interface RefusalCause {
  /** How often it was sent, and how many other requests were accepted in between. */
  readonly times: number;
  readonly without: number;
  /** That request, and one that was refused after it and accepted before it. */
  readonly cause: Exchange;
  readonly refused: Exchange;
}

/** How many responses and refusals of the API came before, and the last refused request. */
export interface Since {
  readonly requests: number;
  readonly refused: number;
  readonly endpoints: readonly string[];
  readonly before: Answered | undefined;
}

export interface Scenario<C extends Causes = Causes> extends Head<C> {
  readonly kind: 'scenario';
  readonly run: (bound: Bound, ask: Ask) => Promise<readonly Judgement<NoInfer<C>>[]>;
  readonly judgeCause?: (found: RefusalCause) => Judgement<NoInfer<C>>;
}

export interface Clash {
  readonly answer: Answer;
  readonly clashing: number;
  readonly sameRoute: number;
  readonly mostMs: number;
}

/** Collects evidence over the whole run, as plain JSON. States of shards merge in any order. */
export interface Fold<State, C extends Causes = Causes> {
  readonly empty: () => State;
  readonly add: (state: State, exchange: Answered, bound?: Bound) => State;
  readonly merge: (left: State, right: State) => State;
  readonly conclude: (state: State, clash?: Clash) => Judgement<NoInfer<C>>;
  /** Same group, different values: a contradiction. A finding shows two such responses. */
  readonly clash?: (
    answered: Answered,
    bound?: Bound,
  ) => readonly [group: string, value: string] | undefined;
}

/** Judges every response that it matches, whoever sent the request. */
export interface Monitor<C extends Causes = Causes> extends Head<C> {
  readonly kind: 'monitor';
  readonly probes?: (bound: Bound) => readonly Request[];
  readonly probing?: (bound: Bound, ask: Ask) => Promise<readonly Judgement<NoInfer<C>>[]>;
  readonly skips?: readonly Purpose[];
  readonly hearsCleared?: true;
  /** Monitors that a response must pass first, so that one defect is one finding. */
  readonly after?: readonly string[];
  readonly matches: (answered: Answered) => boolean;
  readonly judge?: (answered: Answered, bound: Bound) => Judgement<NoInfer<C>>;
  readonly lost?: (unanswered: Unanswered) => Judgement<NoInfer<C>> | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: only the fold knows the type of its state
  readonly fold?: Fold<any, C>;
}

export type Requirement = Check | Scenario | Monitor;

export interface Suite {
  readonly group: string;
  readonly requirements: readonly Requirement[];
}

export const check = <C extends Causes>(declared: Omit<Check<C>, 'kind'>): Check =>
  ({ ...declared, kind: 'check' }) as unknown as Check;

/** Declares steps judged together. A violation without an exchange shows the last one. */
export const scenario = <C extends Causes>(declared: Omit<Scenario<C>, 'kind'>): Scenario =>
  ({ ...declared, kind: 'scenario' }) as unknown as Scenario;

export function monitor<State, C extends Causes = Causes>(
  declared: Omit<Monitor<C>, 'kind' | 'fold'> & { readonly fold?: Fold<State, C> },
): Monitor {
  return { ...declared, kind: 'monitor' } as unknown as Monitor;
}

/** Throws a `TypeError` if an id does not start with the group's name. */
export function suite(group: string, requirements: readonly Requirement[]): Suite {
  for (const { id } of requirements) {
    if (!id.startsWith(`${group}/`))
      throw new TypeError(`${id} does not belong to the group ${group}`);
  }
  return { group, requirements };
}
