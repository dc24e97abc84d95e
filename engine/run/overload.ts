import { type Exchange, isAnswered } from '../exchange/exchange.ts';
import { keyText } from '../exchange/key.ts';

/** Requests to an endpoint, one after the other, that were turned away in every attempt before it counts as closed. */
const most = 3;

/** How often who sheds load is asked for the same. */
export const shedAttempts = 8;
/** Of one in four that are turned away as luck has it, one in sixty thousand is so eight times in a row. */
const luckyAttempts = 16;
const closedAttempts = 2;

/** Which endpoints answer 503 whatever is asked and however often: to wait for each of them would take up the run. */
export class Overload {
  readonly #inVain = new Map<string, number>();
  readonly #turnedAway = new Set<string>();
  readonly #relenting = new Set<string>();

  /** Takes note of one attempt. */
  attempted(exchange: Exchange): void {
    const request = keyText({ ...exchange.key, attempt: 0 });
    if (isUnavailable(exchange)) this.#turnedAway.add(request);
    else if (this.#turnedAway.delete(request) && isAnswered(exchange)) this.#relenting.add(exchange.key.endpoint);
  }

  /** Takes note of the answer that counts. */
  ended(exchange: Exchange): void {
    const { endpoint } = exchange.key;
    if (isUnavailable(exchange)) this.#inVain.set(endpoint, (this.#inVain.get(endpoint) ?? 0) + 1);
    else if (isAnswered(exchange)) this.#inVain.delete(endpoint);
  }

  /** How often it is worth while to ask, the attempt that led to this answer among them. */
  attempts(latest: Exchange): number {
    // A limit on numbers (429) ends by itself.
    if (!isUnavailable(latest)) return shedAttempts;
    const { endpoint } = latest.key;
    if ((this.#inVain.get(endpoint) ?? 0) >= most) return closedAttempts;
    return this.#relenting.has(endpoint) ? luckyAttempts : shedAttempts;
  }
}

const isUnavailable = (exchange: Exchange) => isAnswered(exchange) && exchange.answer.status === 503;
