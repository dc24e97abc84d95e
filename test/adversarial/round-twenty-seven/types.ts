export type { Client, Defect, Target, Variation } from '../certified.ts';

export type Bag = Record<string, unknown>;
export type Language = 'en' | 'tr';
export type Route =
  | 'guides'
  | 'guide'
  | 'insights'
  | 'address'
  | 'readback'
  | 'summaries'
  | 'notifications'
  | 'cash'
  | 'portfolios'
  | 'orders';
export interface User {
  readonly id: string;
  readonly language: Language;
  readonly denied: boolean;
  address: Bag;
}
/** A request as the pipeline sees it. */
export interface Exchange {
  readonly route: Route;
  readonly path: string;
  readonly query: string;
  readonly guideId: string;
  readonly trace: string;
  readonly field: (name: string) => string | undefined;
  readonly body: Buffer;
}
export interface Reply {
  status: number;
  fields: Record<string, string>;
  value?: unknown;
  /** Replaces the JSON of value, with the media type of fields. */
  text?: string;
  /** Changes the JSON after it was written. */
  edit?: (json: string) => string;
}
