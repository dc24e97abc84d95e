import type { Fields, Lost, Request } from '../exchange/index.ts';
import type { WireRequest } from './resolve.ts';
import type { Transmission } from './transmission.ts';

/** A response as it arrived: coded, with secrets. */
export type RawAnswer = Readonly<{
  status: number;
  statusText: string;
  httpVersion: string;
  headers: Fields;
  body: Buffer;
}>;

/** A connection of its own, any, or the one with that name. */
export type Over = 'new' | 'any' | { readonly named: string };

export type Delivery = Readonly<{
  /** Where the request goes. `request` has the whole path. */
  url: URL;
  request: WireRequest;
  origin: Request['origin'];
  /** `raw`: its bytes are sent as they are. */
  wire: Request['wire'];
  over: Over;
  timeLimitMs: () => number;
  /** Before the transport sends it again itself. Undefined if it may not. */
  again: () => Promise<(() => void) | undefined>;
  transmission: Transmission;
}>;

/** The only way out of a session. */
export type Transport = Readonly<{
  /** Never rejects because of the target. */
  send: (delivery: Delivery) => Promise<RawAnswer | Lost>;
  close: () => Promise<void>;
}>;
