import type { Bound } from '../catalogue/bound.ts';
import type { ReadBack } from '../config/config.ts';
import type { Exchange, Send } from '../exchange/exchange.ts';
import { type Request, withBody, withUser } from '../exchange/request.ts';
import { symbol, valueText } from '../exchange/value.ts';
import { type Address, type StoredAddress, storedIn, type TestUser } from './stored-address.ts';

const unchanged = (request: Request): Request => request;

/** Lets the request be sent even after the run was stopped. */
export const restoring = (request: Request): Request => ({ ...request, purpose: 'restore' });

/** The requests with which a run itself reads and updates the test users' addresses. */
export class AddressExchanges {
  readonly #bound: Bound;
  readonly #send: Send;
  readonly #reading: Request | undefined;
  readonly readBack: ReadBack | undefined;

  constructor(bound: Bound, send: Send) {
    this.#bound = bound;
    this.#send = send;
    this.readBack = bound.profile.addressReadBack;
    this.#reading = this.readBack && bound.wellFormed(this.readBack.endpoint);
  }

  /** Whoever sends it: scenarios read the address under their own keys. */
  isReading(request: Request): boolean {
    return this.#reading !== undefined && isLike(request, this.#reading);
  }

  async stored(
    user: TestUser,
    step: string,
    index = 0,
    as = unchanged,
  ): Promise<StoredAddress | undefined> {
    const came = await this.read(user, step, index, as);
    return came && this.readBack && storedIn(came, this.readBack);
  }

  async read(
    user: TestUser,
    step: string,
    index: number,
    as = unchanged,
  ): Promise<Exchange | undefined> {
    return this.#reading && this.#ask(user, step, index, as(this.#reading));
  }

  update(
    user: TestUser,
    step: string,
    index: number,
    address: Address,
    as = unchanged,
  ): Promise<Exchange> {
    const body = JSON.stringify({ address });
    return this.#ask(user, step, index, as(withBody(this.#bound.wellFormed(), body)));
  }

  #ask(user: TestUser, step: string, index: number, request: Request): Promise<Exchange> {
    const key = {
      requirement: 'run/setup',
      endpoint: this.#bound.endpoint.id,
      index,
      step,
      attempt: 0,
    };
    return this.#send(key, withUser(request, symbol(`user:${user}`)));
  }
}

function isLike(request: Request, other: Request): boolean {
  const isSamePath =
    request.method === other.method && valueText(request.path) === valueText(other.path);
  return isSamePath && userOf(request) === userOf(other);
}

function userOf({ headers }: Request): string {
  const lines = headers.filter(([name]) => name.toLowerCase() === 'x-user-id');
  return lines.map(([, id]) => valueText(id)).join(' ');
}
