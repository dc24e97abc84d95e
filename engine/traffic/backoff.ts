import { type Exchange, isAnswered, keyText, statusOf } from '../exchange/index.ts';

/** So many requests in a row with 503 in every attempt close the endpoint. */
const most = 3;

export type Schedule = Readonly<{
  attempts: number;
  firstMs: number;
  longestMs: number;
}>;

const usual: Schedule = { attempts: 8, firstMs: 250, longestMs: 2_000 };
/** If an endpoint sheds a quarter, eight attempts fail for one in 60,000. */
const lucky: Schedule = { ...usual, attempts: 16 };
const closed: Schedule = { ...usual, attempts: 2 };
/** Without Retry-After, most limits are per minute, and those of identity providers low. */
const byTheMinute: Schedule = { attempts: 12, firstMs: 250, longestMs: 16_000 };
const fewByTheMinute: Schedule = { attempts: 8, firstMs: 1_000, longestMs: 32_000 };

export const asRecorded: Schedule = { ...usual, attempts: Infinity };

/** Retries to an endpoint with 503 for everything would use up the time of the run. */
export class Backoff {
  readonly #inVain = new Map<string, number>();
  readonly #turnedAway = new Set<string>();
  readonly #relenting = new Set<string>();
  readonly #exhausted = new Set<string>();

  attempted(exchange: Exchange) {
    const request = keyText({ ...exchange.key, attempt: 0 });
    if (isUnavailable(exchange)) this.#turnedAway.add(request);
    else if (this.#turnedAway.delete(request) && isAnswered(exchange))
      this.#relenting.add(exchange.key.endpoint);
  }

  ended(exchange: Exchange) {
    const { endpoint } = exchange.key;
    if (isLimited(exchange)) this.#exhausted.add(endpoint);
    else if (isAnswered(exchange)) this.#exhausted.delete(endpoint);
    if (isUnavailable(exchange)) this.#inVain.set(endpoint, (this.#inVain.get(endpoint) ?? 0) + 1);
    else if (isAnswered(exchange)) this.#inVain.delete(endpoint);
  }

  schedule(latest: Exchange) {
    const { endpoint } = latest.key;
    if (!isUnavailable(latest)) {
      if (!isLimited(latest) || this.#exhausted.has(endpoint)) return usual;
      return latest.request.origin === 'token' ? fewByTheMinute : byTheMinute;
    }
    if ((this.#inVain.get(endpoint) ?? 0) >= most) return closed;
    return this.#relenting.has(endpoint) ? lucky : usual;
  }
}

const isUnavailable = (exchange: Exchange) => statusOf(exchange) === 503;
/** A rate limit ends by itself, unlike an outage. */
const isLimited = (exchange: Exchange) => statusOf(exchange) === 429;
