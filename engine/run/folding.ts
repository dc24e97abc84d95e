import type { Bound } from '../catalogue/bound.ts';
import type { Fold } from '../catalogue/check.ts';
import type { Answered } from '../exchange/exchange.ts';
import { addClashes, type ClashFacts } from '../outcome/clash-facts.ts';
import { firstPair, type Pair } from '../outcome/part.ts';
import { Clashes } from './clashes.ts';

/** What a run collects for a fold. In merged evidence, shards stay apart, as in `merge`. */
export class Folding {
  // biome-ignore lint/suspicious/noExplicitAny: only the fold knows the type of its state
  readonly #fold: Fold<any>;
  readonly #shards = new Map<number, { state: unknown; readonly clashes: Clashes }>();

  // biome-ignore lint/suspicious/noExplicitAny: only the fold knows the type of its state
  constructor(fold: Fold<any>) {
    this.#fold = fold;
  }

  add(answered: Answered, bound: Bound): void {
    const { shard = 0 } = answered;
    const own = this.#shards.get(shard) ?? { state: this.#fold.empty(), clashes: new Clashes() };
    this.#shards.set(shard, own);
    own.state = this.#fold.add(own.state, answered, bound);
    const said = this.#fold.clash?.(answered, bound);
    if (said) own.clashes.hear(answered, said);
  }

  get state(): unknown {
    const [first = this.#fold.empty(), ...others] = [...this.#shards.values()].map(
      ({ state }) => state,
    );
    return others.reduce((one, other) => this.#fold.merge(one, other), first);
  }

  get pair(): Pair | undefined {
    return this.#ofShards(({ pair }) => pair, firstPair);
  }

  get facts(): ClashFacts | undefined {
    return this.#ofShards(({ facts }) => facts, addClashes);
  }

  #ofShards<T>(
    read: (clashes: Clashes) => T | undefined,
    join: (one: T, other: T) => T,
  ): T | undefined {
    const all = [...this.#shards.values()].map(({ clashes }) => read(clashes));
    const joined = (one: T | undefined, other: T | undefined) =>
      one && other ? join(one, other) : (one ?? other);
    return all.reduce(joined, undefined);
  }
}
