import type { JsonSchema } from '../config/config.ts';
import type { Area } from '../schema/vocabulary.ts';

/** A row of the endpoint table, from the specification or from a profile. */
export interface Endpoint {
  /** Method and path as in the specification, e.g. `GET /learn/learning-guides`. */
  readonly id: string;
  readonly name: string;
  readonly area: Area;
  readonly origin: 'api' | 'token';
  readonly method: string;
  /** Relative to {base_url}. `{name}` is a path parameter. */
  readonly path: string;
  readonly safety: 'read' | 'write' | 'order';
  /**
   * Whether its responses show data that the run writes. If so, the run does not read it during a
   * write.
   */
  readonly showsWrites?: true;
  /** Whether x-user-id is required, unspecified, or not used. */
  readonly user: 'required' | 'not-shown' | 'none';
  /** Required scopes, from the specification and the profile. */
  readonly scopes: readonly string[];
  /** A value for each `{name}` of the path. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** A well-formed request body, as JSON. */
  readonly sample?: unknown;
  /** The values that runs store there, by which a run recognises another run. */
  readonly stores?: readonly Readonly<Record<string, unknown>>[];
  /** The schema that request bodies must conform to. */
  readonly requestSchema?: JsonSchema;
  /** The schema that the body of a successful response must conform to. */
  readonly responseSchema?: JsonSchema;
  /** The success statuses. Absent: any 2xx. */
  readonly statuses?: readonly number[];
  /** Whether a 404 with ApiError makes a positive control inconclusive instead of a failure. */
  readonly mayBeAbsent: boolean;
  /**
   * `specified`: the specification shows its shape. `named`: it does not. `declared`: the operator
   * declares it.
   */
  readonly source: 'specified' | 'named' | 'declared';
}

/** The id that stands for the whole run, for requirements that do not concern single endpoints. */
export const wholeRun = '(run)';
