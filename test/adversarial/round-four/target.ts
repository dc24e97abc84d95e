/** What a tester is given to reach one running target. */
export interface Target {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl?: string;
  readonly audience: string;
  readonly clients: { readonly scoped: Credentials; readonly unscoped: Credentials };
  readonly users: { readonly first: string; readonly second: string; readonly denied?: string };
  readonly expiredToken?: string;
  readonly otherAudienceToken?: string;
  readonly readBack?: { readonly method: 'GET'; readonly path: string; readonly pointer: string };
  close(): Promise<void>;
}

export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** One way in which the target violates exactly one requirement. */
export interface Defect {
  readonly id: string;
  readonly title: string;
  readonly breaks: string;
  readonly also?: readonly string[];
  readonly why: string;
}

/** One way in which another vendor is as correct as this one. */
export interface Variation {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  readonly config?: Readonly<Record<string, unknown>>;
}
