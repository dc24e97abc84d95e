/** Milliseconds of the parts of an exchange, as in HAR 1.2: -1 if unknown or skipped. `connect` includes `ssl`. */
export type Timings = Readonly<Record<'blocked' | 'dns' | 'connect' | 'ssl' | 'send' | 'wait' | 'receive', number>>;

/** The network details of an exchange, for readers of the evidence. No judge reads them. */
export interface WireDetails {
  /** The header lines of the request as they were sent, in their order, secrets as symbols. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly statusText: string;
  readonly serverIPAddress?: string;
  /** The local port of the connection. */
  readonly connection?: string;
  readonly timings: Timings;
}
