import type { Exchange } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { keyText } from '../exchange/key.ts';

/** Counts the requests that were sent again because their token had been revoked. */
export class RevokedTokens {
  readonly #refused = new Set<string>();
  #repeated = 0;

  /** Takes note of a refusal that may be sent again. */
  refused(exchange: Exchange): void {
    this.#refused.add(nameOf(exchange));
  }

  /** Takes note of one attempt. */
  attempted(exchange: Exchange): void {
    const isMissing = !isAnswered(exchange) && exchange.answer.lost === 'not-recorded';
    if (this.#refused.delete(nameOf(exchange)) && !isMissing) this.#repeated++;
  }

  /** What people have to know of it; undefined where nothing was sent again. */
  notice(): string | undefined {
    if (this.#repeated === 0) return undefined;
    const requests = this.#repeated === 1 ? 'A request was' : `${this.#repeated} requests were`;
    return `${requests} refused with a token that had been accepted before, and sent again with a new one: it ended earlier than was told, or something else has tokens issued to the same client, each of which revokes the earlier. Give the run a client of its own`;
  }
}

const nameOf = ({ key }: Exchange) => keyText({ ...key, attempt: 0 });
