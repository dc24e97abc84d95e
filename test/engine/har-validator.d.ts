declare module 'har-validator' {
  /** Rejects if the value is not HAR 1.2. */
  export function har(value: unknown): Promise<unknown>;
}
