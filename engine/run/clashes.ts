import { type Bound, type Fold, wholeRun } from '../catalogue/index.ts';
import { type Answered, inOrder } from '../exchange/index.ts';
import { sentPath } from '../judging/positive.ts';
import {
  addClashes,
  type ClashFacts,
  exhibit,
  firstPair,
  type Pair,
  plainnessOf,
} from '../outcome/index.ts';

const [mostHeard, mostGroups, mostBytes] = [20_000, 5_000, 2_048];

type Timed = Readonly<{
  value: string;
  sentAt: number;
  endedAt: number;
}>;

type Heard = Timed &
  Readonly<{
    endpoint: string;
    route: string;
  }>;

type Shown = Timed &
  Readonly<{
    answered: Answered;
    oddness: number;
  }>;

/** A replay hears the responses in another order than the run. */
const inOrderOfTime = (one: Timed, other: Timed) =>
  one.endedAt - other.endedAt || one.sentAt - other.sentAt || inOrder(one.value, other.value);
const inOrderOfShowing = (one: Shown, other: Shown) =>
  one.oddness - other.oddness || inOrderOfTime(one, other);

export class Clashes {
  readonly #heard = new Map<string, Heard[]>();
  readonly #plainest = new Map<string, readonly Shown[]>();
  #count = 0;

  /** Two responses of the same group contradict each other if they have different values. */
  hear(answered: Answered, [group, value]: readonly [group: string, value: string]) {
    const { key, request, answer, sentAt, endedAt } = answered;
    const timed = { value, sentAt, endedAt };
    if (this.#count++ < mostHeard) {
      const route = `${request.method} ${sentPath(request)}`;
      const known = this.#heard.get(group) ?? [];
      known.push({ ...timed, endpoint: key.endpoint, route });
      this.#heard.set(group, known);
    }
    const plainest = this.#plainest.get(group) ?? [];
    const isFull = plainest.length === 0 && this.#plainest.size >= mostGroups;
    if (isFull || answer.body.size > mostBytes || plainest.some((one) => one.value === value))
      return;
    // A forged token is the oddest: only the harness can send it.
    const shown = [...plainest, { ...timed, answered, oddness: plainnessOf(request)[0] }];
    this.#plainest.set(group, shown.sort(inOrderOfShowing).slice(0, 2));
  }

  get pair(): Pair | undefined {
    const pairs = [...this.#plainest.values()].flatMap(([one, other]) =>
      one && other ? [{ one, other, oddness: one.oddness + other.oddness }] : [],
    );
    const [best] = pairs.sort(
      (left, right) => left.oddness - right.oddness || inOrderOfTime(left.other, right.other),
    );
    const [first, second] = best ? [best.one, best.other].sort(inOrderOfTime) : [];
    return first && second && [exhibit(first.answered), exhibit(second.answered)];
  }

  get facts(): ClashFacts | undefined {
    return [...this.#heard.values()].flatMap(compareAll).reduce(joined(addClashes), undefined);
  }
}

const joined =
  <T>(join: (one: T, other: T) => T) =>
  (one: T | undefined, other: T | undefined) =>
    one && other ? join(one, other) : (one ?? other);

function compareAll(group: readonly Heard[]) {
  const [first, ...others] = group.toSorted(inOrderOfTime);
  return others.map((other) =>
    first && first.value !== other.value
      ? {
          clashing: 1,
          sameRoute: Number(first.route === other.route),
          together: Number(first.sentAt < other.endedAt && other.sentAt < first.endedAt),
          mostMs: Math.abs(other.endedAt - first.endedAt),
          endpoints: [first.endpoint, other.endpoint].filter((one) => one !== wholeRun),
        }
      : undefined,
  );
}

/** What a run collects for a fold. In merged evidence, shards stay apart, as in `merge`. */
export class Folding {
  readonly #fold;
  readonly #shards = new Map<number, { state: unknown; readonly clashes: Clashes }>();

  // biome-ignore lint/suspicious/noExplicitAny: only the fold knows the type of its state
  constructor(fold: Fold<any>) {
    this.#fold = fold;
  }

  add(answered: Answered, bound: Bound) {
    const { shard = 0 } = answered;
    const own = this.#shards.get(shard) ?? { state: this.#fold.empty(), clashes: new Clashes() };
    this.#shards.set(shard, own);
    own.state = this.#fold.add(own.state, answered, bound);
    const said = this.#fold.clash?.(answered, bound);
    if (said) own.clashes.hear(answered, said);
  }

  get state() {
    const [first = this.#fold.empty(), ...others] = this.#ofShards(({ state }) => state);
    return others.reduce((one, other) => this.#fold.merge(one, other), first);
  }

  get pair(): Pair | undefined {
    return this.#ofShards(({ clashes }) => clashes.pair).reduce(joined(firstPair), undefined);
  }

  get facts(): ClashFacts | undefined {
    return this.#ofShards(({ clashes }) => clashes.facts).reduce(joined(addClashes), undefined);
  }

  #ofShards<T>(read: (shard: Readonly<{ state: unknown; clashes: Clashes }>) => T) {
    return [...this.#shards.values()].map(read);
  }
}
