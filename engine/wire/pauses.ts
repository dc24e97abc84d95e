import type { Request } from '../exchange/request.ts';

/** Kinds of requests that a server may limit separately. */
export type Kind = Request['origin'] | 'writes';

/** Returns the kind of a request: a server that limits writes may accept any number of reads. */
export function kindOf({ origin, method }: Request): Kind {
  return origin === 'api' && method !== 'GET' ? 'writes' : origin;
}

/** Tracks how long the target wants each kind of request to pause, and which kinds are no longer sent. */
export class Pauses {
  readonly #until = new Map<Kind, number>();
  readonly #withheld = new Map<Kind, string>();

  /** Pauses that kind for that many milliseconds. A pause can only be extended. */
  hold(kind: Kind, ms: number): void {
    this.#until.set(kind, Math.max(this.#until.get(kind) ?? 0, performance.now() + ms));
  }

  /** Returns the milliseconds until that kind may be sent; 0 if it is not paused. */
  leftMs(kind: Kind): number {
    return Math.max((this.#until.get(kind) ?? 0) - performance.now(), 0);
  }

  /** Stops that kind for the rest of the run. */
  withhold(kind: Kind, why: string): void {
    if (!this.#withheld.has(kind)) this.#withheld.set(kind, why);
  }

  /** Returns why that kind is no longer sent; undefined if it still is. */
  withheld(kind: Kind): string | undefined {
    return this.#withheld.get(kind);
  }
}
