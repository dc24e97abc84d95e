import { wholeRun } from '../catalogue/endpoint.ts';
import type { Answered } from '../exchange/exchange.ts';
import { requestText } from '../exchange/request.ts';
import { sentPath } from '../judging/positive.ts';
import { addClashes, type ClashFacts } from '../outcome/clash-facts.ts';
import { type Exhibit, exhibit } from '../outcome/finding.ts';
import { inOrder } from '../outcome/in-order.ts';
import { plainnessOf } from '../outcome/plainness.ts';

/** The most responses compared, the most groups shown, and the bytes of a shown response. */
const [mostHeard, mostGroups, mostBytes] = [20_000, 5_000, 2_048];

/** A forged token is the oddest: only the harness can send it. */
const oddnessOf = ({ answered: { request } }: Shown) =>
  plainnessOf(request)[0] + (/\{\{token:\w+\|/.test(requestText(request)) ? 2 : 0);

interface Heard {
  readonly value: string;
  readonly endpoint: string;
  readonly route: string;
  readonly status: number;
  readonly sentAt: number;
  readonly endedAt: number;
}

interface Shown {
  readonly value: string;
  readonly answered: Answered;
}

/** By plainness, then by time: a replay hears the responses in another order than the run. */
const inOrderOfShowing = (one: Shown, other: Shown): number =>
  oddnessOf(one) - oddnessOf(other) || inOrderOfTime(one, other);
const inOrderOfTime = (
  { answered: one, value }: Shown,
  { answered: other, value: otherValue }: Shown,
): number => one.endedAt - other.endedAt || inOrder(value, otherValue);

/** Finds responses that contradict each other, and compares them. */
export class Clashes {
  readonly #heard = new Map<string, Heard[]>();
  /** At most two per group. */
  readonly #plainest = new Map<string, readonly Shown[]>();
  #count = 0;

  /** Two responses of the same group contradict each other if they have different values. */
  hear(answered: Answered, [group, value]: readonly [group: string, value: string]): void {
    const { key, request, answer, sentAt, endedAt } = answered;
    const route = `${request.method} ${sentPath(request)}`;
    if (this.#count++ < mostHeard) {
      const known = this.#heard.get(group) ?? [];
      known.push({ value, endpoint: key.endpoint, route, status: answer.status, sentAt, endedAt });
      this.#heard.set(group, known);
    }
    const plainest = this.#plainest.get(group) ?? [];
    const isFull = plainest.length === 0 && this.#plainest.size >= mostGroups;
    if (isFull || answer.body.size > mostBytes || plainest.some((one) => one.value === value))
      return;
    this.#plainest.set(
      group,
      [...plainest, { value, answered }].sort(inOrderOfShowing).slice(0, 2),
    );
  }

  /** The two responses with the plainest requests, in the order of time. */
  get pair(): readonly [Exhibit, Exhibit] | undefined {
    const pairs = [...this.#plainest.values()].flatMap(([one, other]) =>
      one && other ? [[one, other] as const] : [],
    );
    const sum = ([one, other]: (typeof pairs)[number]) => oddnessOf(one) + oddnessOf(other);
    const [best] = pairs.sort(
      (one, other) => sum(one) - sum(other) || inOrderOfTime(one[1], other[1]),
    );
    const [first, second] = best ? [...best].sort(inOrderOfTime) : [];
    return first && second && [exhibit(first.answered), exhibit(second.answered)];
  }

  get facts(): ClashFacts | undefined {
    const [first, ...others] = [...this.#heard.values()].flatMap(compareAll);
    return first && others.reduce(addClashes, first);
  }
}

function compareAll(group: readonly Heard[]): readonly ClashFacts[] {
  const [first, ...others] = [...group].sort(
    (one, other) =>
      one.endedAt - other.endedAt || one.sentAt - other.sentAt || inOrder(one.value, other.value),
  );
  return first
    ? others.filter(({ value }) => value !== first.value).map((other) => compare(first, other))
    : [];
}

function compare(one: Heard, other: Heard): ClashFacts {
  const apartMs = Math.abs(other.endedAt - one.endedAt);
  return {
    clashing: 1,
    sameRoute: Number(one.route === other.route),
    sameStatus: Number(one.status === other.status),
    together: Number(one.sentAt < other.endedAt && other.sentAt < one.endedAt),
    ...{ leastMs: apartMs, mostMs: apartMs },
    endpoints: [one.endpoint, other.endpoint].filter((endpoint) => endpoint !== wholeRun),
  };
}
