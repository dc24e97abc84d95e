import type { Row } from './frame.ts';

export interface Statuses {
  unknown: number;
  malformed: number;
  absent: number;
  body: number;
  json: number;
  media: number;
  guide: number;
  method: number;
  /** Of the token endpoint, where one status stands for all. */
  token: number;
  /** Of unexpected query parameters, where they are refused. */
  query: number;
}

/** What a correct vendor may decide otherwise. */
export interface Knobs {
  readonly users?: readonly [string, string, string];
  readonly languages?: readonly [Texts, Texts];
  readonly guideId?: (at: number) => string;
  readonly money?: (amount: number, currency: string) => string;
  readonly percent?: (share: number) => string;
  readonly label?: (score: number) => string;
  readonly score?: (score: number) => number;
  readonly difference?: (value: number) => number;
  readonly days?: { readonly count: number; readonly step: number; readonly floor?: number };
  readonly summaries?: (days: Row[], reads: number) => Row[];
  readonly guides?: (guides: Row[], reads: number, second: boolean) => Row[];
  readonly full?: (guide: Row) => Row;
  readonly cash?: (rows: Row[]) => unknown;
  readonly portfolios?: (rows: Row[]) => unknown;
  readonly insights?: (rows: Row[], reads: number) => unknown;
  readonly settings?: (settings: Row, reads: number) => Row;
  readonly statuses?: Partial<Statuses>;
  readonly update?: { readonly status: number; readonly body: unknown };
  readonly order?: (order: Row) => unknown;
  readonly stored?: (address: Row) => Row;
  readonly readBack?: { readonly pointer: string; readonly wrap: (address: Row) => unknown };
  readonly error?: (error: Row) => Row;
  readonly responseId?: (count: number) => string;
  readonly challenge?: string;
  readonly headers?: (body: string, count: number) => Record<string, string>;
  readonly listingCache?: string;
  readonly privateCache?: string;
  readonly json?: (value: unknown) => string;
  readonly chunks?: (body: string) => string[];
  readonly wait?: (count: number, size: number) => number;
  readonly shed?: (count: number) => boolean;
  readonly perConnection?: number;
  readonly lifetime?: number;
  readonly kid?: string;
  readonly claims?: Row;
  readonly clients?: readonly [string, string];
  readonly secrets?: readonly [string, string];
  readonly audience?: string;
  readonly scopes?: readonly string[];
  readonly base?: string;
}

export interface Texts {
  readonly tag: string;
  readonly titles: readonly string[];
  readonly about: string;
  readonly categories: Readonly<Record<string, string>>;
  readonly notification: string;
  readonly insight: string;
  readonly currency: string;
}
