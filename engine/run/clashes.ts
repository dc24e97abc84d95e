import { wholeRun } from '../catalogue/endpoint.ts';
import type { Answered } from '../exchange/exchange.ts';
import { type Request, requestText } from '../exchange/request.ts';
import { sentPath } from '../judging/positive.ts';
import { addClashes, type ClashFacts } from '../outcome/clash-facts.ts';
import { type Exhibit, exhibit } from '../outcome/finding.ts';
import { plainnessOf } from '../outcome/plainness.ts';

/** At most so many groups are remembered, so many of them with their responses, and responses of this many bytes. */
const mostGroups = 5_000;
const mostRemembered = 500;
const mostBytes = 8_192;

/** A forged token is the oddest: only the harness can send it. */
const oddnessOf = (request: Request) =>
  plainnessOf(request)[0] + (/\{\{token:\w+\|/.test(requestText(request)) ? 2 : 0);

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
  readonly #shown = new Map<
    string,
    { readonly value: string; readonly answered: Answered; readonly oddness: number }
  >();
  pair: readonly [Exhibit, Exhibit] | undefined;
  /** How odd the requests of the pair are together. */
  #oddness = Number.POSITIVE_INFINITY;
  facts: ClashFacts | undefined;

  /** Two responses of the same group contradict each other if they have different values. */
  hear(answered: Answered, [group, value]: readonly [group: string, value: string]): void {
    const { key, request, answer, sentAt, endedAt } = answered;
    const route = `${request.method} ${sentPath(request)}`;
    const heard = { value, endpoint: key.endpoint, route, status: answer.status, sentAt, endedAt };
    const known = this.#first.get(group);
    if (!known) {
      if (this.#first.size >= mostGroups) return;
      this.#first.set(group, heard);
      if (this.#oddness > 0 && answer.body.size <= mostBytes && this.#shown.size < mostRemembered)
        this.#shown.set(group, { value, answered, oddness: oddnessOf(request) });
      return;
    }
    if (known.value === value) return;
    this.#compare(known, heard);
    const other = this.#shown.get(group);
    if (this.#oddness === 0 || !other || other.value === value || answer.body.size > mostBytes) return;
    const shown = { value, answered, oddness: oddnessOf(request) };
    // A plainer request takes the place of the first one.
    if (shown.oddness < other.oddness) this.#shown.set(group, shown);
    const sum = other.oddness + shown.oddness;
    if (sum >= this.#oddness) return;
    this.#oddness = sum;
    this.pair = [exhibit(other.answered), exhibit(answered)];
    if (sum === 0) this.#shown.clear();
  }

  #compare(one: Heard, other: Heard): void {
    const apartMs = Math.abs(other.endedAt - one.endedAt);
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
