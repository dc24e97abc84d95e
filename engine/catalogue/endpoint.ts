import type { JsonSchema } from '../config/config.ts';
import type { Area } from '../schema/vocabulary.ts';

export interface Endpoint {
  /** Method and path as in the specification, e.g. `GET /learn/learning-guides`. */
  readonly id: string;
  readonly name: string;
  readonly area: Area;
  readonly origin: 'api' | 'token';
  readonly method: string;
  readonly path: string;
  readonly safety: 'read' | 'write' | 'order';
  /** Whether responses show data that the run writes. Then it is not read during a write. */
  readonly showsWrites?: true;
  readonly user: 'required' | 'not-shown' | 'none';
  readonly scopes: readonly string[];
  readonly parameters?: Readonly<Record<string, string>>;
  readonly sample?: unknown;
  /** The values that runs store there, by which a run recognises another run. */
  readonly stores?: readonly Readonly<Record<string, unknown>>[];
  readonly requestSchema?: JsonSchema;
  readonly responseSchema?: JsonSchema;
  /** Absent: any 2xx. */
  readonly statuses?: readonly number[];
  /** Whether a 404 with ApiError makes a positive control inconclusive instead of a failure. */
  readonly mayBeAbsent: boolean;
  readonly source: 'specified' | 'named' | 'declared';
}

/** Stands for the whole run, for requirements that do not concern single endpoints. */
export const wholeRun = '(run)';
