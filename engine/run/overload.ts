import { type Exchange, isAnswered } from '../exchange/exchange.ts';

/** Requests to an endpoint, one after the other, that were turned away in every attempt before it counts as closed. */
const most = 3;

/** Which endpoints answer 503 whatever is asked and however often: to wait for each of them would take up the run. */
export class Overload {
  readonly #inVain = new Map<string, number>();

  /** Takes note of the answer that counts. */
  ended(exchange: Exchange): void {
    const { endpoint } = exchange.key;
    if (isUnavailable(exchange)) this.#inVain.set(endpoint, (this.#inVain.get(endpoint) ?? 0) + 1);
    else if (isAnswered(exchange)) this.#inVain.delete(endpoint);
  }

  /** Whether it is worth while to ask more than twice after that answer: a limit on numbers (429) ends by itself. */
  mayPass(latest: Exchange): boolean {
    return !isUnavailable(latest) || (this.#inVain.get(latest.key.endpoint) ?? 0) < most;
  }
}

const isUnavailable = (exchange: Exchange) => isAnswered(exchange) && exchange.answer.status === 503;
