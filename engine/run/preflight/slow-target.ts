import { see } from '../../config/troubleshooting.ts';
import {
  type Exchange,
  inOrder,
  isAnswered,
  isRead,
  type Send,
  setupKey,
} from '../../exchange/index.ts';
import { ampleLimit, timeInWords } from '../../judging/time-in-words.ts';

const mostMeasured = 3;

/** In milliseconds, with more patience. */
async function measure(send: Send, silent: Exchange) {
  if (isAnswered(silent) || silent.answer.lost !== 'timeout') return undefined;
  const came = await send(setupKey(silent.key.endpoint, 'patient'), {
    ...silent.request,
    purpose: 'patient',
  });
  return isAnswered(came) ? came.endedAt - came.sentAt : undefined;
}

function tooSlow(what: string, measuredMs: number, { sentAt, endedAt }: Exchange) {
  const limit = timeInWords(endedAt - sentAt);
  const time = timeInWords(measuredMs);
  return `${what} takes ${time} to respond, longer than the time limit of ${limit}`;
}

export async function slowness(send: Send, silent: Exchange, url: string) {
  const measuredMs = await measure(send, silent);
  if (measuredMs === undefined) return undefined;
  const cure = `Set --timeout ${ampleLimit(measuredMs)} (M2M_TIMEOUT).`;
  const more = 'Also raise --deadline (M2M_DEADLINE) or --concurrency (M2M_CONCURRENCY).';
  return `${tooSlow(new URL(url).host, measuredMs, silent)}. ${cure} ${more} ${see('time')}`;
}

export class SilentEndpoints {
  /** By endpoint. Null if it has responded. */
  readonly #silent = new Map<string, Exchange | null>();

  hear(exchange: Exchange) {
    const { key, request } = exchange;
    if (request.origin !== 'api' || !isRead(request)) return;
    if (isAnswered(exchange)) this.#silent.set(key.endpoint, null);
    else if (exchange.answer.lost === 'timeout' && !this.#silent.has(key.endpoint)) {
      this.#silent.set(key.endpoint, exchange);
    }
  }

  async notices(send: Send): Promise<readonly string[]> {
    const silent = [...this.#silent].sort(([one], [other]) => inOrder(one, other));
    const first = silent.flatMap(([, one]) => one ?? []).slice(0, mostMeasured);
    const notices: string[] = [];
    for (const one of first) {
      const measuredMs = await measure(send, one);
      if (measuredMs === undefined) continue;
      const slow = tooSlow(one.key.endpoint, measuredMs, one);
      const said = `${slow}, so nothing could be assessed there`;
      notices.push(
        `${said}. Set --timeout ${ampleLimit(measuredMs)} (M2M_TIMEOUT). ${see('time')}`,
      );
    }
    return notices;
  }
}
