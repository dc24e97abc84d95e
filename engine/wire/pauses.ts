import type { Request } from '../exchange/request.ts';

/** Requests that a server may limit apart from all others. */
export type Kind = Request['origin'] | 'writes';

/** The kind of a request: who limits the writes may take any number of reads. */
export function kindOf({ origin, method }: Request): Kind {
  return origin === 'api' && method !== 'GET' ? 'writes' : origin;
}

/** How long requests of each kind are held up because the target asked for it, and which are not sent any more. */
export class Pauses {
  readonly #until = new Map<Kind, number>();
  readonly #withheld = new Map<Kind, string>();

  /** None of that kind for so many milliseconds; a pause can only be prolonged. */
  hold(kind: Kind, ms: number): void {
    this.#until.set(kind, Math.max(this.#until.get(kind) ?? 0, performance.now() + ms));
  }

  /** Milliseconds until the next of that kind, 0 where nothing holds it up. */
  leftMs(kind: Kind): number {
    return Math.max((this.#until.get(kind) ?? 0) - performance.now(), 0);
  }

  /** None of that kind any more. */
  withhold(kind: Kind, why: string): void {
    if (!this.#withheld.has(kind)) this.#withheld.set(kind, why);
  }

  /** Why none of that kind is sent any more; undefined while some are. */
  withheld(kind: Kind): string | undefined {
    return this.#withheld.get(kind);
  }
}
