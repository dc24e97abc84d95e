import { see } from '../config/troubleshooting.ts';
import { type Exchange, isAnswered } from '../exchange/exchange.ts';
import { keyText } from '../exchange/key.ts';

/** Counts the requests that were retried because their token had been revoked. */
export class RevokedTokens {
  readonly #refused = new Set<string>();
  #repeated = 0;

  refused(exchange: Exchange): void {
    this.#refused.add(nameOf(exchange));
  }

  attempted(exchange: Exchange): void {
    const isMissing = !isAnswered(exchange) && exchange.answer.lost === 'not-recorded';
    if (this.#refused.delete(nameOf(exchange)) && !isMissing) this.#repeated++;
  }

  notice(): string | undefined {
    if (this.#repeated === 0) return undefined;
    const requests = this.#repeated === 1 ? 'A request was' : `${this.#repeated} requests were`;
    return `${requests} refused with a token that had been accepted before, and retried with a new token. Either tokens expire earlier than stated, or something else requests tokens for the same client and each new token revokes the one before. Configure a client that only this run uses. ${see('credentials')}`;
  }
}

const nameOf = ({ key }: Exchange) => keyText({ ...key, attempt: 0 });
