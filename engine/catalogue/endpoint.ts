import type { JsonSchema } from '../config/config.ts';
import type { Area } from './levels.ts';

/** A row of the endpoint table: of the specification, or declared in a profile. */
export interface Endpoint {
  /** Method and path as the specification writes them, e.g. `GET /learn/learning-guides`. */
  readonly id: string;
  readonly name: string;
  readonly area: Area;
  readonly origin: 'api' | 'token';
  readonly method: string;
  /** Below {base_url}; `{name}` stands for a path parameter. */
  readonly path: string;
  readonly safety: 'read' | 'write' | 'order';
  /** Whether it shows what the run itself changes, so that it is not read while something is written. */
  readonly showsWrites?: true;
  /** Whether x-user-id is required, or its need is not shown, or the endpoint takes none. */
  readonly user: 'required' | 'not-shown' | 'none';
  /** Scopes that the specification or the profile names. */
  readonly scopes: readonly string[];
  /** A value for each `{name}` of the path. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** A well-formed request body, as JSON. */
  readonly sample?: unknown;
  /** What a request body has to conform to. */
  readonly requestSchema?: JsonSchema;
  /** What the body of a successful answer has to conform to. */
  readonly responseSchema?: JsonSchema;
  /** The statuses of success; absent: any 2xx. */
  readonly statuses?: readonly number[];
  /** Whether a 404 with ApiError means that the positive control is out of reach, not that the target is at fault. */
  readonly mayBeAbsent: boolean;
  /** Who chose its shape. */
  readonly source: 'specified' | 'named' | 'declared';
}

/** The pseudo-endpoint of requirements on the run as a whole. */
export const wholeRun = '(run)';
