import type { Since } from '../catalogue/check.ts';
import { type Answered, type Exchange, isAnswered, wasSent } from '../exchange/exchange.ts';
import { isRefusal } from '../judging/answer.ts';
import { withoutIds } from '../outcome/cause-form.ts';
import { byPlainness, plainnessOf, type Sight } from '../outcome/plainness.ts';

/** Finds out when the target stopped accepting connections, or began to give an endpoint the same response only. */
export class Outage {
  /** When the first refused request was sent. Undefined while the target accepts connections. */
  #refusedAt: number | undefined;
  #last: Exchange | undefined;
  #refused: (Sight & { readonly exchange: Answered }) | undefined;
  #counts = { requests: 0, refused: 0 };
  /** The gist of the latest response, by endpoint. */
  readonly #latest = new Map<string, string>();
  /** Since when responses have this gist, unless an endpoint has given another one after it. */
  readonly #since = new Map<string, Since>();

  hear(exchange: Exchange): void {
    if (!wasSent(exchange) || exchange.request.origin !== 'api') return;
    const { sentAt, answer } = exchange;
    if ('lost' in answer && answer.lost === 'refused-connection') {
      this.#refusedAt = Math.min(sentAt, this.#refusedAt ?? sentAt);
      return;
    }
    if (isAnswered(exchange)) this.#count(exchange);
    if (this.#refusedAt !== undefined && isAnswered(exchange) && sentAt > this.#refusedAt) this.#refusedAt = undefined;
    const isBefore = sentAt <= (this.#refusedAt ?? sentAt);
    if (isBefore && sentAt >= (this.#last?.sentAt ?? 0)) this.#last = exchange;
  }

  #count(answered: Answered): void {
    const { key, request, answer } = answered;
    const gist = `${answer.status} ${withoutIds(answer.body.text ?? '').slice(0, 500)}`;
    const before = this.#latest.get(key.endpoint);
    // The body of a response to HEAD is empty.
    if (request.method !== 'HEAD') {
      if (before !== undefined && before !== gist) this.#since.delete(before);
      this.#latest.set(key.endpoint, gist);
      const shown = this.#refused ? { before: this.#refused.exchange } : {};
      if (!this.#since.has(gist)) this.#since.set(gist, { ...this.#counts, ...shown });
    }
    this.#counts = { ...this.#counts, requests: this.#counts.requests + 1 };
    if (!isRefusal(answered)) return;
    this.#counts.refused++;
    const sight = { plainness: plainnessOf(request), changed: undefined, isLost: false, exchange: answered };
    if (!this.#refused || byPlainness(sight, this.#refused) < 0) this.#refused = sight;
  }

  /** The last request before the outage that goes on. Undefined if there is none. */
  get lastBefore(): Exchange | undefined {
    return this.#refusedAt === undefined ? undefined : this.#last;
  }

  /** How many requests came before the target began to give the latest response of the endpoint. */
  since(endpoint: string): Since | undefined {
    return this.#since.get(this.#latest.get(endpoint) ?? '');
  }
}
