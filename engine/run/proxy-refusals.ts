import {
  type Exchange,
  isAnswered,
  isRead,
  type Request,
  type Send,
  setupKey,
} from '../exchange/index.ts';
import { isSuccess } from '../judging/answer.ts';
import { inSentOrder } from './token-losses.ts';

interface Heard {
  answeredAt: number;
  refusedAt: number;
  why: string;
  served: Exchange | undefined;
}

/** Compares times, because a replay hears the exchanges in another order. */
export class ProxyRefusals {
  readonly #origins = new Map<Request['origin'], Heard>();

  hear(exchange: Exchange) {
    const { request, endedAt } = exchange;
    const nothing = { answeredAt: 0, refusedAt: 0, why: '', served: undefined };
    const heard: Heard = this.#origins.get(request.origin) ?? nothing;
    this.#origins.set(request.origin, heard);
    if (isAnswered(exchange)) {
      heard.answeredAt = Math.max(heard.answeredAt, endedAt);
      if (isRead(request) && isSuccess(exchange))
        heard.served = [heard.served ?? exchange, exchange].sort(inSentOrder)[0];
    } else if (exchange.answer.lost === 'proxy' && endedAt >= heard.refusedAt) {
      heard.refusedAt = endedAt;
      heard.why = exchange.answer.detail;
    }
  }

  /** Repeats a read that was served: a proxy may refuse only malformed requests. */
  async ask(send: Send) {
    const { served } = this.#origins.get('api') ?? {};
    if (!served || this.latest('api') === undefined) return;
    await send(setupKey(served.key.endpoint, 'past-the-proxy'), {
      ...served.request,
      purpose: 'repeat',
    });
  }

  /** Undefined if each origin has responded since. */
  latest(...origins: readonly Request['origin'][]) {
    const all = origins.flatMap((origin) => this.#origins.get(origin) ?? []);
    const open = all.filter((one) => one.refusedAt > one.answeredAt);
    return open.sort((one, other) => other.refusedAt - one.refusedAt)[0]?.why;
  }
}
