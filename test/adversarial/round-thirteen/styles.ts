import type { Reply } from './core.ts';
import type { Language, User } from './data.ts';
import { dataStyles } from './styles-data.ts';
import { wireStyles } from './styles-wire.ts';

type Body = Record<string, unknown>;
/** What a vendor may do otherwise; whatever is missing is done as usual. */
export interface Style {
  readonly audience?: string;
  readonly base?: string;
  readonly bodyRefused?: number;
  readonly cacheControl?: string;
  readonly cash?: (amount: number) => unknown;
  readonly claims?: Body;
  readonly delay?: () => number;
  readonly error?: (error: Body) => Body;
  readonly guide?: (guide: Body, at: number) => Body;
  readonly guides?: number;
  readonly headers?: () => Record<string, string>;
  readonly insights?: (text: string) => unknown;
  readonly label?: string;
  readonly lifetime?: number;
  readonly malformedGuide?: number;
  readonly malformedUser?: number;
  readonly mediaType?: string;
  readonly mediaTypeRefused?: number;
  readonly missingUser?: number;
  readonly money?: (value: number, user: User) => string;
  readonly order?: (isin: string) => unknown;
  readonly percent?: (value: number) => string;
  readonly portfolios?: (values: readonly number[]) => unknown;
  readonly responseId?: () => string;
  readonly settings?: (app: object[], email: object[]) => unknown;
  readonly shed?: (count: number) => Reply | undefined;
  readonly summaries?: (data: object[]) => object[];
  readonly text?: (json: string) => string;
  readonly titles?: (first: string, second: string, at: number) => Record<Language, string>;
  readonly tokenAnswer?: Body;
  readonly tokenHeader?: Body;
  readonly tokenRefusal?: number;
  readonly unknownUser?: number;
  readonly updated?: (address: Body) => Reply;
  readonly userIds?: { first: string; second: string; denied: string };
  readonly vary?: string;
}
export type Named = readonly [id: string, title: string, style: Style];

export const styleOf = (toggle: string | undefined): Style =>
  [...dataStyles, ...wireStyles].find(([id]) => id === toggle)?.[2] ?? {};
