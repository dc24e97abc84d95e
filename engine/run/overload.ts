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
/** Who limits numbers without a word on when to come back counts by the minute, identity providers few in each. */
const byTheMinute: Asking = { attempts: 12, firstMs: 250, longestMs: 16_000 };
const fewByTheMinute: Asking = { attempts: 8, firstMs: 1_000, longestMs: 32_000 };

/** Which endpoints answer 503 whatever is asked and however often: to wait for each of them would take up the run. */
export class Overload {
  readonly #inVain = new Map<string, number>();
  readonly #turnedAway = new Set<string>();
  readonly #relenting = new Set<string>();
  /** Endpoints for whose last request a whole minute was not enough. */
  readonly #exhausted = new Set<string>();

  /** Takes note of one attempt. */
  attempted(exchange: Exchange): void {
    const request = keyText({ ...exchange.key, attempt: 0 });
    if (isUnavailable(exchange)) this.#turnedAway.add(request);
    else if (this.#turnedAway.delete(request) && isAnswered(exchange)) this.#relenting.add(exchange.key.endpoint);
  }

  /** Takes note of the answer that counts. */
  ended(exchange: Exchange): void {
    const { endpoint } = exchange.key;
    if (isLimited(exchange)) this.#exhausted.add(endpoint);
    else if (isAnswered(exchange)) this.#exhausted.delete(endpoint);
    if (isUnavailable(exchange)) this.#inVain.set(endpoint, (this.#inVain.get(endpoint) ?? 0) + 1);
    else if (isAnswered(exchange)) this.#inVain.delete(endpoint);
  }

  /** How it is worth while to ask, the attempt that led to this answer counted. */
  asking(latest: Exchange): Asking {
    const { endpoint } = latest.key;
    if (!isUnavailable(latest)) {
      if (!isLimited(latest) || this.#exhausted.has(endpoint)) return usual;
      return latest.request.origin === 'token' ? fewByTheMinute : byTheMinute;
    }
    if ((this.#inVain.get(endpoint) ?? 0) >= most) return closed;
    return this.#relenting.has(endpoint) ? lucky : usual;
  }
}

const isUnavailable = (exchange: Exchange) => isAnswered(exchange) && exchange.answer.status === 503;
/** A limit on numbers ends by itself. */
const isLimited = (exchange: Exchange) => isAnswered(exchange) && exchange.answer.status === 429;
