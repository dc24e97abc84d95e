import type { Bound } from '../catalogue/index.ts';
import { type ReadBack, see } from '../config/index.ts';
import {
  type Exchange,
  isAnswered,
  type Request,
  type Send,
  setupKey,
  symbol,
  valueText,
  withBody,
  withUser,
} from '../exchange/index.ts';
import { isSuccess, sentHeader, summarize } from '../judging/index.ts';
import {
  type Address,
  plain,
  type StoredAddress,
  specifiedIn,
  storedIn,
  type TestUser,
} from './stored-address.ts';

const asIs = (request: Request) => request;

/** Sent even after a stop. */
const restoring = (request: Request): Request => ({ ...request, purpose: 'restore' });

export const changed = "The test user's address was changed and not restored";

export class AddressExchanges {
  readonly #bound;
  readonly #send;
  readonly #reading;
  readonly readBack: ReadBack | undefined;
  readonly originals: { [User in TestUser]?: StoredAddress } = {};
  readonly #checks = { first: 0, second: 0 };

  constructor(bound: Bound, send: Send) {
    this.#bound = bound;
    this.#send = send;
    this.readBack = bound.profile.addressReadBack;
    this.#reading = this.readBack && bound.wellFormed(this.readBack.endpoint);
  }

  seenIn(exchange: Exchange): Address | undefined {
    const [{ request }, reading] = [exchange, this.#reading];
    const isLike =
      reading !== undefined &&
      request.method === reading.method &&
      valueText(request.path) === valueText(reading.path) &&
      usersOf(request) === usersOf(reading);
    return isLike ? this.addressIn(exchange) : undefined;
  }

  addressIn(exchange: Exchange): Address | undefined {
    const stored = this.readBack && storedIn(exchange, this.readBack);
    return stored && 'address' in stored ? stored.address : undefined;
  }

  original(user: TestUser) {
    const original = this.originals[user];
    return original && 'address' in original ? original.address : undefined;
  }

  async stored(user: TestUser, step: string, index = 0, as = asIs) {
    const came = await this.read(user, step, index, as);
    return came && this.readBack && storedIn(came, this.readBack);
  }

  async read(user: TestUser, step: string, index: number, as = asIs) {
    return this.#reading && this.#ask(user, step, index, as(this.#reading));
  }

  update(user: TestUser, step: string, address: Address, isLast = false, index = 0) {
    const request = withBody(this.#bound.wellFormed(), JSON.stringify({ address }));
    return this.#ask(user, step, index, isLast ? restoring(request) : request);
  }

  #ask(user: TestUser, step: string, index: number, request: Request) {
    const key = setupKey(this.#bound.endpoint.id, step, index);
    return this.#send(key, withUser(request, symbol(`user:${user}`)));
  }

  /** `mayDiffer`: the target may have stored an update. Resolves to a notice. */
  async restore(mayDiffer: boolean) {
    const problem = await this.#write('first', 0, mayDiffer);
    if (!(await this.#isChanged('second'))) return problem;
    await this.#write('second', 0, mayDiffer);
    // A target that confuses the two users gets the first user's address last.
    return (await this.#isChanged('first')) ? this.#write('first', 1, mayDiffer) : problem;
  }

  left(user: TestUser): Promise<StoredAddress | undefined> {
    const step = `address-put-back-check-${user}`;
    return this.stored(user, step, this.#checks[user]++, restoring);
  }

  async #isChanged(user: TestUser) {
    const original = this.original(user);
    const left = original && (await this.left(user));
    if (!original || !left) return false;
    return 'address' in left ? plain(left.address) !== plain(original) : 'absent' in left;
  }

  async #write(user: TestUser, nth: number, mayDiffer: boolean) {
    const original = this.original(user);
    if (!original) return undefined;
    const step = `address-put-back-${user}`;
    let said = '';
    // Some servers store more than they accept.
    for (const [index, address] of [original, specifiedIn(original)].entries()) {
      const exchange = await this.update(user, step, address, true, nth * 2 + index);
      if (isAnswered(exchange) && isSuccess(exchange)) return undefined;
      said = summarize(exchange);
    }
    // A target that refuses every update refuses this one too.
    if (!mayDiffer && !(await this.#isChanged(user))) return undefined;
    return `${changed}: the request that restores it got ${said}. ${see('test-user')}`;
  }
}

const usersOf = (request: Request) => sentHeader(request, 'x-user-id').join(' ');
