import type { Answer, Answered, Exchange, Proof, Unanswered } from '../exchange/exchange.ts';
import type { Purpose, Request } from '../exchange/request.ts';
import type { Sentence } from '../exchange/sentence.ts';
import type { Level } from '../schema/vocabulary.ts';
import type { Bound } from './bound.ts';
import type { Advice, Causes, Facts, FactsOf } from './cause.ts';
import type { Endpoint } from './endpoint.ts';
import type { Need } from './needs.ts';
import type { Recipe } from './recipe.ts';
import type { Series } from './series.ts';

/**
 * What one response, or a comparison of several, shows about a requirement. `C` are the causes that
 * a violation may have.
 */
export type Judgement<C extends Causes = Causes> =
  | { readonly kind: 'pass'; readonly note?: Sentence }
  | FailOf<C>
  | { readonly kind: 'observed'; readonly value: Sentence }
  | { readonly kind: 'inconclusive'; readonly why: Sentence }
  /**
   * A precondition is missing. `why` says how to provide it. `blocksNothing` is set if no operator
   * can provide it.
   */
  | { readonly kind: 'not-run'; readonly why: Sentence; readonly blocksNothing?: true };

/** A violation with one of these causes, and the facts of that cause. */
export type FailOf<C extends Causes> = {
  readonly [Id in keyof C & string]: Fail<Id, FactsOf<C[Id]>>;
}[keyof C & string];

/** A violation. The words for it are in the cause. */
export interface Fail<Id extends string = string, F = object> extends Sight {
  readonly kind: 'fail';
  /** The id of a cause of the requirement. */
  readonly cause: Id;
  readonly facts: Facts;
  /** Never set. Its type ties the facts to those that the cause's words need. */
  readonly stated?: F;
}

/** A judgement that is no violation. */
export type NoViolation = Exclude<Judgement, { readonly kind: 'fail' }>;

/** A violation with any cause. */
export type AnyFail = FailOf<Causes>;

/** What shows a violation. */
export interface Sight {
  /** The exchange that shows the defect, if it is not the judged one. */
  readonly exchange?: Exchange;
  /** The accepted exchange that the shown one differs from. */
  readonly accepted?: Exchange;
  /** How to send requests so that it shows. Absent: this request alone. */
  readonly recipe?: Recipe<Exchange>;
  /**
   * How the request differs from one that is accepted, and others that show the defect or do not.
   */
  readonly contrast?: {
    readonly changed: string;
    readonly violating: readonly string[];
    readonly passing: readonly string[];
  };
  /**
   * The endpoints that show the defect, by their ids. Absent: the one that the shown request went
   * to.
   */
  readonly at?: readonly string[];
}

/**
 * When the requests of a unit are sent, and which others may be in flight with them. `lanes.ts`
 * schedules them.
 */
export type Lane =
  /**
   * Before all writes to the address. A new address may rightly change responses, for example their
   * language.
   */
  | 'before-writes'
  /** Concurrently with everything else. */
  | 'shared'
  /**
   * Beside the shared lane, because these requirements may change the test user's data. Two of them
   * never have requests in flight together. While a requirement that concerns the address waits,
   * another one may send.
   */
  | 'writes'
  /** Concurrently, after all lanes above, because these requirements may crash the target. */
  | 'odd'
  /** After the odd lane, with no other request in flight. */
  | 'alone'
  /** After everything else, in catalogue order. */
  | 'last';

/** A sentence or table row, word for word. */
export interface Statement {
  readonly text: string;
  /** The standard that it is from, with its section. Absent: the specification. */
  readonly source?: string;
}

/** The data of a requirement, which tools can list, lint and export without running anything. */
export interface Head<C extends Causes = Causes> {
  readonly id: string;
  readonly level: Level;
  /** One present-tense sentence about the behaviour of a conformant server. */
  readonly rule: string;
  /** The section of the specification, or the RFC, that the rule comes from. */
  readonly section: string;
  /**
   * At most three faults that violate this requirement, as examples. Empty only if no server can
   * violate it alone.
   */
  readonly brokenBy?: readonly string[];
  readonly when?: 'pinned' | 'declared';
  /**
   * Ids of requirements, or its own, that the same defect often breaks. Reports link their
   * failures.
   */
  readonly sameDefectAs?: readonly string[];
  /** Its failure explains those with the same response: the target no longer works. */
  readonly findsOutage?: true;
  /** Selects the endpoints that it applies to. Absent: the run as a whole. */
  readonly endpoints?: (endpoint: Endpoint) => boolean;
  /** The ways in which a server violates it, by their ids. */
  readonly causes?: C;
  /** What may be wrong in the server, whatever the cause. The most likely first. */
  // biome-ignore lint/suspicious/noExplicitAny: the facts of any cause
  readonly advice?: readonly Advice<any>[];
  /** Where the specification or a standard states it. */
  readonly statement?: Statement;
  readonly needs?: readonly Need[];
  /**
   * Absent: `writes` for an endpoint that writes or whose responses show writes, otherwise
   * `shared`.
   */
  readonly lane?: Lane | ((endpoint: Endpoint) => Lane);
}

/**
 * Negative or positive requests, each differing in one respect from a control that the target
 * accepts.
 */
export interface Check<C extends Causes = Causes> extends Head<C> {
  readonly kind: 'check';
  /**
   * `none` if the cases are positive requests themselves. Absent: the endpoint's well-formed
   * request.
   */
  readonly control?: 'none' | ((bound: Bound) => Request);
  /** Whether the response to the control is as expected. Absent: any 2xx is. */
  readonly accepts?: (control: Answered) => boolean;
  readonly cases: (bound: Bound) => Series;
  /** Pure: depends on its arguments only, and uses neither clock nor randomness. */
  readonly judge: (
    answered: Answered,
    control: Answered | undefined,
    bound: Bound,
  ) => Judgement<NoInfer<C>>;
  /** Whether the cases are sent one after the other. */
  readonly inSequence?: boolean;
  /**
   * Sends the control again after this many cases. A server that counts consecutive failures then
   * resets its count.
   */
  readonly controlEvery?: number;
  /**
   * Sends more requests in sequence if no case is a violation. Judges defects that a single request
   * cannot show. If one of these requests gets no response, no requirement fails.
   */
  readonly followUps?: FollowUps<NoInfer<C>>;
}

/** Sends the follow-ups of a check, after the response to its control if it has one. */
export type FollowUps<C extends Causes = Causes> = (
  bound: Bound,
  ask: Ask,
  control: Answered | undefined,
) => Promise<readonly Judgement<C>[]>;

/** Sends one step of a scenario. `step` is its name within the scenario, and part of its key. */
export interface Ask {
  (step: string, request: Request, proof?: Proof): Promise<Exchange>;
  /**
   * Waits until that time, in milliseconds since the epoch, or until the run stops: then nothing
   * more is sent. Callers compute the time from those of responses. A replay does not wait.
   */
  readonly until: (moment: number) => Promise<void>;
  readonly outage?: {
    /**
     * The last request of the run before the target stopped accepting connections, if it still does
     * not.
     */
    readonly lastBefore: Exchange | undefined;
    /** Says when an endpoint, by its id, began to give its latest response and no other. */
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

/**
 * How many requests the API had answered, how many of them with a refusal, and the last one that it
 * refused.
 */
export interface Since {
  readonly requests: number;
  readonly refused: number;
  /** The endpoints whose latest response is the same, by their ids. */
  readonly endpoints: readonly string[];
  readonly before: Answered | undefined;
}

/** A sequence of steps in which a request may depend on the response before. */
export interface Scenario<C extends Causes = Causes> extends Head<C> {
  readonly kind: 'scenario';
  readonly run: (bound: Bound, ask: Ask) => Promise<readonly Judgement<NoInfer<C>>[]>;
  /** Judges that a request makes the target refuse the token or the user. */
  readonly judgeCause?: (found: RefusalCause) => Judgement<NoInfer<C>>;
}

/** How responses that contradict the first of their group compare with it. */
export interface Clash {
  /** One of the two responses that a finding shows. */
  readonly answer: Answer;
  readonly clashing: number;
  /** How many have the same method and path. */
  readonly sameRoute: number;
  /** The most time between the two responses, in milliseconds. */
  readonly mostMs: number;
}

/**
 * Collects evidence over the whole run, for defects that no single response shows. The state is
 * plain JSON. States of several shards merge in any order.
 */
export interface Fold<State, C extends Causes = Causes> {
  readonly empty: () => State;
  readonly add: (state: State, exchange: Answered, bound?: Bound) => State;
  /** Associative and commutative. */
  readonly merge: (left: State, right: State) => State;
  readonly conclude: (state: State, clash?: Clash) => Judgement<NoInfer<C>>;
  /**
   * Two responses with the same group and different values contradict each other. A finding shows
   * two of them.
   */
  readonly clash?: (
    answered: Answered,
    bound?: Bound,
  ) => readonly [group: string, value: string] | undefined;
}

/** Judges every response that it matches, whichever requirement sent the request. */
export interface Monitor<C extends Causes = Causes> extends Head<C> {
  readonly kind: 'monitor';
  /** Requests that the monitor sends itself, so that there is something to judge. */
  readonly probes?: (bound: Bound) => readonly Request[];
  /** Like `probes`, but sent in sequence. Judges defects that only the sequence shows. */
  readonly probing?: (bound: Bound, ask: Ask) => Promise<readonly Judgement<NoInfer<C>>[]>;
  /** Requests with these purposes are not judged, whether they get a response or not. */
  readonly skips?: readonly Purpose[];
  /** Whether it also judges a 5xx that did not recur. It sees the later response separately. */
  readonly hearsCleared?: true;
  /**
   * Ids of monitors. A response is judged only if it matches and passes them, so that one defect is
   * one finding.
   */
  readonly after?: readonly string[];
  readonly matches: (answered: Answered) => boolean;
  readonly judge?: (answered: Answered, bound: Bound) => Judgement<NoInfer<C>>;
  /** Judges a request that got no response in any attempt, although its control got one. */
  readonly lost?: (unanswered: Unanswered) => Judgement<NoInfer<C>> | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: only the fold knows the type of its state
  readonly fold?: Fold<any, C>;
}

/** An entry of the catalogue. `kind` decides how `runUnit` carries it out. */
export type Requirement = Check | Scenario | Monitor;

/**
 * The requirements of a group, in the order of reports. Their ids begin with the group's name and a
 * slash.
 */
export interface Suite {
  readonly group: string;
  readonly requirements: readonly Requirement[];
}

/** Declares requests that are judged one by one, most of them after an accepted control. */
export const check = <C extends Causes>(declared: Omit<Check<C>, 'kind'>): Check =>
  ({ ...declared, kind: 'check' }) as unknown as Check;

/**
 * Declares steps that are judged together. A violation that names no exchange shows the last one.
 */
export const scenario = <C extends Causes>(declared: Omit<Scenario<C>, 'kind'>): Scenario =>
  ({ ...declared, kind: 'scenario' }) as unknown as Scenario;

/** Declares a monitor. `State` is inferred from its fold. */
export function monitor<State, C extends Causes = Causes>(
  declared: Omit<Monitor<C>, 'kind' | 'fold'> & { readonly fold?: Fold<State, C> },
): Monitor {
  return { ...declared, kind: 'monitor' } as unknown as Monitor;
}

/**
 * Declares a group of requirements. Throws a `TypeError` if an id does not start with the group's
 * name.
 */
export function suite(group: string, requirements: readonly Requirement[]): Suite {
  for (const { id } of requirements) {
    if (!id.startsWith(`${group}/`))
      throw new TypeError(`${id} does not belong to the group ${group}`);
  }
  return { group, requirements };
}
