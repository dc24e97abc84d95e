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
  | Readonly<{ kind: 'pass'; note?: Sentence }>
  | FailOf<C>
  | Readonly<{ kind: 'observed'; value: Sentence }>
  | Readonly<{ kind: 'inconclusive'; why: Sentence }>
  /** `why` says how to provide what is missing. `blocksNothing`: no operator can. */
  | Readonly<{
      kind: 'not-run';
      why: Sentence;
      lacks?: readonly string[];
      blocksNothing?: true;
    }>;

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

export type Sight = Readonly<{
  exchange?: Exchange;
  accepted?: Exchange;
  /** How to send requests so that it shows. Absent: this request alone. */
  recipe?: Recipe<Exchange>;
  contrast?: Readonly<{
    changed: string;
    violating: readonly string[];
    passing: readonly string[];
  }>;
  /** The ids of the endpoints that show it. Absent: the one of the shown request. */
  at?: readonly string[];
}>;

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

export type Statement = Readonly<{
  text: string;
  /** The standard with its section. Absent: the specification. */
  source?: string;
}>;

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
  readonly outage?: Readonly<{
    /** The last request before the target stopped accepting connections, if it still does not. */
    lastBefore: Exchange | undefined;
    since: (endpoint: string) => Since | undefined;
  }>;
}

/** A request after which the token or the user was refused each time, and never without it. */
export type RefusalCause = Readonly<{
  /** How often it was sent, and how many other requests were accepted in between. */
  times: number;
  without: number;
  /** That request, and one that was refused after it and accepted before it. */
  cause: Exchange;
  refused: Exchange;
}>;

/** How many responses and refusals of the API came before, and the last refused request. */
export type Since = Readonly<{
  requests: number;
  refused: number;
  endpoints: readonly string[];
  before: Answered | undefined;
}>;

export interface Scenario<C extends Causes = Causes> extends Head<C> {
  readonly kind: 'scenario';
  readonly run: (bound: Bound, ask: Ask) => Promise<readonly Judgement<NoInfer<C>>[]>;
  readonly judgeCause?: (found: RefusalCause) => Judgement<NoInfer<C>>;
}

export type Clash = Readonly<{
  answer: Answer;
  clashing: number;
  sameRoute: number;
  mostMs: number;
}>;

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

export type Suite = Readonly<{
  group: string;
  requirements: readonly Requirement[];
}>;

export const check = <C extends Causes>(declared: Omit<Check<C>, 'kind'>) =>
  ({ ...declared, kind: 'check' }) as unknown as Check;

/** Declares steps judged together. A violation without an exchange shows the last one. */
export const scenario = <C extends Causes>(declared: Omit<Scenario<C>, 'kind'>) =>
  ({ ...declared, kind: 'scenario' }) as unknown as Scenario;

export function monitor<State, C extends Causes = Causes>(
  declared: Omit<Monitor<C>, 'kind' | 'fold'> & { readonly fold?: Fold<State, C> },
) {
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
