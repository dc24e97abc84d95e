import { type Exchange, isAnswered } from '../exchange/exchange.ts';
import { keyText } from '../exchange/key.ts';

/** Requests to an endpoint, one after the other, that were turned away in every attempt before it counts as closed. */
const most = 3;

/** How often who sheds load is asked for the same, and at which distances: each is twice the one before. */
export interface Asking {
  readonly attempts: number;
  readonly firstMs: number;
  readonly longestMs: number;
}

export const usual: Asking = { attempts: 8, firstMs: 250, longestMs: 2_000 };
/** Of one in four that are turned away as luck has it, one in sixty thousand is so eight times in a row. */
const lucky: Asking = { ...usual, attempts: 16 };
const closed: Asking = { ...usual, attempts: 2 };
/** Identity providers count refusals by the minute. */
const byTheMinute: Asking = { attempts: 8, firstMs: 1_000, longestMs: 32_000 };

/** Which endpoints answer 503 whatever is asked and however often: to wait for each of them would take up the run. */
export class Overload {
  readonly #inVain = new Map<string, number>();
  readonly #turnedAway = new Set<string>();
  readonly #relenting = new Set<string>();
  /** Whether a whole minute was not enough for the last request for a token. */
  #isExhausted = false;

  /** Takes note of one attempt. */
  attempted(exchange: Exchange): void {
    const request = keyText({ ...exchange.key, attempt: 0 });
    if (isUnavailable(exchange)) this.#turnedAway.add(request);
    else if (this.#turnedAway.delete(request) && isAnswered(exchange)) this.#relenting.add(exchange.key.endpoint);
  }

  /** Takes note of the answer that counts. */
  ended(exchange: Exchange): void {
    const { endpoint } = exchange.key;
    if (isAnswered(exchange) && isForToken(exchange)) this.#isExhausted = exchange.answer.status === 429;
    if (isUnavailable(exchange)) this.#inVain.set(endpoint, (this.#inVain.get(endpoint) ?? 0) + 1);
    else if (isAnswered(exchange)) this.#inVain.delete(endpoint);
  }

  /** How it is worth while to ask, the attempt that led to this answer counted. */
  asking(latest: Exchange): Asking {
    // A limit on numbers (429) ends by itself.
    if (!isUnavailable(latest)) return isForToken(latest) && !this.#isExhausted ? byTheMinute : usual;
    const { endpoint } = latest.key;
    if ((this.#inVain.get(endpoint) ?? 0) >= most) return closed;
    return this.#relenting.has(endpoint) ? lucky : usual;
  }
}

const isUnavailable = (exchange: Exchange) => isAnswered(exchange) && exchange.answer.status === 503;
const isForToken = ({ request }: Exchange) => request.origin === 'token';
