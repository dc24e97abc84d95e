import type { Since } from '../catalogue/index.ts';
import {
  type Answered,
  type Exchange,
  inOrder,
  isAnswered,
  lostOf,
  requestText,
  wasSent,
} from '../exchange/index.ts';
import { isRefusal, isSuccess } from '../judging/answer.ts';
import { withoutIds } from '../outcome/same-cause.ts';

const [mostKinds, longest, largest] = [500, 2_000, 8_192];

interface Kind {
  readonly name: string;
  plainest?: Answered;
}

export class Outage {
  #refusedAt: number | undefined;
  #last: Exchange | undefined;
  readonly #kinds = new Map<string, Kind>();
  readonly #heard: Readonly<{ at: number; endpoint: string; kind: Kind }>[] = [];

  hear(exchange: Exchange) {
    if (!wasSent(exchange) || exchange.request.origin !== 'api') return;
    const { sentAt } = exchange;
    if (lostOf(exchange) === 'refused-connection') {
      this.#refusedAt = Math.min(sentAt, this.#refusedAt ?? sentAt);
      return;
    }
    if (isAnswered(exchange)) this.#remember(exchange);
    if (this.#refusedAt !== undefined && isAnswered(exchange) && sentAt > this.#refusedAt)
      this.#refusedAt = undefined;
    const isBefore = sentAt <= (this.#refusedAt ?? sentAt);
    if (isBefore && sentAt >= (this.#last?.sentAt ?? 0)) this.#last = exchange;
  }

  #remember(answered: Answered) {
    const { key, request, answer, endedAt } = answered;
    // The body of a response to HEAD is empty.
    const body =
      request.method === 'HEAD' ? 'HEAD' : withoutIds((answer.body.text ?? '').slice(0, longest));
    const name =
      isSuccess(answered) || this.#kinds.size > mostKinds
        ? `${answer.status}`
        : `${answer.status} ${body}`;
    const kind = this.#kinds.get(name) ?? { name };
    this.#kinds.set(name, kind);
    this.#heard.push({ at: endedAt, endpoint: key.endpoint, kind });
    if (!isRefusal(answered) || answer.body.size > largest) return;
    if (!kind.plainest || inOrderOfForm(answered, kind.plainest) < 0) kind.plainest = answered;
  }

  /** The last request before the outage that goes on. */
  get lastBefore() {
    return this.#refusedAt === undefined ? undefined : this.#last;
  }

  since(endpoint: string): Since | undefined {
    const latest = new Map<string, Kind>();
    const since = new Map<Kind, Readonly<{ requests: number; refused: number }>>();
    let refused = 0;
    // By time, because a replay hears the responses in another order.
    const all = this.#heard.sort(
      (one, other) => one.at - other.at || inOrder(one.endpoint, other.endpoint),
    );
    for (const [requests, { endpoint: id, kind }] of all.entries()) {
      const before = latest.get(id);
      if (!kind.name.endsWith(' HEAD')) {
        if (before && before !== kind) since.delete(before);
        latest.set(id, kind);
        if (!since.has(kind)) since.set(kind, { requests, refused });
      }
      if (kind.name.startsWith('4')) refused++;
    }
    const last = latest.get(endpoint);
    const counts = last && since.get(last);
    const others = [...this.#kinds.values()].flatMap((one) =>
      one.plainest && one !== last ? [one.plainest] : [],
    );
    const endpoints = [...latest].flatMap(([id, kind]) => (kind === last ? [id] : []));
    return counts && { ...counts, endpoints, before: others.sort(inOrderOfForm)[0] };
  }
}

const inOrderOfForm = ({ request: one }: Answered, { request: other }: Answered) =>
  requestText(one).length - requestText(other).length ||
  inOrder(requestText(one), requestText(other));
