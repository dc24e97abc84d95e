/** Older versions of vitest have no signal. */
export interface RunningTest {
  readonly signal?: AbortSignal;
  readonly task: { readonly meta: object };
  readonly skip: (reason: string) => unknown;
}

/** Of the vitest that runs the file. */
export interface Registering {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly test: (
    name: string,
    options: { timeout: number },
    body: (context: RunningTest) => Promise<void>,
  ) => unknown;
  readonly afterAll: (action: () => Promise<void>, timeout: number) => unknown;
}
