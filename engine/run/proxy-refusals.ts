import { type Exchange, isAnswered } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';

/** What was heard of an origin: times in milliseconds since the epoch, and what the proxy's refusal says. */
interface Heard {
  answeredAt: number;
  refusedAt: number;
  why: string;
}

/**
 * Finds out whether a proxy refuses the requests when the run ends. Compares times instead of the order of calls,
 * because a replay hears the exchanges in another order.
 */
export class ProxyRefusals {
  readonly #origins = new Map<Request['origin'], Heard>();

  hear(exchange: Exchange): void {
    const { request, answer, endedAt } = exchange;
    const heard = this.#origins.get(request.origin) ?? { answeredAt: 0, refusedAt: 0, why: '' };
    this.#origins.set(request.origin, heard);
    if (isAnswered(exchange)) heard.answeredAt = Math.max(heard.answeredAt, endedAt);
    else if ('lost' in answer && answer.lost === 'proxy' && endedAt >= heard.refusedAt) {
      heard.refusedAt = endedAt;
      heard.why = answer.detail;
    }
  }

  /** What the latest refusal of the origins says, with the cure. Undefined if each has responded since, or always. */
  latest(...origins: readonly Request['origin'][]): string | undefined {
    const all = origins.flatMap((origin) => this.#origins.get(origin) ?? []);
    const open = all.filter((one) => one.refusedAt > one.answeredAt);
    return open.sort((one, other) => other.refusedAt - one.refusedAt)[0]?.why;
  }
}
