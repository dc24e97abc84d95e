import type { Answered } from '../exchange/exchange.ts';
import { type Exhibit, exhibit } from '../outcome/finding.ts';

/** At most so many responses are remembered, and of this many bytes. */
const mostRemembered = 500;
const mostBytes = 8_192;

/** Finds two responses that contradict each other, so that a finding of a whole run shows both. */
export class Clashes {
  readonly #first = new Map<string, { readonly value: string; readonly answered: Answered }>();
  pair: readonly [Exhibit, Exhibit] | undefined;

  /** Two responses of the same group contradict each other if they have different values. */
  hear(answered: Answered, [group, value]: readonly [group: string, value: string]): void {
    if (this.pair || answered.answer.body.size > mostBytes) return;
    const known = this.#first.get(group);
    if (known && known.value !== value) {
      this.pair = [exhibit(known.answered), exhibit(answered)];
      this.#first.clear();
    } else if (!known && this.#first.size < mostRemembered) this.#first.set(group, { value, answered });
  }
}
