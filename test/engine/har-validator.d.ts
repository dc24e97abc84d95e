declare module 'har-validator' {
  /** Rejects where the value is no HAR 1.2. */
  export function har(value: unknown): Promise<unknown>;
}
