import { type Exchange, isAnswered, wasSent } from '../exchange/exchange.ts';

/** Finds the last request that was sent before the target stopped accepting connections. */
export class Outage {
  /** When the first refused request was sent. Undefined while the target accepts connections. */
  #refusedAt: number | undefined;
  #last: Exchange | undefined;

  hear(exchange: Exchange): void {
    if (!wasSent(exchange) || exchange.request.origin !== 'api') return;
    const { sentAt, answer } = exchange;
    if ('lost' in answer && answer.lost === 'refused-connection') {
      this.#refusedAt = Math.min(sentAt, this.#refusedAt ?? sentAt);
      return;
    }
    if (this.#refusedAt !== undefined && isAnswered(exchange) && sentAt > this.#refusedAt) this.#refusedAt = undefined;
    const isBefore = sentAt <= (this.#refusedAt ?? sentAt);
    if (isBefore && sentAt >= (this.#last?.sentAt ?? 0)) this.#last = exchange;
  }

  /** The last request before the outage that goes on. Undefined if there is none. */
  get lastBefore(): Exchange | undefined {
    return this.#refusedAt === undefined ? undefined : this.#last;
  }
}
