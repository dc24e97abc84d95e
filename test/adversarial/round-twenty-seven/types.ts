export interface Client {
  readonly id: string;
  readonly secret: string;
}
export interface Target {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl?: string | undefined;
  readonly audience: string;
  readonly clients: { readonly scoped: Client; readonly unscoped: Client };
  readonly users: { readonly first: string; readonly second: string; readonly denied?: string | undefined };
  readonly expiredToken?: string | undefined;
  readonly otherAudienceToken?: string | undefined;
  readonly readBack?: { readonly method: 'GET'; readonly path: string; readonly pointer: string } | undefined;
  readonly close: () => Promise<void>;
}
export interface Defect {
  readonly id: string;
  readonly title: string;
  readonly breaks: string;
  readonly also?: readonly string[];
}
export interface Variation {
  readonly id: string;
  readonly title: string;
}
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
