import { see } from '../config/troubleshooting.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { isSuccess, summarize } from '../judging/answer.ts';
import { type AddressExchanges, restoring } from './address-exchanges.ts';
import { forms, plain, type StoredAddress, type TestUser } from './stored-address.ts';

export const changed = "The test user's address was changed and not restored";

export type Originals = { readonly [User in TestUser]?: StoredAddress };

export class AddressRestorer {
  readonly #exchanges: AddressExchanges;
  readonly #originals: Originals;
  readonly #checks = { first: 0, second: 0 };

  constructor(exchanges: AddressExchanges, originals: Originals) {
    this.#exchanges = exchanges;
    this.#originals = originals;
  }

  /**
   * `mayDiffer`: the target may have stored an update. Resolves to a notice if one is not
   * restored.
   */
  async restore(mayDiffer: boolean): Promise<string | undefined> {
    const problem = await this.#write('first', 0, mayDiffer);
    if (!(await this.#isChanged('second'))) return problem;
    await this.#write('second', 0, mayDiffer);
    // A target that confuses the two users gets the first user's address last.
    return (await this.#isChanged('first')) ? this.#write('first', 1, mayDiffer) : problem;
  }

  left(user: TestUser): Promise<StoredAddress | undefined> {
    return this.#exchanges.stored(
      user,
      `address-put-back-check-${user}`,
      this.#checks[user]++,
      restoring,
    );
  }

  async #isChanged(user: TestUser): Promise<boolean> {
    const original = this.#originals[user];
    if (!original || !('address' in original)) return false;
    const left = await this.left(user);
    if (!left) return false;
    return 'address' in left ? plain(left.address) !== plain(original.address) : 'absent' in left;
  }

  async #write(user: TestUser, nth: number, mayDiffer: boolean): Promise<string | undefined> {
    const original = this.#originals[user];
    if (!original || !('address' in original)) return undefined;
    const step = `address-put-back-${user}`;
    let said = '';
    for (const [index, address] of forms(original.address).entries()) {
      const exchange = await this.#exchanges.update(
        user,
        step,
        nth * 2 + index,
        address,
        restoring,
      );
      if (isAnswered(exchange) && isSuccess(exchange)) return undefined;
      said = summarize(exchange);
    }
    // A target that refuses every update refuses this one too.
    if (!mayDiffer && !(await this.#isChanged(user))) return undefined;
    return `${changed}: the request that restores it got ${said}. ${see('test-user')}`;
  }
}
