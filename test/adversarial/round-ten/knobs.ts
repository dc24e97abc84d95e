import type { Answer, Call, Kind } from './app.ts';
import type { Address, Database, GuideRow, UserRow } from './data.ts';

type Bag = Record<string, unknown>;
/** What the customising tables of this back end leave open; each variation sets some of it. */
export interface Knobs {
  readonly alg?: string;
  readonly header?: Bag;
  readonly claims?: (client: string, now: number) => Bag;
  readonly keySet?: (jwk: object) => object;
  readonly tokenStatus?: (error: string) => number;
  readonly tokenBody?: Bag;
  readonly tokenHeaders?: Record<string, string>;
  readonly clients?: readonly { id: string; secret: string; scopes: string }[];
  readonly status?: (kind: Kind, operation: string) => number | undefined;
  readonly message?: (message: string) => string;
  readonly responseId?: () => string;
  readonly refusalHeaders?: Record<string, string>;
  readonly refusesQuery?: (operation: string) => boolean;
  readonly money?: (amount: number, user: UserRow) => string;
  readonly percent?: (share: number) => string;
  // biome-ignore lint/suspicious/noExplicitAny: variations rewrite the finished summaries freely.
  readonly days?: (days: any[]) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: and likewise the settings.
  readonly settings?: (body: any, shown: number) => unknown;
  readonly guide?: (plain: Bag, index: number, user: UserRow, shown: number) => Bag;
  readonly listing?: (body: object) => unknown;
  readonly listingHeaders?: Record<string, string>;
  readonly fullGuide?: (row: GuideRow) => Bag;
  readonly insights?: (title: string) => unknown;
  readonly cash?: (user: UserRow, amount: number) => unknown;
  readonly portfolios?: (row: object) => unknown;
  readonly order?: () => unknown;
  readonly updated?: (address: Address) => Answer;
  readonly readBack?: (address: Address) => unknown;
  readonly readBackAt?: { readonly path: string; readonly pointer: string };
  readonly addressRefuses?: (column: string, value: unknown) => boolean;
  readonly privateCaching?: string;
  readonly text?: (json: string) => string;
  readonly type?: string;
  readonly errorType?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly delay?: (call: Call) => number;
  /** Asked before the request is performed, and again with its answer. */
  readonly shed?: (call: Call, answer: Answer | undefined, count: (name: string) => number) => 429 | 503 | undefined;
  readonly data?: (db: Database) => void;
  readonly host?: string;
  readonly tokenPath?: string;
}
