import type { JsonSchema } from '../config/config.ts';
import type { Area } from '../schema/vocabulary.ts';

export type Endpoint = Readonly<{
  /** Method and path as in the specification, e.g. `GET /learn/learning-guides`. */
  id: string;
  name: string;
  area: Area;
  origin: 'api' | 'token';
  method: string;
  path: string;
  safety: 'read' | 'write' | 'order';
  /** Whether responses show data that the run writes. Then it is not read during a write. */
  showsWrites?: true;
  user: 'required' | 'not-shown' | 'none';
  scopes: readonly string[];
  parameters?: Readonly<Record<string, string>>;
  sample?: unknown;
  /** The values that runs store there, by which a run recognises another run. */
  stores?: readonly Readonly<Record<string, unknown>>[];
  requestSchema?: JsonSchema;
  responseSchema?: JsonSchema;
  /** Absent: any 2xx. */
  statuses?: readonly number[];
  /** Whether a 404 with ApiError makes a positive control inconclusive instead of a failure. */
  mayBeAbsent: boolean;
  source: 'specified' | 'named' | 'declared';
}>;

/** Stands for the whole run, for requirements that do not concern single endpoints. */
export const wholeRun = '(run)';
