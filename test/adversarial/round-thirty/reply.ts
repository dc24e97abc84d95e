export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Written as it is, in place of the body. */
  readonly text?: string;
}
