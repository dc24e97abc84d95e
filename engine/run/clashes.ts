import { wholeRun } from '../catalogue/endpoint.ts';
import type { Answered } from '../exchange/exchange.ts';
import { sentPath } from '../judging/positive.ts';
import { addClashes, type ClashFacts } from '../outcome/clash-facts.ts';
import { type Exhibit, exhibit } from '../outcome/finding.ts';

/** At most so many groups are remembered, so many of them with their responses, and responses of this many bytes. */
const mostGroups = 5_000;
const mostRemembered = 500;
const mostBytes = 8_192;

interface Heard {
  readonly value: string;
  readonly endpoint: string;
  readonly route: string;
  readonly status: number;
  readonly sentAt: number;
  readonly endedAt: number;
}

/** Finds two responses that contradict each other, so that a finding of a whole run shows both, and compares the others. */
export class Clashes {
  readonly #first = new Map<string, Heard>();
  readonly #answered = new Map<string, Answered>();
  pair: readonly [Exhibit, Exhibit] | undefined;
  facts: ClashFacts | undefined;

  /** Two responses of the same group contradict each other if they have different values. */
  hear(answered: Answered, [group, value]: readonly [group: string, value: string]): void {
    const { key, request, answer, sentAt, endedAt } = answered;
    const route = `${request.method} ${sentPath(request)}`;
    const heard = { value, endpoint: key.endpoint, route, status: answer.status, sentAt, endedAt };
    const known = this.#first.get(group);
    const isSmall = answer.body.size <= mostBytes;
    if (!known) {
      if (this.#first.size >= mostGroups) return;
      this.#first.set(group, heard);
      if (!this.pair && isSmall && this.#answered.size < mostRemembered) this.#answered.set(group, answered);
      return;
    }
    if (known.value === value) return;
    this.#compare(known, heard);
    const other = this.#answered.get(group);
    if (this.pair || !other || !isSmall) return;
    this.pair = [exhibit(other), exhibit(answered)];
    this.#answered.clear();
  }

  #compare(one: Heard, other: Heard): void {
    const apartMs = Math.abs(other.sentAt - one.sentAt);
    const facts: ClashFacts = {
      clashing: 1,
      sameRoute: Number(one.route === other.route),
      sameStatus: Number(one.status === other.status),
      together: Number(one.sentAt < other.endedAt && other.sentAt < one.endedAt),
      ...{ leastMs: apartMs, mostMs: apartMs },
      endpoints: [one.endpoint, other.endpoint].filter((endpoint) => endpoint !== wholeRun),
    };
    this.facts = this.facts ? addClashes(this.facts, facts) : facts;
  }
}
