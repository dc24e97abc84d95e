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
export type Language = 'en' | 'de';
export type Read = 'guides' | 'guide' | 'insights' | 'readback' | 'summaries' | 'notifications' | 'cash' | 'portfolios';
export type Route = Read | 'address' | 'orders' | 'token' | 'jwks' | 'none';
export interface User {
  readonly id: string;
  readonly language: Language;
  readonly denied: boolean;
  address: Bag;
}
export interface Registered {
  readonly id: string;
  readonly secret: string;
  scopes: string[];
}
/** One request, and what the dependencies found out about it. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly field: (name: string) => string | undefined;
  readonly fields: Bag;
  readonly body: Buffer;
  route: Route;
  guideId: string;
  user: User | undefined;
  claims: Bag;
}
export interface Answer {
  status: number;
  fields: Record<string, string | string[]>;
  body: string | Buffer;
}
