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
